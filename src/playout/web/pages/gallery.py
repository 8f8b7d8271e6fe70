"""The gallery: the studies that ship with Playout with their answers, and tournaments."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief, read_count
from playout.engine.words.spelling import as_typed
from playout.lists import study_files
from playout.web.forms import KINDS
from playout.web.pages.questions import asked, begin
from playout.web.pages.templates import page, person_of, remembered
from playout.web.store.runs import study_named
from playout.web.store.server_state import Server

GAMES = 1_000  # of each row, if a study does not say how many are few
FEW = {
    **dict.fromkeys(["the-game-search", "the-game-mistakes", "hex-scaling", "hex-compound"], 20),
    "klondike-wins": 100,
    **dict.fromkeys(["hex-map", "blackjack-rules"], 1_000_000),
}
"""Games of studies of which each game takes long; boards of a map."""
MOST_GAMES = 1_000_000  # of each row
TOURNAMENT = 2_000  # games of a tournament

ANSWERS = Path(__file__).parents[1] / "answers.json"

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Answered:
    """A study with the answer that comes with Playout (tests/web_pictures.py writes it)."""

    name: str
    study: Any
    games: int  # of each row, that were played for the answer
    sentence: str

    @property
    def first(self) -> str:
        """The first sentence of the answer that says what was found."""
        every = re.split(r"(?<=[.;]) ", self.sentence)
        first = next((one for one in every if "too few" not in one), every[0])
        return first.rstrip(".;") + "."


@cache
def _answers() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(ANSWERS.read_text(encoding="utf-8"))
    return found


def answered(name: str) -> Answered:
    """The study of this name; PlayoutError if there is none."""
    if name not in study_files():
        raise PlayoutError(f"there is no study '{brief(name)}': {suggest(name, study_files())}")
    return Answered(name, study_named(name), **_answers()[name])


@router.get("/gallery")
def gallery(request: Request, server: Server) -> Response:
    """All studies with their answers, and a tournament of each game, by game."""
    games: dict[str, list[Answered]] = {name: [] for name in server.settings.games}
    for one in sorted(map(answered, study_files()), key=lambda one: one.study.main is None):
        games[game_of(one.study)].append(one)
    fits = KINDS["tournament"].suits
    contests = [
        name for name, game in server.settings.games.items() if fits(game) and not game.cooperative
    ]
    shown = [
        (name, server.settings.games[name].title, studies)
        for name, studies in games.items()
        if studies or name in contests
    ]
    answer = page("gallery.html", games=shown, contests=contests, contest_games=TOURNAMENT)
    return remembered(request, answer)


@router.get("/gallery/{name}")
def study_page(request: Request, server: Server, name: str) -> Response:
    """The question of a study with its answer, the form to ask it again, and own runs of it."""
    one = answered(name)
    runs = [run for run in server.runs.of(person_of(request)) if run.study == name]
    game = game_of(one.study)
    title = server.settings.game(game).title
    shown = page("answered.html", one=one, game=game, title=title, few=few(name), runs=runs)
    return remembered(request, shown)


def few(name: str) -> int:
    """The number of games of each row with which a study gives a first answer soon."""
    return FEW.get(name) or study_named(name).main or GAMES


def game_of(study: Any) -> str:
    """The name of the game of a study."""
    return str(getattr(study, "game", "hex"))


@router.post("/gallery/{name}")
def ask(
    request: Request, server: Server, name: str, games: Annotated[str, Form()] = ""
) -> Response:
    """Begin a run of a study."""
    study = answered(name).study
    number = read_count(games) if games.strip() else few(name)
    if number > MOST_GAMES:
        given = as_typed("games", f"{number:,}")
        raise PlayoutError(f"{given}: at most {MOST_GAMES:,} are allowed here")
    job = next(study.changed(number, None).steps())[1]
    game = server.settings.game(game_of(study)).title
    title = study.title if game in study.title else f"{game}: {study.title}"
    return begin(request, server, job, title, {}, study=name, games=number)


@router.post("/gallery/tournament/{game}")
def contest(request: Request, server: Server, game: str) -> Response:
    """Let all fast strategies of a game play each other."""
    fields = {"game": [game], "kind": ["tournament"], "games": [str(TOURNAMENT)], "seed": ["1"]}
    return asked(request, server, fields)
