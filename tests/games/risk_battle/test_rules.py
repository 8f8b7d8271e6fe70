"""Battles against the plain model, on the dice that NumPy's generator throws for their deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import DEAL
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.risk_battle.game import GAME
from tests.reference import risk_battle as reference

SEED = 12


def fought(game: int, attackers: int, defenders: int, most: tuple[int, int]) -> tuple[int, ...]:
    """The plain model of one game: round k has word k, a number to the base 6, low digits first."""
    words = np.random.Philox(counter=[0, game, DEAL, 0], key=[SEED, 0])
    rounds = 0
    while attackers > 0 and defenders > 0:
        attack, defence = min(attackers, most[0]), min(defenders, most[1])
        number = int(words.random_raw()) * 6 ** (attack + defence) >> 64
        dice = [number // 6**k % 6 + 1 for k in range(attack + defence)]
        attackers, defenders, _ = reference.fight(
            [(dice[:attack], dice[attack:])], attackers, defenders
        )
        rounds += 1
    return int(defenders == 0), attackers, defenders, rounds


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


def test_a_position_shows_armies_and_dice() -> None:
    match = Match(GAME.name, strategy="throw", attackers=1, defenders=100)
    match.state.dice[:] = 6, 0, 0, 3, 1, 0
    assert str(match) == "attackers 1    dice 6\ndefenders 100  dice 3 1"
    match.play("throw")
    assert match.state.defenders == 99
    match.state.dice[:] = 1, 0, 0, 3, 1, 0
    match.play("throw")
    assert str(match) == "attackers 0\ndefenders 99\nover: held"
    assert match.transcript().splitlines()[-1] == "over: held"
    assert match._repr_svg_().count("<rect") == 1
    assert "<title>Risk battle, over: held</title>" in match._repr_svg_()


@pytest.mark.parametrize(("dice", "rounds"), [((3, 2), 6), ((3, 1), 12), ((3, 3), 4)])
def test_rounds_that_a_position_leaves_out_follow_from_the_armies_and_the_dice(
    dice: tuple[int, int], rounds: int
) -> None:
    options: dict[str, Any] = {"attack_dice": dice[0], "defence_dice": dice[1]}
    match = Match(GAME.name, position="attackers=5 defenders=3", **options)
    assert (match.state.rounds, match.state.dice.any()) == (rounds, True)
    again = Match(GAME.name, position=match.position, **options)
    assert again.position == match.position
