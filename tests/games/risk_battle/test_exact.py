"""Rounds and battles without playing: against the truth, against recursion, against battles."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.risk_battle.exact import battle, round_losses
from playout.games.risk_battle.game import GAME
from tests import truth
from tests.chance import FALSE_ALARM, p_of_counts
from tests.reference import risk_battle as reference

KNOWN = truth.load("risk_battle")


@pytest.mark.parametrize("name", KNOWN["one throw"])
def test_a_round_has_the_known_chances(name: str) -> None:
    attack, defence = (int(word) for word in name.split() if word.isdigit())
    losses = {
        f"attacker -{ours}, defender -{theirs}": chance
        for (ours, theirs), chance in round_losses(attack, defence).items()
    }
    assert losses == {cost: Fraction(chance) for cost, chance in KNOWN["one throw"][name].items()}


@pytest.mark.parametrize("name", KNOWN["battles"])
def test_a_battle_has_the_known_end(name: str) -> None:
    result = battle(*(int(word) for word in name.split() if word.isdigit()))
    known = KNOWN["battles"][name]
    assert result.conquered == pytest.approx(known["conquered"], rel=1e-12)
    assert result.attackers_left == pytest.approx(known["attackers left"], rel=1e-12)
    assert result.defenders_left == pytest.approx(known["defenders left"], rel=1e-12)
    assert result.attackers.sum() + result.defenders.sum() == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize("dice", [(3, 2), (1, 1), (2, 1), (1, 3), (2, 2)])
@pytest.mark.parametrize("armies", [(7, 6), (1, 4), (3, 1)])
def test_any_battle_is_told_as_by_recursion(armies: tuple[int, int], dice: tuple[int, int]) -> None:
    assert battle(*armies, *dice).conquered == pytest.approx(
        float(reference.conquered(*armies, *dice)), rel=1e-13
    )


def test_battles_end_as_they_should() -> None:
    rules = GAME.with_options({"attackers": 9, "defenders": 7})
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")], 5, 0, 50_000)
    result = battle(9, 7)
    ours = [int((outcomes[:, 1] == k).sum()) for k in range(1, 10)]
    theirs = [int((outcomes[:, 2] == k).sum()) for k in range(1, 8)]
    chances = [*result.attackers[1:], *result.defenders[1:]]
    assert p_of_counts(np.array(ours + theirs), np.array(chances)) > FALSE_ALARM
    rounds = outcomes[:, 3]
    assert abs(rounds.mean() - result.rounds) <= 5.5 * rounds.std() / len(rounds) ** 0.5


def test_comparisons_that_are_taken_for_independent_keep_their_own_chances() -> None:
    for attack, defence in ((3, 2), (2, 2), (3, 3)):
        exact, wrong = round_losses(attack, defence), round_losses(attack, defence, True)
        assert sum(wrong.values()) == 1
        lost = [sum(cost[1] * chance for cost, chance in one.items()) for one in (exact, wrong)]
        assert lost[0] == lost[1]
        assert exact != wrong
    assert round_losses(3, 1, True) == round_losses(3, 1)
    # The highest of three dice against that of two, and the second of both, counted out.
    throws = list(product(range(6), repeat=5))
    first = sum(max(dice[:3]) > max(dice[3:]) for dice in throws)
    second = sum(sorted(dice[:3])[1] > min(dice[3:]) for dice in throws)
    assert round_losses(3, 2, True)[0, 2] == Fraction(first * second, len(throws) ** 2)


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ((0, 5), "attackers = 0: allowed are 1 to 500"),
        ((5, 501), "defenders = 501: allowed are 1 to 500"),
        ((5, 5, 4), "attack_dice = 4: allowed are 1 to 3"),
    ],
)
def test_impossible_battles_are_refused(numbers: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        battle(*numbers)
