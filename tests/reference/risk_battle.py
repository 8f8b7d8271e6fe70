"""A battle of Risk in plain Python: one from rows of dice, and the exact end by recursion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product


def losses(attack: Sequence[int], defence: Sequence[int]) -> tuple[int, int]:
    """What a round costs the attacker and the defender."""
    ours, theirs = sorted(attack, reverse=True), sorted(defence, reverse=True)
    pairs = list(zip(ours, theirs, strict=False))
    lost = sum(1 for one, other in pairs if one <= other)
    return lost, len(pairs) - lost


def fight(
    rolls: Iterable[tuple[list[int], list[int]]],
    attackers: int,
    defenders: int,
    retreat_at: int = 0,
    retreat_after: int = 999,
) -> tuple[int, int, int]:
    """Attackers left, defenders left, and rounds fought."""
    rounds = 0
    for attack, defence in rolls:
        ours, theirs = losses(attack, defence)
        attackers, defenders, rounds = attackers - ours, defenders - theirs, rounds + 1
        if attackers <= retreat_at or defenders == 0 or rounds == retreat_after:
            break
    return attackers, defenders, rounds


def conquered(
    attackers: int,
    defenders: int,
    dice: tuple[int, int] = (3, 2),
    sides: tuple[int, int] = (6, 6),
    retreat_at: int = 0,
    retreat_after: int = 999,
) -> Fraction:
    """The exact chance that no defender is left; dice and sides are (attacker, defender)."""
    ends = battle(attackers, defenders, dice, sides, retreat_at, retreat_after)
    return sum((chance for (_, left), chance in ends.items() if left == 0), Fraction(0))


@cache
def battle(
    attackers: int,
    defenders: int,
    dice: tuple[int, int],
    sides: tuple[int, int],
    retreat_at: int,
    rounds: int,
) -> dict[tuple[int, int], Fraction]:
    """The exact chances of what is left, (attackers, defenders), after ``rounds`` at most."""
    if attackers <= retreat_at or defenders == 0 or rounds == 0:
        return {(attackers, defenders): Fraction(1)}
    a, d = min(attackers, dice[0]), min(defenders, dice[1])
    ends: dict[tuple[int, int], Fraction] = {}
    for (ours, theirs), ways in counted(a, d, *sides).items():
        chance = Fraction(ways, sides[0] ** a * sides[1] ** d)
        left = attackers - ours, defenders - theirs
        for end, rest in battle(*left, dice, sides, retreat_at, rounds - 1).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * rest
    return ends


@cache
def counted(
    attack: int, defence: int, attack_sides: int = 6, defence_sides: int = 6
) -> dict[tuple[int, int], int]:
    """In how many throws a round of so many dice costs (attacker, defender)."""
    ways: dict[tuple[int, int], int] = {}
    faces = [range(1, attack_sides + 1)] * attack + [range(1, defence_sides + 1)] * defence
    for dice in product(*faces):
        cost = losses(dice[:attack], dice[attack:])
        ways[cost] = ways.get(cost, 0) + 1
    return ways
