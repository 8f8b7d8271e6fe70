"""The files of a run: its table, its picture, a report, and the games themselves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from playout.engine.words.errors import PlayoutError
from playout.report.answer import Answer
from playout.report.page import page_alone
from playout.runner.atomic_file import draft_of
from playout.web.fragments import answer_file, answer_html, pictures, showing
from playout.web.pages.templates import download
from playout.web.store.runs import Run, command_of
from playout.web.store.server_state import RunAt, Server, ServerState

router = APIRouter(include_in_schema=False)


def _answer(server: ServerState, run: Run) -> Answer:
    answer = server.runs.answer(run)
    if answer is None:
        raise PlayoutError("this run has no finished games yet")
    return answer


@router.get("/run/{key}/table.csv")
def table(
    server: Server,
    run: RunAt,
    histogram: Annotated[list[str], Query()] = [],  # noqa: B006
) -> Response:
    """Its main table, or its histograms, as ``playout export --csv`` writes it."""
    answer = _answer(server, run)
    answer = showing(answer, histogram) if histogram else answer
    return download(run.title, "csv", answer_file(answer, "csv"))


@router.get("/run/{key}/report.html")
def report(server: Server, run: RunAt) -> Response:
    """A page with its answer, its pictures, and the command that plays it again."""
    answer = _answer(server, run)
    command = command_of(run, server.runs.job(run))
    again = f"<p>Again, with the same numbers:</p><pre>{escape(command)}</pre>" if command else ""
    text = page_alone(run.title, answer_html(answer) + "".join(pictures(answer)) + again)
    return download(run.title, "html", text)


@router.get("/run/{key}/games.run")
def games(server: Server, run: RunAt) -> Response:
    """The file with its games, for ``playout resume``, ``status``, ``verify``."""
    path = server.runs.file(run.key)
    if run.study or not path.exists():
        raise PlayoutError("a study has one file for each of its parts, but no file for the whole")
    return download(run.title, "run", _copy(path))


@router.get("/run/{key}/{name}.{ending}")
def file(server: Server, run: RunAt, ending: str) -> Response:
    """Its main picture, or all numbers, as ``--json`` prints them."""
    return download(run.title, ending, answer_file(_answer(server, run), ending))


def _copy(path: Path) -> bytes:
    """The bytes of a run's file, which may be written at the same time.

    Only SQLite may open it: closing the file would release the locks that SQLite holds.
    """
    with draft_of(path) as fresh:
        address = f"{path.absolute().as_uri()}?mode=ro"
        try:
            with (
                closing(sqlite3.connect(address, uri=True)) as database,
                closing(sqlite3.connect(fresh)) as copy,
            ):
                database.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, and none beside it
        except (sqlite3.Error, UnicodeError) as error:  # UnicodeError: of a damaged schema
            raise PlayoutError("the file of this run is damaged: it cannot be read") from error
        return fresh.read_bytes()
