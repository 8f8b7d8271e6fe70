"""The settings of a server: its games, strategies, folder and limits."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playout.engine.find.games import find_game, game_names
from playout.engine.game.game import Game
from playout.engine.game.options import Option
from playout.engine.who.references import listed_strategies
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, real_or_nan
from playout.engine.words.resources import why_unwritten
from playout.engine.words.spelling import as_typed
from playout.runner.foreign_code import code_of_others
from playout.runner.jobs import Job

FIRST = ("the-game", "hex", "mexican-train")  # games on the first page
HERE = ("127.0.0.1", "localhost", "::1")  # names by which only this machine can reach it
PERSON = "person"  # at the screen of who set the table up: who sits on a seat, if no strategy does
FRIEND = "friend"  # a person who comes by the link of the seat
PEOPLE = (PERSON, FRIEND)
MOST_PARAMETER = 10_000  # of a strategy, as the worlds of a search: no move can be interrupted
MOST_VALUE = 40  # characters of a parameter's value
_VALUE = re.compile(rf"[-+.e0-9]{{1,{MOST_VALUE}}}")  # of a parameter: a number


class Missing(PlayoutError):
    """There is nothing at this address, or no longer."""


@contextmanager
def written_here() -> Iterator[None]:
    """Turn an error of writing to the folder into a PlayoutError."""
    try:
        yield
    except OSError as error:
        why = why_unwritten(error)
        raise PlayoutError(f"this server cannot write to its folder: {why}") from error


@dataclass(frozen=True)
class Settings:
    """The settings given when the server was started; a browser cannot change them."""

    folder: Path  # where tables and runs are kept
    files: Sequence[str] = ()  # games of users, as "mine.py"; their strategies come with them
    strategies: Mapping[str, Sequence[str]] = field(default_factory=dict)  # game -> "mine.py:bold"
    token: str = ""  # without it nobody gets in; "": this machine alone can reach it
    hosts: Sequence[str] = HERE  # names that it goes by; "*": any

    @cached_property
    def games(self) -> dict[str, Game]:
        """All games that can be played here, by name."""
        others = [name for name in game_names() if name not in FIRST]
        return {name: find_game(name) for name in [*FIRST, *others, *self.files]}

    def game(self, name: str) -> Game:
        """The game with this name; PlayoutError if this server does not have it."""
        if name not in self.games:
            raise PlayoutError(f"there is no game '{brief(name)}': {suggest(name, self.games)}")
        return self.games[name]

    def name_of(self, game: Game) -> str:
        """The name of a game of a saved run here; PlayoutError if this server has it no longer."""
        for name, one in self.games.items():
            if one.name == game.name:
                return name
        raise PlayoutError(f"{game.title} is no longer on this server")

    def players(self, game: Game) -> list[str]:
        """The strategies that can take a seat."""
        own = [one.name for one in listed_strategies(game)]
        return [*own, *self.strategies.get(game.name, ())]

    def player(self, game: Game, reference: str) -> str:
        """The same reference, if it is a strategy of `players` with numbers as parameters.

        PlayoutError for any other, so that no text of a browser names a file.
        """
        known = self.players(game)
        name = max(
            (one for one in known if f"{reference}:".startswith(f"{one}:")), key=len, default=""
        )
        if not name:
            near = suggest(reference, known)
            raise PlayoutError(f"{game.name} has no strategy '{brief(reference)}' here: {near}")
        for setting in reference.removeprefix(name).split(":")[1:]:
            key, _, value = setting.partition("=")
            if not (value in known if key == "blueprint" else _VALUE.fullmatch(value)):
                raise PlayoutError(f"strategy '{brief(reference)}': {brief(key)} needs a number")
            if key != "blueprint" and abs(real_or_nan(value)) > MOST_PARAMETER:
                most = f"a parameter can be at most {MOST_PARAMETER:,} here"
                raise PlayoutError(f"strategy '{brief(reference)}': {most}")
        return reference

    def check_job(self, job: Job[Any]) -> None:
        """PlayoutError if playing a job runs code that was not named when the server was started.

        ``job`` is one to view, so that nothing of it has run.  A file in the folder may be a
        stranger's, and looking at its page is enough to play it.
        """
        self.name_of(job.game)
        named = [*self.files, *(one for own in self.strategies.values() for one in own)]
        for code in code_of_others(job):
            if not code.is_package and not code.is_one_of(named):
                raise PlayoutError(
                    f"'{brief(code.name)}' was not named when this server was started, so it is "
                    "not run; start playout web with --game or --strategy to allow it"
                )

    def game_at_fault(self, error: BaseException) -> str:
        """The name of the user's game in whose file an error was raised; "" if it is in none."""
        places = {frame.filename for frame in traceback.extract_tb(error.__traceback__)}
        own = (name for name, game in self.games.items() if {str(game.source)} & places)
        return next((name for name in own if name in self.files), "")

    def options(self, game: Game, texts: Mapping[str, str]) -> dict[str, str]:
        """The rule options that are filled in.

        PlayoutError for an option that the game does not have, and for a text that may name a file.
        """
        options = {name: text for name, text in texts.items() if text.strip()}
        for name, text in options.items():
            option = game.option(name)
            if option.text is not None and text not in words_of(option):
                raise PlayoutError(f"{as_typed(name, text)}: {suggest(text, words_of(option))}")
        return options


def words_of(option: Option) -> list[str]:
    """The words that an option can be, except names of files; [] if it is a number."""
    if option.text is not None:
        words = [word for word in option.text.allowed.split("|") if word == word.lower()]
        return words or [str(option.default)]
    return list(option.choices)
