"""The case that every check gets: a game, rules and strategies, and positions of its games."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import numpy as np
from numba.core.event import TimingListener

from playout.engine.chance.elsewhere import drawn_from, other_generators
from playout.engine.chance.rng import SEAT
from playout.engine.game.game import Game, Player, Rules
from playout.engine.match.match import Match
from playout.engine.play.batch import can_be_compiled, play_batch
from playout.engine.play.failures import (
    NOT_COMPILED,
    illegal_action,
    is_of_rules,
    raised_text,
    replay_command,
    rules_error,
    rules_raised,
)
from playout.engine.who.references import find_players
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.engine.words.numbering import nth
from playout.testing.report import Fault, NoTime

LONG_GAME = 5.0  # seconds: a longer one is not played in one call
PIECE = 0.3  # seconds of games in plain Python that are played in one call
REPLAY = "replay it: "  # what the message about a game that was stopped says before its command


@dataclass(frozen=True)
class Place:
    """Where a check is: before any game, in one after some moves, or in many in one call."""

    check: str = "start"
    strategy: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    games: tuple[int, ...] = ()  # the number of the game; of many the first and the last
    moves: int = 0


Check = Callable[["Case"], str | None]
"""A check of a case: it raises Fault or Unchecked, and may return how much it has looked at."""


class Watch:
    """Counts what a check plays, and says when its time is over.

    ``follow`` is called with each new place.
    """

    def __init__(
        self, times: float = 1.0, follow: Callable[[Place], None] = lambda place: None
    ) -> None:
        self.began, self.until = 0.0, math.inf  # by `clock`; a check ends with what it has seen
        self.times = times  # of the usual time that all checks have
        self.compiling = TimingListener()
        self.match: Match | None = None  # that is being played
        self.positions = self.games = self.longest = 0  # seen by a check; moves of a game
        self.facts: dict[str, Any] = {}  # figures measured, by name
        self._moves, self._seconds, self._length = 0, 0.0, 0  # made by `step`; of the longest game
        self._place, self._follow = Place(), follow

    def begin(self, check: str) -> None:
        """A check begins."""
        self.positions = self.games = self.longest = 0
        self._go(Place(check))

    def playing(self, case: Case, *games: int) -> None:
        """A game begins, or many in one call, from the first to the last."""
        self._go(Place(self._place.check, case.strategy, dict(case.options), games))

    def moved(self, match: Match, seconds: float) -> None:
        """A move was made in a game, which took so many seconds."""
        self._moves, self._seconds = self._moves + 1, self._seconds + seconds
        self._length = max(self._length, len(match.moves))
        self._go(replace(self._place, moves=len(match.moves)), match)

    def _go(self, place: Place, match: Match | None = None) -> None:
        self._place, self.match = place, match
        self._follow(place)

    def clock(self) -> float:
        """Seconds, besides those that compiling took."""
        return time.monotonic() - self.compiling_seconds

    @property
    def compiling_seconds(self) -> float:
        """Seconds that compiling took."""
        return float(self.compiling.duration) if self.compiling.done else 0.0

    def limit(self, seconds: float) -> None:
        """Give a check so much time from now on."""
        self.began = self.clock()
        self.until = self.began + seconds

    def is_late(self, part: float = 1.0) -> bool:
        """Whether a check must end, or has used up so much of its time."""
        return self.clock() > self.began + part * (self.until - self.began)

    @property
    def move_seconds(self) -> float:
        """The average time of a move; 0 before the first."""
        return self._seconds / max(self._moves, 1)

    def longest_game(self) -> float:
        """The time limit, in seconds, for a game played in one call, which shows no moves."""
        return min(LONG_GAME, max(self.until - self.clock(), 6 * self.times))

    @property
    def game_seconds(self) -> float:
        """About how long a game takes at most, as far as it is known."""
        return self.move_seconds * self._length

    def many(self, usual: int) -> int:
        """The number of examples for a check that looks at ``usual`` of them in the usual time."""
        return max(usual, round(usual * self.times))

    def amount(self) -> str:
        """The number of examples that a check has looked at."""
        return f"{counted(self.positions, 'position')} of {counted(self.games, 'game')}"


def counted(number: int, noun: str) -> str:
    """Return a number with a noun: "1 game", "2,000 games"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class Hooks:
    """Functions that only the author of a game can write; all of them are optional.

    Pass them to a check as ``hooks=``, a module or an object, or put them beside the rules, into
    their module or class.

    codes(rules)                      numbers that may be legal moves in some position
    longest(rules)                    more moves than any game has
    assert_conserved(state, rules)    AssertionError unless every piece is somewhere exactly once
    hide(state, rules, seat, chance)  change everything that a seat may not see; ``chance`` is a
                                      random.Random
    """


