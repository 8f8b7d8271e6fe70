"""Copies of a game of the loop differ in the draw pile alone, and buried cards make them worse."""

from __future__ import annotations

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.games.the_game_blog.splitting import importance, progress, renew
from tests.games.the_game_blog.contract import assert_conserved, table

pytestmark = pytest.mark.rules


def test_only_the_draw_pile_is_renewed() -> None:
    match = Match("the-game-blog", strategy="random", seed=3, players=2)
    for _ in range(9):
        match.step()
    before, drawn = np.array(match.state).copy(), int(match.state.drawn)
    renew(match.state, match.rules.record(), match.streams[0])
    for name in before.dtype.names or ():
        if name != "deck":
            np.testing.assert_array_equal(match.state[name], before[name])
    np.testing.assert_array_equal(match.state.deck[:drawn], before["deck"][:drawn])
    assert match.state.deck[drawn:98].tolist() != before["deck"][drawn:98].tolist()
    assert_conserved(match.state, match.rules.record())
    assert progress(match.state, match.rules.record()) == 9


def test_a_game_is_worth_less_by_the_cards_that_fit_no_pile() -> None:
    match = table([5, 9], [12, 10], [8, 11], high=15)
    record = match.rules.record()
    assert importance(match.state, record) == 1.0
    for move in ("5 on pile 0", "12 on pile 1", "8 on pile 2"):
        match.play(move)
    assert importance(match.state, record) == 1.0  # pile 3 is where it began
    match.state.piles[0], match.state.piles[3] = 13, 6  # 9, 10 and 11 lie too deep
    assert importance(match.state, record) == 0.05 / (1 + 2 * 3 / 10)
