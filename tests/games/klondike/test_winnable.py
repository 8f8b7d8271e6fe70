"""The solver against every position of small endgames, and its own lines replayed."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from playout import Match
from playout.games.klondike.records import COLUMNS, MOST_LEGAL, UP, card_move
from playout.games.klondike.records import WON as GAME_WON
from playout.games.klondike.rules import legal_moves, play
from playout.games.klondike.winnable import solve, winnable
from playout.kits.cards import CARDS, card_text, low_rank_of
from tests.games.matches import play as make

pytestmark = pytest.mark.slow

MANY = 2_000  # positions of an endgame that are looked at
UP_FIRST = card_move(0, UP)  # all moves up are that number plus a multiple of 3: tried first
KEY = ("cards", "down", "talon", "left", "waste", "home", "turned", "busy")


def can_be_won(match: Match) -> bool | None:
    """Whether a game can be won, by every move in every position; None if there are too many."""
    rules, moves = match.record, np.zeros(MOST_LEGAL, np.int64)
    waiting, seen = [match.state.copy()], set[bytes]()
    while waiting:
        state = waiting.pop()
        every = moves[: legal_moves(state, rules, moves)].tolist()
        for move in sorted(every, key=lambda move: move % 3 == UP_FIRST):
            after = state.copy()
            play(after, rules, move, None)
            if after.over == GAME_WON:
                return True
            # Without a limit of passes it only matters whether the stock was turned over at all.
            after.turned = after.turned if rules.passes else 0
            key = b"".join(np.asarray(after[name]).tobytes() for name in KEY)
            if not after.over and key not in seen:
                seen.add(key)
                waiting.append(after)
        if len(seen) > MANY:
            return None
    return False


def endgame(chance: Random, lowest: int, sizes: tuple[int, ...]) -> str:
    """A position in which all cards below a rank are on the foundations."""
    cards = [card_text(card) for card in range(CARDS) if low_rank_of(card) >= lowest]
    chance.shuffle(cards)
    columns, down = list[str](), list[int]()
    for _ in range(COLUMNS):
        size = min(chance.choice(sizes), len(cards))
        columns.append(",".join(cards.pop() for _ in range(size)) or "-")
        down.append(max(size - 1, 0))
    home = ",".join([str(lowest - 1)] * 4)
    counts = ",".join(map(str, down))
    return f"columns={'/'.join(columns)} down={counts} home={home} stock={','.join(cards) or '-'}"


@pytest.mark.parametrize(
    "options",
    [
        {},
        *(
            pytest.param(options, marks=pytest.mark.thorough)
            for options in (
                *({"draw": 1}, {"draw": 2, "passes": 2}, {"back": "no"}),
                {"draw": 1, "passes": 1},
            )
        ),
    ],
    ids=str,
)
def test_endgames_are_won_exactly_if_they_can_be(options: dict[str, Any]) -> None:
    chance, answers = Random(7), list[str]()
    for _ in range(150 if options else 50):
        lowest, sizes = chance.choice((7, 8)), chance.choice(((0, 4, 5, 6), (0, 1, 2, 3, 4)))
        position = endgame(chance, lowest, sizes)
        match = Match("klondike", position=position, patience=10_000, **options)
        known = None if match.is_over else can_be_won(match)
        if known is not None:
            answers.append(solve(match, 60).answer)
            assert answers[-1] == ("yes" if known else "no"), position
    assert answers.count("no") > 1
    assert answers.count("yes") > 4


@pytest.mark.parametrize("options", [{}, {"draw": 1}, {"passes": 3}, {"back": "no"}], ids=str)
def test_a_winning_line_wins_when_it_is_replayed(options: dict[str, Any]) -> None:
    won = 0
    for game in range(4):
        found = winnable(seed=1, game=game, seconds=5, **options)
        if found.answer == "yes":
            match = Match("klondike", seed=1, game_number=game, **options)
            make(match, *found.line)
            assert match.outcome()["win"] == 1
            won += 1
    assert won > 0


def test_a_way_to_win_needs_the_patience_of_the_rules() -> None:
    found = winnable(seed=1, game=2, patience=5)
    assert found.limit == "patience"
    assert found.answer == "unknown"
    assert "too many moves without progress" in repr(found)
