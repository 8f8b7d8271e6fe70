"""The gallery: the studies that ship with Playout, and a tournament of each game."""

from __future__ import annotations

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
from playout.web.store.runs import Run, study_named
from playout.web.store.server_state import Server, ServerState

GAMES = 1_000  # of each row, if a study does not say how many are few
FEW = {
    **dict.fromkeys(["the-game-search", "the-game-mistakes", "hex-scaling", "hex-compound"], 20),
    "hex-map": 1_000_000,
}
"""Games of studies of which each game takes long; boards of a map."""
MOST_GAMES = 1_000_000  # of each row
TOURNAMENT = 2_000  # games of a tournament

router = APIRouter(include_in_schema=False)


@router.get("/gallery")
def gallery(request: Request, server: Server) -> Response:
    """All studies, with the runs of this visitor, and a tournament of each game."""
    mine: dict[str, list[Run]] = {}
    for run in server.runs.of(person_of(request)):
        mine.setdefault(run.study, []).append(run)
    games: dict[str, list[dict[str, Any]]] = {}
    for name in study_files():
        study = study_named(name)
        entry = {"name": name, "study": study, "games": few(name), "runs": mine.get(name, [])}
        games.setdefault(_title(server, study), []).append(entry)
    fits = KINDS["tournament"].suits
    contests = {n: game for n, game in server.settings.games.items() if fits(game)}
    answer = page("gallery.html", games=games, contests=contests, contest_games=TOURNAMENT)
    return remembered(request, answer)


def few(name: str) -> int:
    """The number of games of each row with which a study gives a first answer soon."""
    return FEW.get(name) or study_named(name).main or GAMES


def _title(server: ServerState, study: Any) -> str:
    return server.settings.game(getattr(study, "game", "hex")).title


@router.post("/gallery/{name}")
def ask(
    request: Request, server: Server, name: str, games: Annotated[str, Form()] = ""
) -> Response:
    """Begin a run of a study."""
    if name not in study_files():
        raise PlayoutError(f"there is no study '{brief(name)}': {suggest(name, study_files())}")
    number = read_count(games) if games.strip() else few(name)
    if number > MOST_GAMES:
        given = as_typed("games", f"{number:,}")
        raise PlayoutError(f"{given}: at most {MOST_GAMES:,} are allowed here")
    study = study_named(name)
    job = next(study.changed(number, None).steps())[1]
    game = _title(server, study)
    title = study.title if game in study.title else f"{game}: {study.title}"
    return begin(request, server, job, title, {}, study=name, games=number)


@router.post("/gallery/tournament/{game}")
def contest(request: Request, server: Server, game: str) -> Response:
    """Let all fast strategies of a game play each other."""
    fields = {"game": [game], "kind": ["tournament"], "games": [str(TOURNAMENT)], "seed": ["1"]}
    return asked(request, server, fields)
