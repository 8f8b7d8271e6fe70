"""The tables of a server, and the files in which they are saved.

A file has the setting of a table and its moves, from which a restarted server plays it again.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import copy_context
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from threading import RLock, Thread
from typing import Any

from playout.engine.match.match import Match
from playout.engine.match.move_texts import COUNTED_FROM, move_texts
from playout.engine.native.jit import announce
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.runner.atomic_file import delete_drafts, write_text
from playout.web.settings import PEOPLE, Missing, Settings, written_here
from playout.web.store.matches import seated
from playout.web.store.setting import Setting, read_name
from playout.web.store.tables import LONGEST, Table, guest_keys

MOST_TABLES = 1_000  # that are kept; the ones that nobody has touched for longest are forgotten
MOST_OPEN = 32  # of which the games are in memory
MOST_BYTES = 200_000_000  # that taking moves back needs, of games in memory
MOST_WAITING = 8  # requests that wait for a table at once
SOON = 0.8  # seconds that a request waits for a table that is prepared
MOST_COMING = 64  # tables that are prepared at once
MOVER = "mover"  # of a file: the seat to move; none when the game is over
_THINKS = "this table is still thinking: try again in a moment"
_GONE = "there is no such table: it may have been deleted, or its link was cut short"
_KEY = re.compile(r"[\w-]{1,40}", re.ASCII)
_SOLUTION = re.compile(r"/review/[\w-]{1,40}/turn/\d{1,9}", re.ASCII)


class NotReady(PlayoutError):
    """A table is being prepared: what it needs is compiled, which takes seconds the first time."""


def _check_fields(setting: Setting, match: Match) -> None:
    """ValueError for fields of a file that no server writes; links are made of some of them."""
    links = [(setting.solution, _SOLUTION), (setting.next, _KEY), (setting.review, _KEY)]
    if (
        any(link != "" and not kind.fullmatch(link) for link, kind in links)
        or (type(setting.seed), type(setting.seen)) != (int, bool)
        or len(setting.seats) != match.rules["players"]
    ):
        raise ValueError


def _fill(coming: Future[Table], make: Callable[[], Table]) -> None:
    try:
        coming.set_result(make())
    except BaseException as error:  # raised for who asks for the table
        coming.set_exception(error)


@dataclass(frozen=True)
class Going:
    """A game that is not over, as its file has it."""

    link: str
    setting: Setting
    guest: int | None  # the seat of who came by this link, as Table.guest
    mover: int  # the seat to move
    moves: int
    touched: float  # seconds since 1970

    @property
    def mine(self) -> list[int]:
        """The seats of those who came by this link."""
        return self.setting.here if self.guest is None else [self.guest]


class Tables:
    """All tables of a server, by their keys."""

    def __init__(
        self, settings: Settings, rehearse: Callable[[Setting], None] = lambda setting: None
    ) -> None:
        """``rehearse`` compiles what a table of a setting needs, if all that is Playout's."""
        self._settings, self._rehearse = settings, rehearse
        self._folder = settings.folder / "tables"
        self._folder.mkdir(parents=True, exist_ok=True)
        delete_drafts(self._folder)
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._lock = RLock()
        self._coming: dict[str, Future[Table]] = {}  # tables that are prepared in threads
        # Of each table, by its key: it rises with every change, and begins elsewhere at each start.
        self.versions: defaultdict[str, int] = defaultdict(partial(int, secrets.randbelow(2**40)))
        self._guests: dict[str, tuple[str, int]] = {}  # key of a guest -> table, seat
        files = {file.stem: file for file in self._folder.glob("*.json")}
        for file in files.values():
            with suppress(OSError, ValueError, TypeError, AttributeError, RecursionError):
                self._invite(file.stem, json.loads(file.read_text("utf-8")).get("seats", ()))
        # The keys of all tables, the one that nobody has touched for longest first.
        self._touched = OrderedDict.fromkeys(
            sorted(filter(_KEY.fullmatch, files), key=lambda key: files[key].stat().st_mtime)
        )
        # Games, and who plays them, of which nothing has to be compiled any more.
        self._ready: set[tuple[str, frozenset[str]]] = set()

    def lay(self, setting: Setting, marks: Mapping[int, Sequence[int]] | None = None) -> Table:
        """Make a new table; PlayoutError if its setting cannot be played.

        ``marks`` has the hints that persons have chosen, by seat.
        """
        return self._laid(secrets.token_urlsafe(12), setting, marks)

    def lay_soon(self, setting: Setting) -> str:
        """Make a new table, and return its key; until it is ready, `at` raises NotReady.

        PlayoutError if its setting cannot be played, if that is found soon, else from `at`.
        """
        key = secrets.token_urlsafe(12)
        with suppress(NotReady):
            self._prepared(key, partial(self._laid, key, setting))
        return key

    def _prepared(self, key: str, make: Callable[[], Table]) -> Table:
        """The table that a function makes in a thread; NotReady while it does."""
        with self._lock:
            if (coming := self._coming.get(key)) is None:
                if len(self._coming) >= MOST_COMING:
                    raise PlayoutError("too many tables are being prepared: try again in a moment")
                coming = Future()
                asked = copy_context()  # it names parameters as the page does
                Thread(target=asked.run, args=(_fill, coming, make), daemon=True).start()
                self._coming[key] = coming
        try:
            return coming.result(SOON)
        except TimeoutError:
            raise NotReady("this table is being prepared: try again in a moment") from None
        finally:
            if coming.done():
                self._coming.pop(key, None)

    def _laid(
        self, key: str, setting: Setting, marks: Mapping[int, Sequence[int]] | None = None
    ) -> Table:
        match = self._seated(setting, marks)
        fresh: dict[str, Any] = {"moves": (), "next": "", "review": ""}
        options = dict(match.rules.needed_options())
        begun = replace(setting, options=options, seed=match.seed, **fresh)
        own = {seat: list(words) for seat, words in (marks or {}).items()}
        table = Table(key, begun, match, marks=own)
        self.save(table)
        with self._lock:
            self._invite(key, begun.seats)
            self._hold(table)
            self._forget()
        return table

    def _invite(self, key: str, seats: Sequence[str]) -> None:
        """Know the keys of the guests of a table."""
        if any(who in PEOPLE for who in seats):
            self._guests |= {link: (key, seat) for seat, link in guest_keys(key, seats).items()}

    def _seated(self, setting: Setting, marks: Mapping[int, Sequence[int]] | None = None) -> Match:
        """The match of a setting; for the first one of these players much may be compiled."""
        game = self._settings.game(setting.game)
        # A file may name any strategy, and any file as a board.
        self._settings.options(game, {name: str(one) for name, one in setting.options.items()})
        for seat in setting.seats:
            if seat not in PEOPLE:
                self._settings.player(game, seat)
        kind = game.name, frozenset(setting.seats)
        if kind in self._ready:
            return seated(setting, marks)
        with announce(f"preparing {game.title}"):
            players = [find_player(game.name, who) for who in setting.seats if who not in PEOPLE]
            if game.is_ours and all(player.strategy.is_ours for player in players):
                self._rehearse(setting)
            match = seated(setting, marks)
        self._ready.add(kind)
        return match

    @contextmanager
    def at(self, link: str) -> Iterator[Table]:
        """The table with this key, its own or that of a guest, locked within this context.

        PlayoutError if there is none, or if a strategy thinks there for long; NotReady if it is
        being prepared.
        """
        key, seat = self._guests.get(link, (link, None))
        with self._lock:
            table = self._open.get(key)
        fresh = table or self._prepared(key, partial(self._read, key))
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
                yield table if seat is None else table.for_guest(seat)
            finally:
                table.lock.release()
        finally:
            with self._lock:
                table.users -= 1

    def _hold(self, table: Table) -> None:
        """Keep a table in memory, and drop the oldest ones if there are too many."""
        self._open[table.key] = table
        self._open.move_to_end(table.key)
        held = sum(one.match.undo_bytes for one in self._open.values())
        for one in list(self._open.values()):
            if len(self._open) <= MOST_OPEN and held <= MOST_BYTES:
                return
            if one.users == 0 and one is not table:
                held -= one.match.undo_bytes
                del self._open[one.key]

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise Missing(_GONE)
        return self._folder / f"{key}.json"

    def _read(self, key: str) -> Table:
        try:
            data = json.loads(self._path(key).read_text("utf-8"))
            old, undone = data.pop(COUNTED_FROM, 0) == 0, map(str, data.pop("undone"))
            data.pop(MOVER, None)
            marks = {int(seat): list(own) for seat, own in data.pop("marks").items()}
            lists = {name: tuple(map(str, data[name])) for name in ("seats", "moves")}
            lists["names"] = tuple(map(read_name, map(str, data.get("names", ()))))
            game = self._settings.game(data["game"])
            lists["moves"] = tuple(move_texts(game, lists["moves"], old=old))
            setting = Setting(**{**data, **lists})
            match = self._seated(setting, marks)
            _check_fields(setting, match)
            json.dumps(asdict(setting), ensure_ascii=False).encode()  # or it is no text
            table = Table(key, replace(setting, moves=()), match, marks=marks)
            table.undone = [match.code(move) for move in move_texts(game, [*undone], old=old)]
        except FileNotFoundError:
            raise Missing(_GONE) from None
        except Missing:
            raise
        except PlayoutError as error:
            raise PlayoutError(f"this table cannot be read: {error}") from None
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise PlayoutError("the file of this table is damaged: it cannot be read") from error
        return table

    def going(self, links: Sequence[str]) -> list[Going]:
        """Those of these tables whose game is not over, the one with the last move first."""
        found = list[Going]()
        for link in links:
            key, guest = self._guests.get(link, (link, None))
            with suppress(PlayoutError, OSError, ValueError, TypeError, KeyError, AttributeError):
                path = self._path(key)
                data = json.loads(path.read_text("utf-8"))
                if data.get(MOVER) is None or data["game"] not in self._settings.games:
                    continue
                seats, names = tuple(data["seats"]), tuple(data["names"])
                setting = Setting(data["game"], data["options"], seats, None, names=names)
                moves, touched = len(data["moves"]), path.stat().st_mtime
                found.append(Going(link, setting, guest, int(data[MOVER]), moves, touched))
        return sorted(found, key=lambda one: -one.touched)

    def save(self, table: Table, is_shown: bool = True) -> None:
        """Save a table to its file; ``is_shown``: whether pages show what has changed."""
        data = asdict(table.written())
        data["undone"] = [table.match.format_move(move) for move in table.undone]
        data["marks"] = table.marks
        data[MOVER] = None if table.match.is_over else table.match.seat
        data[COUNTED_FROM] = 1
        try:
            with written_here():
                write_text(self._path(table.key), json.dumps(data))
        except PlayoutError:
            with self._lock:  # what was done now is not kept, so it was not done
                self._open.pop(table.key, None)
            raise
        if is_shown:
            self.versions[table.key] += 1
        with self._lock:
            if self._path(table.key).exists():  # else it was forgotten since
                self._touched[table.key] = None
                self._touched.move_to_end(table.key)

    def _forget(self) -> None:
        """Delete the oldest tables if there are too many."""
        while len(self._touched) > MOST_TABLES:
            key, _ = self._touched.popitem(last=False)
            self._path(key).unlink(missing_ok=True)
            self._open.pop(key, None)
            self.versions.pop(key, None)
            self._guests = {link: of for link, of in self._guests.items() if of[0] != key}
