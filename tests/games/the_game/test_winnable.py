"""The solver against exact counts of decks that can be won, and its own lines replayed."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest

from playout import Match, PlayoutError
from playout.engine.native.jit import jit
from playout.games.the_game.rules import set_up
from playout.games.the_game.winnable import CUT, YES, buffers, search_level, winnable
from tests.games.matches import play
from tests.games.the_game.every_order import TINY, options

pytestmark = pytest.mark.slow


@jit
def count_wins(
    state: Any, rules: Any, stream: Any, decks: Any, levels: Any, links: Any, room: Any
) -> Any:
    """How many of the decks are winnable, and how many searches were cut."""
    wins = 0
    cut = 0
    for k in range(len(decks)):
        for i in range(decks.shape[1]):
            state.deck[i] = decks[k, i]
        set_up(state, rules, stream)
        levels[0, 0] = state
        count, dropped = 1, False
        for depth in range(state.left):
            found, count = search_level(rules, levels, links, room, depth, count)
            wins += found == YES
            dropped = dropped or found == CUT
            if count == 0:
                break
        cut += dropped
    return wins, cut


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    # Of these three the search takes longer than of all others.
    [pytest.param(n, marks=pytest.mark.thorough if n[0] in "CGP" else ()) for n in TINY],
)
def test_every_order_of_a_tiny_deck_is_won_exactly_if_it_can_be(name: str) -> None:
    match = Match("the-game", **options(name))
    cards = range(match.rules.number("low") + 1, match.rules.number("high"))
    decks = np.array(list(itertools.permutations(cards)), np.uint8)
    wins, cut = count_wins(
        match.state, match.rules.record(), match.streams[0], decks, *buffers(match.rules, 256)
    )
    assert cut == 0
    assert [wins, len(decks)] == TINY[name]["perfect_information_winnable"]


@pytest.mark.parametrize(("players", "game"), [(1, 0), (1, 3), (2, 1), (5, 2)])
def test_a_winning_line_wins_when_it_is_replayed(players: int, game: int) -> None:
    found = winnable(players=players, game=game, seed=1, seconds=60)
    assert found.answer == "yes"
    match = Match("the-game", players=players, seed=1, game_number=game)
    play(match, *found.line)
    assert match.outcome()["win"] == 1


def test_a_line_is_told_turn_by_turn_like_a_replay() -> None:
    found = winnable(players=3, game=1, seed=2)
    assert len(found.seats) == len(found.line) == 98
    lines = repr(found).splitlines()
    assert lines[0] == "The Game with 3 players, all cards known."
    assert lines[1] == f"This deal can be won (found in {found.seconds:.2f} s)."
    assert lines[2].split() == ["start", "↑1", "↑1", "↓100", "↓100"]
    assert lines[-1] == "won: all cards are laid"
    match = Match("the-game", players=3, seed=2, game_number=1)
    for seat, move in zip(found.seats, found.line, strict=True):
        assert match.seat == seat
        match.play(move)
    laid = sum(line.count(" on ") for line in lines if line.strip().startswith("lays"))
    assert laid == 98
    drawn = [re.findall("[0-9]+", line.partition("; draws card")[2]) for line in lines]
    assert sum(map(len, drawn)) == 98 - 3 * 6


def test_a_deal_without_a_line_is_told_in_a_sentence() -> None:
    # One ascending pile, no trick, one card in hand: 9 comes first and buries all others.
    never = winnable(
        deck=[9, *range(2, 9)], high=10, hand=1, min_cards=1, jump=0, descending=0, ascending=1
    )
    assert never.answer == "no"
    assert never.sentence().startswith("This deal cannot be won, however it is played (")
    assert repr(never).count("\n") == 1
    assert winnable(deck="double", seconds="0.01").rules["copies"] == 2


def test_a_search_out_of_time_says_unknown() -> None:
    # Without the trick some deals need more than the narrowest search; there is no time for more.
    found = [winnable(game=g, jump=0, seconds=1e-9) for g in range(20)]
    late = [one for one in found if one.answer == "unknown"]
    assert late
    for one in late:
        assert (one.limit, one.width) == ("time", 32)
        assert one.sentence() == (
            "It is not known whether this deal can be won. The search found no way to win, and the "
            f"time was up ({one.seconds:.2f} s). To allow more time, use seconds."
        )
    assert {one.limit for one in found if one not in late} <= {None}


def test_a_search_goes_on_until_the_time_is_up() -> None:
    found = winnable(deck="double", seconds=0.5)
    assert (found.answer, found.limit) == ("unknown", "time")
    assert found.seconds >= 0.5


@pytest.mark.parametrize(
    ("limit", "reason"),
    [("width", "it cannot be made wider"), ("memory", "there was no memory for a wider search")],
)
def test_a_search_that_could_not_be_wider_says_so(
    limit: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scarce(rules: Any, width: int) -> Any:
        if width > 32:
            raise MemoryError
        return buffers(rules, width)

    module = "playout.games.the_game.winnable"
    if limit == "width":
        monkeypatch.setattr(f"{module}.WIDTHS", (32,))
    else:
        monkeypatch.setattr(f"{module}.buffers", scarce)
    found = winnable(deck="double")
    assert (found.answer, found.limit, found.width) == ("unknown", limit, 32)
    assert found.sentence() == (
        "It is not known whether this deal can be won. The search found no way to win, and "
        f"{reason} ({found.seconds:.2f} s)."
    )


def test_answers_are_values() -> None:
    one, again, other = (winnable(game=game, players=2) for game in (3, 3, 4))
    assert one == again != other
    assert {one, other} == {again, other}


@pytest.mark.parametrize("deck", [5, ["a"], [2.5, 3], [[2, 3]], {"x": 1}, [None]])
def test_a_deck_of_no_cards_is_refused_in_a_sentence(deck: Any) -> None:
    with pytest.raises(PlayoutError, match=r"^deck(=.*)?: must (contain|be)"):
        winnable(deck=deck, high=10, hand=1)


def test_a_wrong_deck_is_refused_in_a_sentence() -> None:
    with pytest.raises(
        PlayoutError,
        match="deck: must contain each card from 2 to 9 once, 8 cards in all, but has 3",
    ):
        winnable(deck=[2, 2, 3], high=10, hand=1)
