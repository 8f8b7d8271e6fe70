"""The first page: the games, each to be played with one click, and what can be done with each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from playout.engine.game.game import Game
from playout.engine.match.told import portrait
from playout.engine.native.jit import now_compiling
from playout.engine.who.opponents import opponents, table_players
from playout.report.html_tables import style
from playout.report.words import capitalised
from playout.web.pages.gallery import answered
from playout.web.pages.going import going
from playout.web.pages.templates import page
from playout.web.store.server_state import Server

FOUND = {"the-game": "the-game-strategies", "hex": "hex-map", "yahtzee": "yahtzee-optimal"}
"""Games, each with a study whose answer is shown."""
LARGE = 3  # games that are shown larger, the first ones
SOON = "max-age=600"  # a picture of a table may come from the browser's cache for so long

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Offer:
    """A game as the first page offers it."""

    name: str
    game: Game
    line: str  # about the game, without its title
    players: int  # at the table that one click sets up
    opponents: dict[str, str]  # by their strength

    @property
    def usual(self) -> str:
        """The strength that is offered first; "" if there is nothing to decide."""
        return "good" if "good" in self.opponents else next(iter(self.opponents), "")

    @property
    def company(self) -> str:
        """Who else sits at the table, before their name: "against 3 x"."""
        are_rivals = self.game.sides(self.players) == self.players and not self.game.cooperative
        word, others = "against" if are_rivals else "with", self.players - 1
        return word if others < 2 else f"{word} {others} \N{MULTIPLICATION SIGN}"


@router.get("/")
def home(request: Request, server: Server) -> Response:
    """All games, and what can be done with each."""
    offers = [
        Offer(name, game, line_of(game), table_players(game), opponents(game))
        for name, game in server.settings.games.items()
    ]
    found = [(server.settings.games[game].title, answered(name)) for game, name in FOUND.items()]
    values: dict[str, Any] = {"games": offers, "large": LARGE, "found": found}
    values |= {"coming": server.ahead.words(), "going": going(request, server)}
    return page("home.html", **values)


def line_of(game: Game) -> str:
    """The summary of a game without the title with which it begins."""
    title, colon, rest = game.summary.partition(": ")
    is_title = set(game.title.casefold().split()) <= set(title.casefold().split())
    return capitalised(rest) if colon and is_title else game.summary


@router.get("/static/portrait.svg")
def portrait_of(server: Server, game: str) -> Response:
    """A small picture of the table of a game."""
    drawn = _portrait(server.settings.game(game))
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": SOON})


@cache
def _portrait(game: Game) -> str:
    return portrait(game)


@router.get("/coming")
def coming(server: Server) -> Response:
    """How many games have been compiled, while there are some left."""
    return page("coming.html", coming=server.ahead.words())


@router.get("/waiting")
def waiting() -> Response:
    """Return what the server is compiling or loading at the moment, if anything."""
    return PlainTextResponse(now_compiling())


@router.get("/static/shown.css")
def shown_css() -> Response:
    """How tables and pictures look, here as in a report."""
    return Response(style(), media_type="text/css")