@dataclass(frozen=True)
class Case:
    """A game with rule options and strategies, as checks use it.

    ``strategy`` plays on every seat, or is one strategy per seat, as in "bold+random".  ``hooks``
    is a module, or another object (see `Hooks`).
    """

    game: Game
    strategy: str
    options: Mapping[str, Any]
    seed: int = 1
    hooks: Any = None
    watch: Watch = field(default_factory=Watch)

    @property
    def rules(self) -> Rules:
        """The complete rules."""
        return self.game.with_options(self.options)

    @property
    def players(self) -> tuple[Player, ...]:
        """The player on each seat."""
        return find_players(self.rules, self.strategy)

    @property
    def own(self) -> Player:
        """The player that is checked: the one on seat 0."""
        return self.players[0]

    @property
    def is_compiled(self) -> bool:
        """Whether the game and the strategy are compiled in this process."""
        return can_be_compiled(self.game, [self.own])

    def hook(self, name: str) -> Any:
        """Return a function of `Hooks`, from the check or from beside the rules, or None."""
        beside = getattr(self.game.rules, "source", self.game.rules)
        return getattr(self.hooks, name, None) or getattr(beside, name, None)

    def match(self, number: int = 0, compiled: bool = False) -> Match:
        """Return a game of this number as a match, before its first move."""
        self.watch.playing(self, number)
        before = other_generators() if not self.game.compiled else {}
        match = Match(
            self.game.name,
            strategy=self.strategy,
            seed=self.seed,
            game_number=number,
            compiled=compiled,
            **dict(self.options),
        )
        self.watch.match = match
        if drawn := drawn_from(before):
            self.fault(match, f"the rules draw from {drawn} when they deal{NEVER_AGAIN}")
        self.watch.games += 1
        return match

    def positions(
        self, most: int, *, games: int = 2**62, first: int = 0, compiled: bool = False
    ) -> Iterator[Match]:
        """Yield positions of games first, first + 1, ..., before each move and after the last.

        It yields at most ``most`` positions from at most ``games`` games, and stops earlier if time
        is short.
        """
        left = most
        for number in range(first, first + games):
            match = self.match(number, compiled)
            while not match.is_over:
                yield match
                self.watch.positions += 1
                left -= 1
                if left <= 0 or self.watch.is_late():
                    return
                self.step(match)
            yield match
            if self.watch.is_late():
                return

    def turns(self, most: int, **which: Any) -> Iterator[Match]:
        """Yield the same positions, without those in which a game is over."""
        return (match for match in self.positions(most, **which) if not match.is_over)

    def games(self, number: int, *, compiled: bool = False, part: float = 1.0) -> Iterator[Match]:
        """Yield games 0, 1, ..., each played to its end.

        If time is short there are fewer, and the last one is unfinished: when this ``part`` of the
        time is over.
        """
        for k in range(number):
            match = self.match(k, compiled)
            while not match.is_over and not self.watch.is_late(part):
                self.step(match)
            yield match
            if self.watch.is_late(part):
                return

    def step(self, match: Match) -> int:
        """Let a strategy move; Fault if it cannot, or if the rules fail."""
        is_ours = all(player.strategy.is_ours for player in match.players)
        before = other_generators() if not is_ours or not self.game.compiled else {}
        began = time.perf_counter()
        with self.blaming(match):
            move = match.step()
        taken = time.perf_counter() - began
        if drawn := drawn_from(before):
            match.undo()
            self._drew(match, drawn)
        self.watch.moved(match, taken)
        return move

    def _drew(self, match: Match, drawn: str) -> NoReturn:
        """Raise a Fault for a move that drew random numbers that no seed gives."""
        view, seat = match.view(), match.seat
        before = other_generators()
        with suppress(Exception):
            match.strategies[seat](view.copy(), match.streams[SEAT + seat].copy())
        who = f"strategy '{match.players[seat].reference}' draws"
        who = who if drawn_from(before) else "the rules draw"
        self.fault(match, f"{who} from {drawn}{NEVER_AGAIN}")

    def outcomes(self, first: int, count: int) -> Any:
        """Return the outcomes of games first .. first + count - 1, compiled if possible.

        In plain Python there are fewer, but at least one, if time is short.  Unchecked if one game
        takes much longer than the available time, or seems to have no end.
        """
        if self.is_compiled:
            return self._batch(first, count)
        self.need_time(1)
        parts, played, number = [], 0, 1
        while played < count and not (played and self.watch.is_late()):
            began = time.perf_counter()
            parts.append(self._batch(first + played, min(number, count - played)))
            played += len(parts[-1])
            each = (time.perf_counter() - began) / len(parts[-1])
            number = min(4 * number, max(1, int(PIECE / max(each, 1e-9))))
        return np.concatenate(parts)

    def _batch(self, first: int, count: int) -> Any:
        self.watch.playing(self, first, first + count - 1)
        try:
            return play_batch(self.rules, self.players, self.seed, first, count)
        except IllegalMove as error:
            sentence, *position, command = str(error).splitlines()
            raise Fault(sentence, "\n".join(position), command.removeprefix(REPLAY)) from error
        except PlayoutError as error:
            raise Fault(str(error)) from error

    def need_time(self, games: int) -> None:
        """Raise Unchecked if this many whole games take much longer than the available time."""
        seconds = self.watch.game_seconds
        if games * seconds > self.watch.longest_game():
            raise NoTime(f"a game takes about {seconds:.1f} seconds: there was no time for it")

    def check_outcome(self, match: Match, outcome: Any) -> None:
        """Raise a Fault if a run counted another outcome than the same game played alone."""
        if match.is_over and (alone := match.columns()) != (count := outcome.tolist()):
            self.fault(match, f"a run counts {count}, but the game played alone gives {alone}")

    def check_seat(self, match: Match) -> None:
        """Raise a Fault if the rules give the turn to a seat that does not exist."""
        seats = len(match.players)
        if not 0 <= match.seat < seats:
            self.fault(match, f"it is the turn of seat {nth(match.seat)}, of {seats} seats")

    @contextmanager
    def blaming(self, match: Match) -> Iterator[None]:
        """Turn an error of a strategy, or of the rules, within this context into a Fault."""
        try:
            yield
        except Exception as error:
            self.stopped(match, error)

    def stopped(self, match: Match, error: Exception) -> NoReturn:
        """Raise a Fault for an error of a strategy, or of the rules, during a game."""
        self.check_seat(match)
        table = match.table
        table.seed, table.game, table.seat = self.seed, match.game_number, match.seat
        who = f"strategy '{match.players[match.seat].reference}'"
        if isinstance(error, IllegalMove):
            with suppress(PlayoutError):
                table.move = match.choose()
                wrong, legal = illegal_action(self.game, table, match.state, match.record)
                self.fault(match, f"{who} {wrong}", legal)
            self.fault(match, str(error).split("\n", 1)[0])
        if is_of_rules(error):
            if isinstance(error, NOT_COMPILED) and self.game.compiled:
                raise Fault(str(rules_error(match.rules, match.players, table, error))) from error
            is_ours = isinstance(error, PlayoutError)
            self.fault(match, str(error) if is_ours else rules_raised(self.game, error))
        self.fault(match, f"{who} {raised_text(self.game, match.players, table, error)}")

    def fault(
        self, match: Match, sentence: str, below: str = "", kind: type[Fault] = Fault
    ) -> NoReturn:
        """Raise a Fault about a position of a game, with further text below it."""
        where = f"in game {match.game_number}, {after(len(match.moves))}"
        match.table.seed, match.table.game = match.seed, match.game_number
        command = replay_command(match.rules, match.players, match.table)
        position = ""
        with suppress(Exception):  # a drawing of a user may raise anything
            position = str(match.game.drawing.text(match.state, match.record, match.seat))
        raise kind(f"{sentence} ({where})", f"{position}{below}", command)


def after(moves: int) -> str:
    """When something happens in a game."""
    return f"after {counted(moves, 'move')}" if moves else "before the first move"


NEVER_AGAIN = (
    ", so the same seed does not give the same game again; draw from the stream that is passed in"
)


def is_same(one: Any, other: Any) -> bool:
    """Whether two states, views or parts of them are equal, as records or as objects."""
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
        # In whichever order the attributes were set.
        mine, others = vars(one), vars(other)
        return mine.keys() == others.keys() and all(is_same(mine[k], others[k]) for k in mine)
    return bool(one == other)
