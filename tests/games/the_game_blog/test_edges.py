"""Options, moves and drawings of the blog's loop: what is taken, refused and told."""

from __future__ import annotations

import pytest

from playout.games.the_game_blog.game import GAME
from playout.games.the_game_blog.splitting import importance
from tests.games.the_game_blog.contract import table

pytestmark = pytest.mark.rules


def test_the_full_hand_follows_from_the_players() -> None:
    assert [GAME.with_options({"players": n})["hand"] for n in range(1, 8)] == [8, 7, 6, 6, 6, 6, 6]
    assert GAME.with_options({"players": 7, "hand": 14})["hand"] == 14


def test_a_transcript_says_that_a_card_did_not_fit() -> None:
    match = table([2, 3], [4, 5], high=12, strategy="minimal")
    match.state.piles[:2] = 50
    match.state.fitting[:] = 0
    assert "proposes 3 on 12: it does not fit" in match.transcript()
    assert match.transcript().endswith("over: 10 cards left")


def test_a_game_is_worth_less_by_the_cards_that_fit_no_pile() -> None:
    match = table([5, 9], [12, 10], [8, 11], high=15)
    record = match.rules.record()
    assert importance(match.state, record) == 1.0
    for move in ("5 on pile 1", "12 on pile 2", "8 on pile 3"):
        match.play(move)
    assert importance(match.state, record) == 1.0  # pile 3 is where it began
    match.state.piles[0], match.state.piles[3] = 13, 6  # 9, 10 and 11 lie too deep
    assert importance(match.state, record) == 0.05 / (1 + 2 * 3 / 10)
