"""The files of a run: its table, its picture, a report, and the games themselves."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from playout.engine.words.errors import PlayoutError
from playout.report.answer import Answer
from playout.report.csv import write_csv
from playout.report.page import page_alone
from playout.runner.atomic_file import draft_of
from playout.web.fragments import answer_html, picture_file, pictures, showing
from playout.web.store.runs import Run, command_of
from playout.web.store.server_state import RunAt, Server, ServerState

router = APIRouter(include_in_schema=False)

PICTURES = {"svg": "image/svg+xml", "png": "image/png"}


def _answer(server: ServerState, run: Run) -> Answer:
    answer = server.runs.answer(run)
    if answer is None:
        raise PlayoutError("this run has no finished games yet")
    return answer


def _file(content: bytes | str, kind: str, run: Run, ending: str) -> Response:
    """A file to download, named after the title of the run."""
    name = "-".join(re.findall(r"[a-z0-9]+", run.title.lower()))[:60].strip("-") or "run"
    headers = {"Content-Disposition": f'attachment; filename="{name}{ending}"'}
    return Response(content, media_type=kind, headers=headers)


@router.get("/run/{key}/table.csv")
def table(
    server: Server,
    run: RunAt,
    histogram: Annotated[list[str], Query()] = [],  # noqa: B006
) -> Response:
    """Its main table, or its histograms, as ``playout export --csv`` writes it."""
    answer = _answer(server, run)
    answer = showing(answer, histogram) if histogram else answer
    text = write_csv(answer.table(answer.csv_table)) or ""
    return _file(text, "text/csv", run, ".csv")


@router.get("/run/{key}/plot.{ending}")
def plot(server: Server, run: RunAt, ending: str) -> Response:
    """Its main picture."""
    if ending not in PICTURES:
        raise PlayoutError(f"a picture must be a file of one of these kinds: {', '.join(PICTURES)}")
    content = picture_file(_answer(server, run), ending)
    return _file(content, PICTURES[ending], run, f".{ending}")


@router.get("/run/{key}/run.json")
def data(server: Server, run: RunAt) -> Response:
    """Its answer, as ``--json`` prints it."""
    text = json.dumps(_answer(server, run).to_dict(), ensure_ascii=False)
    return _file(text, "application/json", run, ".json")


@router.get("/run/{key}/report.html")
def report(server: Server, run: RunAt) -> Response:
    """A page with its answer, its pictures, and the command that plays it again."""
    answer = _answer(server, run)
    command = command_of(run, server.runs.job(run))
    again = f"<p>Again, with the same numbers:</p><pre>{escape(command)}</pre>" if command else ""
    text = page_alone(run.title, answer_html(answer) + "".join(pictures(answer)) + again)
    return _file(text, "text/html; charset=utf-8", run, ".html")


@router.get("/run/{key}/games.run")
def games(server: Server, run: RunAt) -> Response:
    """The file with its games, for ``playout resume``, ``status``, ``verify``."""
    path = server.runs.file(run.key)
    if run.study or not path.exists():
        raise PlayoutError("a study has one file for each of its parts, but no file for the whole")
    return _file(_copy(path), "application/vnd.sqlite3", run, ".run")


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
