"""A report: one self-contained HTML page of studies, and their tables and pictures beside it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_path
from playout.engine.words.resources import why_unwritten
from playout.report.answer import Answer
from playout.report.csv import write_csv
from playout.report.html_tables import style
from playout.report.study import Study, short_title
from playout.report.tables import Table, small
from playout.report.words import took
from playout.runner.atomic_file import make_folder, other_kind, write_text, written
from playout.runner.database import is_run
from playout.runner.identity import VERSION

if TYPE_CHECKING:
    import pandas as pd

SOURCES = (".py", ".toml")  # strategies and studies, which no output may overwrite
TEMPLATE, STYLE = (Path(__file__).with_name(f"page.{ending}") for ending in ("html", "css"))
BRIEF = 200  # characters of an answer on the page of answers, if its first sentence is not longer


@dataclass(frozen=True)
class Section:
    """A study that was played, and the command that plays it again."""

    name: str
    study: Study
    answer: Answer
    command: str
    files: list[str] = field(default_factory=list)  # that were written for it


def prepare(folder: Path) -> Path:
    """Make the folder of a report before anything is played; PlayoutError if that fails."""
    read_path(folder, "folder")
    try:
        make_folder(folder)
        probe = folder / ".playout-probe"
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    except OSError as error:
        raise PlayoutError(f"{folder}: cannot be written ({why_unwritten(error)})") from None
    return folder


def prepare_file(path: Path, *endings: str) -> None:
    """Check, before anything is played for a file, that it can be written, or PlayoutError."""
    read_path(path, "file")
    if endings and path.suffix not in endings:
        raise PlayoutError(f"{path}: its name must end in {' or '.join(endings)}")
    if path.suffix in SOURCES:
        raise PlayoutError(
            f"{path}: cannot be written ({path.suffix} is the ending of your own files); choose "
            "another name"
        )
    is_stream = path.is_fifo() or path.is_char_device()  # as /dev/stdout
    if other := "" if is_stream else other_kind(path):
        raise PlayoutError(f"{path}: cannot be written ({other})")
    if path.exists() and not os.access(path, os.W_OK):
        raise PlayoutError(f"{path}: cannot be written (no permission)")
    if path.is_file() and is_run(path):
        raise PlayoutError(
            f"{path}: cannot be written (it is a saved run, which would be lost); choose another "
            "name"
        )
    if not path.is_fifo():
        try:
            prepare(path.parent)
        except PlayoutError as error:
            raise PlayoutError(f"{path}: the folder {error}") from None


def write(sections: Sequence[Section], folder: Path) -> Path:
    """Write the page and the files of all studies; returns the page's path."""
    try:
        extra = Counter(end for section in sections for end in section.answer.extra_files())
        parts = [_parts(section, folder, extra) for section in sections]
        for section, part in zip(sections, parts, strict=True):
            section.files[:] = part["files"]
        path = folder / "index.html"
        write_text(path, _page(sections, parts))
    except OSError as error:
        raise PlayoutError(f"{folder}: cannot be written ({why_unwritten(error)})") from None
    return path


def write_answer(answer: Answer, path: Path) -> None:
    """Write a page of one answer, with all its pictures."""
    asked: Any = answer.found.asked
    heading = f"{answer.game.title}: {asked.title or answer.kind}"
    sentence, (own, titled) = answer.sentence(), answer.visible_tables()
    figures = [*answer.figures(), *(table.figure for table in (*own, *titled) if table.figure)]
    drawn = dict.fromkeys(figure.html(sentence) for figure in figures)  # a table may have the same
    tables = [[replace(table, figure=None).html() for table in part] for part in (own, titled)]
    parts = [f"<p>{escape(sentence)}</p>", *drawn, *tables[0], small(answer.note), *tables[1]]
    write_text(path, page_alone(heading, "".join(parts)))


