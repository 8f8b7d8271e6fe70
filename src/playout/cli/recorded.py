"""The files of recorded games that a review is about, in place of a game or beside it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from playout.cli.commands import FILES
from playout.engine.words.errors import PlayoutError
from playout.questions.judging_tables import REVIEW

if TYPE_CHECKING:
    from playout.questions.review.recorded import Recorded

CHOOSE = ("reviewer", "measure", "worlds", "seat")  # parameters that files leave open


def recorded_games(context: typer.Context, words: Mapping[str, Any]) -> list[Recorded]:
    """The games in the files that a command names; none if it names a game alone."""
    from playout.engine.find.games import game_names
    from playout.questions.review.recorded import games_in

    files, game = list(context.meta.get(FILES, ())), words["game"]
    first = Path(game)
    if first.suffix not in ("", ".py") and not first.exists():
        raise PlayoutError(f"{first}: there is no such file")
    if game not in game_names() and first.suffix != ".py" and first.is_file():
        files, game = [game, *files], None
    if not files:
        return []
    games = [one for file in files for one in games_in(file, game)]
    given = [one.option for one in REVIEW.asked if _is_given(one.name, words)]
    given += [word.partition("=")[0] for word in context.args]
    if games[1:] and words["seat"] is not None:
        given.append(REVIEW["seat"].option)
    if given:
        raise PlayoutError(
            f"{given[0]}: the files already contain the players, the rules and the games; leave it "
            "out"
        )
    return games


def _is_given(name: str, words: Mapping[str, Any]) -> bool:
    """Whether an option has another value than its default, and files say the same."""
    return name not in CHOOSE and words[name] not in (None, [], (), REVIEW[name].default)
