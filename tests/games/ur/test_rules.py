"""The rules of the Royal Game of Ur against a slow model of them, and its exact values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.games.ur.rules import HOME, PASS
from tests.games.matches import dice, play
from tests.reference import ur as reference


def hindmost(own: reference.Pieces, other: reference.Pieces, throw: int, safe: bool) -> int:
    return reference.moves(own, other, throw, safe)[0]


def foremost(own: reference.Pieces, other: reference.Pieces, throw: int, safe: bool) -> int:
    return reference.moves(own, other, throw, safe)[-1]


def throws_of(seed: int, number: int, count: int) -> Iterator[int]:
    """How many marked corners show: throw k is word k."""
    for corners in dice(seed, number, 1, 2**count):
        yield (corners - 1).bit_count()


@pytest.mark.rules
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pieces": 3, "dice": 3},
        {"again": "no", "pieces": 4},
        {"safe": "no"},
        {"pieces": 7, "dice": 6, "most_throws": 25},
    ],
    ids=str,
)
def test_games_are_those_of_a_slow_model(options: dict[str, Any]) -> None:
    again, safe = (options.get(name, "yes") == "yes" for name in ("again", "safe"))
    policies: list[reference.Policy] = [
        lambda own, other, throw: foremost(own, other, throw, safe),
        lambda own, other, throw: hindmost(own, other, throw, safe),
    ]
    pieces, last = options.get("pieces", 7), options.get("most_throws", 10_000)
    for number in range(6):
        match = Match("ur", seed=3, game_number=number, **options)
        while not match.is_over:
            legal = match.legal_moves()
            match.play(legal[-1] if match.seat == 0 else legal[0])
        throws = throws_of(3, number, options.get("dice", 4))
        home, sent, thrown = reference.played(throws, policies, pieces, again, safe, last)
        outcome = match.outcome()
        assert outcome["home"] == home
        assert outcome["sent"] == sent
        assert outcome["throws"] == thrown
        assert outcome["win"] == [
            1.0 if one > other else 0.5 if one == other else 0.0
            for one, other in (home, home[::-1])
        ]


@pytest.mark.rules
def test_to_pass_is_legal_only_if_nothing_can_move() -> None:
    begins = Match("ur", position="steps=0,0/0,0 throw=0", pieces=2)
    assert begins.legal_moves() == [PASS]
    moves = Match("ur", position="steps=0,3/0,8 throw=4", pieces=2)
    assert moves.legal_moves() == [0, 3]
    with pytest.raises(IllegalMove):
        moves.play("pass")
    stuck = Match("ur", position="steps=4,0/0,8 throw=4", pieces=2)
    assert stuck.legal_moves() == [PASS]  # its own piece, and the safe one of the other
    assert Match("ur", position="steps=4,0/0,8 throw=4", pieces=2, safe="no").legal_moves() == [4]


@pytest.mark.rules
def test_a_piece_is_sent_back_and_a_rosette_throws_again() -> None:
    match = Match("ur", position="steps=2,4/6,12 throw=2", pieces=2)
    play(match, "square 4")
    assert match.position.startswith("steps=2,6/0,12 player=1")
    match = Match("ur", position="steps=2,3/6,12 throw=2 player=0", pieces=2)
    play(match, "square 2")
    assert match.seat == 0
    match = Match("ur", position="steps=14,15/0,0 throw=1", pieces=2)
    play(match, "square 14")
    assert match.is_over
    assert match.outcome()["win"] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("steps=0,0", "1 of them"),
        ("steps=0/0,0", "seat 1 has 1 piece, but 2 are needed"),
        ("steps=3,3/0,0", "seat 1 has two pieces on step 3"),
        ("steps=0,9/9,0", "both seats have a piece on square 9"),
        ("steps=0,16/0,0", "steps=16: must be a whole number from 0 to 15"),
        ("steps=15,15/15,15", "only one seat"),
        ("throw=5", "throw=5: must be a whole number from 0 to 4"),
    ],
)
def test_impossible_positions_are_told_in_a_sentence(position: str, told: str) -> None:
    with pytest.raises(PlayoutError, match=told):
        Match("ur", position=position, pieces=2)


def test_without_a_throw_the_dice_are_thrown() -> None:
    found = {Match("ur", position="steps=0,3/0,8", pieces=2, seed=k).state.throw for k in range(60)}
    assert found == {0, 1, 2, 3, 4}


KNOWN = [
    # pieces, at random, how often the first player wins, throws
    (1, False, 0.5300498395, 17.0618810),
    (2, False, 0.5185729075, 39.7980016),
    (2, True, 0.5242568799, 37.2040544),
]


@pytest.mark.parametrize(
    ("pieces", "at_random", "wins", "throws"),
    [pytest.param(*one, marks=pytest.mark.thorough if one[0] > 1 else ()) for one in KNOWN],
)
def test_the_model_gives_the_known_values(
    pieces: int, at_random: bool, wins: float, throws: float
) -> None:
    found = reference.first_wins(pieces, at_random=at_random)
    assert found == pytest.approx((wins, throws), abs=2e-7)


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [1, 2])
def test_the_solver_finds_the_value_of_best_play(pieces: int) -> None:
    answer = playout.solve("ur", pieces=pieces)
    expected = next(
        wins for many, at_random, wins, _ in KNOWN if (many, at_random) == (pieces, False)
    )
    assert answer.value == pytest.approx(expected, abs=1e-8)


@pytest.mark.slow
def test_random_play_has_the_known_value() -> None:
    row = playout.run("ur", strategy="random", pieces=2, games=400_000, seed=5, by="seat")[0]
    assert row["win"] == pytest.approx(0.5242568799, abs=0.0032)  # four standard errors
    assert row["throws"] == pytest.approx(37.2040544, abs=0.16)


def test_moves_have_names() -> None:
    match = Match("ur")
    assert [match.format_move(move) for move in (0, 1, HOME - 1, PASS)] == [
        "enter",
        "square 1",
        "square 14",
        "pass",
    ]