def page_alone(heading: str, html: str) -> str:
    """A self-contained page of one answer: its heading, and what is below it."""
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, '
        f'initial-scale=1"><title>{escape(heading)}</title>'
        f"<style>{style()}{STYLE.read_text(encoding='utf-8')}</style>"
    )
    body = f'<main class="playout"><h1>{escape(heading)}</h1>{html}</main>'
    return (
        f'<!doctype html><html lang="en"><head>{head}</head><body class="alone">{body}</body>'
        "</html>"
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(TEMPLATE.read_text(encoding="utf-8"))


def _page(sections: Sequence[Section], parts: Sequence[dict[str, Any]]) -> str:
    counted = Counter[str]()
    for section in sections:
        counted.update(section.answer.counted)
    games: dict[str, list[dict[str, Any]]] = {}
    for part in parts:
        games.setdefault(part["answer"].game.title, []).append(part)
    return _template().render(
        title="Playout report",
        style=style() + STYLE.read_text(encoding="utf-8"),
        games=games,
        version=VERSION,
        counted=" and ".join(f"{n:,} {what}" for what, n in counted.items()),
        took=took(sum(section.answer.seconds for section in sections)),
    )


def _parts(section: Section, folder: Path, extra: Counter[str]) -> dict[str, Any]:
    """Return the section of a study, and write the files that go with it."""
    study, answer, tables = section.study, section.answer, section.answer.tables()
    own, titled = answer.visible_tables()
    anchor, sentence = _anchor(section.name), ""
    with suppress(PlayoutError):  # its template cannot be filled in, which was said before
        sentence = answer.sentence()
    short = short_title(study, section.name, answer.game.title)
    title = f"{answer.game.title}: {short}"
    figures = answer.figures()
    pictures = [f"Picture {k} of {len(figures)}" for k in range(1, len(figures) + 1)]
    return {
        "anchor": anchor,
        "title": title,
        "short": short,
        "study": study,
        "command": section.command,
        "answer": answer,
        "sentence": sentence,
        "brief": _brief(sentence),
        "figures": [
            figure.html(f"{title} {picture}. {sentence}")
            for figure, picture in zip(figures, pictures, strict=True)
        ],
        "own": [table.html(title) for table in own],
        "titled": [table.html(title, _anchor(f"{section.name}-{table.name}")) for table in titled],
        "files": _files(section.name, answer, tables, folder, extra),
    }


def _anchor(name: str) -> str:
    """A name that a link can lead to."""
    return "-".join(re.findall(r"[\w.-]+", name))


def _brief(sentence: str) -> str:
    """The beginning of an answer: whole sentences, or whole parts of a long one."""
    parts = re.split(r"(?<=[.!?]) (?=[A-Z])|(?<=;) ", sentence)
    ends = [end for end in accumulate(len(part) + 1 for part in parts) if end <= BRIEF + 1]
    brief = " ".join(parts[: max(1, len(ends))])
    return f"{brief.removesuffix(';')} …" if brief.endswith(";") else brief


def _files(
    name: str, answer: Answer, tables: Sequence[Table], folder: Path, extra: Counter[str]
) -> list[str]:
    """Write the files of a section; returns their names.

    Tables become CSV, and Parquet too where the extra `parquet` is installed.
    """
    files = []
    for table in tables:
        if table.is_written:
            frame, stem = table.to_pandas(), _joined(name, table.name)
            files.append(f"{stem}.csv")
            write_csv(frame, folder / files[-1])
            if find_spec("pyarrow") is not None:
                files.append(f"{stem}.parquet")
                write_parquet(frame, folder / files[-1])
    for figure in [*answer.figures(), *(table.figure for table in tables if table.figure)]:
        files.append(_joined(name, figure.name) + figure.ending)
        figure.save(folder / files[-1])
    for end, write_file in answer.extra_files().items():
        files.append(end if extra[end] == 1 else _joined(name, end))
        write_file(folder / files[-1])
    return files


def write_parquet(frame: pd.DataFrame, path: Path) -> None:
    """Write a Parquet file.  Its columns have one type each: numbers among words become words."""
    from pandas.api.types import infer_dtype

    mixed = [name for name in frame if infer_dtype(frame[name]) in ("mixed", "mixed-integer")]
    words = {str(name): frame[name].map(str, na_action="ignore") for name in mixed}
    with written(path) as file:
        frame.assign(**words).to_parquet(file, index=False)


def _joined(name: str, end: str) -> str:
    return f"{name}-{end}" if end else name
