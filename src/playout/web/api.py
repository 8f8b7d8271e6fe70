"""The same for programs: games, tables and runs as JSON, described by ``/openapi.json``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field

from playout.engine.who.references import listed_strategies
from playout.web.store.matches import MOST_MOVES
from playout.web.store.server_state import Server, ServerState
from playout.web.store.setting import setting_of
from playout.web.store.tables import WIDE, Table


class Mistake(BaseModel):
    """An error, as a sentence."""

    error: str


_MISTAKES: dict[int | str, dict[str, Any]] = {
    status: {"model": Mistake, "description": "what was wrong"} for status in (400, 404, 422)
}
router = APIRouter(prefix="/api", tags=["api"], responses=_MISTAKES)

Key = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Text = Annotated[str, Field(max_length=20_000)]


class Body(BaseModel):
    """A request, with no other fields than those that are known."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class NewTable(Body):
    """A table to be set up; fields that are left out have their defaults."""

    game: Text
    options: dict[Text, Text | int | float] = Field(default={}, max_length=100)
    seats: list[Text] = Field(default=[], max_length=100)
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    number: int = Field(default=0, ge=0, lt=2**63)
    position: Text | None = None
    moves: list[Text] = Field(default=[], max_length=MOST_MOVES)


class Move(Body):
    """A move, and how many were made when it was chosen."""

    move: Text
    """Its text, as a table lists it."""
    turn: int = Field(ge=0)
    """That of the table when the move was chosen."""


class Turn(Body):
    """The number of moves made."""

    turn: int = Field(ge=0, le=MOST_MOVES)


class LegalMove(BaseModel):
    """A move as it is written, and the places in the picture that stand for it."""

    text: str
    places: list[str]


class State(BaseModel):
    """A table as a person at it may see it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    table: str
    """Its key, for the addresses of requests."""
    game: str
    turn: int
    """How many moves were made."""
    seat: int | None
    """The seat to move, from 0; null if the game is over."""
    waits: bool
    """Whether it waits for the move of a person; else ask for the next move (step)."""
    over: bool
    moves: list[LegalMove]
    """The legal moves, if a person is to move."""
    made: list[str]
    """The moves that were made."""
    outcome: dict[str, Any]
    """The measures, if the game is over."""
    position: str | None
    """The position as the person may know it: what is hidden is a ?, or left out."""
    picture: str
    """The table as SVG, or as fields in HTML where the game draws nothing."""


class GameSummary(BaseModel):
    """A game, with its options, strategies and measures."""

    name: str
    title: str
    summary: str
    how_to_play: list[str]
    options: dict[str, str]  # the values that each can have
    strategies: list[str]
    measures: list[str]


@router.get("/games")
def games(server: Server) -> list[GameSummary]:
    """All games that can be played here."""
    return [
        GameSummary(
            name=name,
            title=game.title,
            summary=game.summary,
            how_to_play=list(game.how_to_play),
            options={option.name: option.allowed for option in game.options},
            strategies=[strategy.name for strategy in listed_strategies(game)],
            measures=[measure.name for measure in game.measures],
        )
        for name, game in server.settings.games.items()
    ]


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
    legal = table.moves() if table.waits and not covered else []
    return State(
        table=table.link,
        game=table.setting.game,
        turn=table.turn,
        seat=None if match.is_over else match.seat,
        waits=table.waits,
        over=match.is_over,
        moves=[LegalMove(text=text, places=list(places)) for text, places in legal],
        made=list(table.written().moves),
        outcome=match.outcome() if match.is_over else {},
        position=table.known_position,
        picture="" if covered else table.svg(WIDE),
    )


@router.get("/tables/{key}")
def look(server: Server, key: Key) -> State:
    """A table as it stands."""
    with server.tables.at(key) as table:
        return state(table)


@router.post("/tables/{key}/moves")
def move(server: Server, key: Key, move: Move) -> State:
    """Make a person's move; nothing happens if the game has gone on meanwhile."""
    return _act(server, key, "move", move.turn, move.move)


@router.post("/tables/{key}/goto")
def go_to(server: Server, key: Key, turn: Turn) -> State:
    """Show the game after so many moves, as far as strategies play it."""
    return _act(server, key, "goto", turn.turn)


@router.post("/tables/{key}/{action}")
def act(server: Server, key: Key, action: Literal["step", "undo", "redo", "look"]) -> State:
    """Let a strategy move (step), take moves back (undo), make them again (redo), or let a person
    look, where several may not see each other's hands.
    """
    return _act(server, key, action)


def _act(
    server: ServerState, key: str, action: str, turn: int | None = None, move: str = ""
) -> State:
    with server.acted(key, action, turn, move) as (table, _):
        return state(table)
