"""Questions about a board of Hex: place stones, and see which cells decide, or how games go on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

import numpy as np
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_whole
from playout.games.hex.board import FREE, Stones, check_undecided
from playout.games.hex.display.drawing import board_svg, stones_on
from playout.games.hex.display.notation import cell_name, parse_cell, stones_of
from playout.questions import KINDS as MODULES
from playout.questions.hex.asked import SIZE
from playout.questions.hex.maps import Job, ask
from playout.questions.parameter_tables import TABLES
from playout.questions.parameters import Parameter
from playout.report.answer import Answer
from playout.web.forms import BOARDS, Fields, FilledForm, Kind
from playout.web.fragments import main_picture, sentence
from playout.web.labels import hint, label
from playout.web.pages.questions import FormFields, LinkFields, begin, first
from playout.web.pages.templates import page, rendered
from playout.web.store.computations import Shown
from playout.web.store.runs import check_size
from playout.web.store.server_state import Server
from playout.web.store.tables import Table, widths

MOST_ROWS = 30  # of a board that is drawn to be touched
LEAST = {"hex-map": {"boards": "1M"}, "hex-compound": {"games": "100"}}
"""What is asked for here if nothing is: less than in Python, since people wait."""
OWNERS = ("free", "player 1", "player 2")
_CELL = re.compile(r'(<path d="[^"]*" fill="[^"]*">)<title>([a-z]+\d+)</title></path>')

router = APIRouter(include_in_schema=False)


@dataclass
class Board:
    """A position that somebody sets up."""

    stones: Stones
    fields: dict[str, str]  # of the form, with the stones of both players as names of cells

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, cols = self.stones.shape
        return int(rows), int(cols)

    def link(self, cell: str) -> str:
        """The link to the board after one more touch of a cell."""
        return f"/hex?{urlencode({**self.fields, 'touch': cell})}"

    def svg(self, width: float) -> str:
        """The board, so wide at most; each cell is a link that gives it its next owner."""
        cols = self.size[1]

        def linked(cell: re.Match[str]) -> str:
            owner = OWNERS[self.stones.flat[parse_cell(cell[2], *self.size)]]
            place = divmod(parse_cell(cell[2], *self.size), cols)
            return (
                f'<a href="{escape(self.link(cell[2]))}" data-cell="{cell[2]}" '
                f'data-row="{place[0]}" data-col="{place[1]}" aria-label="{cell[2]}, {owner}">'
                f"{cell[1]}<title>{cell[2]}, {owner}</title></path></a>"
            )

        drawn = board_svg(self.stones, title="", width=width).replace('role="img"', "", 1)
        return _CELL.sub(linked, drawn)


def board_of(fields: Fields) -> Board:
    """The board of a form, after the touch of a cell if any; PlayoutError if it is impossible."""
    rows = read_whole("rows", first(fields, "rows") or SIZE, 1, MOST_ROWS)
    cols = read_whole("cols", first(fields, "cols") or rows, 1, MOST_ROWS)
    ones, twos = (_on_board(first(fields, name), rows, cols) for name in ("ones", "twos"))
    stones = stones_of(rows, cols, ones, twos)
    if touched := first(fields, "touch"):
        cell = parse_cell(touched, rows, cols)
        stones.flat[cell] = (stones.flat[cell] + 1) % len(OWNERS)
    kind = kind_of(fields)
    others = {"kind": kind.name, **{one.name: first(fields, one.name) for one in _others(kind)}}
    size = {"rows": str(rows), "cols": str(cols)}
    return Board(stones, {**size, **others, "ones": _names(stones, 1), "twos": _names(stones, 2)})


def kind_of(fields: Fields) -> Kind:
    """The question that is asked about a board."""
    return BOARDS.get(first(fields, "kind"), BOARDS["hex-map"])


def _others(kind: Kind) -> list[Parameter]:
    """The parameters of a question about a board, besides the board."""
    return [one for one in TABLES[kind.name].asked if one.form]


def _on_board(names: str, rows: int, cols: int) -> str:
    """The cells that are on the board, which may have become smaller."""

    def fits(name: str) -> bool:
        try:
            parse_cell(name, rows, cols)
        except PlayoutError as error:
            if "off the board" not in str(error):
                raise
            return False
        return True

    return " ".join(name for name in names.replace(",", " ").split() if fits(name))


def _names(stones: Stones, owner: int) -> str:
    cols = stones.shape[1]
    return " ".join(cell_name(int(cell), cols) for cell in np.flatnonzero(stones == owner))


@router.get("/hex")
def setting_up(fields: LinkFields) -> Response:
    """The board, and the form to ask about it."""
    return _page(fields)


@router.get("/hex/board")
def board(fields: LinkFields) -> Response:
    """The board alone, after a cell was touched."""
    return HTMLResponse(_drawn(board_of(fields)))


def _drawn(board: Board) -> str:
    ones, twos = (escape(board.fields[name]) for name in ("ones", "twos"))
    pictures = rendered("pictures.html", pictures=widths(board.svg))
    return f'<div id="hex" data-ones="{ones}" data-twos="{twos}">{pictures}</div>'


def _page(fields: Fields, wrong: str = "") -> Response:
    try:
        board = board_of(fields)
    except PlayoutError as error:
        board, wrong = board_of({"kind": [first(fields, "kind")]}), wrong or str(error)
        board.fields |= {name: first(fields, name) for name in board.fields if fields.get(name)}
    kind = kind_of(fields)
    values: dict[str, Any] = {"fields": board.fields, "drawn": _drawn(board), "wrong": wrong}
    values |= {"kind": kind, "boards": BOARDS, "others": _others(kind), "hint": hint}
    values |= {"label": lambda name: label(kind.name, name), "first": board.fields.get}
    values["default"] = lambda one: LEAST[kind.name].get(one.name) or one.default or ""
    return page("hex.html", 400 if wrong else 200, **values)


@router.post("/hex")
def ask_board(request: Request, server: Server, fields: FormFields) -> Response:
    """Begin a run, or show the form again with what is wrong."""
    try:
        board, kind = board_of(fields), kind_of(fields)
        check_undecided(board.stones)
        form, table = FilledForm(server.settings, {**fields, "game": ["hex"]}), TABLES[kind.name]
        module: Any = import_module(MODULES[kind.name])
        words = {**LEAST[kind.name], **form.keywords(table)}
        job = module.Job(module.ask(stones=board.stones, **words))
        check_size(job)
        title = "Hex: {} on {} x {}".format(kind.title.lower(), *board.size)
        title += "" if (board.stones == FREE).all() else ", from a position"
        return begin(request, server, job, title, fields)
    except PlayoutError as error:
        return _page(fields, str(error))


# ------------------------------------------------------------------ at a table


def is_mapped(table: Table) -> bool:
    """Whether there is a map of the position of a table."""
    return table.game.name == "hex" and not table.match.is_over


def check_mapped(table: Table) -> None:
    """PlayoutError if there is none."""
    if not is_mapped(table):
        raise PlayoutError("there is no map of this position")


def map_of(table: Table) -> Callable[[], Job]:
    """What asks which cells decide from the position of a table."""
    rules = table.match.rules
    stones = stones_on(table.match.state, rules.record())
    p, boards = float(rules["p"]), LEAST["hex-map"]["boards"]
    return lambda: Job(ask(stones=stones, p=p, boards=boards))


def drawn(answer: Answer) -> Shown:
    """Return the parts of a map that a table shows."""
    return {"html": main_picture(answer), "text": sentence(answer)}
