"""Train a network for the strategy `learned` of The Game by self-play.

    python learning/the_game.py --players 3 --rounds 300 --seed 1 --out FILE

plays games with the network, compiled, and fits the network to them, by turns.  It prints a
learning curve: wins of fresh deals, with 95 % intervals.  The network comes out as integers (FILE,
.npz).
Needs the extra `learn` (jax, optax).  See learning/README.md.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from the_game_games import POSITION, SETTING, play_games, write_inputs
from the_game_sight import FIRST_SIGHT, fitted, write_turns

from playout.engine.chance.rng import STREAM
from playout.engine.find.games import find_game
from playout.engine.native.records import new_record
from playout.games.the_game.learned import PARTS, expanded
from playout.games.the_game.network.rows import PHASES, UNIT, UNITS, coefficients
from playout.games.the_game.network.turn import TERMS, TURN
from playout.games.the_game.rules import STATE, introduce
from playout.stats.intervals import rate_interval

HALF = UNITS // 2
CUT = 1023 / 256  # a unit is cut to 0..CUT
WIDEST = 4.0  # the largest weight of the first layer, either way
FRESH = 1 << 40  # numbers of the games that the network is judged by begin here: of no other use


class Games:
    """Plays games by the rules of so many players."""

    def __init__(self, players: int, hints: str, seed: int, ends: int) -> None:
        game = find_game("the-game")
        self.rules = game.with_options({"players": players, "hints": hints}).record()
        view = new_record(game.view_dtype)
        introduce(self.rules, 0, view)
        self.table = new_record(STATE), view, new_record(TURN, 1), new_record(STREAM, 2)
        self.seed, self.ends, self.next = seed, ends, 0

    def play(self, network: Any, positions: Any, explore: int, near: float, trace: float) -> int:
        """Fill positions; returns how many were written."""
        setting = new_record(SETTING)
        setting.ends, setting.explore = self.ends, explore
        setting.trace, setting.near = trace, near
        numbers = np.array([self.next, self.next + len(positions)])
        _, played, written = play_games(
            self.table, self.rules, network, setting, self.seed, numbers, positions
        )
        self.next += played
        return int(written)

    def wins(self, network: Any, games: int, ends: int) -> int:
        """How many of so many fresh deals it wins."""
        setting, won, done = new_record(SETTING), 0, 0
        setting.ends = ends
        positions = np.zeros(100_000, POSITION)
        while done < games:
            numbers = np.array([FRESH + done, FRESH + games])
            more, played, _ = play_games(
                self.table, self.rules, network, setting, self.seed, numbers, positions
            )
            won, done = won + more, done + played
        return won


def listed(coefficients: Any) -> tuple[Any, Any]:
    """The parameters of every row and their coefficients, [rows, most parameters] each."""
    most = int((coefficients != 0).sum(axis=1).max())
    parameters = np.zeros((len(coefficients), most), np.int64)
    shares = np.zeros((len(coefficients), most), np.float32)
    for row, items in enumerate(coefficients):
        for place, parameter in enumerate(items.nonzero()[0]):
            parameters[row, place], shares[row, place] = parameter, items[parameter] / UNIT
    return parameters, shares


def logits(weights: Any, inputs: Any, phases: Any) -> Any:
    """The log odds that the network gives to positions."""
    units = inputs[0] @ weights["first"] + jnp.roll(inputs[1] @ weights["first"], HALF, axis=1)
    cut = jnp.clip(units, 0, CUT)
    every = (cut[:, :HALF] + cut[:, HALF:]) @ weights["out"].T + weights["bias"]
    return jnp.take_along_axis(every, phases[:, None], axis=1)[:, 0]


def loss(weights: Any, inputs: Any, phases: Any, targets: Any) -> Any:
    """The mean cross entropy."""
    return optax.sigmoid_binary_cross_entropy(logits(weights, inputs, phases), targets).mean()


@partial(jax.jit, static_argnums=0, donate_argnums=(1, 2, 3))
def fit_step(
    optimizer: Any, weights: Any, mean: Any, memory: Any, inputs: Any, judged: Any, keeps: Any
) -> Any:
    """One step of the optimizer, and of the moving mean of the weights."""
    error, slopes = jax.value_and_grad(loss)(weights, inputs, judged[1], judged[0])
    changes, memory = optimizer.update(slopes, memory)
    weights = optax.apply_updates(weights, changes)
    weights["first"] = jnp.clip(weights["first"], -WIDEST, WIDEST)
    mean = jax.tree.map(lambda old, new: keeps * old + (1 - keeps) * new, mean, weights)
    return weights, mean, memory, error


def whole(weights: Any, sight: Any) -> dict[str, Any]:
    """The weights as integers, as learned.py reads them."""
    out = np.concatenate([weights["out"]] * 2, axis=1)
    return {
        "first": np.rint(np.asarray(weights["first"]) * 256).astype(np.int16),
        "out": np.rint(out * 256).astype(np.int16),
        "bias": np.rint(np.asarray(weights["bias"]) * 256).astype(np.int16),
        "sight": sight.astype(np.int16),
    }


def expand(parts: dict[str, Any]) -> Any:
    """The network of some weights that are integers."""
    return expanded(*(parts[name].astype(np.int64) for name in PARTS))


def with_sight(games: Games, parts: dict[str, Any]) -> dict[str, Any]:
    """The same weights, with those at first sight fitted to them."""
    terms, about = np.zeros((600_000, TERMS)), np.zeros((600_000, 3))
    numbers = np.array([games.next, FRESH])
    count = write_turns(games.table, games.rules, expand(parts), games.seed, numbers, terms, about)
    return {**parts, "sight": fitted(terms[:count], about[:count]).astype(np.int16)}


def train(asked: argparse.Namespace) -> dict[str, Any]:
    """Play and fit by turns; returns the weights as integers."""
    started = time.perf_counter()
    games = Games(asked.players, asked.hints, asked.seed, asked.ends)
    chance = np.random.default_rng(asked.seed)
    pairs = coefficients()
    seen, mirrored = listed(pairs[0]), listed(pairs[1])
    size = pairs[0].shape[1]
    weights: Any = {
        "first": jnp.asarray(chance.normal(0, 0.15, (size, UNITS)), jnp.float32),
        "out": jnp.zeros((PHASES, HALF), jnp.float32),
        "bias": jnp.zeros(PHASES, jnp.float32),
    }
    sight = FIRST_SIGHT
    if asked.start:
        with np.load(asked.start) as file:
            known = {name: jnp.asarray(file[name] / 256, jnp.float32) for name in weights}
            sight = np.pad(file["sight"], ((0, 0), (0, TERMS - file["sight"].shape[1])))
        # What it did not listen to is worth nothing at first.
        first = jnp.pad(known["first"], ((0, size - len(known["first"])), (0, 0)))
        weights = {"first": first, "out": known["out"][:, :HALF], "bias": known["bias"]}
    mean = jax.tree.map(jnp.array, weights)
    optimizer = optax.inject_hyperparams(optax.adam)(learning_rate=asked.rate)
    memory = optimizer.init(weights)
    kept = np.zeros((asked.keep, asked.positions), POSITION)
    sizes = np.zeros(asked.keep, np.int64)
    inputs = np.zeros((2, asked.batch, size), np.float32)
    judged = np.zeros(asked.batch, np.float32), np.zeros(asked.batch, np.int64)
    next_check, seconds = 0.0, [0.0, 0.0]
    print(f"{size} parameters for each of {HALF} units", flush=True)
    for turn in range(asked.rounds):
        spent = turn / asked.rounds
        network = expand(whole(mean, sight))
        if spent >= next_check:
            report(games, network, asked, started, seconds)
            next_check += asked.check
        clock = time.perf_counter()
        near = asked.near * max(1 - 2.5 * spent, 0)
        place = turn % asked.keep
        sizes[place] = games.play(network, kept[place], asked.explore, near, asked.trace)
        seconds[0] += time.perf_counter() - clock
        clock = time.perf_counter()
        # Half a cosine down to a fiftieth.
        rate = asked.rate * (0.02 + 0.98 * (0.5 + 0.5 * np.cos(np.pi * spent)))
        memory.hyperparams["learning_rate"] = jnp.asarray(rate, jnp.float32)
        every = np.concatenate([i * asked.positions + np.arange(n) for i, n in enumerate(sizes)])
        keeps = 1 - 0.02 * 0.05**spent  # the mean is over more and more steps
        for _ in range(int(asked.passes * sizes[place]) // asked.batch):
            chosen = chance.choice(every, asked.batch)
            write_inputs(kept.reshape(-1), chosen, seen, mirrored, inputs, judged)
            weights, mean, memory, error = fit_step(
                optimizer, weights, mean, memory, inputs, judged, keeps
            )
            error.block_until_ready()  # it reads the arrays that are written next
        seconds[1] += time.perf_counter() - clock
    parts = whole(mean, sight)
    report(games, expand(parts), asked, started, seconds)
    parts = with_sight(games, parts)
    report(games, expand(parts), asked, started, seconds)
    return parts


def report(games: Games, network: Any, asked: Any, started: float, seconds: Any) -> None:
    """Print how many of fresh deals a network wins."""
    spent = time.perf_counter() - started
    won = games.wins(network, asked.games, asked.judge)
    rate, low, high = (100 * share for share in rate_interval(won, asked.games))
    print(
        f"{spent:6.0f} s, {games.next:9,} games: wins {rate:.1f} % ({low:.1f} to {high:.1f}) "
        f"[playing {seconds[0]:.0f} s, fitting {seconds[1]:.0f} s]",
        flush=True,
    )


def main() -> None:
    """Train a network and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--hints", default="none", help="what they say: none, marks or vague")
    parser.add_argument("--rounds", type=int, default=300, help="of playing and fitting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a FILE of before, to go on from")
    parser.add_argument("--ends", type=int, default=16, help="weighed in a turn, in training")
    parser.add_argument("--judge", type=int, default=16, help="the same, where it is judged")
    parser.add_argument("--explore", type=int, default=15, help="of 1,000 turns")
    parser.add_argument("--trace", type=float, default=0.8, help="lambda of the returns")
    parser.add_argument("--near", type=float, default=0.9, help="worth of nearly winning, at first")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--positions", type=int, default=30_000, help="played between fits")
    parser.add_argument("--keep", type=int, default=6, help="as many times so many are fitted")
    parser.add_argument("--passes", type=float, default=1.5)
    parser.add_argument("--games", type=int, default=5_000, help="fresh deals for each check")
    parser.add_argument(
        "--check", type=float, default=0.1, help="share of the rounds between checks"
    )
    asked = parser.parse_args()
    np.savez_compressed(asked.out, **train(asked))


if __name__ == "__main__":
    main()
