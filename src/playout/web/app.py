"""The application: all pages, and how errors become pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from playout import __version__
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief
from playout.engine.words.resources import ran_out
from playout.web import api
from playout.web.guard import MOST_BODY, guarded
from playout.web.labels import labelled
from playout.web.pages import (
    decisions,
    downloads,
    evenings,
    exact,
    gallery,
    home,
    maps,
    questions,
    reviews,
    runs,
    tables,
)
from playout.web.pages.templates import mistake
from playout.web.settings import Missing, Settings
from playout.web.store.ahead import Ahead
from playout.web.store.matches import CHECK
from playout.web.store.priority import first
from playout.web.store.server_state import ServerState
from playout.web.store.table_files import NotReady
from playout.web.store.tables import MOST_REASONS
from playout.web.warming import prepare

_SAID = {
    404: "there is no such page",
    405: "this page does not accept such a request",
    413: f"at most {MOST_BODY:,} bytes can be sent",
}


def create_app(settings: Settings, ahead: Ahead | None = None) -> Any:
    """An ASGI application with all pages, for these settings.

    ``ahead`` is what another process compiles meanwhile.
    """
    server = ServerState(settings, ahead, prepare)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        server.close()

    app = FastAPI(
        title="Playout", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None
    )
    app.state.server = server
    for part in (
        home,
        reviews,
        decisions,
        evenings,
        tables,
        questions,
        exact,
        runs,
        downloads,
        gallery,
        maps,
        api,
    ):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"))
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)
    app.add_exception_handler(NotReady, _not_ready)
    app.add_exception_handler(Missing, _missing)
    app.add_exception_handler(PlayoutError, _mistake)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _no_page)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _failed)
    return guarded(labelled(first(_with_heads(app))), settings)


def _with_heads(app: Any) -> Any:
    """An application that answers HEAD as GET; the server leaves the body out."""

    async def answered(scope: Any, receive: Any, send: Any) -> None:
        await app(
            {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope, receive, send
        )

    return answered


def _mistake(request: Request, error: Exception) -> Response:
    return mistake(request, str(error))


def _missing(request: Request, error: Exception) -> Response:
    return mistake(request, str(error), 404)


def _not_ready(request: Request, error: Exception) -> Response:
    answer = mistake(request, str(error), 503)
    answer.headers["Retry-After"] = "1"
    return answer


def _not_understood(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    reasons = {str([*one["loc"], "body"][1]): one["msg"].lower() for one in error.errors()}
    parts = [f"{brief(name)}: {brief(why)}" for name, why in reasons.items()][:MOST_REASONS]
    return mistake(request, f"the request has mistakes: {'; '.join(parts)}", 422)


def _no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = _SAID.get(error.status_code) or str(error.detail)
    return mistake(request, sentence, error.status_code)


def _gone(request: Request, error: Exception) -> Response:
    """The browser closed the connection before it sent everything: nobody reads this."""
    return Response(status_code=400)


async def _failed(request: Request, error: Exception) -> Response:
    """An unexpected error; the server writes it to its log.  It needs no thread, which may lack."""
    if what := ran_out(error):
        return mistake(request, f"this server cannot do it now: {what}", 503)
    server: ServerState = request.app.state.server
    if game := server.settings.game_at_fault(error):
        return mistake(request, f"the rules of {game} failed: {CHECK}", 500)
    return mistake(request, "this failed: the log of the server says why", 500)
