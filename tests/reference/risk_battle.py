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
    rolls: Iterable[tuple[list[int], list[int]]], attackers: int, defenders: int
) -> tuple[int, int, int]:
    """Attackers left, defenders left, and rounds fought."""
    rounds = 0
    for attack, defence in rolls:
        ours, theirs = losses(attack, defence)
        attackers, defenders, rounds = attackers - ours, defenders - theirs, rounds + 1
        if attackers == 0 or defenders == 0:
            break
    return attackers, defenders, rounds


@cache
def conquered(attackers: int, defenders: int, attack_dice: int, defence_dice: int) -> Fraction:
    """The exact chance that no defender is left."""
    if attackers == 0 or defenders == 0:
        return Fraction(int(defenders == 0))
    a, d = min(attackers, attack_dice), min(defenders, defence_dice)
    chance = Fraction(0)
    for (ours, theirs), ways in counted(a, d).items():
        rest = conquered(attackers - ours, defenders - theirs, attack_dice, defence_dice)
        chance += Fraction(ways, 6 ** (a + d)) * rest
    return chance


@cache
def counted(attack: int, defence: int) -> dict[tuple[int, int], int]:
    """In how many throws a round of so many dice costs (attacker, defender)."""
    ways: dict[tuple[int, int], int] = {}
    for dice in product(range(1, 7), repeat=attack + defence):
        cost = losses(dice[:attack], dice[attack:])
        ways[cost] = ways.get(cost, 0) + 1
    return ways
