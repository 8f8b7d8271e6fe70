"""Copies of a game differ in what nobody has seen, and in nothing else."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.native.jit import jit
from playout.engine.who.references import find_player
from playout.engine.words.errors import RulesError
from playout.engine.worlds.splitting import System
from playout.games.numbered_cards.sets import put
from playout.games.the_game.splitting import importance, progress, renew
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.matches import stream
from tests.games.test_contract import of

pytestmark = pytest.mark.rules


def match(moves: int, game: str = "the-game", **options: Any) -> Match:
    """A game after some moves."""
    strategy = {"the-game": "greedy", "the-game-blog": "random"}[game]
    running = Match(game, strategy=strategy, seed=3, **{"players": 2, **options})
    for _ in range(moves):
        running.step()
    return running


@pytest.mark.parametrize("game", ["the-game", "the-game-blog"])
def test_only_the_draw_pile_is_renewed(game: str) -> None:
    running = match(9, game)
    before = np.array(running.state).copy()
    drawn, cards = int(running.state.drawn), int(running.state.cards)
    renew(running.state, running.record, stream(1, 0))
    for name in before.dtype.names or ():
        if name != "deck":
            np.testing.assert_array_equal(running.state[name], before[name])
    np.testing.assert_array_equal(running.state.deck[:drawn], before["deck"][:drawn])
    assert running.state.deck[drawn:cards].tolist() != before["deck"][drawn:cards].tolist()
    of(game).assert_conserved(running.state, running.record)


@pytest.mark.parametrize("moves", [0, 5, 17])
def test_what_a_seat_sees_does_not_change(moves: int) -> None:
    running = match(moves)
    views = [running.view(seat).tobytes() for seat in range(2)]
    renew(running.state, running.record, stream(1, 1))
    assert [running.view(seat).tobytes() for seat in range(2)] == views


def test_every_order_of_the_draw_pile_is_equally_likely() -> None:
    running = match(0, players=1, low=1, high=9, hand=4)
    orders: dict[tuple[int, ...], int] = {}
    for number in range(2_400):
        renew(running.state, running.record, stream(1, number))
        order = tuple(running.state.deck[running.state.drawn : running.state.cards].tolist())
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 6
    assert p_of_counts(np.array(list(orders.values())), np.full(6, 1 / 6)) > FALSE_ALARM


@pytest.mark.parametrize("game", ["the-game", "the-game-blog"])
def test_progress_counts_the_cards_laid(game: str) -> None:
    running = match(0, game)
    while not running.is_over:
        running.step()
        laid = running.outcome()["cards_played"]
        assert progress(running.state, running.record) == laid


def position(hand: list[int], piles: list[int]) -> Match:
    """All that is left of a deck is in one hand."""
    running = match(0, players=1)
    state = running.state
    state.hands[0] = 0
    state.played[0] = -1
    for card in hand:
        put(state.hands[0], 1, card)
        state.played[0, card >> 6] &= ~(np.int64(1) << (card & 63))
    state.piles[:4] = piles
    state.left = len(hand)
    return running


@pytest.mark.parametrize(
    ("hand", "piles", "expected"),
    [
        ([60, 70], [50, 90, 22, 100], 1.0),  # all fit
        ([30], [50, 90, 22, 13], 0.05 / 3),  # no way back
        ([30, 40], [50, 90, 22, 13], 1 / 3),  # a trick, and another
        ([30, 47, 57], [50, 90, 22, 13], 0.05 / (1 + 4 / 3)),  # 57 leads to 47, not to 30
        ([45, 47, 57], [50, 90, 22, 13], 0.05 / (1 + 4 / 3)),
        ([48, 47, 57], [50, 90, 22, 13], 1 / (1 + 4 / 3)),  # 57, the trick 47, then 48
        ([32, 42], [50, 90, 22, 13], 1 / 3),  # tricks on a falling pile
    ],
)
def test_importance_counts_the_cards_that_lie_too_deep(
    hand: list[int], piles: list[int], expected: float
) -> None:
    running = position(hand, piles)
    assert importance(running.state, running.record) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "options", [{}, {"jump": 0}, {"deck": "double"}, {"ascending": 0}, {"descending": 0}]
)
def test_importance_is_above_zero_and_at_most_one(options: dict[str, Any]) -> None:
    running = match(0, **options)
    while not running.is_over:
        assert 0 < importance(running.state, running.record) <= 1
        running.step()


def test_rules_that_refuse_a_move_that_they_list_contradict_themselves() -> None:
    game = find_game("the-game")
    parts = {**vars(game.rules), "is_legal": jit(cache=False)(lambda state, rules, move: False)}
    rules = replace(game, rules=SimpleNamespace(**parts)).with_options({})
    one = find_player("the-game", "random")
    slow = replace(one, strategy=replace(one.strategy, compiled=False))
    system = System(rules, [slow], 10, seed=1, replication=3)
    sentence = (
        "the rules of the-game contradict themselves: legal_moves lists .*, in replication 3$"
    )
    with pytest.raises(RulesError, match=sentence):
        list(system.run(game.measure("win")))
