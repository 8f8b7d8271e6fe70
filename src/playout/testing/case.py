"""What every check gets: a game, rules and strategies, and positions of its games."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from playout.engine.batch import play_batch
from playout.engine.errors import IllegalMove, PlayoutError
from playout.engine.failures import again, is_of_rules, rules_failed, what_was_raised
from playout.engine.game import Game, Player, Rules
from playout.engine.match import Match
from playout.engine.registry import find_players
from playout.testing.report import Fault

REPLAY = "replay it: "  # what the message about a game that was stopped says before its command


class Watch:
    """Is told what a check plays, and says when it must end.

    Here it tells nobody.  A process of its own tells its parent (testing/worker.py), which so knows
    where a strategy was that never came back.
    """

    def __init__(self) -> None:
        self.until = math.inf  # time.monotonic() at which a check ends, with what it has seen
        self.match: Match | None = None  # that is being played
        self.positions = self.games = self.longest = 0  # seen by a check; moves of a game
        self.facts: dict[str, Any] = {}  # figures measured, by name

    def begin(self, check: str) -> None:
        """A check begins."""
        self.match, self.positions, self.games, self.longest = None, 0, 0, 0

    def playing(self, case: Case, match: Match) -> None:
        """A game begins."""
        self.match = match

    def moved(self, move: int) -> None:
        """A move was made."""

    def batch(self, case: Case, first: int, count: int) -> None:
        """Many games begin, in one call."""
        self.match = None

    def is_late(self) -> bool:
        """Whether a check must end."""
        return time.monotonic() > self.until

    def seen(self) -> str:
        """How much a check has looked at."""
        return f"{_number(self.positions, 'position')} of {_number(self.games, 'game')}"


def _number(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class Hooks:
    """What only a game itself can know, all of it optional: functions of a module, or of an object.

    They are given to a check (``hooks=``), or stand beside the rules: in their module or class.

    codes(rules)                      numbers that may be legal moves in some position
    longest(rules)                    more moves than any game has
    assert_conserved(state, rules)    AssertionError unless every piece is somewhere exactly once
    hide(state, rules, seat, chance)  change all that a seat may not see; ``chance`` is a
                                      random.Random
    """


@dataclass(frozen=True)
class Case:
    """A game by some rules, and who plays it.

    ``strategy`` sits on every seat, or is one for each, joined: "bold+random".  ``hooks`` is a
    module, or another object, with what only the game itself can know (see `Hooks`).
    """

    game: Game
    strategy: str
    options: Mapping[str, Any]
    seed: int = 1
    hooks: Any = None
    watch: Watch = field(default_factory=Watch)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.game.with_options(self.options)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits on each seat."""
        return find_players(self.rules, self.strategy)

    @property
    def own(self) -> Player:
        """The player that is checked: the one on seat 0."""
        return self.players[0]

    def hook(self, name: str) -> Any:
        """A function of `Hooks`, if the game has it: given with the check, or beside its rules."""
        beside = getattr(self.game.rules, "source", self.game.rules)
        return getattr(self.hooks, name, None) or getattr(beside, name, None)

    def match(self, number: int = 0, compiled: bool = False) -> Match:
        """A game in progress."""
        match = Match(
            self.game.name,
            strategy=self.strategy,
            seed=self.seed,
            game_number=number,
            compiled=compiled,
            **dict(self.options),
        )
        self.watch.playing(self, match)
        self.watch.games += 1
        return match

    def positions(
        self, most: int, *, games: int = 2**62, first: int = 0, compiled: bool = False
    ) -> Iterator[Match]:
        """Positions of games ``first``, ``first + 1``, ..., before each move and after the last.

        At most so many, and no more games than are asked for; it ends earlier if it is late.
        """
        seen = 0
        for number in range(first, first + games):
            match = self.match(number, compiled)
            while not match.is_over:
                yield match
                self.watch.positions += 1
                seen += 1
                if seen >= most or self.watch.is_late():
                    return
                self.step(match)
            yield match
            if self.watch.is_late():
                return

    def step(self, match: Match) -> int:
        """Let a strategy move; Fault if it cannot, or if the rules fail."""
        try:
            move = match.step()
        except Exception as error:
            self.stopped(match, error)
        self.watch.moved(move)
        return move

    def outcomes(self, first: int, count: int) -> Any:
        """The outcomes of games first .. first + count - 1, played compiled if that is possible."""
        self.watch.batch(self, first, count)
        try:
            return play_batch(self.rules, self.players, self.seed, first, count)
        except IllegalMove as error:
            sentence, *position, command = str(error).splitlines()
            raise Fault(sentence, "\n".join(position), command.removeprefix(REPLAY)) from error
        except PlayoutError as error:
            raise Fault(str(error)) from error

    def stopped(self, match: Match, error: Exception) -> NoReturn:
        """Raise a Fault for the error of a strategy, or of the rules, in the middle of a game."""
        table = match._table
        table.seed, table.game, table.seat = self.seed, match.game_number, match.seat
        if isinstance(error, IllegalMove):
            self.fault(match, str(error).split("\n", 1)[0])
        if is_of_rules(error):
            raise Fault(str(rules_failed(match.rules, match.players, table, error))) from error
        what = what_was_raised(self.game, match.players, table, error)
        self.fault(match, f"strategy '{match.players[match.seat].reference}' {what}")

    def fault(self, match: Match, sentence: str) -> NoReturn:
        """Raise a Fault that shows in a position of a game."""
        made = len(match.moves)
        where = f"in game {match.game_number}, {'before the first move' if not made else ''}"
        where += f"after {_number(made, 'move')}" if made else ""
        match._table.seed, match._table.game = match.seed, match.game_number
        command = again(match.rules, match.players, match._table)
        raise Fault(f"{sentence} ({where})", drawn(match), command)


def drawn(match: Match) -> str:
    """A position as text; empty if it cannot be drawn."""
    try:
        return str(match)
    except Exception:
        return ""


def is_same(one: Any, other: Any) -> bool:
    """Whether two states, views or parts of them hold the same, record or object of any class."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.void | np.ndarray):
        if one.dtype != other.dtype or one.shape != other.shape:
            return False
        if one.dtype.names is None:
            return bool(one.tobytes() == other.tobytes())
        # Field by field: the bytes between the fields are anything.
        return all(is_same(one[name], other[name]) for name in one.dtype.names)
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(is_same(one[key], other[key]) for key in one)
    if isinstance(one, Sequence) and not isinstance(one, str | bytes | range):
        return len(one) == len(other) and all(map(is_same, one, other))
    if hasattr(one, "__dict__") and one is not other and not callable(one):
        return is_same(vars(one), vars(other))
    return bool(one == other)
