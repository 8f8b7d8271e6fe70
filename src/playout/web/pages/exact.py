"""Answers that are worked out at once: what a small game is worth, and tables of best play."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import BoundedSemaphore, Lock
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import Response

from playout.engine.words.errors import PlayoutError
from playout.report.answer import Answer
from playout.web.blanks import said
from playout.web.forms import EXACT, Fields, exact_question
from playout.web.fragments import answer_file, answer_html, main_picture
from playout.web.pages.questions import LinkFields, first, form
from playout.web.pages.templates import download, page
from playout.web.store.server_state import Server, ServerState

MOST_KEPT = 8  # answers, to be looked at again
MOST_WAITING = 4  # requests at once, of which one is worked out
WAIT = 90.0  # seconds that a game waits until another one is solved

router = APIRouter(include_in_schema=False)

_kept: OrderedDict[str, Answer | PlayoutError] = OrderedDict()
_waiting, _solving = BoundedSemaphore(MOST_WAITING), Lock()


@router.get("/exact")
def exact_page(server: Server, fields: LinkFields) -> Response:
    """The page of an answer, which is worked out when the page is looked at."""
    try:
        _, asked = exact_question(server.settings, fields)
    except PlayoutError as error:
        server.settings.game(first(fields, "game"))  # without a game there is no form
        return page("ask_game.html", 400, **form(server, fields, str(error)))
    kind = EXACT[first(fields, "kind")]
    words = said(server.settings, asked.game, fields) or kind.title.lower()
    return page(
        "exact.html",
        name=first(fields, "game"),
        title=f"{asked.game.title}: {words}",
        query=urlencode(fields, doseq=True),
        command=asked.command(asked.end),
    )


@router.get("/exact/answer")
def answer_part(request: Request, server: Server, fields: LinkFields) -> Response:
    """The answer, with its picture."""
    answer = _answer(server, fields)
    picture = main_picture(answer)
    drawn = f'<div class="pictures">{picture}</div>' if picture else ""
    html, query = answer_html(answer, drawn), request.url.query
    return page("exact_part.html", answer=html, picture=picture, query=query)


@router.get("/exact/{name}.{ending}")
def file(server: Server, fields: LinkFields, ending: str) -> Response:
    """It as a file: its main table, its picture, or all numbers."""
    answer = _answer(server, fields)
    content = answer_file(answer, ending)
    return download(f"{answer.kind} {answer.game.word.rpartition('/')[2]}", ending, content)


def _answer(server: ServerState, fields: Fields) -> Answer:
    """The answer of a form, which is kept; so is the reason why there is none."""
    module, asked = exact_question(server.settings, fields)
    key = json.dumps([module.Answer.kind, asked.canonical(), asked.end])
    if (known := _kept.get(key)) is None:
        with _alone(), server.thinking():
            if (known := _kept.get(key)) is None:  # nobody found it meanwhile
                known = _kept[key] = _found(module, asked)
                while len(_kept) > MOST_KEPT:
                    _kept.popitem(last=False)
    if isinstance(known, PlayoutError):
        raise PlayoutError(known)
    return known


@contextmanager
def _alone() -> Iterator[None]:
    """One game is solved at a time, because it may fill much memory; few others wait for it."""
    busy = PlayoutError("other games are being solved: try again in a moment")
    if not _waiting.acquire(blocking=False):
        raise busy
    try:
        if not _solving.acquire(timeout=WAIT):
            raise busy
        try:
            yield
        finally:
            _solving.release()
    finally:
        _waiting.release()


def _found(module: Any, asked: Any) -> Answer | PlayoutError:
    try:
        found = module.find(asked)
    except PlayoutError as error:  # such as: the game is too large
        return error.with_traceback(None)
    if getattr(found, "solver", None) is not None:  # with all positions
        found = replace(found, solver=None)
    answer: Answer = module.Answer(found)
    return answer
