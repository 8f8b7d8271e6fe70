"""The pages that ask questions: choose a game, a question, and its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from playout.engine.game.game import Game, Policy
from playout.engine.who.references import listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.engine.worlds.search import blueprint_of, can_search
from playout.questions.parameter_tables import ALL
from playout.questions.solving import BEST
from playout.web.blanks import NUMBER, Sentence, grouped, said, sentences
from playout.web.forms import (
    BOARDS,
    EXACT,
    KINDS,
    Fields,
    exact_question,
    job_of,
    kept_of,
    kinds_of,
    measures_of,
    title_of,
    usual_players,
)
from playout.web.glossary import glossary
from playout.web.labels import hint, label
from playout.web.pages.templates import page, person_of, remembered, to
from playout.web.settings import Settings, words_of
from playout.web.store.runs import Run
from playout.web.store.server_state import Server, ServerState

MOST_KEPT = 200  # fields of a form that are kept to ask again, and characters of each
MOST_TEXT = 4_000
SHOWN = 2  # questions of a game in the list of games


def fields_of(pairs: Iterable[tuple[str, Any]]) -> Fields:
    """The texts of a form by the names of its fields, without files."""
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        if isinstance(value, str):
            fields.setdefault(name, []).append(value)
    return fields


async def _form_fields(request: Request) -> Fields:
    return fields_of((await request.form()).multi_items())


def _query_fields(request: Request) -> Fields:
    return fields_of(request.query_params.multi_items())


FormFields = Annotated[Fields, Depends(_form_fields)]
"""Annotates the argument of a route that gets the fields of the form that was sent."""
LinkFields = Annotated[Fields, Depends(_query_fields)]
"""Annotates the argument of a route that gets the fields of a form as the link has them."""

router = APIRouter(include_in_schema=False)


@router.get("/ask")
def asking(request: Request, server: Server, fields: LinkFields) -> Response:
    """The games; the questions about one in words; the form of a question, as the link fills it."""
    name = first(fields, "game")
    if not name:
        return remembered(request, _games(request, server))
    if set(fields) == {"game"} or (NUMBER in fields and "kind" not in fields):
        return page("ask_words.html", **_in_words(server, name, kept_of(fields)))
    return page("ask_game.html", **form(server, _two_sides(server, fields)))


@router.get("/glossary")
def words() -> Response:
    """What the words of answers mean."""
    return page("glossary.html", words=glossary())


def _games(request: Request, server: ServerState) -> Response:
    """All games, each with its first questions, and the runs of a visitor."""
    settings, own = server.settings, server.runs.of(person_of(request))
    return page(
        "ask.html",
        games=settings.games,
        asked={name: _first(settings, game) for name, game in settings.games.items()},
        runs=[(run, server.runs.is_playing(run)) for run in own if run.kind != "review"],
    )


def _first(settings: Settings, game: Game) -> list[tuple[int, Sentence]]:
    """The first questions about a game, of different kinds, with their numbers."""
    return [below[0] for below in grouped(sentences(settings, game)).values()][:SHOWN]


def _in_words(server: ServerState, name: str, kept: dict[str, str]) -> dict[str, Any]:
    """The values for the page with the questions about a game in words."""
    game = server.settings.game(name)
    return {
        "name": name,
        "game": game,
        "groups": grouped(sentences(server.settings, game, kept)),
        "known": listed_strategies(game),
        "boards": BOARDS,
    }


def _two_sides(server: ServerState, fields: Fields) -> Fields:
    """The same fields, with two strategies to begin with if two sides are compared."""
    game = server.settings.game(first(fields, "game"))
    others = [one for one in usual_players(server.settings, game) if one != game.default_strategy]
    is_told = any(name.partition(".")[0] in ("a", "b") for name in fields)  # rules of a side too
    if first(fields, "kind") != "compare" or is_told or not others:
        return fields
    return {**fields, "a": [others[0]], "b": [game.default_strategy]}


@router.post("/ask")
def ask(request: Request, server: Server, fields: FormFields) -> Response:
    """Begin a run, or show the form again with what is wrong."""
    return asked(request, server, fields)


def asked(request: Request, server: ServerState, fields: Fields) -> Response:
    """Begin the run that a form asks for, and go to its page."""
    try:
        if first(fields, "kind") in EXACT:
            exact_question(server.settings, fields)
            filled = {name: texts for name, texts in fields.items() if any(map(str.strip, texts))}
            return to(request, "/exact", **filled)
        job = job_of(server.settings, fields)
        words = said(server.settings, job.game, fields)
        title = f"{job.game.title}: {words}" if words else title_of(job)
        return begin(request, server, job, title, fields)
    except PlayoutError as error:
        server.settings.game(first(fields, "game"))  # without a game there is no form
        return page("ask_game.html", 400, **form(server, fields, str(error)))


def begin(
    request: Request, server: ServerState, job: Any, title: str, fields: Fields, **more: Any
) -> Response:
    """Begin a run of the visitor; ``fields`` is the form, to ask again with changes."""
    pairs = [(name, text) for name, texts in fields.items() for text in texts if text.strip()]
    if len(pairs) > MOST_KEPT or any(len(text) > MOST_TEXT for pair in pairs for text in pair):
        raise PlayoutError("this form is too long to save: fill in less")
    person, game = person_of(request), job.game.name
    run = Run("", title, job.kind, game, person, asked=tuple(pairs), **more)
    return remembered(request, to(request, f"/run/{server.runs.begin(job, run).key}"))


def first(fields: Fields, name: str) -> str:
    """The (first) text of a field."""
    return next(iter(fields.get(name, ())), "")


# ------------------------------------------------------------------ the form


def form(server: ServerState, fields: Fields, wrong: str = "") -> dict[str, Any]:
    """The values for the template of a form, filled in; ``wrong`` says what is wrong."""
    name = first(fields, "game")
    game = server.settings.game(name)
    others = [one for one in (*EXACT.values(), *BOARDS.values()) if one.suits(game)]
    kinds = [*kinds_of(server.settings, game), *others]
    chosen = first(fields, "kind")
    kind = {**KINDS, **EXACT}[chosen if chosen in {kind.name for kind in kinds} else "run"]
    players = server.settings.players(game)
    shown = [one for one in ALL[kind.name].asked if one.form]
    shown = [one for one in shown if one.name != "against" or not game.cooperative]
    shown = [one for one in shown if kind.name != "run" or one.name != "by" or game.counts_seats]
    return {
        "name": name,
        "game": game,
        "kinds": kinds,
        "boards": BOARDS,
        "kind": kind,
        "wrong": wrong,
        "fields": fields,
        "first": lambda field: first(fields, field),
        "label": lambda field: label(kind.name, field),
        "hint": hint,
        "asked": {one.name: one for one in shown},
        "placeholders": _placeholders(game, kind.name),
        "players_first": [one for one in shown if one.strategies],
        "others": [one for one in shown if not one.strategies],
        "players": players,
        "usual": usual_players(server.settings, game),
        "known": listed_strategies(game),
        "measures": measures_of(game, kind.name),
        "options": _options(game),
        "used": {prefix: _is_used(fields, prefix) for prefix in ("rule", "a", "b")},
    }


def _placeholders(game: Game, kind: str) -> dict[str, str]:
    """What stands in empty fields whose default depends on the game."""
    policy = game.policy or Policy()
    return {
        "strategy": BEST if kind in EXACT else game.default_strategy,
        "against": game.default_strategy,
        "reviewer": blueprint_of(game) if can_search(game) else "",
        "seat": "all",
        "down": policy.down or "automatic",
        "across": policy.across or "automatic",
        "threshold": policy.threshold or "automatic",
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
