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


@pytest.mark.parametrize("name", KNOWN["one throw of other dice"])
def test_a_round_of_other_dice_has_the_known_chances(name: str) -> None:
    attack, sides, defence, others = (int(word) for word in name.split() if word.isdigit())
    losses = {
        f"attacker -{ours}, defender -{theirs}": chance
        for (ours, theirs), chance in round_losses(
            attack, defence, attack_sides=sides, defence_sides=others
        ).items()
    }
    known = KNOWN["one throw of other dice"][name]
    assert losses == {cost: Fraction(chance) for cost, chance in known.items()}


@pytest.mark.parametrize("sides", [(6, 6), (2, 3), (5, 4), (3, 8)])
@pytest.mark.parametrize("dice", [(1, 1), (3, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3)])
def test_a_round_of_any_dice_is_that_of_all_throws(
    dice: tuple[int, int], sides: tuple[int, int]
) -> None:
    counted = reference.counted(*dice, *sides)
    losses = round_losses(*dice, attack_sides=sides[0], defence_sides=sides[1])
    assert {cost: chance for cost, chance in losses.items() if chance} == {
        cost: Fraction(ways, sum(counted.values())) for cost, ways in counted.items()
    }


@pytest.mark.parametrize("name", KNOWN["battles by other rules"])
def test_a_battle_by_other_rules_has_the_known_end(name: str) -> None:
    known = KNOWN["battles by other rules"][name]
    result = battle(**known["rules"])
    assert result.conquered == pytest.approx(known["conquered"], rel=1e-12)
    assert result.retreated.sum() == pytest.approx(known["retreated"], rel=1e-12)
    assert result.attackers_left == pytest.approx(known["attackers left"], rel=1e-12)
    assert result.defenders_left == pytest.approx(known["defenders left"], rel=1e-12)
    assert result.rounds == pytest.approx(known["rounds"], rel=1e-12)
    rules = GAME.with_options(known["rules"])
    assert GAME.exact is not None
    assert GAME.exact(rules, ())["conquered"] == result.conquered


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
        float(reference.conquered(*armies, dice)), rel=1e-13
    )


@pytest.mark.parametrize(("retreat_at", "retreat_after"), [(2, 999), (0, 2), (3, 2), (1, 9)])
@pytest.mark.parametrize("sides", [(6, 6), (3, 4)])
def test_any_retreat_is_told_as_by_recursion(
    retreat_at: int, retreat_after: int, sides: tuple[int, int]
) -> None:
    result = battle(
        7,
        5,
        attack_sides=sides[0],
        defence_sides=sides[1],
        retreat_at=retreat_at,
        retreat_after=retreat_after,
    )
    ends = reference.battle(7, 5, (3, 2), sides, retreat_at, retreat_after)
    for left in range(8):
        conquered = ends.get((left, 0), Fraction(0))
        retreated = sum((ends.get((left, d), Fraction(0)) for d in range(1, 6)), Fraction(0))
        assert result.attackers[left] == pytest.approx(float(conquered), abs=1e-15)
        assert result.retreated[left] == pytest.approx(float(retreated) * (left > 0), abs=1e-15)
    for left in range(1, 6):
        chance = sum((ends.get((a, left), Fraction(0)) for a in range(8)), Fraction(0))
        assert result.defenders[left] == pytest.approx(float(chance), abs=1e-15)


def test_a_retreat_that_never_comes_changes_nothing() -> None:
    result, late = battle(30, 25), battle(30, 25, retreat_after=53)
    assert late.attackers == pytest.approx(result.attackers, rel=1e-12)
    assert late.rounds == pytest.approx(result.rounds, rel=1e-12)
    assert not late.retreated.any()


OTHER = {"attack_sides": 8, "defence_dice": 3, "retreat_at": 2, "retreat_after": 5}


@pytest.mark.parametrize("options", [{}, OTHER])
def test_battles_end_as_they_should(options: dict[str, int]) -> None:
    rules = GAME.with_options({"attackers": 9, "defenders": 7, **options})
    outcomes = play_batch(rules, [find_player(GAME.name, "throw")], 5, 0, 50_000)
    result = battle(9, 7, **options)
    conquered = outcomes[:, 0] == 1
    ours = [int((conquered & (outcomes[:, 1] == k)).sum()) for k in range(10)]
    theirs = [int((outcomes[:, 2] == k).sum()) for k in range(1, 8)]
    chances = [*result.attackers, *result.defenders[1:]]
    possible = np.array(chances) > 0
    counts = np.array(ours + theirs)
    assert not counts[~possible].any()
    assert p_of_counts(counts[possible], np.array(chances)[possible]) > FALSE_ALARM
    left = [int((~conquered & (outcomes[:, 1] == k)).sum()) for k in range(1, 10)]
    assert sum(left) == pytest.approx(50_000 * result.retreated.sum(), abs=5.5 * 50_000**0.5 / 2)
    assert bool(sum(left)) == bool(options)
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
        ((0, 5), "attackers=0: must be from 1 to 500"),
        ((5, 501), "defenders=501: must be from 1 to 500"),
        ((5, 5, 4), "attack_dice=4: must be from 1 to 3"),
    ],
)
def test_impossible_battles_are_refused(numbers: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        battle(*numbers)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"attack_sides": 1}, "attack_sides=1: must be from 2 to 100"),
        ({"defence_sides": 101}, "defence_sides=101: must be from 2 to 100"),
        ({"retreat_at": 5}, "retreat_at=5: must be from 0 to 4"),
        ({"retreat_after": -1}, "retreat_after=-1: must be from 1 to 999"),
    ],
)
def test_impossible_rules_are_refused(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        battle(5, 5, **options)
