"""Tables: games in progress, with the seats, the moves, and the actions of people."""

from __future__ import annotations

import re
import time
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import RLock
from typing import Any

from playout.engine.chance.rng import DEAL, used_of
from playout.engine.find.games import can_choose
from playout.engine.game.drawings import ONLOOKER, YOU, NamedSeat, WatchedSeat
from playout.engine.game.game import Game
from playout.engine.match.decisions import play_one
from playout.engine.match.match import Match
from playout.engine.match.move_texts import game_data
from playout.engine.match.told import is_open, known_position, places_of, seat_picture
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief, read_whole
from playout.web.settings import FRIEND, Missing
from playout.web.store.matches import CHECK, MOST_MOVES, Steady, make, seated
from playout.web.store.setting import Setting

MOST_REASONS = 6  # why something cannot be done
WIDE, NARROW = 720, 350  # pixels of a picture: at a desk, on a phone
LONGEST = 5.0  # seconds that one request may take a table for itself, or wait for it


@dataclass
class Table:
    """A game in progress, with the moves that were taken back."""

    key: str  # the address that nobody can guess, of who set the table up
    setting: Setting
    match: Match
    undone: list[int] = field(default_factory=list)  # taken back, the last first
    marks: dict[int, list[int]] = field(default_factory=dict)  # seat -> what a person says
    asked: dict[str, Any] = field(default_factory=dict)  # what this game was asked for: hints, odds
    looks: int | None = None  # of several persons who may not see each other's hands: who looks
    lock: RLock = field(default_factory=RLock)
    users: int = 0  # requests that have it or wait for it
    guest: int | None = None  # the seat of who came by another link (`for_guest`); ONLOOKER: none

    def for_guest(self, seat: int) -> Table:
        """The same table, as those see it who came by the link of a seat, or of ONLOOKER."""
        other = copy(self)  # it shares the game
        other.guest = seat
        return other

    @property
    def link(self) -> str:
        """The key by which the table was found: its own, or that of a guest."""
        return self.key if self.guest is None else guest_key(self.key, self.guest)

    @property
    def next_link(self) -> str:
        """The key of the table at which the same players go on, for who came by this link."""
        key = self.setting.next
        return key if not key or self.guest is None else guest_key(key, self.guest)

    @property
    def guests(self) -> dict[int, str]:
        """The keys to invite with: of the seat of each friend, and of ONLOOKER."""
        return guest_keys(self.key, self.setting.seats)

    @property
    def mine(self) -> list[int]:
        """The seats of those who came by the same link."""
        if self.guest is None:
            return self.setting.here
        return [self.guest] if self.guest in self.setting.friends else []

    @property
    def names(self) -> list[str]:
        """The names of all players, for those who came by this link."""
        return self.setting.names_for(self.mine, decides=can_choose(self.game))

    @property
    def game(self) -> Game:
        """The game."""
        return self.match.game

    @property
    def turn(self) -> int:
        """The number of moves made."""
        return len(self.match.moves)

    @property
    def waits(self) -> bool:
        """Whether one of those who came by this link is to move."""
        return not self.match.is_over and self.match.seat in self.mine

    @property
    def waits_for_somebody(self) -> bool:
        """Whether a person is to move."""
        return not self.match.is_over and self.match.seat in self.setting.persons

    @property
    def viewer(self) -> int | None:
        """The seat from which the table is shown; None if those who look have none."""
        if len(self.mine) > 1 and not is_open(self.game) and self.looks is not None:
            return self.looks
        return self.next_person

    @property
    def next_person(self) -> int | None:
        """The seat of those who came by this link that is to move, or that moves next."""
        seat = self.match.seat
        return min(self.mine, key=lambda one: (one - seat) % len(self.setting.seats), default=None)

    @property
    def covered(self) -> bool:
        """Whether several people share the screen and the one to move has yet to look."""
        if len(self.mine) < 2 or is_open(self.game):
            return False
        return self.looks is None or (self.waits and self.looks != self.match.seat)

    @property
    def known_position(self) -> str | None:
        """The position as those may know it who see this table now; None if it cannot be told."""
        return known_position(self.match, None if self.covered else self.viewer)

    def look(self) -> None:
        """Show the table to the next person."""
        self.looks = self.next_person

    def svg(self, width: float, arrangement: int = 0) -> str:
        """The position as the viewer sees it, an onlooker, or, where none plays, any seat.

        The viewer's hand is in an order of the drawing's ARRANGEMENTS.
        """
        seat = self.viewer
        if seat is not None:
            seat = NamedSeat(seat, self.names)
        elif self.setting.persons:
            seat = NamedSeat(ONLOOKER, self.names)
        else:
            seat = WatchedSeat(self.match.seat, self.names)
        return seat_picture(self.match, seat, width, arrangement)

    @property
    def whole(self) -> str:
        """If only strategies play: the position with all hidden cards; "" if nothing is hidden."""
        shows = not self.setting.persons and not is_open(self.game)
        return self.match._repr_svg_() if shows else ""

    def check_turn(self) -> None:
        """Raise PlayoutError unless a person is to move and is looking."""
        if not self.waits:
            raise PlayoutError("it is not your turn")
        if self.covered:
            raise PlayoutError(f"{self.names[self.match.seat]} has to look first")

    def check_guest(self, action: str) -> None:
        """Raise PlayoutError for what those who came by this link may not do."""
        if action != "step" and not self.mine and self.guest is not None:
            raise PlayoutError("those who look on cannot do this")
        if action in ("undo", "redo", "goto") and self.setting.friends:
            raise PlayoutError("no move is taken back at a table with friends")

    def act(self, action: str, turn: int | None = None, move: str = "") -> bool:
        """Make a move, or do what a button of the page says.

        ``turn`` is the number of moves that the page showed.  False if the game has gone on since,
        so that a form that is sent twice makes one move.  PlayoutError if it is not allowed.
        """
        if action in ("move", "step") and turn not in (None, self.turn):
            return False
        if self.covered and action != "look":  # another person may be at the screen
            self.looks = None
        if action == "move":
            self.play(move)
        elif action == "goto":
            self.go_to(min(read_whole("turn", turn, 0, 10**9), MOST_MOVES))
        elif action in ("step", "undo", "redo", "look"):
            getattr(self, action)()
        else:
            raise Missing("there is no such page")
        return True

    def play(self, move: str) -> None:
        """Make a person's move; PlayoutError if it is not a person's turn, or not legal."""
        self.check_turn()
        self._room()
        make(self.match, move)
        self.undone.clear()

    def step(self) -> None:
        """Let a strategy move, or redo a move that was taken back."""
        if self.match.is_over:
            raise PlayoutError("the game is over")
        self._room()
        if self.undone:
            self.match.play(self.undone.pop())
        elif self.waits_for_somebody:
            name = self.names[self.match.seat]
            whose = "your" if name == YOU else f"{name}'s"
            raise PlayoutError(f"it is {whose} turn")
        else:
            self._let_play()

    def _let_play(self) -> None:
        """Let a strategy move; its error message shows nothing that is hidden."""
        seat = self.match.seat
        try:
            play_one(self.match)
        except PlayoutError as error:
            if is_open(self.game):
                raise
            raise PlayoutError(
                f"strategy '{brief(self.setting.seats[seat])}' on seat {nth(seat)} failed, so "
                f"this game cannot continue: {CHECK}"
            ) from error

    def _room(self) -> None:
        if self.turn >= MOST_MOVES:
            raise PlayoutError(f"a game can have at most {MOST_MOVES:,} moves here")

    def undo(self) -> None:
        """Take moves back to the last decision of a person; one move if only strategies play."""
        if not self.match.moves:
            raise PlayoutError("there is no move to undo")
        with self._noticed():
            self.undone.append(self.match.undo())
            while self.match.moves and self.setting.persons and not self.waits_for_somebody:
                self.undone.append(self.match.undo())

    @contextmanager
    def _noticed(self) -> Iterator[None]:
        """Mark the deal as seen if moves are taken back within this context that showed chance.

        The same chance comes again, as the seed has it, and the person to move knows it by then.
        """
        shown = {seat: self._shown(seat) for seat in self.setting.persons}
        movers = list(self.match.movers)
        yield
        seat = self.match.seat
        others = set() if is_open(self.game) else {*movers[self.turn :]} - {seat}
        if shown and (others or shown.get(seat, set()) - self._shown(seat)):
            self.setting = replace(self.setting, seen=True)

    def _shown(self, seat: int) -> set[str]:
        """How much chance was used, and which cards and places a seat sees."""
        chance = used_of(self.match.streams[DEAL]) if self.game.chance_in_play else 0
        picture = (
            ""
            if is_open(self.game)
            else seat_picture(self.match, NamedSeat(seat, self.names), WIDE)
        )
        return {str(chance), *re.findall('data-place="([^"]*)"', picture)}

    def redo(self) -> None:
        """Redo moves that were taken back, up to the next decision of a person."""
        if not self.undone:
            raise PlayoutError("there is no move to redo")
        self.step()
        while self.undone and self.setting.persons and not self.waits_for_somebody:
            self.step()

    def go_to(self, turn: int) -> None:
        """Go to the position after this many moves; strategies play on if need be.

        It stops at a decision of a person, or when it takes too long.
        """
        end = time.monotonic() + LONGEST
        with self._noticed():
            while self.turn > turn:
                self.undone.append(self.match.undo())
        while (
            time.monotonic() < end
            and self.turn < turn
            and not self.match.is_over
            and (self.undone or not self.waits_for_somebody)
        ):
            self.step()

    def say(self, seat: int, marks: Sequence[int] | None) -> None:
        """Set the marks that a person gives from now on; None: the usual ones."""
        if seat not in self.mine:
            raise PlayoutError(f"seat {nth(seat)} is not yours")
        if self.covered or seat != self.viewer:
            raise PlayoutError(f"seat {nth(seat)} has to look first")
        self.match.say(seat, marks)
        if marks is None:
            self.marks.pop(seat, None)
        else:
            self.marks[seat] = list(marks)

    def moves(self) -> list[tuple[str, tuple[str, ...]]]:
        """The legal moves as text, each with the places of the picture to touch for it."""
        return [
            (self.match.format_move(move), places_of(self.game, move))
            for move in self.match.legal_moves()
        ]

    def why(self, places: Sequence[str]) -> str:
        """Why no move can be made by touching these places, in a sentence.

        PlayoutError unless a person is to move: nothing is said about other hands.
        """
        self.check_turn()
        wanted = Counter(places)
        actions = getattr(self.game.encoding, "actions", lambda rules: ())(self.match.rules)
        named = {move: places_of(self.game, move) for move in map(int, actions)}
        meant = [move for move, own in named.items() if wanted <= Counter(own)]
        exact = [move for move in meant if len(named[move]) == len(places)]
        counts = Counter(filter(None, map(self.match.why_illegal, exact or meant)))
        reasons = list(counts)
        if len(reasons) > MOST_REASONS:  # what is true of several moves, as "train 1 is closed"
            reasons = [reason for reason, times in counts.items() if times > 1]
        if 0 < len(reasons) <= MOST_REASONS:
            return "; ".join(reasons)
        return f"That is not possible now. {self.to_do()}".rstrip()

    def to_do(self) -> str:
        """What the person to move can do, in a sentence, if the game tells it."""
        told, match = getattr(self.game.drawing, "to_do", None), self.match
        if told is None or not self.waits:
            return ""
        return str(told(match.state, match.record, match.seat))

    def written(self) -> Setting:
        """The setting of this table, with its moves."""
        moves = tuple(self.match.format_move(move) for move in self.match.moves)
        return replace(self.setting, moves=moves)


