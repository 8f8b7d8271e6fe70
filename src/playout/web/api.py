"""The same for programs: games, tables and runs as JSON, described by ``/openapi.json``."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from playout.engine.game.game import Game
from playout.engine.match.seat_pictures import is_open
from playout.engine.who.references import listed_strategies
from playout.web.store.server_state import Server, ServerState
from playout.web.store.tables import MOST_MOVES, WIDE, Table, setting_of


class Mistake(BaseModel):
    """What was wrong, in a sentence."""

    error: str


_MISTAKES: dict[int | str, dict[str, Any]] = {
    status: {"model": Mistake, "description": "what was wrong"} for status in (400, 422)
}
router = APIRouter(prefix="/api", tags=["api"], responses=_MISTAKES)

Key = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Text = Annotated[str, Field(max_length=20_000)]


class Given(BaseModel):
    """What is sent: nothing but the fields that are known."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Given):
    """A table to be set up; what is left out is as usual."""

    game: Text
    options: dict[Text, Text | int | float] = Field(default={}, max_length=100)
    seats: list[Text] = Field(default=[], max_length=100)
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    number: int = Field(default=0, ge=0, lt=2**63)
    position: Text | None = None
    moves: list[Text] = Field(default=[], max_length=MOST_MOVES)


class Made(Given):
    """A move, and how many were made when it was chosen."""

    move: Text
    turn: int = Field(ge=0)


class Turn(Given):
    """How many moves have been made."""

    turn: int = Field(ge=0, le=MOST_MOVES)


class LegalMove(BaseModel):
    """A move as it is written, and the places in the picture that stand for it."""

    text: str
    places: list[str]


class State(BaseModel):
    """A table as a person at it may see it."""

    table: str
    game: str
    turn: int
    seat: int | None  # to move; None: the game is over
    waits: bool  # for a person
    over: bool
    moves: list[LegalMove]  # legal ones, if a person is to move
    made: list[str]
    outcome: dict[str, Any]  # the measures, if the game is over
    position: str | None  # where nothing is hidden, or the game is over
    picture: str


class GameTold(BaseModel):
    """What can be said of a game."""

    name: str
    title: str
    summary: str
    options: dict[str, str]  # the values that each can have
    strategies: list[str]
    measures: list[str]


@router.get("/games")
def games(server: Server) -> list[GameTold]:
    """All games that can be played here."""
    return [_game(name, game) for name, game in server.settings.games.items()]


def _game(name: str, game: Game) -> GameTold:
    return GameTold(
        name=name,
        title=game.title,
        summary=game.summary,
        options={option.name: option.allowed for option in game.options},
        strategies=[one.name for one in listed_strategies(game)],
        measures=[measure.name for measure in game.measures],
    )


@router.post("/tables", status_code=201)
def lay(server: Server, new: NewTable) -> State:
    """Set a table up."""
    texts = {f"rule.{name}": str(value) for name, value in new.options.items()}
    texts |= {"game": new.game, "moves": "|".join(new.moves), "number": str(new.number)}
    texts["position"] = new.position or ""
    texts["seed"] = "" if new.seed is None else str(new.seed)
    return state(server.tables.lay(setting_of(server.settings, texts, new.seats)))


def state(table: Table) -> State:
    """A table as it stands."""
    match, covered = table.match, table.covered
    told = match.is_over or is_open(table.game)
    legal = table.moves() if table.waits and not covered else []
    return State(
        table=table.key,
        game=table.setting.game,
        turn=table.turn,
        seat=None if match.is_over else match.seat,
        waits=table.waits,
        over=match.is_over,
        moves=[LegalMove(text=text, places=places) for text, places in legal],
        made=list(table.written().moves),
        outcome=match.outcome() if match.is_over else {},
        position=match.position if told else None,
        picture="" if covered else table.svg(WIDE),
    )


@router.get("/tables/{key}")
def look(server: Server, key: Key) -> State:
    """A table as it stands."""
    with server.tables.at(key) as table:
        return state(table)


@router.post("/tables/{key}/moves")
def move(server: Server, key: Key, made: Made) -> State:
    """Make a person's move; nothing happens if the game has gone on meanwhile."""
    return _act(server, key, "move", made.turn, made.move)


@router.post("/tables/{key}/step")
def step(server: Server, key: Key) -> State:
    """Let a strategy move."""
    return _act(server, key, "step")


@router.post("/tables/{key}/look")
def uncover(server: Server, key: Key) -> State:
    """Let the next person look, of several who may not see each other's hands."""
    return _act(server, key, "look")


@router.post("/tables/{key}/undo")
def undo(server: Server, key: Key) -> State:
    """Take back to the last decision of a person."""
    return _act(server, key, "undo")


@router.post("/tables/{key}/redo")
def redo(server: Server, key: Key) -> State:
    """Make again what was taken back."""
    return _act(server, key, "redo")


@router.post("/tables/{key}/goto")
def go_to(server: Server, key: Key, turn: Turn) -> State:
    """Show the game after so many moves, as far as strategies play it."""
    return _act(server, key, "goto", turn.turn)


def _act(
    server: ServerState, key: str, action: str, turn: int | None = None, move: str = ""
) -> State:
    with server.acted(key, action, turn, move) as (table, _):
        return state(table)
