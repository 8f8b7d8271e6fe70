"""Reading a study's TOML file: a mistake in it becomes a sentence with file, line and key."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, TypeVar, get_args

from pydantic import BaseModel, ValidationError

from playout.engine.find.strategy_files import file_of
from playout.engine.words.errors import PlayoutError, is_printable, suggest
from playout.engine.words.reading import brief, escaped_name, read_text
from playout.engine.words.spelling import IN_PYTHON
from playout.report.study import Study

M = TypeVar("M", bound=Study)
AS_KEYS = replace(IN_PYTHON, between=" = ")
"""How sentences name parameters in a study file: as keys."""
_FOR_PEOPLE = ("title", "question", "answer", "notes", "name")  # texts that name no files
_REFERENCES = re.compile(r"((?:[,+(){}]|\bagainst\b|\bblueprint=)\s*)")  # begin after these


class _Number(float):
    """A number with a point, and as it is written: 1.000 may be meant as a thousand."""

    def __new__(cls, text: str) -> Self:
        number = super().__new__(cls, text)
        number.text = text
        return number

    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file and what it says."""
    text = read_text(path)
    try:
        data = tomllib.loads(text, parse_float=_Number)
        _check_texts(path, data)
        return text, _beside(data, path.parent)
    except RecursionError:
        raise PlayoutError(f"{path}: lists or tables are nested too deeply") from None
    except ValueError as error:  # also of a number with thousands of digits
        raise PlayoutError(f"{path}: this is not TOML: {error}") from None


def _check_texts(path: Path, value: object, key: str = "") -> None:
    """Refuse texts that could command a terminal; lines and tabs are allowed."""
    if isinstance(value, dict):
        for name, one in value.items():
            _check_texts(path, name, name)
            _check_texts(path, one, name)
    elif isinstance(value, list):
        for one in value:
            _check_texts(path, one, key)
    elif isinstance(value, str) and not is_printable(re.sub(r"[\t\r\n]", "", value)):
        raise PlayoutError(f"{path}: {key}: control characters are not allowed in {brief(value)!r}")


def _beside(value: Any, folder: Path, key: str = "") -> Any:
    """The same data with all files that it names looked for in the folder of its own file.

    These are strategies, games and counters (``mine.py:bold``), recorded games (``old.run``), and
    values that name a file of that folder, such as a board.
    """
    if isinstance(value, dict):
        return {name: _beside(one, folder, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_beside(one, folder, key) for one in value]
    if not isinstance(value, str) or key in _FOR_PEOPLE:
        return value
    if value.endswith(".run") or (Path(value).suffix and os.path.isfile(folder / value)):
        return str(folder / value)
    return "".join(_reference(part, folder) for part in _REFERENCES.split(value))


def _reference(text: str, folder: Path) -> str:
    """A reference with its file, if it names one, in a folder."""
    file = file_of(text)
    if file is None:
        return text
    before, _, after = text.partition(file)
    return f"{before}{Path(escaped_name(str(folder)), file)}{after}"


def checked(model: type[M], path: Path, text: str, data: dict[str, Any]) -> M:
    """The data of a TOML file as a study; PlayoutError with file, key and line of a mistake."""
    try:
        study = model(**data)
        study.check()
        return study
    except ValidationError as error:
        where, what = _first(error, model)
        raise PlayoutError(f"{path}{_line(text, *where)}: {what}") from None
    except PlayoutError as error:
        raise PlayoutError(f"{path}{_line_about(text, str(error))}: {error}") from None


def _first(error: ValidationError, model: type[Study]) -> tuple[list[str | int], str]:
    """Return the place of the first mistake, and its sentence; a misspelt key comes first."""
    mistakes = sorted(error.errors(), key=lambda mistake: mistake["type"] != "extra_forbidden")
    kind = mistakes[0]["type"]
    where = [part for part in mistakes[0]["loc"] if part not in ("int", "float", "str")]
    key = ".".join(str(part) for part in where if isinstance(part, str))
    if kind == "extra_forbidden":
        return where, f"unknown key '{key}': {suggest(str(where[-1]), _keys(model, where))}"
    if kind == "missing":
        return where, f"the key '{key}' is missing"
    return where, f"{key}: {mistakes[0]['msg'].removeprefix('Value error, ')}"


def _keys(model: type[BaseModel], where: list[str | int]) -> list[str]:
    """The keys that are allowed where a misspelt one stands."""
    if len(where) < 2:
        return list(model.model_fields)
    inner = model.model_fields[str(where[0])].annotation
    parts = [part for part in (inner, *get_args(inner)) if isinstance(part, type)]
    models = [part for part in parts if issubclass(part, BaseModel)]
    return _keys(models[0], where[2:]) if models else list(model.model_fields)


def _line(text: str, *keys: str | int) -> str:
    """``, line 12`` for the line that sets a key, as ("plots", 1, "kind"), as far as found."""
    lines, at = text.splitlines(), 0
    for place, key in enumerate(keys):
        if isinstance(key, int):
            continue
        # The second [[plots]] is the key "plots" found twice.
        nth = keys[1] if place == 0 and len(keys) > 1 and isinstance(keys[1], int) else 0
        pattern = rf"\s*\[*\s*[\"']?{re.escape(key)}[\"']?\s*[\]=.]"
        for _ in range(nth + 1):
            matches = (n for n in range(at, len(lines)) if re.match(pattern, lines[n]))
            at = next(matches, at - 1) + 1
    return f", line {at}" if at else ""


def _line_about(text: str, message: str) -> str:
    """``, line 12`` for the line that holds the word which a message quotes or begins with."""
    quoted = [
        word for one in re.findall(r"'([^']+)'", message)[:1] for word in (one, Path(one).name)
    ]
    for word in [*quoted, *re.findall(r"^\w+", message)]:
        section = ""
        for number, line in enumerate(text.splitlines(), 1):
            header = re.match(r"\s*\[+\s*(\w+)", line)
            section = header[1] if header else section
            # Above the sections stand texts for people, in which any word may occur.
            is_setting = section or re.match(
                r"\s*(game|games|max_games|main|precision|seed|raw|effects)\b", line
            )
            if is_setting and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line):
                return f", line {number}"
    return ""
