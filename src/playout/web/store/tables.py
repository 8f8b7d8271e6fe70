"""Games under way: who sits where, what was played, and the files in which that is kept.

A table is made again from what it began with and its moves, so its file is a few lines of JSON, and
a server that was restarted goes on with it.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import RLock
from typing import Any

from playout.engine.game.game import Game
from playout.engine.match.decisions import play_one
from playout.engine.match.match import Match
from playout.engine.match.seat_pictures import is_open, seen
from playout.engine.native.jit import telling
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import shown
from playout.runner.atomic_file import write_text
from playout.web.settings import PERSON, Settings, written_here

MOST_TABLES = 1_000  # that are kept; the ones that nobody has touched for longest are forgotten
MOST_OPEN = 32  # of which the games are in memory
MOST_HELD = 10_000  # moves of games in memory, which may take 40 KB each
MOST_MOVES = 4_000  # of a game
MOST_REASONS = 6  # why something cannot be done
WIDE, NARROW = 720, 350  # pixels of a picture: at a desk, on a phone
LONGEST = 5.0  # seconds that one request may take a table for itself, or wait for it
MOST_WAITING = 8  # requests that wait for a table at once
_THINKS = "this table is still thinking: try again in a moment"
_KEY = re.compile(r"[\w-]{1,40}", re.ASCII)


@dataclass(frozen=True)
class Setting:
    """What a table begins with: a link with all of it makes the table again."""

    game: str
    options: dict[str, Any]  # of the rules, with the players
    seats: tuple[str, ...]  # a strategy, or PERSON
    seed: int | None  # None: a fresh one is drawn
    number: int = 0  # of the game
    position: str | None = None  # in which it begins, if it is not dealt
    moves: tuple[str, ...] = ()  # that were made before, as they are written
    solution: str = ""  # the page that tells what was best there, of a decision that is tried again

    @property
    def persons(self) -> list[int]:
        """The seats of persons."""
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]


@dataclass
class Table:
    """A game under way, with the moves that were taken back."""

    key: str  # the address that nobody can guess
    setting: Setting
    match: Match
    undone: list[int] = field(default_factory=list)  # taken back, the last first
    marks: dict[int, list[int]] = field(default_factory=dict)  # seat -> what a person says
    asked: dict[str, Any] = field(default_factory=dict)  # what this game was asked for: hints, odds
    looks: int | None = None  # of several persons who may not see each other's hands: who looks
    lock: RLock = field(default_factory=RLock)
    users: int = 0  # requests that have it or wait for it

    @property
    def game(self) -> Game:
        """What is played."""
        return self.match.game

    @property
    def turn(self) -> int:
        """How many moves have been made."""
        return len(self.match.moves)

    @property
    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.match.is_over and self.setting.seats[self.match.seat] == PERSON

    @property
    def viewer(self) -> int | None:
        """Whose eyes see the table; None: everybody's, because nobody plays it."""
        if len(self.setting.persons) > 1 and not is_open(self.game) and self.looks is not None:
            return self.looks
        return self.next_person

    @property
    def next_person(self) -> int | None:
        """The person to move, or the next one after that."""
        persons, seat = self.setting.persons, self.match.seat
        return min(persons, key=lambda one: (one - seat) % len(self.setting.seats), default=None)

    @property
    def covered(self) -> bool:
        """Whether nothing may be shown until the right person looks, of several at one screen."""
        if len(self.setting.persons) < 2 or is_open(self.game):
            return False
        return self.looks is None or (self.waits and self.looks != self.match.seat)

    def look(self) -> None:
        """Let the next person look."""
        self.looks = self.next_person

    def svg(self, width: float) -> str:
        """The position as the viewer may see it; where nobody plays, as the seat to move does."""
        return seen(self.match, self.match.seat if self.viewer is None else self.viewer, width)

    @property
    def whole(self) -> str:
        """The position with all that is hidden, where nobody plays; "" if nothing is."""
        shows = self.viewer is None and not is_open(self.game)
        return self.match._repr_svg_() if shows else ""

    def check_turn(self) -> None:
        """Raise PlayoutError unless a person is to move, and looks."""
        if not self.waits:
            raise PlayoutError("it is not your turn")
        if self.covered:
            raise PlayoutError(f"seat {self.match.seat} has to look first")

    def play(self, move: str) -> None:
        """Make a person's move; PlayoutError if it is not a person's turn, or not legal."""
        self.check_turn()
        self._room()
        _make(self.match, move)
        self.undone.clear()

    def step(self) -> None:
        """Let a strategy make its move, or make one again that was taken back."""
        if self.match.is_over:
            raise PlayoutError("the game is over")
        self._room()
        if self.undone:
            self.match.play(self.undone.pop())
        elif self.waits:
            raise PlayoutError("it is your turn")
        else:
            self._let_play()

    def _let_play(self) -> None:
        """Let a strategy make its move; an error of one tells nothing that is hidden."""
        seat = self.match.seat
        try:
            play_one(self.match)
        except PlayoutError as error:
            if is_open(self.game):
                raise
            raise PlayoutError(
                f"strategy '{shown(self.setting.seats[seat])}' on seat {seat} has failed, so this "
                "game cannot go on: playout check says how"
            ) from error

    def _room(self) -> None:
        if self.turn >= MOST_MOVES:
            raise PlayoutError(f"at most {MOST_MOVES:,} moves of a game can be kept")

    def undo(self) -> None:
        """Take moves back, up to the last one of a person; all of one if nobody plays."""
        if not self.match.moves:
            raise PlayoutError("there is no move to take back")
        self.undone.append(self.match.undo())
        while self.match.moves and self.setting.persons and not self.waits:
            self.undone.append(self.match.undo())

    def redo(self) -> None:
        """Make again what was taken back, up to the next decision of a person."""
        if not self.undone:
            raise PlayoutError("no move was taken back")
        self.step()
        while self.undone and self.setting.persons and not self.waits:
            self.step()

    def go_to(self, turn: int) -> None:
        """Show the game after so many moves: as far as it was played, or strategies play it.

        What takes long stops on the way.
        """
        end = time.monotonic() + LONGEST
        while self.turn > turn:
            self.undone.append(self.match.undo())
        while (
            time.monotonic() < end
            and self.turn < turn
            and not self.match.is_over
            and (self.undone or not self.waits)
        ):
            self.step()

    def say(self, seat: int, marks: Sequence[int] | None) -> None:
        """Let a person say so from now on; None: what is usual."""
        if seat not in self.setting.persons:
            raise PlayoutError(f"seat {seat} is no person's")
        if self.covered or seat != self.viewer:
            raise PlayoutError(f"seat {seat} has to look first")
        self.match.say(seat, marks)
        if marks is None:
            self.marks.pop(seat, None)
        else:
            self.marks[seat] = list(marks)

    def moves(self) -> list[tuple[str, list[str]]]:
        """The legal moves as they are written, each with the places that are touched for it."""
        places = getattr(self.game.drawing, "places", lambda move: ())
        return [
            (self.match.format_move(move), [str(place) for place in places(move)])
            for move in self.match.legal_moves()
        ]

    def why(self, places: Sequence[str]) -> str:
        """Why these places cannot be touched, in a sentence: of all moves that they belong to.

        PlayoutError unless a person is to move: of other hands nothing is told.
        """
        self.check_turn()
        wanted, named = Counter(places), getattr(self.game.drawing, "places", lambda move: ())
        actions = getattr(self.game.encoding, "actions", lambda rules: ())(self.match.rules)
        meant = [move for move in map(int, actions) if wanted <= Counter(map(str, named(move)))]
        exact = [move for move in meant if len(named(move)) == len(places)]
        reasons = Counter(filter(None, map(self.match.why_illegal, exact or meant)))
        told = list(reasons)
        if len(told) > MOST_REASONS:  # what is true of several moves, as "train 1 is closed"
            told = [reason for reason, times in reasons.items() if times > 1]
        few = 0 < len(told) <= MOST_REASONS
        return "; ".join(told) if few else f"no move goes there now: {shown(', '.join(places))}"

    def written(self) -> Setting:
        """What makes this table again, with its moves."""
        moves = tuple(self.match.format_move(move) for move in self.match.moves)
        return replace(self.setting, moves=moves)


