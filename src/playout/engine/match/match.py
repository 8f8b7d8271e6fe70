"""One game, step by step, from Python: play it, watch it, take moves back, replay it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import lru_cache
from typing import Any

import numpy as np

from playout.engine.chance.rng import (
    DEAL,
    MOST_REPEATS,
    REPEAT,
    SEAT,
    STREAM,
    WORLD,
    skip_to,
    start,
    start_sealed,
    used_of,
)
from playout.engine.chance.seating import rotating, seated
from playout.engine.find.games import deals_worlds, find_game, need_worlds
from playout.engine.game.game import SHARE, Game, Player, Rules, line_up
from playout.engine.game.players import StrategyReference
from playout.engine.native.records import new_record
from playout.engine.play.batch import (
    begin_game,
    hint_of,
    move_function,
    new_table,
    restore,
    snapshot,
)
from playout.engine.play.failures import (
    explain_rules,
    illegal_action,
    is_of_rules,
    legal_moves,
    legal_moves_text,
    raised_text,
    replay_command,
    rules_error,
    strategy_error,
    why_illegal,
)
from playout.engine.play.hints import hint_functions, read_marks
from playout.engine.play.positions import format_position, parse_position
from playout.engine.play.snapshots import Snapshots
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players, split_line_up
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import read_seed, read_whole, seed_or_fresh, whole
from playout.engine.words.signs import for_print
from playout.engine.words.spelling import as_typed, named
from playout.engine.words.user_code import error_at

MOST_MOVE = 2**63 - 1  # moves are 64-bit numbers


@lru_cache(maxsize=20_000)
def move_text(game: Game, move: int) -> str:
    """The text of a move.  It is kept: drawings call compiled functions to write it."""
    return str(game.drawing.format_move(move))


class Match:
    """A single game in progress.

    >>> match = playout.Match("pig", strategy="hold", players=2, seed=1)
    >>> match.step() == playout.pig.ROLL
    True
    >>> len(match.moves)
    1

    ``Match("the-game", strategy="greedy", players=2, seed=1, game_number=7)`` is game number 7 of
    the run with seed 1, move for move.  Without a strategy you make all moves with :meth:`play`.
    Printing a match draws the position.  ``moves`` are the moves so far; ``table`` has the state,
    the views and the random streams (engine/play/batch.py); ``record`` has the rules as the rule
    functions get them; ``strategies`` has a function for each seat.
    """

    never_asked: Collection[int] = ()  # seats whose strategy is not compiled

    def __init__(
        self,
        /,
        game: str,
        *,
        strategy: StrategyReference | Sequence[StrategyReference] | None = None,
        seats: str | Sequence[StrategyReference] | None = None,
        seed: int | None = 1,
        game_number: int = 0,
        repeat: int = 0,
        redraw: int = 0,
        position: str | None = None,
        compiled: bool = False,
        **options: Any,
    ) -> None:
        """Deal the game, or set up a position.

        ``strategy`` is one for all seats, or one per seat: a list, or joined, "greedy+random".
        Each is a name, or a function that was declared with ``@playout.strategy``.  ``seats`` is
        also one per seat, but they move on by a seat from game to game, as in a run.
        ``seed=None`` draws a new seed, which is then ``seed`` of the match.
        Another ``repeat`` replays the same deal with other random streams of the seats, another
        ``redraw`` with other dice, or other chance in play.
        ``position`` is a line of text, as :attr:`position` (positions.py): the game begins there,
        and everything that the text leaves out is dealt with the seed and the game's number.
        With ``compiled`` the strategies run compiled; without (the default) as plain Python, so
        that print and a debugger work in them.  ``options`` are rule options.
        """
        self.game = find_game(game)
        strategy, seats = (by_name(self.game.name, name, options) for name in (strategy, seats))
        if seats is not None:
            seats = split_line_up(seats)
            if options.get("players") is None:
                options["players"] = len(seats)
        self.rules: Rules = self.game.with_options(options)
        self.seed = seed_or_fresh(seed)
        self.game_number = read_seed(game_number, "game_number")
        self.repeat = read_whole("repeat", repeat, 0, MOST_REPEATS)
        self.redraw = read_whole("redraw", redraw, 0, MOST_REPEATS)
        references = strategy if seats is None else seats
        self.players: list[Player] = []
        if references is not None:
            self.players = list(find_players(self.rules, references))
        if seats is not None:
            if strategy is not None:
                raise PlayoutError(
                    f"{named('strategy')} and {named('seats')} exclude each other: use only one of "
                    "them"
                )
            self.players = seated(rotating(len(seats)), self.players, game_number)
        self.strategies = [
            move_function(self.rules, player, compiled and seat not in self.never_asked)
            for seat, player in enumerate(self.players)
        ]
        # Without strategies, every seat has the hints of the game.
        speakers: Sequence[Player | None] = self.players or [None] * int(self.rules["players"])
        self._hints = [hint_of(self.rules, player, compiled) for player in speakers]
        self._own_hints = list(self._hints)
        self.record = self.rules.record()
        with explain_rules(self.game):
            self.table = new_table(self.rules, self.players, self.seed)
            self.table.replay, self.table.redraw = self.repeat, self.redraw
            begin_game(self.game)(self.table, self.record, self.seed, self.game_number)
        self.start: str | None = None  # the position in which it began, if it was not dealt
        if position is not None:
            stream = self.streams[DEAL]
            start(stream, self.seed, self.game_number, DEAL)
            self.table.state = parse_position(self.game, position, self.record, stream)
            if self.redraw:  # the next throws are at the same place of another stream
                used = used_of(stream)
                start(stream, self.seed, self.game_number, DEAL + REPEAT * self.redraw)
                skip_to(stream, used)
            self.start = self.position
        self.moves: list[int] = []
        self.movers: list[int] = []  # the seats that made them
        self._before = Snapshots()  # of the table before each move, for undo
        self._world = ""  # of a world: the seat whose view it was dealt from
        if position is not None and not self.game.compiled:
            self._check_start(position)

    def _check_start(self, position: str) -> None:
        """Raise PlayoutError if rules in plain Python cannot go on from a position."""
        try:
            if self.legal_moves() and deals_worlds(self.game):
                self.world()
        except Exception as error:  # of a user's code, or what it has returned
            where = error_at(error, self.game.source)
            raise PlayoutError(
                f"{as_typed('position', position)}: {self.game.name} cannot go on from it: {where}"
            ) from error

    @property
    def state(self) -> Any:
        """The state: a record, or an object of a game in plain Python.  You can change it.

        After an undo it is another object in a game in plain Python.
        """
        return self.table.state

    @property
    def position(self) -> str:
        """The position as one line of text, from which another match can begin."""
        return format_position(self.game, self.state, self.record, self.streams[DEAL])

    @property
    def streams(self) -> Any:
        """The random streams: the one of the deal, then one for each seat."""
        return self.table.streams

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.game.rules.is_over(self.state, self.record))

    @property
    def seat(self) -> int:
        """The seat to move, from 0."""
        return int(self.game.rules.actor(self.state, self.record))

    def view(self, seat: int | None = None) -> Any:
        """Return what a seat may know now (default: the seat to move), as a record."""
        last = int(self.rules["players"]) - 1
        seat = self.seat if seat is None else read_whole("seat", seat, 0, last)
        if not self.game.compiled:
            self.game.rules.observe(self.state, self.record, seat, self.table.views[seat])
            return self.table.views[seat].copy()
        before = self.state.tobytes()
        try:
            self._speak()
            self.game.rules.observe(self.state, self.record, seat, self.table.views[seat])
        finally:
            # Looking changes nothing: marks stay only when a move is made.
            self.table["state"] = np.frombuffer(before, self.game.state_dtype)[0]
        return self.table.views[seat]

    def _speak(self) -> None:
        """Let all seats give their hints before the next move."""
        functions = hint_functions(self.game, compiled=False)
        if functions["places"](self.record) > 0 and not self.is_over:
            order = np.arange(len(self._hints))
            if not functions["speak"](self._hints, self.state, self.record, self.table, order):
                seat = int(self.table.seat)
                name = f"strategy '{self.players[seat].reference}' on " if self.players else ""
                what, _ = illegal_action(self.game, self.table, self.state, self.record)
                raise IllegalMove(f"{name}seat {nth(seat)} {what}\n{self}")

    def world(self, seat: int | None = None, *, seed: int | None = 1) -> Match:
        """Return a simulated deal: another match that agrees with everything that a seat can see.

        Everything that the seat (default: the one to move) does not know is dealt anew from its
        view, as likely as the rules make it: hands, the draw pile, later rounds.  Dice to come are
        drawn anew, too. Rules and players stay the same, but the strategies of the other seats lose
        their notes, and the moves made before are missing.  Another seed gives another deal; None
        draws a new seed.
        """
        need_worlds(self.game, f"{self.game.name} deals no worlds")
        self._must_go_on("there is no world to go on from")
        view = self.view(seat)
        seat, seed = self.seat if seat is None else int(seat), seed_or_fresh(seed)
        world, number = copy(self), self.game_number
        world.moves, world.movers, world._before = [], [], Snapshots()
        world._world = f" as seat {nth(seat)} knows it (simulated deal of seed {seed})"
        world.table = table = new_table(self.rules, self.players)
        if not self.game.compiled:
            table.renew(self.game)
        table.views[seat] = view
        table.game, table.replay = number, self.repeat
        start(table.streams[DEAL], seed, number, WORLD + 1 + DEAL)
        for other in range(int(self.rules["players"])):
            start_sealed(table.streams[SEAT + other], seed, number, WORLD + 1 + SEAT + other)
        stream = new_record(STREAM)
        start(stream, seed, number, WORLD)
        self.game.rules.determinize(view, self.record, stream, table.state)
        return world

    def is_legal(self, move: int | str) -> bool:
        """Return whether the seat to move may make this move."""
        code: Any = np.int64(self.code(move))
        return not self.is_over and bool(self.game.rules.is_legal(self.state, self.record, code))

    def legal_moves(self) -> list[int]:
        """Return the numbers of all legal moves, in rising order.

        It is empty if the game is over.
        """
        return [] if self.is_over else legal_moves(self.game, self.state, self.record)

    def code(self, move: int | str) -> int:
        """Return the number of a move, from its number or its text; PlayoutError for others."""
        if isinstance(move, str):
            return int(self.game.drawing.parse_move(move))
        try:
            number = whole(move)
        except ValueError:
            number = MOST_MOVE + 1
        if not -MOST_MOVE <= number <= MOST_MOVE:
            raise PlayoutError(
                f"{as_typed('move', move)}: must be the number or the text of a move"
            )
        return number

    def choose(self) -> int:
        """Return the move that the strategy of the seat to move would make, without making it."""
        self._must_go_on()
        before = snapshot(self.table, whole=self.game.compiled)
        try:
            self._speak()
            return self._ask()
        finally:
            restore(self.table, before)

    def _ask(self) -> int:
        """Ask the strategy, which may write notes and use random numbers."""
        if not self.strategies:
            raise PlayoutError("this match has no strategy; give one, or play the moves yourself")
        seat = self.seat
        view = self.table.views[seat]
        self.game.rules.observe(self.state, self.record, seat, view)
        return int(self._call_strategy(seat, view))

    def _call_strategy(self, seat: int, view: Any) -> Any:
        """Call a strategy; `is_of_rules` recognises its errors by the name of this function."""
        return self.strategies[seat](view, self.table.streams[SEAT + seat])

    def play(self, move: int | str) -> None:
        """Make a move, given as its number or as its text."""
        self._must_go_on()
        code = self.code(move)
        self._check(code)
        with self._restoring() as before:
            self._speak()
        self._make(code, before)

    def _must_go_on(self, so: str = "no move can be made") -> None:
        """Raise PlayoutError if the game is over."""
        if self.is_over:
            raise PlayoutError(f"the game is over, so {so}")

    def _check(self, move: int) -> None:
        if not self.is_legal(move):
            legal = legal_moves_text(self.game, self.state, self.record, move)
            text = self.game.drawing.format_move(move)
            why = why_illegal(self.game, self.state, self.record, move)
            raise IllegalMove(
                f"seat {nth(self.seat)} may not play '{text}' here{why}\n{self}{legal}"
            )

    def _make(self, move: int, before: Any) -> None:
        self._before.push(before)
        code: Any = np.int64(move)
        self.movers.append(self.seat)
        if hasattr(self.game.rules, "heed"):
            self.game.rules.heed(self.state, self.table.views[self.seat])
        self.game.rules.play(self.state, self.record, code, self.table.streams[DEAL])
        self.moves.append(move)
        self.table.moves += 1

    def why_illegal(self, move: int | str) -> str:
        """Return why a move is illegal, as in "61 does not fit on 73"; "" if it is legal."""
        if self.is_over:
            return "the game is over"
        if self.is_legal(move):
            return ""
        why = why_illegal(self.game, self.state, self.record, self.code(move))
        return why.removeprefix(": ")

    def say(self, seat: int, marks: Sequence[int] | None) -> None:
        """Let a seat give these hints before every move from now on, one mark for each place.

        None restores the hints of its strategy.  Only for games with hints (engine/play/hints.py);
        PlayoutError for a mark that these rules do not allow.
        """
        seat = read_whole("seat", seat, 0, int(self.rules["players"]) - 1)
        if marks is None:
            self._hints[seat] = self._own_hints[seat]
            return
        words = read_marks(self.game, self.record, marks)
        self._hints[seat] = lambda view, place: words[place]

    def step(self) -> int:
        """Let the strategy of the seat to move choose and make a move; return the move."""
        self._must_go_on()
        with self._restoring() as before:
            self._speak()
            move = self._ask()
            self._check(move)
        self._make(move, before)
        return move

    @contextmanager
    def _restoring(self) -> Iterator[Any]:
        """Yield a copy of the table, from which it is restored if an error is raised."""
        before = snapshot(self.table)
        try:
            yield before
        except BaseException:
            restore(self.table, before)
            raise

    def run(self) -> Iterator[int]:
        """Play to the end, yielding every move after it was made."""
        while not self.is_over:
            yield self.step()

    def failure(self, error: BaseException) -> Exception:
        """Return the error to show for one that was raised during a game, with a replay command."""
        self.table.seed, self.table.game = self.seed, self.game_number
        self.table.seat = self.seat
        if isinstance(error, IllegalMove):
            command = replay_command(self.rules, self.players, self.table, self.start)
            return IllegalMove(f"{error}\nreplay it: {command}")
        if is_of_rules(error):
            return rules_error(self.rules, self.players, self.table, error, self.start)
        what = raised_text(self.game, self.players, self.table, error)
        return strategy_error(self.rules, self.players, self.table, what, self.start)

    def undo(self) -> int:
        """Undo the last move, with the notes and random numbers that it used; return it."""
        if not self.moves:
            raise PlayoutError("there is no move to take back")
        restore(self.table, self._before.pop())
        self.movers.pop()
        return self.moves.pop()

    def states_before(self, most: int) -> list[Any]:
        """Return the states before the last moves, at most so many, the latest first."""
        if not self.game.compiled:
            return [copy["state"] for copy in self._before.latest(most)]
        kind = self.table.dtype
        return [np.frombuffer(copy, kind).copy()[0].state for copy in self._before.latest(most)]

    @property
    def undo_bytes(self) -> int:
        """The memory that is needed to take all moves back, in bytes."""
        return self._before.nbytes

    def columns(self) -> list[int]:
        """Return the outcome so far, in the columns of ``play_batch``."""
        numbers = np.zeros(self.game.width, np.int64)
        self.game.rules.score(self.state, self.record, numbers)
        return [int(number) for number in numbers]

    def outcome(self) -> dict[str, Any]:
        """Return the game's measures so far: a list for a measure per seat.

        A category, such as the reason why the game ended, is a word; None before the end.
        """
        outcome: dict[str, Any] = {}
        columns, players = self.columns(), int(self.rules["players"])
        for measure, column in zip(self.game.measures, self.game.columns, strict=True):
            values: list[Any] = columns[column : column + players]
            if measure.kind == "share":
                values = [value / SHARE for value in values]
            elif measure.kind == "category":
                values = [measure.word(values[0]) if self.is_over else None]
            outcome[measure.name] = values if measure.per_seat else values[0]
        return outcome

    def format_move(self, move: int | str) -> str:
        """Return a move as text."""
        return move_text(self.game, self.code(move))

    def __repr__(self) -> str:
        made, players = len(self.moves), self.rules["players"]
        parts = [
            f"game {self.game_number:,} of seed {self.seed}{self._world}",
            *([] if self.start is None else ["from a position"]),
            f"{players} player{'' if players == 1 else 's'}",
        ]
        parts += [line_up(self.players)] if self.players else []
        parts += [f"{made:,} move{'' if made == 1 else 's'} made"]
        parts += ["over" if self.is_over else f"seat {nth(self.seat)} to move"]
        return for_print(f"Match of {self.game.name}: {', '.join(parts)}\n{self}")

    def __str__(self) -> str:
        return for_print(str(self.game.drawing.text(self.state, self.record, self.seat)))

    def _repr_svg_(self) -> str:
        return str(self.game.drawing.svg(self.state, self.record, self.seat))

    def transcript(self) -> str:
        """Play the game to its end, and return all of it as readable text."""
        return for_print(str(self.game.drawing.transcript(self)))
