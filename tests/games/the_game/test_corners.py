"""Corners in which strategies once went wrong."""

from __future__ import annotations

import pytest

from playout import Match
from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from tests.games.the_game.deals import legal_moves

GAME = find_game("the-game")


def cards_left(strategy: str, games: int, **options: object) -> list[int]:
    rules = GAME.with_options(options)
    players = [find_player("the-game", strategy)] * int(rules["players"])
    return [int(left) for left in play_batch(rules, players, 1, 0, games)[:, 2]]


@pytest.mark.slow
def test_careful_plays_the_same_game_when_all_numbers_are_one_lower() -> None:
    rules = {"ascending": 0, "descending": 3}
    high = cards_left("careful", 200, low=87, high=127, **rules)
    assert high == cards_left("careful", 200, low=86, high=126, **rules)


@pytest.mark.slow
@pytest.mark.parametrize("game", range(6))
def test_careful_plans_anew_when_somebody_else_has_moved(game: int) -> None:
    match = Match("the-game", strategy="careful", seed=1, game_number=game)
    while not match.is_over:
        advice = match.choose()
        others = sorted(m for m in legal_moves(match) if m > 1 and not m & 1 and m != advice)
        if match.state.turn_cards == 0 and others:
            match.play(others[0])
        else:
            match.step()


def test_a_hand_smaller_than_the_minimum_can_be_laid_out() -> None:
    assert min(cards_left("sequence", 50, hand=1)) < 98


@pytest.mark.parametrize(
    "strategy",
    ["chains:extra=1e13", pytest.param("careful:margin=1e15", marks=pytest.mark.slow)],
)
def test_huge_parameters_play_on(strategy: str) -> None:
    assert len(cards_left(strategy, 50)) == 50