def guest_key(key: str, seat: int) -> str:
    """The key of a table for a guest, from which its own key cannot be found."""
    return urlsafe_b64encode(sha256(f"{key} {seat}".encode()).digest())[:16].decode()


def guest_keys(key: str, seats: Sequence[str]) -> dict[int, str]:
    """The keys of a table for all its guests: the seat of each friend, and ONLOOKER."""
    friends = (seat for seat, who in enumerate(seats) if who == FRIEND)
    return {seat: guest_key(key, seat) for seat in [*friends, ONLOOKER]}


class Replayed(Steady):
    """A match that repeats the moves of another game, whatever its strategies would play."""

    rest: Iterator[int] = iter(())

    def step(self) -> int:
        """Make the next move of that game."""
        move = next(self.rest)
        self.play(move)
        return move


def recorded(setting: Setting, match: Match) -> dict[str, Any]:
    """A game that is over as plain values, for a file that `playout review` reads."""
    return {
        **game_data(match),
        "players": [] if setting.persons else list(setting.seats),
        "names": setting.names_for(setting.persons),
        "seen": setting.seen,
    }


def transcript_of(table: Table) -> str:
    """A game that is over as text, with all hands."""
    match = seated(replace(table.setting, moves=()), kind=Replayed)
    assert isinstance(match, Replayed)
    match.rest = iter(table.match.moves)
    return f"{match.transcript()}\n"


def widths(draw: Callable[[float], str]) -> list[str]:
    """A picture for a desk, and one for a phone if it differs."""
    return list(dict.fromkeys(map(draw, (WIDE, NARROW))))
