"""The first page: the games, and what can be done with each."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from playout.engine.native.jit import now_compiling
from playout.report.html_tables import style
from playout.web.pages.templates import page
from playout.web.store.server_state import Server

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(server: Server) -> Response:
    """All games, and what can be done with each."""
    return page("home.html", games=server.settings.games, coming=server.coming())


@router.get("/coming")
def coming(server: Server) -> Response:
    """How many games have been compiled, while there are some left."""
    return page("coming.html", coming=server.coming())


@router.get("/waiting")
def waiting() -> Response:
    """Return what the server is compiling or loading at the moment, if anything."""
    return PlainTextResponse(now_compiling())


@router.get("/static/shown.css")
def shown_css() -> Response:
    """How tables and pictures look, here as in a report."""
    return Response(style(), media_type="text/css")