def seated(setting: Setting, marks: Mapping[int, Sequence[int]] | None = None) -> Match:
    """The match of a setting, its moves made.  PlayoutError for what cannot be played.

    ``marks`` are what persons say, as far as it is not the usual.
    """
    if len(setting.moves) > MOST_MOVES:
        raise PlayoutError(f"moves: at most {MOST_MOVES:,} can be kept")
    # A seat of a person has a strategy as well, which is never asked for a move.
    match = Match(
        setting.game,
        strategy=["random" if who == PERSON else who for who in setting.seats],
        seed=setting.seed,
        game_number=setting.number,
        position=setting.position,
        compiled=True,
        **setting.options,
    )
    for seat, said in (marks or {}).items():
        match.say(seat, said)
    for number, move in enumerate(setting.moves):
        try:
            _make(match, move)
        except PlayoutError as error:
            raise PlayoutError(f"move {number + 1}: {error}") from None
    return match


def _make(match: Match, move: str) -> None:
    """Make a move; PlayoutError if it is none.

    Unlike that of a match, the sentence shows no position, in which there may be what nobody sees.
    """
    if match.is_over or not match.is_legal(move):
        why = "the game is over" if match.is_over else match.why_illegal(move)
        raise PlayoutError(f"'{shown(move)}' is no move here{f': {why}' if why else ''}")
    match.play(move)


