"""Learn to play Pig by policy gradient, and ask whether what was learned is any good.

Run it: python examples/learn_pig.py.  It learns for a minute, or as many seconds as are given, and
then says with an interval how often it wins against `hold`.  docs/tutorials/envs.md goes through
it.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt

import playout
import playout.envs

GAMES = 1024  # stepped together
RATE = 3.0  # of learning

Numbers = npt.NDArray[np.float64]


def features(parts: dict[str, Any]) -> Numbers:
    """What the policy looks at: the points of the turn, of oneself and of the other, over 100."""
    scores, seat = np.asarray(parts["scores"]), np.asarray(parts["seat"]).astype(int)[..., None]
    own = np.take_along_axis(scores, seat, axis=-1)[..., 0] / 100
    other = np.take_along_axis(scores, 1 - seat, axis=-1)[..., 0] / 100
    turn = np.asarray(parts["turn_total"]) / 100
    wins = turn + own >= 1
    return np.stack([np.ones_like(turn), turn, own, other, turn * own, turn * other, wins], axis=-1)


def chance_to_hold(weights: Numbers, seen: Numbers) -> Numbers:
    """The policy: how likely it holds."""
    chance: Numbers = 1 / (1 + np.exp(-np.clip(8 * seen @ weights, -30, 30)))
    return chance


def learn(seconds: float, seed: int = 1) -> Numbers:
    """The weights after so many seconds of games against `hold` (Williams' REINFORCE, 1992)."""
    envs = playout.envs.vector(
        "pig", num_envs=GAMES, others="hold", observation="dict", autoreset_mode="SameStep"
    )
    generator, weights = np.random.default_rng(seed), np.zeros(7)
    weights[0] = -0.2
    observation, _ = envs.reset(seed=seed)
    sums = np.zeros((GAMES, len(weights)))  # of what would make the moves of a game more likely
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen = features(observation["observation"])
        hold = chance_to_hold(weights, seen)
        actions = (generator.random(GAMES) < hold) & (observation["action_mask"][:, 1] == 1)
        may = observation["action_mask"][:, 1]
        sums += (may * (actions - hold))[:, None] * seen
        observation, rewards, ended, _, _ = envs.step(actions.astype(int))
        better = np.where(ended, rewards - 0.5, 0.0)
        if ended.any():
            weights += RATE * (better[:, None] * sums).sum(axis=0) / GAMES
            sums[ended] = 0
    return weights


def declare(weights: Numbers) -> None:
    """Make a strategy of what was learned: it holds where that is the likelier move."""

    @playout.envs.policy("pig", observation="dict")
    def learned(observation: Any, action_mask: Any) -> int:
        """A logistic policy of seven numbers, learned against `hold`."""
        return int(action_mask[1] and chance_to_hold(weights, features(observation)) > 0.5)


def main(seconds: float = 60.0, games: float = 1000.0) -> None:
    """Learn, and ask."""
    weights = learn(seconds)
    print("weights:", " ".join(f"{weight:.2f}" for weight in weights))
    declare(weights)
    print(playout.run("pig", seats=["learned", "hold"], games=int(games), seed=2))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
