"""The pages on which questions are asked: choose a game, a question, and what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from playout.engine.game.game import Game
from playout.engine.who.references import listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.engine.worlds.search import blueprint_of, can_search
from playout.web.forms import KINDS, Fields, job_of, kinds_of, measures_of, title_of, usual_players
from playout.web.pages.templates import page, to
from playout.web.settings import words_of
from playout.web.store.persons import person_of, remembered
from playout.web.store.rooms import Rooms
from playout.web.store.runs import Run

MOST_KEPT = 200  # fields of a form that are kept to ask again, and characters of each
MOST_TEXT = 4_000

router = APIRouter(include_in_schema=False)


@router.get("/ask")
def asking(request: Request) -> Response:
    """The form of a question; what a link says is filled in.  Without a game: all of them."""
    rooms, fields = Rooms.of(request), fields_of(request.query_params.multi_items())
    if not first(fields, "game"):
        person = person_of(request)
        answer = page(
            "ask.html",
            games=rooms.settings.games,
            runs=[(run, rooms.runs.is_playing(run)) for run in rooms.runs.of(person)],
        )
        return remembered(request, answer)
    return page("ask_game.html", **form(rooms, _two_sides(rooms, fields)))


def _two_sides(rooms: Rooms, fields: Fields) -> Fields:
    """The same, with two strategies to begin with where two sides are compared."""
    game = rooms.settings.game(first(fields, "game"))
    others = [one for one in usual_players(rooms.settings, game) if one != game.default_strategy]
    if first(fields, "kind") != "compare" or "a" in fields or "b" in fields or not others:
        return fields
    return {**fields, "a": [others[0]], "b": [game.default_strategy]}


@router.post("/ask")
async def ask(request: Request) -> Response:
    """Begin a run, or say what is wrong beside what was filled in."""
    rooms = Rooms.of(request)
    fields = fields_of((await request.form()).multi_items())
    return await run_in_threadpool(asked, request, rooms, fields)


def asked(request: Request, rooms: Rooms, fields: Fields) -> Response:
    """Begin what a form asks for, and go there."""
    try:
        job = job_of(rooms.settings, fields)
        run = begun(request, rooms, job, title_of(job), fields)
    except PlayoutError as error:
        rooms.settings.game(first(fields, "game"))  # without a game there is no form
        return page("ask_game.html", 400, **form(rooms, fields, str(error)))
    return remembered(request, to(request, f"/run/{run.key}"))


def begun(request: Request, rooms: Rooms, job: Any, title: str, fields: Fields, **more: Any) -> Run:
    """A new run of whoever has sent a request; ``fields`` are what was filled in."""
    kept = [(name, text) for name, texts in fields.items() for text in texts if text.strip()]
    if len(kept) > MOST_KEPT or any(len(text) > MOST_TEXT for pair in kept for text in pair):
        raise PlayoutError("this form has more in it than can be kept")
    person, game = person_of(request), job.game.name
    run = Run("", title, job.kind, game, person, asked=tuple(kept), **more)
    return rooms.runs.begin(job, run)


def fields_of(pairs: Iterable[tuple[str, Any]]) -> Fields:
    """The texts of fields by their names; files are nothing that is asked for."""
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        if isinstance(value, str):
            fields.setdefault(name, []).append(value)
    return fields


def first(fields: Fields, name: str) -> str:
    """The text of a field, or of the first of several."""
    return next(iter(fields.get(name, ())), "")


# ------------------------------------------------------------------ the form


def form(rooms: Rooms, fields: Fields, wrong: str = "") -> dict[str, Any]:
    """What the page of a form shows, with what was filled in, and what was wrong with it."""
    name = first(fields, "game")
    game = rooms.settings.game(name)
    kinds = kinds_of(rooms.settings, game)
    chosen = first(fields, "kind")
    kind = KINDS[chosen if chosen in {kind.name for kind in kinds} else "run"]
    players = rooms.settings.players(game)
    return {
        "name": name,
        "game": game,
        "kinds": kinds,
        "kind": kind,
        "wrong": wrong,
        "fields": fields,
        "first": lambda field: first(fields, field),
        "players": players,
        "usual": usual_players(rooms.settings, game),
        "known": listed_strategies(game),
        "blueprint": blueprint_of(game) if can_search(game) else "",
        "measures": measures_of(game, kind.name),
        "options": _options(game),
        "used": {prefix: _is_used(fields, prefix) for prefix in ("rule", "a", "b")},
    }


def _options(game: Game) -> Sequence[tuple[Any, list[str]]]:
    """The rule options, the players first, each with the words that it can have."""
    options = sorted(game.options, key=lambda option: option.name != "players")
    return [(option, words_of(option)) for option in options]


def _is_used(fields: Mapping[str, Sequence[str]], prefix: str) -> bool:
    """Whether a rule besides the players is filled in."""
    return any(
        name.startswith(f"{prefix}.") and name != "rule.players" and any(map(str.strip, texts))
        for name, texts in fields.items()
    )
