"""Battles against the plain model, on the dice that NumPy's generator throws for their deals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from playout.engine.chance.rng import DEAL
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.risk_battle.game import GAME
from tests.reference import risk_battle as reference

SEED = 12


def rolls(
    game: int, armies: list[int], most: tuple[int, int], sides: tuple[int, int]
) -> Iterator[tuple[list[int], list[int]]]:
    """The dice of a game: round k has word k, a number whose digits are the dice, low ones first.

    The base of a digit are the sides of its die.  ``armies`` are those left, as the rounds go on.
    """
    words = np.random.Philox(counter=[0, game, DEAL, 0], key=[SEED, 0])
    while True:
        attack, defence = min(armies[0], most[0]), min(armies[1], most[1])
        bases = [sides[0]] * attack + [sides[1]] * defence
        number = int(words.random_raw()) * prod(bases) >> 64
        dice = []
        for base in bases:
            dice.append(number % base + 1)
            number //= base
        roll = dice[:attack], dice[attack:]
        ours, theirs = reference.losses(*roll)
        armies[:] = armies[0] - ours, armies[1] - theirs
        yield roll


def fought(
    game: int,
    attackers: int,
    defenders: int,
    most: tuple[int, int],
    sides: tuple[int, int] = (6, 6),
    retreat: tuple[int, int] = (0, 999),
) -> tuple[int, ...]:
    """The plain model of one game."""
    dice = rolls(game, [attackers, defenders], most, sides)
    ours, theirs, rounds = reference.fight(dice, attackers, defenders, *retreat)
    return int(theirs == 0), ours, theirs, rounds, attackers - ours, defenders - theirs


@pytest.mark.rules
@pytest.mark.parametrize("most", [(3, 2), (1, 1), (2, 3), (3, 3)])
@pytest.mark.parametrize("armies", [(10, 10), (1, 1), (2, 9)])
def test_a_battle_is_that_of_the_plain_model(
    armies: tuple[int, int], most: tuple[int, int]
) -> None:
    names = ("attackers", "defenders", "attack_dice", "defence_dice")
    rules = GAME.with_options(dict(zip(names, (*armies, *most), strict=True)))
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")], SEED, 0, 20)
    for game, outcome in enumerate(outcomes.tolist()):
        assert tuple(outcome) == fought(game, *armies, most)


@pytest.mark.rules
@pytest.mark.parametrize("retreat", [(0, 999), (4, 999), (0, 3), (2, 5)])
@pytest.mark.parametrize("sides", [(6, 6), (8, 6), (4, 10), (2, 2), (100, 100)])
def test_a_battle_by_other_rules_is_that_of_the_plain_model(
    sides: tuple[int, int], retreat: tuple[int, int]
) -> None:
    rules = GAME.with_options(
        {
            "attackers": 9,
            "defenders": 8,
            "defence_dice": 3,
            "attack_sides": sides[0],
            "defence_sides": sides[1],
            "retreat_at": retreat[0],
            "retreat_after": retreat[1],
        }
    )
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")], SEED, 0, 20)
    for game, outcome in enumerate(outcomes.tolist()):
        assert tuple(outcome) == fought(game, 9, 8, (3, 3), sides, retreat)


def test_a_retreat_is_told_in_the_position_the_picture_and_the_transcript() -> None:
    match = Match(GAME.name, strategy="throw", retreat_after=1, attack_sides=8, seed=3)
    assert "dice" not in str(match)
    match.play("throw")
    assert match.is_over
    assert str(match) == (
        "attackers 9  dice 6 5 1\ndefenders 9  dice 6 4\nover: the attackers retreat"
    )
    picture = match._repr_svg_()
    assert ">6</text>" in picture
    assert ">4</text>" in picture
    assert match.transcript().splitlines()[-1] == "over: the attackers retreat"
    assert "<title>Risk battle, over: the attackers retreat</title>" in match._repr_svg_()
    assert match.columns() == [0, 9, 9, 1, 1, 1]


@pytest.mark.parametrize(
    ("position", "options", "sentence"),
    [
        ("attackers=2 defenders=9", {"retreat_at": 5}, "attackers=2: they retreat at 5"),
        ("attackers=5 defenders=9", {"retreat_at": 5}, "rounds=0: with 5 attackers and 9 def"),
        (
            "attackers=4 defenders=8",
            {"retreat_after": 3},
            "with 4 attackers and 8 defenders left "
            "at least 4 rounds were fought, but the attackers retreat after 3",
        ),
        ("attackers=9 defenders=9 rounds=2", {"retreat_after": 1}, "rounds=2: with 9 attackers"),
        (
            "attackers=3 defenders=2 dice=7,1,1,1,1",
            {},
            r"have \[7, 1, 1\], but must have 3 of 1 to 6, the",
        ),
        ("attackers=9 defenders=9 dice=6,5,1,6", {}, r"have \[6, 0, 0\], but must have 2 of"),
        (
            "attackers=3 defenders=2 dice=7,1,1,6,1",
            {"attack_sides": 8, "defence_sides": 4},
            r"the defenders have \[6, 1, 0\], but must have 2 of 1 to 4, the highest first,",
        ),
    ],
)
def test_a_position_that_no_battle_comes_to_is_refused(
    position: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        Match(GAME.name, position=position, **options)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("position", "options", "is_over"),
    [
        ("attackers=6 defenders=8", {"retreat_after": 3}, True),
        ("attackers=6 defenders=8", {"retreat_after": 4}, False),
        ("attackers=5 defenders=9 rounds=3", {"retreat_at": 5}, True),
        ("attackers=6 defenders=8", {"retreat_at": 5}, False),
        ("attackers=6 defenders=8 dice=12,12,1,4,1", {"attack_sides": 12}, False),
    ],
)
def test_a_position_knows_whether_the_attackers_have_retreated(
    position: str, options: dict[str, Any], is_over: bool
) -> None:
    match = Match(GAME.name, position=position, **options)
    assert match.is_over == is_over
    assert Match(GAME.name, position=match.position, **options).position == match.position


def test_learners_see_the_sides_of_the_dice() -> None:
    rules = GAME.with_options({"attack_sides": 20, "defence_sides": 8})
    most = {seen.name: seen.most for seen in GAME.encoding.observation(rules)}
    assert most["dice"] == 20


def test_a_position_shows_armies_and_dice() -> None:
    at = "attackers=1 defenders=99 rounds=1 dice=6,0,0,3,1"
    match = Match(GAME.name, strategy="throw", attackers=1, defenders=100, position=at, seed=2)
    assert str(match) == "attackers 1   dice 6\ndefenders 99  dice 3 1"
    match.play("throw")
    assert re.fullmatch(r"attackers 0   dice \d\ndefenders 99  dice \d \d\nover: held", str(match))
    assert match.transcript().splitlines()[-1] == "over: held"
    assert "<title>Risk battle, over: held</title>" in match._repr_svg_()


@pytest.mark.parametrize(("dice", "rounds"), [((3, 2), 6), ((3, 1), 12), ((3, 3), 4)])
def test_rounds_that_a_position_leaves_out_follow_from_the_armies(
    dice: tuple[int, int], rounds: int
) -> None:
    options: dict[str, Any] = {"attack_dice": dice[0], "defence_dice": dice[1]}
    match = Match(GAME.name, position="attackers=5 defenders=3", **options)
    assert (match.state.rounds, match.state.dice.any()) == (rounds, False)
    again = Match(GAME.name, position=match.position, **options)
    assert again.position == match.position


def test_how_a_battle_ended_fits_into_its_picture() -> None:
    match = Match(GAME.name, strategy="throw", retreat_after=2)
    for _ in match.run():
        pass
    drawn = ElementTree.fromstring(match._repr_svg_())
    told = [one for one in drawn.iter() if "retreat" in (one.text or "") and one.get("x")]
    assert " ".join(str(one.text) for one in told) == "Over: the attackers retreat."
    for one in told:
        end = float(one.attrib["x"]) + 0.62 * 15 * len(one.text or "")
        assert end <= float(drawn.attrib["width"])
