"""Answers as parts of pages: text and tables while they grow, pictures when complete."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from io import BytesIO
from threading import Lock
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.report.answer import Answer
from playout.report.csv import write_csv
from playout.report.figures import PAGE
from playout.report.tables import Figure, Table, small
from playout.report.words import about, between, head
from playout.stats.intervals import Interval

# Pictures are drawn one after another, because all threads share the settings of matplotlib.
DRAWING = Lock()


def sentence(answer: Answer) -> str:
    """The answer in a sentence; "" while a study lacks results that it needs."""
    try:
        return answer.sentence()
    except PlayoutError:
        return ""


def answer_html(answer: Answer, picture: str = "") -> str:
    """An answer as HTML: the sentence, the pictures, the tables, and how sure all this is.

    ``picture`` stands for the pictures that take long to draw.
    """
    own, titled = answer.visible_tables()
    text = sentence(answer)
    quick = [figure.html(text) for figure in answer.figures() if _is_quick(figure)]
    note = ("" if answer.complete else "So far: ") + answer.caption()
    tables = [*map(_html, own), _how_sure(note), *map(_html, titled)]
    return "".join([_told(text), *quick, picture, *tables])


def _told(text: str) -> str:
    """The answer in words, of which the first sentence is what was asked for."""
    first, *others = re.split(r"(?<=[.!?]) (?=[A-Z])", text, maxsplit=1)
    more = "".join(f" {escape(one)}" for one in others)
    return f'<p class="answer"><strong>{escape(first)}</strong>{more}</p>' if text else ""


def _how_sure(note: str) -> str:
    """The caption, folded, with what intervals are if it has any."""
    if not note:
        return ""
    head, about = "About these numbers", ""
    if "interval" in note:
        head, about = "How sure is this?", f"<p>{INTERVALS}</p>"
    return f"<details><summary>{head}</summary>{about}{small(note)}</details>"


INTERVALS = (
    "Chance decides these games, so a result is known only roughly. The interval in brackets says "
    "how roughly: the true value lies inside it with 95 % confidence, if no other number is "
    "named. Four times as many games make it half as wide. "
    '<a href="/glossary#interval">What the words mean</a>'
)


def _html(table: Table) -> str:
    return replace(table, figure=None).html()


def _is_quick(figure: Figure) -> bool:
    return figure.drawing is not None and figure.in_notebook


def main_picture(answer: Answer) -> str:
    """The main picture of an answer, if it has one."""
    figures = answer.figures()
    with DRAWING:
        return figures[0].html(sentence(answer)) if figures else ""


def pictures(answer: Answer) -> list[str]:
    """All pictures of an answer that take long to draw."""
    text = sentence(answer)
    slow = [figure for figure in _telling(answer).figures() if not _is_quick(figure)]
    slow += [table.figure for table in answer.tables() if table.figure is not None]
    with DRAWING:
        drawn = [figure.html(text) for figure in slow]
    return list(dict.fromkeys(drawn))  # a table may have the same one


def _telling(answer: Answer) -> Answer:
    """The same answer, but of a run with one row how often each value came: it has one point."""
    if answer.kind != "run" or len(answer) != 1:
        return answer
    means = [one for one in answer.game.measures if one.kind == "mean"]
    asked: Any = answer.found.asked
    means.sort(key=lambda one: (one.name != asked.measure.name, one.per_seat))
    return showing(answer, [means[0].name]) if means else answer


def showing(
    answer: Answer,
    histogram: Sequence[str] = (),
    quantiles: str = "",
    chance: str = "",
    effects: str = "",
) -> Answer:
    """An answer that shows more of its counts; PlayoutError if it is not that of a run."""
    if answer.kind != "run":
        raise PlayoutError("only a run of games has values to look at")
    chances = [part for part in chance.split(",") if part.strip()]
    more: Any = answer
    shown: Answer = more.showing(
        histogram=list(histogram),
        quantiles=quantiles or None,
        chance=chances,
        effects=effects or None,
    )
    return shown


def values_html(answer: Answer, names: Sequence[str]) -> str:
    """The quantiles and chances that an answer shows, and its tables of these names."""
    more: Any = answer
    parts = list[str]()
    if more.views.chances or more.views.quantiles_chosen:
        own, _ = answer.visible_tables()
        parts += [*map(_html, own), small(answer.caption())]
    with DRAWING:
        parts += [table.html() for table in answer.tables() if table.name in names]
    return "".join(parts)


def answer_file(answer: Answer, ending: str) -> bytes | str:
    """An answer as a file: its main table, "csv", all numbers, "json", or its main picture.

    PlayoutError for other files than "svg" and "png", and if it has no picture.
    """
    if ending == "csv":
        return write_csv(answer.table(answer.csv_table)) or ""
    if ending == "json":
        return json.dumps(answer.to_dict(), ensure_ascii=False)
    figures = answer.figures() if ending in ("svg", "png") else []
    if not figures:
        raise PlayoutError("this result has no picture")
    with DRAWING:
        if ending == "svg":
            return figures[0].svg()
        file = BytesIO()
        figures[0].draw(PAGE).savefig(file, format=ending, dpi=150)
        return file.getvalue()


def interval_bar(
    interval: Interval, asked: Any, ends: tuple[float, float] | None = None
) -> dict[str, Any]:
    """An estimate of the measure in words, and where a bar shows it and its interval, 0 .. 1.

    The bar goes from the least to the most of the measure, unless it has other ``ends``.
    """
    low, top = ends or asked.ends
    wide, is_rate = (top - low) or 1, asked.measure.is_rate
    text = between(interval, is_rate)
    if interval.low == interval.high:
        text = about(interval, is_rate)  # an exact number has neither "about" nor ends
    return {
        "text": text,
        "name": head(asked.measure.name),
        "low": (interval.low - low) / wide,
        "high": (interval.high - low) / wide,
        "at": (interval.estimate - low) / wide,
    }
