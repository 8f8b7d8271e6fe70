"""Train the strategy `learned` of Mexican Train: python learning/mexican_train.py --seconds 600.

A network is fitted to how rounds go on after each move of a position, with the same hidden tiles
after all of them.  In two phases:

  teacher  in dealt worlds: the hidden tiles are dealt as they may be, and everybody plays on in a
           quick way; the positions are those of matches of `sequence` and `careful`
  self     in the round as it is, after each move, by those who sit there: the network so far on
           one seat or more, `sequence`, `careful` or the network on the others

It needs jax and optax (the extra `learn`).  The weights are written as the whole numbers that
`learned` plays with; give their file to the game as learned.npy.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import mexican_train_play as playing
import numpy as np
import optax

from playout.engine.find.games import find_game
from playout.engine.native.records import new_record
from playout.engine.play.batch import new_table, table_dtype
from playout.engine.who.references import find_player
from playout.games.mexican_train.careful import WEIGHTS
from playout.games.mexican_train.features import FEATURES, POSITION
from playout.games.mexican_train.learned import (
    FIRST,
    FIRST_BITS,
    NETWORK,
    NEXT_BITS,
    SECOND,
    read_weights,
)

GAME = "mexican-train"
POINTS = 20.0  # what an output of 1 stands for
SHARES = {4: 0.76, 2: 0.06, 3: 0.06, 5: 0.04, 6: 0.04, 8: 0.04}  # positions by number of players
CHUNK = {"teacher": 24_000, "self": 6_000}  # positions collected at a time
KEPT = {"teacher": 240_000, "self": 240_000}  # and kept to be learned from
BATCH = 512  # positions
ROWS = 2048  # most of their moves, of which there are 1,760 on average
STEPS = {"teacher": 96, "self": 96}  # batches learned from for each chunk
RATES = {"teacher": 1e-3, "self": 4e-4}
AVERAGE = 0.998  # what is played with is a moving average of the weights
_CAREFUL = np.array(list(WEIGHTS.values()), np.float64)


@dataclass
class Table:
    """Where matches of a number of players are played."""

    rules: Any
    tables: Any


def laid_table(players: int) -> Table:
    """Two tables for so many players."""
    rules = find_game(GAME).with_options({"players": players})
    tables = new_record(table_dtype(rules.game), 2)
    for k in range(2):
        tables[k] = new_table(rules, [find_player(GAME, "careful")] * players)
    return Table(rules.record(), tables)


@dataclass
class Positions:
    """Positions to learn from: the newest `kept` of them, as rings of arrays."""

    kept: int
    seen: Any = field(init=False)
    worths: Any = field(init=False)
    counts: Any = field(init=False)
    added: int = 0

    def __post_init__(self) -> None:
        self.seen = np.zeros((self.kept, playing.CHOICES, FEATURES), np.int16)
        self.worths = np.zeros((self.kept, playing.CHOICES), np.float32)
        self.counts = np.zeros(self.kept, np.int64)

    def room(self, count: int) -> tuple[Any, Any, Any]:
        """The arrays for the next positions, which take the places of the oldest."""
        begin = self.added % self.kept
        part = slice(begin, min(begin + count, self.kept))
        self.added += part.stop - begin
        return self.seen[part], self.worths[part], self.counts[part]

    def batches(self, chance: np.random.Generator, number: int) -> Iterator[tuple[Any, ...]]:
        """Batches of positions drawn at random: the moves of all, and of which position each is."""
        for _ in range(number):
            rows = chance.integers(min(self.added, self.kept), size=BATCH)
            is_move = np.arange(playing.CHOICES) < self.counts[rows, None]
            seen = np.zeros((ROWS, FEATURES), np.float32)
            worths, groups = np.zeros(ROWS, np.float32), np.full(ROWS, BATCH)
            moves = min(int(is_move.sum()), ROWS)
            seen[:moves] = self.seen[rows][is_move][:moves]
            worths[:moves] = self.worths[rows][is_move][:moves]
            groups[:moves] = np.nonzero(is_move)[0][:moves]
            yield seen, worths, groups


def worth(weights: Any, seen: Any) -> Any:
    """What the network says of moves: seen[..., FEATURES] -> [...], in units of POINTS."""
    one = jax.nn.relu(seen @ weights["first"])
    return jax.nn.relu(one @ weights["second"] + weights["bias"]) @ weights["last"]


def loss(weights: Any, seen: Any, worths: Any, groups: Any, scale: Any) -> Any:
    """The mean square by which differences between moves of a position are missed.

    `groups` says of which position each move is; BATCH: of none.
    """
    missed = worth(weights, seen * scale) - worths / POINTS
    sums = partial(jax.ops.segment_sum, segment_ids=groups, num_segments=BATCH + 1)
    counts = sums(jnp.ones(ROWS))
    around = missed - (sums(missed) / jnp.maximum(counts, 1))[groups]
    degrees = jnp.maximum(counts - 1, 0).at[BATCH].set(0)
    return jnp.sum(jnp.where(groups < BATCH, around, 0.0) ** 2) / jnp.sum(degrees)


def first_weights(seed: int) -> Any:
    """Weights to begin with."""
    chance = np.random.default_rng(seed)
    sizes = {"first": (FEATURES, FIRST), "second": (FIRST, SECOND), "last": (SECOND,)}
    weights = {
        name: jnp.asarray(chance.normal(size=size) * (2 / size[0]) ** 0.5 * 0.5, jnp.float32)
        for name, size in sizes.items()
    }
    return {**weights, "bias": jnp.zeros(SECOND, jnp.float32)}


def whole(weights: Any, scale: Any) -> Any:
    """The weights as a `NETWORK` record of whole numbers."""
    network = new_record(NETWORK)
    first = np.asarray(weights["first"], np.float64) * np.asarray(scale, np.float64)[:, None]
    first = _in_16_bits(first * (1 << FIRST_BITS)).T
    network.position[:, :POSITION], network.move[:] = first[:, :POSITION], first[:, POSITION:]
    second = np.asarray(weights["second"], np.float64)
    network.second[:] = _in_16_bits(second * (1 << NEXT_BITS)).T
    # The outputs of the first layer stand for 1 / 256.
    network.bias[:] = np.rint(np.asarray(weights["bias"], np.float64) * (1 << NEXT_BITS + 8))
    network.last[:] = np.rint(np.asarray(weights["last"], np.float64) * (1 << NEXT_BITS))
    return network


def _in_16_bits(numbers: Any) -> Any:
    """The nearest whole numbers that 16 bits hold."""
    return np.clip(np.rint(numbers), -(1 << 15), (1 << 15) - 1)


def weights_of(network: Any) -> Any:
    """The weights of a `NETWORK` record as numbers to learn with, for features as they are."""
    first, others = 1 << FIRST_BITS, 1 << NEXT_BITS
    rows = np.hstack([network.position[:, :POSITION], network.move])
    return {
        "first": jnp.asarray(rows.T / first, jnp.float32),
        "second": jnp.asarray(network.second.T / others, jnp.float32),
        "bias": jnp.asarray(network.bias / (others << 8), jnp.float32),
        "last": jnp.asarray(network.last / others, jnp.float32),
    }


def share_of_wins(table: Table, network: Any, others: int, seed: int, matches: int) -> str:
    """The share of matches won, in per cent with an interval of 95 %, of one among such others."""
    shares, first = np.zeros(matches), playing.LEARNED
    seats = np.array([first] + [others] * (int(table.rules.players) - 1))
    playing.play_matches(table.tables[0], table.rules, network, _CAREFUL, seats, (seed, 0), shares)
    half = 1.96 * shares.std() / matches**0.5
    return f"{100 * shares.mean():.1f} ± {100 * half:.1f}"


class Training:
    """A training under way."""

    def __init__(
        self, seed: int, seconds: float, teacher: float, matches: int, begin: Path | None
    ) -> None:
        self.seed, self.seconds, self.teacher, self.matches = seed, seconds, teacher, matches
        self.goes_on = begin is not None
        self.tables = {players: laid_table(players) for players in SHARES}
        self.chance = np.random.default_rng(seed)
        network = None if begin is None else read_weights(begin).view(NETWORK)[0]
        self.weights = first_weights(seed) if network is None else weights_of(network)
        self.average = self.weights
        self.scale = jnp.ones(FEATURES, jnp.float32)
        self.game, self.positions = 0, 0

    def network(self) -> Any:
        """What is played with."""
        return whole(self.average, self.scale)

    def collect(self, phase: str, kept: Positions) -> None:
        """Collect a chunk of positions."""
        network = self.network()
        plan = (0.5, 0.1, 1, 0) if phase == "teacher" else (0.25, 0.05, 0, 1)
        for players, share in SHARES.items():
            table, out = self.tables[players], kept.room(int(CHUNK[phase] * share))
            self.game += playing.collect(
                table.tables, table.rules, network, _CAREFUL, (self.seed, self.game), plan, out
            )
            self.positions += len(out[2])

    def learn(self, phase: str, begun: float, seconds: float) -> None:
        """Collect and learn for so long."""
        kept = Positions(KEPT[phase])
        self.collect(phase, kept)
        if self.positions == kept.added:  # the first of all
            rows = kept.seen[: kept.added].reshape(-1, FEATURES)[:: playing.CHOICES]
            old = self.scale
            self.scale = jnp.asarray(1.0 / np.maximum(rows.std(axis=0), 0.25), jnp.float32)
            if self.goes_on:  # the same network, of features on another scale
                first = self.weights["first"] * (old / self.scale)[:, None]
                self.weights = {**self.weights, "first": first}
                self.average = self.weights
        rate: Any = RATES[phase]
        optimizer = optax.inject_hyperparams(optax.adam)(learning_rate=rate)
        state = optimizer.init(self.weights)

        @partial(jax.jit, donate_argnums=(0, 1))
        def step(weights: Any, state: Any, average: Any, scale: Any, *batch: Any) -> Any:
            missed, slope = jax.value_and_grad(loss)(weights, *batch, scale)
            change, state = optimizer.update(slope, state)
            weights = optax.apply_updates(weights, change)
            mixed = jax.tree.map(
                lambda old, new: AVERAGE * old + (1 - AVERAGE) * new, average, weights
            )
            return weights, state, mixed, missed

        weights = jax.tree.map(jnp.copy, self.weights)
        end, told, missed = time.monotonic() + seconds, 0.0, 0.0
        while (now := time.monotonic()) < end:
            self.collect(phase, kept)
            left = (end - now) / seconds
            state.hyperparams["learning_rate"] = jnp.asarray(rate * max(left, 0.05))
            for batch in kept.batches(self.chance, STEPS[phase]):
                weights, state, self.average, last = step(
                    weights, state, self.average, self.scale, *batch
                )
                missed = float(last) if missed == 0.0 else 0.995 * missed + 0.005 * float(last)
            self.weights = jax.tree.map(jnp.copy, weights)
            if now - told > self.seconds / 16:
                told = now
                self.tell(phase, now - begun, missed)
        self.weights = jax.tree.map(jnp.copy, self.average)
        self.tell(phase, time.monotonic() - begun, missed)

    def tell(self, phase: str, seconds: float, missed: float) -> None:
        """Print a line of the learning curve, on matches that are never learned from."""
        network, table = self.network(), self.tables[4]
        wins = [
            share_of_wins(table, network, others, self.seed + 1_000_000, self.matches)
            for others in (playing.SEQUENCE, playing.CAREFUL)
        ]
        print(
            f"{phase:8} {seconds:7.0f} {self.positions:11,} {missed:9.3f}   {wins[0]:14} {wins[1]}",
            flush=True,
        )

    def run(self) -> Any:
        """Train in both phases; returns the network."""
        print("phase    seconds   positions    missed   % against three sequence, three careful")
        begun = time.monotonic()
        for phase, share in (("teacher", self.teacher), ("self", 1.0 - self.teacher)):
            if share > 0.0:
                self.learn(phase, begun, self.seconds * share)
        return self.network()


def main() -> None:
    """Read the command line, train, write the weights."""
    words = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    words.add_argument("--seconds", type=float, default=600.0, help="how long to train")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--teacher", type=float, default=0.3, help="share of the time, 0 to 1")
    words.add_argument("--matches", type=int, default=4000, help="for each point of the curve")
    words.add_argument("--begin", type=Path, help="weights to go on from, NAME.npy")
    words.add_argument("--out", type=Path, required=True, help="file of the weights, NAME.npy")
    given = words.parse_args()
    network = Training(given.seed, given.seconds, given.teacher, given.matches, given.begin).run()
    np.save(given.out, np.frombuffer(network.tobytes(), np.int32))
    print(f"wrote {given.out}")


if __name__ == "__main__":
    main()
