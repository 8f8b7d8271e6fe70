"""What a round and a battle come to, without playing.

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
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Player, Rules
from playout.engine.native.jit import jit
from playout.engine.words.reading import read_whole
from playout.games.dice.throws import FACES
from playout.games.risk_battle.rules import MOST_ARMIES, SIDE

Losses = tuple[int, int]  # armies that the attacker and the defender lose


def expected(rules: Rules, players: Sequence[Player]) -> Mapping[str, float | Sequence[float]]:
    """The expected measures of a battle; they are the same whoever plays."""
    names = ("attackers", "defenders", "attack_dice", "defence_dice")
    result = battle(*(rules.number(name) for name in names))
    return {
        "conquered": result.conquered,
        "attackers_left": result.attackers_left,
        "defenders_left": result.defenders_left,
        "rounds": result.rounds,
    }


def _ways(attack: int, defence: int) -> dict[tuple[bool, ...], int]:
    """Of how many throws the attacker wins which comparisons, the highest dice first."""
    ways: dict[tuple[bool, ...], int] = {}
    for dice in product(range(FACES), repeat=attack + defence):
        ours, theirs = sorted(dice[:attack])[::-1], sorted(dice[attack:])[::-1]
        won = tuple(one > other for one, other in zip(ours, theirs, strict=False))
        ways[won] = ways.get(won, 0) + 1
    return ways


@lru_cache(maxsize=64)
def round_losses(attack: int, defence: int, independent: bool = False) -> dict[Losses, Fraction]:
    """The chances of what a round costs, (attacker, defender), of so many dice (1 .. 3) each.

    With ``independent`` the comparisons keep their chances, but are taken for independent.
    """
    attack = read_whole("attack", attack, 1, SIDE)
    defence = read_whole("defence", defence, 1, SIDE)
    compared, throws = min(attack, defence), FACES ** (attack + defence)
    chances = {won: Fraction(ways, throws) for won, ways in _ways(attack, defence).items()}
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
    """How a battle ends."""

    attackers: npt.NDArray[np.float64]  # [k]: chance that it is conquered with k attackers left
    defenders: npt.NDArray[np.float64]  # [k]: chance that it is held with k defenders left
    rounds: float  # mean

    @property
    def conquered(self) -> float:
        """The chance that no defender is left."""
        return float(self.attackers.sum())

    @property
    def attackers_left(self) -> float:
        """The mean number of attackers left, 0 if it is held."""
        return float(self.attackers @ np.arange(len(self.attackers)))

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
) -> Battle:
    """The end of a battle to the last army of a side, 1 .. 500 armies each, to double precision."""
    attackers = read_whole("attackers", attackers, 1, MOST_ARMIES)
    defenders = read_whole("defenders", defenders, 1, MOST_ARMIES)
    attack_dice = read_whole("attack_dice", attack_dice, 1, SIDE)
    defence_dice = read_whole("defence_dice", defence_dice, 1, SIDE)
    chances = np.zeros((attack_dice + 1, defence_dice + 1, min(attack_dice, defence_dice) + 1))
    for attack in range(1, attack_dice + 1):
        for defence in range(1, defence_dice + 1):
            for (_, lost), chance in round_losses(attack, defence, independent).items():
                chances[attack, defence, lost] = chance
    reach = np.zeros((attackers + 1, defenders + 1))
    rounds = _fight(reach, chances)
    return Battle(reach[:, 0].copy(), reach[0].copy(), rounds)


@jit
def _fight(reach: Any, chances: Any) -> float:
    """Write the chances that so many armies, ``reach[attackers, defenders]``, are left some time.

    ``chances[attack, defence, k]``: that so many dice cost the defender k armies.  Returns the mean
    number of rounds.
    """
    rounds = 0.0
    reach[-1, -1] = 1.0
    for a in range(len(reach) - 1, 0, -1):
        for d in range(reach.shape[1] - 1, 0, -1):
            attack, defence = min(a, len(chances) - 1), min(d, chances.shape[1] - 1)
            compared = min(attack, defence)
            rounds += reach[a, d]
            for lost in range(compared + 1):
                chance = reach[a, d] * chances[attack, defence, lost]
                reach[a - compared + lost, d - lost] += chance
    return rounds
