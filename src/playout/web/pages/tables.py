"""The pages of tables: set one up, play, watch, take back, ask for advice."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import quote, unquote

import anyio
from fastapi import APIRouter, Form, Query, Request
from sse_starlette import EventSourceResponse
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from playout.engine.game.game import Game
from playout.engine.match.move_texts import COUNTED_FROM, move_texts
from playout.engine.native.jit import now_compiling
from playout.engine.who.opponents import able, opponents, table_players
from playout.engine.who.references import listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_whole
from playout.engine.worlds.search import can_search
from playout.questions.judged import simulated
from playout.questions.odds import Answer as Odds
from playout.questions.odds import Job as OddsJob
from playout.questions.odds import ask as ask_odds
from playout.report.answer import Answer
from playout.report.words import capitalised
from playout.runner.jobs import Job
from playout.web.fragments import interval_bar
from playout.web.pages import maps
from playout.web.pages.going import remember
from playout.web.pages.home import line_of
from playout.web.pages.questions import FormFields
from playout.web.pages.table_view import table_values
from playout.web.pages.templates import YEAR, download, event, is_part, page, rendered, to
from playout.web.settings import FRIEND, HERE, PERSON
from playout.web.settings import words_of as words_of_option
from playout.web.store.computations import CLOSING, LOOK, Computation, Shown, news
from playout.web.store.matches import seated
from playout.web.store.server_state import Server, ServerState
from playout.web.store.setting import Setting, seats_against, seats_of, setting_of
from playout.web.store.table_files import NotReady
from playout.web.store.tables import Table, recorded, transcript_of

BUDGETS = (50, 400, 1600)  # worlds of a search, for the list of who can sit on a seat
ODDS = 4_000  # worlds, at most
ORDER = "playout_order"  # the cookie that has the order of the own hand
BEHIND = "The game has moved on in the meantime, so this move was not made."

router = APIRouter(include_in_schema=False)


# ------------------------------------------------------------------ setting up


@router.get("/play")
def setting_up(request: Request, server: Server, game: str) -> Response:
    """The form that sets up a table, filled in from the link."""
    found, query = server.settings.game(game), request.query_params
    moves = move_texts(found, query.get("moves", "").split("|"), old=COUNTED_FROM not in query)
    given = {name.removeprefix("rule."): value for name, value in query.items()}
    players = _players(found, given.get("players"))
    return page(
        "seats.html" if is_part(request) else "setup.html",
        game=found,
        name=game,
        line=line_of(found),
        options=[(one, words_of_option(one)) for one in found.options if one.name != "players"],
        players=players,
        given=given,
        ruled=any(name.startswith("rule.") and name != "rule.players" for name in query),
        seats=seats_of(found, players, query.getlist("seat")),
        names=[*query.getlist("name"), *[""] * players][:players],
        choices=_choices(found, players),
        others=_others(server, found, players),
        moves="|".join(moves),
    )


def _players(game: Game, text: str | None) -> int:
    """How many sit at the table, before the rules are complete."""
    option = game.option("players")
    if text and text.isdecimal() and len(text) < 6 and option.low <= int(text) <= option.high:
        return int(text)
    return table_players(game)


def _choices(game: Game, players: int) -> list[tuple[str, str]]:
    """Return who can sit on a seat: the value in the form, and the name in the list."""
    people = [(PERSON, "a person here"), (FRIEND, "a friend, by a link")]
    return people + [
        (who, f"{capitalised(who)} ({one})") for one, who in opponents(game, players).items()
    ]


def _others(server: ServerState, game: Game, players: int) -> list[tuple[str, str]]:
    """Return the strategies that can sit on a seat as well, in the same way."""
    others, known = list[tuple[str, str]](), opponents(game, players).values()
    for name in able(game, players, server.settings.players(game)):
        if name == "search" and can_search(game):
            others += [
                (f"search:worlds={n}", f"search, {simulated(game, n)} per move") for n in BUDGETS
            ]
        elif name != "search" and name not in known:
            others.append((name, name))
    return others


@router.post("/play")
def set_up_table(request: Request, server: Server, fields: FormFields) -> Response:
    """Set a table up."""
    texts = {name: values[-1] for name, values in fields.items()}
    seats = fields.get("seat", [])
    if strength := texts.get("against", ""):  # one click on the first page
        game = server.settings.game(texts.get("game", ""))
        seats = seats_against(game, table_players(game), strength)
        texts["rule.players"] = str(len(seats))
    setting = setting_of(server.settings, texts, seats, fields.get("name", []))
    return to(request, f"/table/{server.tables.lay_soon(setting)}")


# ------------------------------------------------------------------ a table


@router.get("/table/{key}")
def table_page(
    request: Request, server: Server, key: str, version: int | None = None, waiting: bool = False
) -> Response:
    """A table; while it is being prepared, a page in its place that asks again.

    With the ``version`` that a page has, nothing is sent if that is the newest.
    """
    template = "waiting_part.html" if is_part(request) else "waiting.html"
    try:
        with server.tables.at(key) as table:
            if not is_part(request):
                return remember(
                    request, page("table.html", **values_at(server, table, request)), table
                )
            if waiting:
                return to(request, f"/table/{key}")
            if version == server.tables.versions[table.key]:
                return Response(status_code=204)
            return _part(request, server, table)
    except NotReady:
        return page(template, key=key, words=now_compiling(), error="")
    except PlayoutError as error:
        if not waiting:
            raise
        return page(template, key=key, words="", error=str(error))


def values_at(server: ServerState, table: Table, request: Request) -> dict[str, Any]:
    """The values for the template of a table, on this server."""
    invited = {seat: f"{request.base_url}table/{key}" for seat, key in table.guests.items()}
    return {
        **table_values(table, unquote(request.cookies.get(ORDER, ""))),
        "version": server.tables.versions[table.key],
        "invited": invited if table.guest is None and table.setting.persons else {},
        "present": server.present.seats(table.key),
        "afar": not set(server.settings.hosts) <= set(HERE),
    }


def _part(request: Request, server: ServerState, table: Table, message: str = "") -> Response:
    values = values_at(server, table, request)
    return page("table_part.html", part=True, message=message, **values)


@router.get("/table/{key}/news")
def table_news(server: Server, key: str) -> EventSourceResponse:
    """The version of a table, whenever it changes: a page that has another one loads it.

    And who is there.
    """
    with server.tables.at(key) as table:
        return EventSourceResponse(_news(server, table.key, table.mine))


async def _news(
    server: ServerState, key: str, seats: Sequence[int]
) -> AsyncGenerator[dict[str, str], None]:
    """The versions of a table, and who is there, for somebody on these seats."""
    version, here = None, None
    with server.present.noted(key, seats):
        while not CLOSING.is_set():
            if (now := server.tables.versions[key]) != version:
                version = now
                yield event("version", now)
            if (there := server.present.seats(key)) != here:
                here = there
                yield event("here", there)
            await anyio.sleep(LOOK)


def _changed(request: Request, server: ServerState, table: Table, key: str) -> Response:
    """The table after it was changed, or another one in its place."""
    if is_part(request) and table.link == key:
        return _part(request, server, table)
    return to(request, f"/table/{table.link}")


@router.post("/table/{key}/again")
def deal_again(
    request: Request, server: Server, key: str, deal: Annotated[str, Form()] = "same"
) -> Response:
    """Lay a table with the same deal, or another one, for the same players.

    At a table with friends the first of them does; the others go there.
    """
    with server.tables.at(key) as table:
        if not table.match.is_over:
            raise PlayoutError("a game can be played again when it is over")
        if table.guest is not None and not table.mine:
            raise PlayoutError("those who look on cannot do this")
        if not (table.setting.next and table.setting.friends):
            setting = replace(table.written(), moves=(), seen=True)
            if deal != "same":
                setting = replace(setting, seed=None, number=0, position=None, seen=False)
            following = server.tables.lay(setting).key
            with server.tables.at(table.key) as own:  # not as a guest has it
                table.setting = own.setting = replace(own.setting, next=following)
                server.tables.save(own)
        return to(request, f"/table/{table.next_link}")


@router.post("/table/{key}/arrange")
def arrange(key: str, order: Annotated[str, Form()]) -> Response:
    """Show the own hand in another order, at all tables of this browser."""
    response = RedirectResponse(f"/table/{key}", 303)
    response.set_cookie(ORDER, quote(order[:100]), max_age=YEAR, httponly=True, samesite="lax")
    return response


@router.post("/table/{key}/{action}")
def act(
    request: Request,
    server: Server,
    key: str,
    action: str,
    turn: Annotated[int | None, Form()] = None,
    move: Annotated[str, Form()] = "",
) -> Response:
    """Make a move, let a strategy move, take back, make again, look, or go to a turn."""
    with server.acted(key, action, turn, move) as (table, done):
        if action == "move" and not done:
            return _part(request, server, table, BEHIND)
        return _changed(request, server, table, key)


@router.post("/table/{key}/say/{seat}")
def say(
    request: Request,
    server: Server,
    key: str,
    seat: int,
    mark: Annotated[list[str], Form(default_factory=list)],
) -> Response:
    """Set the marks that a person gives for every place, or the usual ones again."""
    with server.tables.at(key) as table:
        marks = [read_whole("mark", one, 0, 99) for one in mark] if "" not in mark else None
        table.say(seat, marks)
        server.tables.save(table)
        return _changed(request, server, table, key)


@router.get("/table/{key}/why")
def why(server: Server, key: str, place: Annotated[list[str], Query()]) -> Response:
    """Why no move can be made by touching these places, in a sentence."""
    with server.tables.at(key) as table:
        return PlainTextResponse(table.why(place[:20]))


@router.get("/table/{key}/transcript")
def transcript(server: Server, key: str) -> Response:
    """The moves so far as text; with all hands once the game is over."""
    with server.tables.at(key) as table:
        if table.match.is_over:
            return PlainTextResponse(transcript_of(table))
        return PlainTextResponse("\n".join(table.written().moves) + "\n")


@router.get("/table/{key}/game.json")
def game_file(server: Server, key: str) -> Response:
    """A game that is over as a file, for ``playout review``."""
    with server.tables.at(key) as table:
        if not table.match.is_over:
            raise PlayoutError("a game can be saved when it is over")
        text = json.dumps(recorded(table.setting, table.match))
        return download(f"playout {table.game.word} {table.match.seed}", "json", text)


@router.get("/table/{key}/hint")
def hint(request: Request, server: Server, key: str, who: str | None = None) -> Response:
    """The move that a strategy would make here; without its name the list of strategies."""
    with server.tables.at(key) as table:
        game, written, marks = table.game, table.written(), dict(table.marks)
        table.check_turn()
        if who is None:
            return page("hints.html", table=table, strategies=listed_strategies(game))
        server.settings.player(game, who)
        own = replace(written, seats=(who,) * len(written.seats))
    try:
        with server.thinking():
            return HTMLResponse(rendered("hint.html", move=_advice(own, marks)))
    except PlayoutError as error:
        if not is_part(request):
            raise
        return HTMLResponse(rendered("hint.html", error=str(error).partition("\n")[0]))


def _advice(setting: Setting, marks: Mapping[int, Sequence[int]]) -> str:
    """The move that the strategy on all seats would make; PlayoutError if it fails."""
    match = seated(setting, marks)
    try:
        move = match.choose()
    except Exception as error:  # a strategy may raise whatever it likes
        raise PlayoutError(
            f"strategy '{brief(setting.seats[0])}' failed in this position"
        ) from error
    if not match.is_legal(move):
        raise PlayoutError(f"strategy '{brief(setting.seats[0])}' chose no legal move")
    return match.format_move(move)


@router.get("/table/{key}/odds")
def odds(server: Server, key: str) -> EventSourceResponse:
    """The winning chance from here, as the person to move can know it."""
    return _live_answer(server, key, "odds", Table.check_turn, _odds_of, _odds)


@router.get("/table/{key}/map")
def cell_map(server: Server, key: str) -> EventSourceResponse:
    """Show which cells decide from here, as a picture that becomes more precise."""
    return _live_answer(server, key, "map", maps.check_mapped, maps.map_of, maps.drawn)


def _live_answer(
    server: ServerState,
    key: str,
    name: str,
    check: Callable[[Table], None],
    asked: Callable[[Table], Callable[[], Job[Any]]],
    show: Callable[[Answer], Shown],
) -> EventSourceResponse:
    """Start, or show, a computation about the position of a table."""
    with server.tables.at(key) as table:
        check(table)
        made = tuple(table.match.moves)
        if table.asked.get(name, (None,))[0] != made:
            if (old := table.asked.get(name)) is not None:
                old[1].stop()
            table.asked[name] = made, server.watched(Computation(asked(table), show))
        computation = table.asked[name][1]
    return EventSourceResponse(_events(computation))


def _odds_of(table: Table) -> Callable[[], Job[Any]]:
    setting = table.setting
    where = {"position": table.match.position, "seed": setting.seed}

    def make() -> Job[Any]:
        asked = ask_odds(setting.game, **where, **setting.options)
        return OddsJob(replace(asked, worlds=min(asked.worlds, ODDS)))

    return make


def _odds(answer: Answer) -> Shown:
    assert isinstance(answer, Odds)
    return interval_bar(answer.chance, answer.found.asked)


async def _events(computation: Computation) -> AsyncIterator[dict[str, str]]:
    async for name, value in news(computation):
        if name == "over":  # of an error no more than its first line, which shows no position
            value = value.partition("\n")[0]
        yield event(name, value)
