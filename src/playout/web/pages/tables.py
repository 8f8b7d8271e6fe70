"""The pages of tables: set one up, play, watch, take back, ask for advice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from sse_starlette import EventSourceResponse
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from playout.engine.game.game import Game
from playout.engine.who.references import listed_strategies
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_seed, read_whole
from playout.engine.words.reading import shown as shown_text
from playout.engine.worlds.search import blueprint_of, can_search
from playout.questions.odds import Answer as Odds
from playout.questions.odds import Job as OddsJob
from playout.questions.odds import ask as ask_odds
from playout.report.answer import Answer
from playout.runner.jobs import Job
from playout.web.fragments import bar
from playout.web.pages import maps
from playout.web.pages.templates import event, is_part, page, rendered, to
from playout.web.pages.view import shown
from playout.web.settings import PERSON
from playout.web.settings import words_of as words_of_option
from playout.web.store.rooms import Rooms
from playout.web.store.running import Computation, Shown, told
from playout.web.store.tables import MOST_MOVES, Setting, Table, seated

BUDGETS = (50, 400, 1600)  # worlds of a search, for the list of who can sit on a seat
ODDS = 4_000  # worlds, at most

router = APIRouter(include_in_schema=False)


# ------------------------------------------------------------------ setting up


@router.get("/play")
def setting_up(request: Request, game: str) -> Response:
    """The form in which a table is set up; what a link says is filled in."""
    rooms = Rooms.of(request)
    found, query = rooms.settings.game(game), request.query_params
    given = {name.removeprefix("rule."): value for name, value in query.items()}
    players = _players(found, given.get("players"))
    return page(
        "seats.html" if is_part(request) else "setup.html",
        game=found,
        name=game,
        options=[(one, words_of_option(one)) for one in found.options if one.name != "players"],
        players=players,
        given=given,
        ruled=any(name.startswith("rule.") and name != "rule.players" for name in query),
        seats=_seats(found, players, query.getlist("seat")),
        choices=_choices(rooms, found),
        moves=query.get("moves", ""),
    )


def _players(game: Game, given: str | None) -> int:
    """How many sit at the table, before the rules are complete."""
    option = game.option("players")
    if given and given.isdecimal() and len(given) < 6 and option.low <= int(given) <= option.high:
        return int(given)
    return int(game.with_options({})["players"])


def _seats(game: Game, players: int, given: list[str]) -> list[str]:
    """Who has each seat: as was said, else one person among the best fast strategy."""
    usual = [PERSON, *[blueprint_of(game)] * (players - 1)]
    return [*given, *usual[len(given) :]][:players]


def _choices(rooms: Rooms, game: Game) -> list[tuple[str, str]]:
    """Who can sit on a seat: what stands for it, and how the list calls it."""
    choices = [(PERSON, "a person")]
    for name in rooms.settings.players(game):
        if name == "search" and can_search(game):
            choices += [(f"search:worlds={n}", f"search, {n:,} worlds a move") for n in BUDGETS]
        elif name != "search":
            choices.append((name, name))
    return choices


@router.post("/play")
async def lay(request: Request) -> Response:
    """Set a table up."""
    form = await request.form()
    table = await run_in_threadpool(_laid, Rooms.of(request), form)
    return to(request, f"/table/{table.key}")


def _laid(rooms: Rooms, form: FormData) -> Table:
    texts = {name: value for name, value in form.items() if isinstance(value, str)}
    seats = [seat for seat in form.getlist("seat") if isinstance(seat, str)]
    return rooms.tables.lay(setting_of(rooms, texts, seats))


def setting_of(rooms: Rooms, texts: Mapping[str, str], seats: list[str]) -> Setting:
    """What a form or a link says of a table; PlayoutError for what is not allowed."""
    name = texts.get("game", "")
    game = rooms.settings.game(name)
    given = {key[5:]: value for key, value in texts.items() if key.startswith("rule.")}
    rules = game.with_options(rooms.settings.options(game, given))
    players = int(rules["players"])
    seats = _seats(game, players, seats)
    for seat in seats:
        if seat != PERSON:
            rooms.settings.player(game, seat)
    seed = texts.get("seed", "").strip()
    return Setting(
        name,
        dict(rules.given()),
        tuple(seats),
        read_seed(seed) if seed else None,
        read_seed(texts.get("number", "").strip() or 0, "number"),
        texts.get("position", "").strip() or None,
        tuple(move.strip() for move in texts.get("moves", "").split("|") if move.strip()),
    )


# ------------------------------------------------------------------ a table


@router.get("/table/{key}")
def table_page(request: Request, key: str, turn: int | None = None) -> Response:
    """A table."""
    rooms = Rooms.of(request)
    with rooms.tables.at(key) as table:
        if is_part(request) and turn == table.turn:
            return Response(status_code=204)  # nothing has changed
        if is_part(request):
            return page("table_part.html", part=True, **shown(table))
        return page("table.html", **shown(table))


def _changed(request: Request, rooms: Rooms, table: Table) -> Response:
    """The table after something was done at it."""
    rooms.tables.keep(table)
    if is_part(request):
        return page("table_part.html", part=True, **shown(table))
    return to(request, f"/table/{table.key}")


@router.post("/table/{key}/move")
def make_move(
    request: Request, key: str, move: Annotated[str, Form()], turn: Annotated[int, Form()]
) -> Response:
    """Make a person's move, if the page showed the position as it is."""
    rooms = Rooms.of(request)
    with rooms.tables.at(key) as table:
        if turn != table.turn:
            return page(
                "table_part.html", part=True, **shown(table), told="The game has gone on meanwhile."
            )
        table.play(move)
        return _changed(request, rooms, table)


