"""The exact results of a round and a battle, without playing.

Rounds are counted over all throws; a battle is the Markov chain of J. A. Osborne, "Markov Chains
for the RISK Board Game Revisited", Mathematics Magazine 76 (2003).  B. Tan, "Markov Chains and the
RISK Board Game", Mathematics Magazine 70 (1997), took the two comparisons of a round for
independent, which they are not; ``independent=True`` does as he did.

>>> [str(chance) for chance in round_losses(3, 2).values()]
['2275/7776', '2611/7776', '1445/3888']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Measure, Player, Rules
from playout.engine.native.jit import jit
from playout.engine.words.reading import read_whole
from playout.games.risk_battle.rules import MOST_ARMIES, MOST_ROUNDS, SIDE, THROW
from playout.kits.dice import FACES, MOST_SIDES

Losses = tuple[int, int]  # armies that the attacker and the defender lose


def expected(rules: Rules, players: Sequence[Player]) -> Mapping[str, float | Sequence[float]]:
    """The expected measures of a battle; they are the same whoever plays."""
    names = ("attackers", "defenders", "attack_dice", "defence_dice")
    more = ("attack_sides", "defence_sides", "retreat_at", "retreat_after")
    result = battle(*map(rules.number, names), **{name: rules.number(name) for name in more})
    return {
        "conquered": result.conquered,
        "attackers_left": result.attackers_left,
        "defenders_left": result.defenders_left,
        "rounds": result.rounds,
        "attackers_lost": rules.number("attackers") - result.attackers_left,
        "defenders_lost": rules.number("defenders") - result.defenders_left,
    }


def exact_moves(
    view: Any, rules: Rules, players: Sequence[Player], measure: Measure
) -> Mapping[int, float]:
    """The expected measures of a battle from here on."""
    rounds, names = int(view.rounds), ("attack_dice", "defence_dice", "attack_sides")
    options = {name: rules.number(name) for name in (*names, "defence_sides", "retreat_at")}
    last = rules.number("retreat_after") - rounds
    left = battle(int(view.attackers), int(view.defenders), **options, retreat_after=last)
    side, of_losses, _ = measure.name.partition("_lost")
    if of_losses:
        return {THROW: rules.number(side) - float(getattr(left, f"{side}_left"))}
    more = rounds if measure.name == "rounds" else 0
    return {THROW: float(getattr(left, measure.name)) + more}


def _ways(
    attack: int, defence: int, attack_sides: int, defence_sides: int
) -> dict[tuple[bool, ...], int]:
    """Of how many throws the attacker wins which comparisons, the highest dice first.

    The faces are taken from the highest down: some of the dice that are left show it, and a
    comparison is decided by whose die comes first.  Equal dice come at once: the attacker loses.
    """
    compared = min(attack, defence)
    ways: dict[tuple[int, int, tuple[bool, ...]], int] = {(0, 0, ()): 1}
    for face in range(max(attack_sides, defence_sides), 0, -1):
        after: dict[tuple[int, int, tuple[bool, ...]], int] = {}
        for (ours, theirs, won), count in ways.items():
            most = attack - ours if face <= attack_sides else 0
            most_other = defence - theirs if face <= defence_sides else 0
            for more, other in product(range(most + 1), range(most_other + 1)):
                a, d = ours + more, theirs + other
                decided = range(len(won), min(max(a, d), compared))
                key = a, d, (*won, *(d <= k < a for k in decided))
                choices = comb(attack - ours, more) * comb(defence - theirs, other)
                after[key] = after.get(key, 0) + count * choices
        ways = after
    return {won: count for (a, d, won), count in ways.items() if (a, d) == (attack, defence)}


@lru_cache(maxsize=256)
def round_losses(
    attack: int,
    defence: int,
    independent: bool = False,
    *,
    attack_sides: int = FACES,
    defence_sides: int = FACES,
) -> dict[Losses, Fraction]:
    """Return the chances of the losses of a round, (attacker, defender).

    >>> playout.risk_battle.round_losses(1, 1)[0, 1]
    Fraction(5, 12)

    ``attack`` and ``defence`` are numbers of dice (1 .. 3).  With ``independent`` the comparisons
    keep their chances but are treated as independent.
    """
    attack = read_whole("attack", attack, 1, SIDE)
    defence = read_whole("defence", defence, 1, SIDE)
    attack_sides = read_whole("attack_sides", attack_sides, 2, MOST_SIDES)
    defence_sides = read_whole("defence_sides", defence_sides, 2, MOST_SIDES)
    compared, throws = min(attack, defence), attack_sides**attack * defence_sides**defence
    counted = _ways(attack, defence, attack_sides, defence_sides)
    chances = {won: Fraction(ways, throws) for won, ways in counted.items()}
    if independent:
        single = [sum(chances[won] for won in chances if won[k]) for k in range(compared)]
        chances = {}
        for won in product((True, False), repeat=compared):
            chance = Fraction(1)
            for wins, own in zip(won, single, strict=True):
                chance *= own if wins else 1 - own
            chances[won] = chance
    losses = dict.fromkeys(((compared - k, k) for k in range(compared + 1)), Fraction(0))
    for won, chance in chances.items():
        losses[compared - sum(won), sum(won)] += chance
    return losses


@dataclass(frozen=True)
class Battle:
    """The outcome of a battle: exact chances and means."""

    attackers: npt.NDArray[np.float64]  # [k]: chance that it is conquered with k attackers left
    defenders: npt.NDArray[np.float64]  # [k]: chance that it is not, with k defenders left
    rounds: float  # mean number of rounds
    retreated: npt.NDArray[np.float64]  # [k]: chance that k attackers retreat

    @property
    def conquered(self) -> float:
        """The chance that no defender is left."""
        return float(self.attackers.sum())

    @property
    def attackers_left(self) -> float:
        """The mean number of attackers left, 0 if they all fell."""
        return float((self.attackers + self.retreated) @ np.arange(len(self.attackers)))

    @property
    def defenders_left(self) -> float:
        """The mean number of defenders left, 0 if it is conquered."""
        return float(self.defenders @ np.arange(len(self.defenders)))


@lru_cache(maxsize=1024)
def battle(
    attackers: int,
    defenders: int,
    attack_dice: int = 3,
    defence_dice: int = 2,
    independent: bool = False,
    *,
    attack_sides: int = FACES,
    defence_sides: int = FACES,
    retreat_at: int = 0,
    retreat_after: int = MOST_ROUNDS,
) -> Battle:
    """Return the outcome of a battle of 1 .. 500 armies each, exact to double precision.

    >>> round(playout.risk_battle.battle(5, 5).conquered, 4)
    0.5062

    It is fought until one side has no army left, unless the attackers retreat: when ``retreat_at``
    of them are left, or after ``retreat_after`` rounds.
    """
    attackers = read_whole("attackers", attackers, 1, MOST_ARMIES)
    defenders = read_whole("defenders", defenders, 1, MOST_ARMIES)
    attack_dice = read_whole("attack_dice", attack_dice, 1, SIDE)
    defence_dice = read_whole("defence_dice", defence_dice, 1, SIDE)
    retreat_at = read_whole("retreat_at", retreat_at, 0, attackers - 1)
    retreat_after = read_whole("retreat_after", retreat_after, 1, MOST_ROUNDS)
    chances = np.zeros((attack_dice + 1, defence_dice + 1, min(attack_dice, defence_dice) + 1))
    for attack in range(1, attack_dice + 1):
        for defence in range(1, defence_dice + 1):
            losses = round_losses(
                attack,
                defence,
                independent,
                attack_sides=attack_sides,
                defence_sides=defence_sides,
            )
            for (_, lost), chance in losses.items():
                chances[attack, defence, lost] = chance
    ends = np.zeros((attackers + 1, defenders + 1))
    ends[-1, -1] = 1.0
    rounds = _fight(ends, chances, retreat_at, retreat_after)
    conquered = ends[:, 0].copy()
    ends[:, 0] = 0.0
    retreated = ends.sum(axis=1)
    retreated[0] = 0.0
    return Battle(conquered, ends.sum(axis=0), rounds, retreated)


@jit
def _fight(ends: Any, chances: Any, stop: int, last: int) -> float:
    """Write the chances that a battle ends with so many armies, ``ends[attackers, defenders]``.

    At first these are the chances with which it begins.  ``chances[attack, defence, k]``: that so
    many dice cost the defender k armies.  ``stop``: attackers who retreat; ``last``: the last
    round.  Returns the mean number of rounds.
    """
    rounds = 0.0
    longest = len(ends) + ends.shape[1] - 3 - stop  # a round costs an army, or more
    if last >= longest:
        # From most armies down: whatever leads to so many has been written.
        for a in range(len(ends) - 1, stop, -1):
            for d in range(ends.shape[1] - 1, 0, -1):
                rounds += _round(ends, chances, a, d)
        return rounds
    for _ in range(last):
        # From fewest armies up: a round leads to fewer, whose own round has been fought.
        fought = 0.0
        for a in range(stop + 1, len(ends)):
            for d in range(1, ends.shape[1]):
                if ends[a, d] > 0.0:
                    fought += _round(ends, chances, a, d)
        rounds += fought
        if fought == 0.0:
            break
    return rounds


@jit(inline=True)
def _round(ends: Any, chances: Any, a: int, d: int) -> float:
    """Move the chance of so many armies to those that a round leaves; returns it."""
    attack, defence = min(a, len(chances) - 1), min(d, chances.shape[1] - 1)
    compared = min(attack, defence)
    here = ends[a, d]
    ends[a, d] = 0.0
    for lost in range(compared + 1):
        ends[a - compared + lost, d - lost] += here * chances[attack, defence, lost]
    return here