def widths(draw: Callable[[float], str]) -> list[str]:
    """A picture for a desk, and one for a phone if that is another one."""
    return list(dict.fromkeys(map(draw, (WIDE, NARROW))))


class Tables:
    """All tables of a server, by their addresses."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = settings.folder / "tables"
        self._folder.mkdir(parents=True, exist_ok=True)
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._lock = RLock()
        self._ready: set[str] = set()  # games of which nothing has to be compiled any more

    def lay(self, setting: Setting) -> Table:
        """A new table.  PlayoutError if that cannot be played."""
        match = self._seated(setting)
        begun = replace(setting, options=dict(match.rules.given()), seed=match.seed, moves=())
        table = Table(secrets.token_urlsafe(12), begun, match)
        self.keep(table)
        with self._lock:
            self._hold(table)
            self._forget()
        return table

    def _seated(self, setting: Setting, marks: Mapping[int, Sequence[int]] | None = None) -> Match:
        """The match of a setting; for the first of a game much may have to be compiled."""
        game = self._settings.game(setting.game)
        first = game.name not in self._ready
        with telling(f"getting {game.title} ready") if first else nullcontext():
            match = seated(setting, marks)
            if first and not match.is_over:
                match.legal_moves()
        self._ready.add(game.name)
        return match

    @contextmanager
    def at(self, key: str) -> Iterator[Table]:
        """The table of an address, nobody else's meanwhile.  PlayoutError if there is none.

        PlayoutError also if somebody else has it for long: a strategy thinks.
        """
        with self._lock:
            table = self._open.get(key)
        fresh = self._read(key) if table is None else table
        with self._lock:
            table = self._open.setdefault(key, fresh)
            if table.users >= MOST_WAITING:
                raise PlayoutError(_THINKS)
            table.users += 1
            self._hold(table)
        try:
            if not table.lock.acquire(timeout=LONGEST):
                raise PlayoutError(_THINKS)
            try:
                yield table
            finally:
                table.lock.release()
        finally:
            with self._lock:
                table.users -= 1

    def _hold(self, table: Table) -> None:
        """Keep a table in memory, and no more others than there is room for."""
        self._open[table.key] = table
        self._open.move_to_end(table.key)
        moves = sum(one.turn for one in self._open.values())
        for one in list(self._open.values()):
            if len(self._open) <= MOST_OPEN and moves <= MOST_HELD:
                return
            if one.users == 0 and one is not table:
                moves -= one.turn
                del self._open[one.key]

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise PlayoutError("there is no such table")
        return self._folder / f"{key}.json"

    def _read(self, key: str) -> Table:
        """A table from its file."""
        try:
            kept = json.loads(self._path(key).read_text("utf-8"))
            undone = [str(move) for move in kept.pop("undone")]
            marks = {int(seat): list(said) for seat, said in kept.pop("marks").items()}
            lists = {name: tuple(map(str, kept[name])) for name in ("seats", "moves")}
            setting = Setting(**{**kept, **lists})
            match = self._seated(setting, marks)
            json.dumps(asdict(setting), ensure_ascii=False).encode()  # or it is no text
            table = Table(key, replace(setting, moves=()), match, marks=marks)
            table.undone = [match.code(move) for move in undone]
        except FileNotFoundError:
            raise PlayoutError("there is no such table: it may have been forgotten") from None
        except PlayoutError as error:
            raise PlayoutError(f"this table cannot be read: {error}") from None
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise PlayoutError("the file of this table is damaged: it cannot be read") from error
        return table

    def keep(self, table: Table) -> None:
        """Write a table to its file."""
        kept = asdict(table.written())
        kept["undone"] = [table.match.format_move(move) for move in table.undone]
        kept["marks"] = table.marks
        try:
            with written_here():
                write_text(self._path(table.key), json.dumps(kept))
        except PlayoutError:
            with self._lock:  # what was done now is not kept, so it was not done
                self._open.pop(table.key, None)
            raise

    def _forget(self) -> None:
        """Remove the files of tables that are too many, the oldest first."""
        files = list(self._folder.glob("*.json"))
        if len(files) > MOST_TABLES:
            files.sort(key=lambda file: file.stat().st_mtime)
            for file in files[:-MOST_TABLES]:
                file.unlink(missing_ok=True)
                self._open.pop(file.stem, None)
