"""The setting with which a table begins: as the form or a link has it, and as it is saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from playout.engine.game.drawings import YOU
from playout.engine.game.game import Game
from playout.engine.who.opponents import opponent
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief, read_seed
from playout.report.words import capitalised
from playout.web.settings import FRIEND, PEOPLE, PERSON, Settings

MOST_NAME = 16  # letters of the name of a player


@dataclass(frozen=True)
class Setting:
    """The setting with which a table begins: a link with all of it makes the table again."""

    game: str
    options: dict[str, Any]  # of the rules, with the players
    seats: tuple[str, ...]  # a strategy, PERSON or FRIEND
    seed: int | None  # None: a fresh one is drawn
    number: int = 0  # of the game
    position: str | None = None  # in which it begins, if it is not dealt
    moves: tuple[str, ...] = ()  # that were made before, as they are written
    solution: str = ""  # the page that tells what was best there, of a decision that is tried again
    next: str = ""  # the key of the table at which the same players go on
    review: str = ""  # the key of its review
    seen: bool = False  # whether a person may know what comes: it was played before, or taken back
    names: tuple[str, ...] = ()  # by seat, as typed; "": a person without a name, or a strategy

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, who in enumerate(self.seats) if who in PEOPLE]

    @property
    def here(self) -> list[int]:
        """The seats of the people at the screen of who set the table up."""
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]

    @property
    def friends(self) -> list[int]:
        """The seats of people who come by links."""
        return [seat for seat, who in enumerate(self.seats) if who == FRIEND]

    def names_for(self, viewer: Sequence[int], *, decides: bool = True) -> list[str]:
        """The names of all players, for the people who have the seats ``viewer``.

        A person without a name is "you" to herself, and "player 2" to others; a computer player is
        called by its strategy, as "Careful", or "Computer" if the game has nothing to decide.  Two
        of the same name are numbered, but for numbers that make the name of another one.
        """
        names = [self._name(seat, viewer, decides) for seat in range(len(self.seats))]
        same = Counter(map(str.lower, names))
        numbers = {name: count(1) for name in same}
        for seat, name in enumerate(names):
            if same[name.lower()] > 1:
                numbered = (f"{name} {number}" for number in numbers[name.lower()])
                names[seat] = next(one for one in numbered if one.lower() not in same)
        return names

    def _name(self, seat: int, viewer: Sequence[int], decides: bool) -> str:
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        if self.seats[seat] in PEOPLE:
            return YOU if list(viewer) == [seat] else f"player {nth(seat)}"
        if not decides:
            return "Computer"
        file, _, rest = self.seats[seat].rpartition(".py:")
        return capitalised((rest if file else self.seats[seat]).partition(":")[0])


def setting_of(
    settings: Settings,
    texts: Mapping[str, str],
    seats: Sequence[str],
    names: Sequence[str] = (),
) -> Setting:
    """The setting in a form or a link; PlayoutError for what is not allowed."""
    name = texts.get("game", "")
    game = settings.game(name)
    options = {key[5:]: value for key, value in texts.items() if key.startswith("rule.")}
    rules = game.with_options(settings.options(game, options))
    everybody = seats_of(game, int(rules["players"]), seats)
    for seat in everybody:
        if seat not in PEOPLE:
            settings.player(game, seat)
    typed = [*map(read_name, names), *[""] * len(everybody)]
    called = [name * (who in PEOPLE) for name, who in zip(typed, everybody, strict=False)]
    seed = texts.get("seed", "").strip()
    return Setting(
        name,
        dict(rules.needed_options()),
        tuple(everybody),
        read_seed(seed) if seed else None,
        read_seed(texts.get("number", "").strip() or 0, "number"),
        texts.get("position", "").strip() or None,
        tuple(move.strip() for move in texts.get("moves", "").split("|") if move.strip()),
        names=tuple(called) if any(called) else (),
    )


def read_name(text: str) -> str:
    """The name of a player as it was typed; PlayoutError for one that is not allowed.

    "" for no name, and for "you", which is the name of those who have none.
    """
    name = " ".join(text.split())
    if len(name) > MOST_NAME:
        raise PlayoutError(f"name '{brief(name)}': a name can have at most {MOST_NAME} letters")
    if not name.isprintable() or set(name) & set('<>&"\\'):
        raise PlayoutError(
            f"name '{brief(name)}': use letters, digits and spaces, as in 'Ann' or 'Ben 2'"
        )
    return "" if name.lower() == YOU else name


def seats_of(game: Game, players: int, chosen: Sequence[str]) -> list[str]:
    """Return the player of each seat: as chosen, else one person and good opponents."""
    return [*chosen, *seats_against(game, players)[len(chosen) :]][:players]


def seats_against(game: Game, players: int, strength: str = "good") -> list[str]:
    """Return the seats of one person who plays against, or with, opponents of a strength."""
    return [PERSON, *[opponent(game, strength, players)] * (players - 1)]