@router.post("/table/{key}/{action}")
def act(
    request: Request,
    key: str,
    action: str,
    turn: Annotated[int | None, Form()] = None,
) -> Response:
    """Let a strategy move, take back, make again, look, go to a turn, or deal the same again."""
    rooms = Rooms.of(request)
    thinks = action in ("step", "goto")
    with rooms.thinking() if thinks else nullcontext(), rooms.tables.at(key) as table:
        if action == "step":
            if turn is None or turn == table.turn:  # a page that is loaded twice makes one move
                table.step()
        elif action in ("undo", "redo", "look"):
            getattr(table, action)()
        elif action == "goto":
            table.go_to(min(read_whole("turn", turn, 0, 10**9), MOST_MOVES))
        elif action == "again":
            fresh = rooms.tables.lay(replace(table.written(), moves=()))
            return to(request, f"/table/{fresh.key}")
        else:
            raise PlayoutError("there is no such page")
        return _changed(request, rooms, table)


@router.post("/table/{key}/say/{seat}")
async def say(request: Request, key: str, seat: int) -> Response:
    """Let a person say something of every place, or what is usual again."""
    rooms, form = Rooms.of(request), await request.form()
    marks = [str(mark) for mark in form.getlist("mark")]

    def spoken() -> Response:
        with rooms.tables.at(key) as table:
            table.say(seat, None if "" in marks else [read_whole("mark", m, 0, 99) for m in marks])
            return _changed(request, rooms, table)

    return await run_in_threadpool(spoken)


@router.get("/table/{key}/why")
def why(request: Request, key: str, place: Annotated[list[str], Query()]) -> Response:
    """Why nobody can touch these places now, in a sentence."""
    with Rooms.of(request).tables.at(key) as table:
        return PlainTextResponse(table.why(place[:20]))


@router.get("/table/{key}/transcript")
def transcript(request: Request, key: str) -> Response:
    """The game as text, as far as it was played: with all hands once it is over."""
    with Rooms.of(request).tables.at(key) as table:
        written = table.written()
        if table.match.is_over:
            match = seated(replace(written, moves=()))
            return PlainTextResponse(_retold(match, list(table.match.moves)))
        return PlainTextResponse("\n".join(written.moves) + "\n")


def _retold(match: Any, moves: list[int]) -> str:
    """The transcript of a game whose moves are known: they are made in place of strategies'."""
    rest = iter(moves)

    def step() -> int:
        move = next(rest)
        match.play(move)
        return move

    match.step = step
    return f"{match.transcript()}\n"


@router.get("/table/{key}/hint")
def hint(request: Request, key: str, who: str | None = None) -> Response:
    """What a strategy would do here; without its name the list of all of them."""
    rooms = Rooms.of(request)
    with rooms.tables.at(key) as table:
        game, written, marks = table.game, table.written(), dict(table.marks)
        table.check_turn()
        if who is None:
            return page("hints.html", table=table, strategies=listed_strategies(game))
        rooms.settings.player(game, who)
        own = replace(written, seats=(who,) * len(written.seats))
    try:
        with rooms.thinking():
            return HTMLResponse(rendered("hint.html", move=_advice(own, marks)))
    except PlayoutError as error:
        if not is_part(request):
            raise
        return HTMLResponse(rendered("hint.html", error=str(error).partition("\n")[0]))


def _advice(setting: Setting, marks: Mapping[int, Sequence[int]]) -> str:
    """The move that the strategy on all seats would make; PlayoutError if it makes none."""
    match = seated(setting, marks)
    try:
        move = match.choose()
    except Exception as error:  # a strategy may raise whatever it likes
        raise PlayoutError(f"strategy '{shown_text(setting.seats[0])}' has failed here") from error
    if not match.is_legal(move):
        raise PlayoutError(f"strategy '{shown_text(setting.seats[0])}' has no legal move here")
    return match.format_move(move)


@router.get("/table/{key}/odds")
def odds(request: Request, key: str) -> EventSourceResponse:
    """The chance from here, as the person to move may know it, with an interval that narrows."""
    return _growing(request, key, "odds", Table.check_turn, _odds_of, _odds)


@router.get("/table/{key}/map")
def heat(request: Request, key: str) -> EventSourceResponse:
    """Which cells decide from here, as a picture that grows more certain."""
    return _growing(request, key, "map", maps.check_mapped, maps.map_of, maps.drawn)


def _growing(
    request: Request,
    key: str,
    name: str,
    check: Callable[[Table], None],
    asked: Callable[[Table], Job[Any]],
    show: Callable[[Answer], Shown],
) -> EventSourceResponse:
    """What is computed about the position of a table, as long as somebody looks."""
    rooms = Rooms.of(request)
    with rooms.tables.at(key) as table:
        check(table)
        made = tuple(table.match.moves)
        if table.asked.get(name, (None,))[0] != made:
            if (old := table.asked.get(name)) is not None:
                old[1].stop()
            table.asked[name] = made, rooms.watched(Computation(asked(table), show))
        computation = table.asked[name][1]
    return EventSourceResponse(_events(computation))


def _odds_of(table: Table) -> Job[Any]:
    setting = table.setting
    return OddsJob(
        ask_odds(
            setting.game,
            position=table.match.position,
            games=ODDS,
            seed=setting.seed,
            **setting.options,
        )
    )


def _odds(answer: Answer) -> Shown:
    """What the bar shows."""
    assert isinstance(answer, Odds)
    return bar(answer.chance, answer.found.asked)


async def _events(computation: Computation) -> AsyncIterator[dict[str, str]]:
    async for name, value in told(computation):
        if name == "over":  # of an error no more than its first line, which shows no position
            value = value.partition("\n")[0]
        yield event(name, value)
