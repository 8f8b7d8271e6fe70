"""A study from its TOML file; every mistake in one is told with file, line and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from playout.engine.errors import PlayoutError, suggest
from playout.engine.registry import find_game
from playout.study.grid import find_measure, grid
from playout.study.spec import Plot, Spec, cells, check_plot

M = TypeVar("M", bound=BaseModel)


def read_study(path: Path) -> Spec:
    """A study from its TOML file; one sentence with file, key and line if it cannot be read."""
    text, data = read_toml(path)
    spec = checked(Spec, path, text, data)
    try:
        asked = cells(spec)
        _check_report(spec, asked[0].factors)
        if spec.effects:
            game = find_game(spec.game)
            grid(game, asked, find_measure(game, spec.effects))
    except PlayoutError as error:
        raise PlayoutError(f"{path}{_line_about(text, str(error))}: {error}") from None
    return spec


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a TOML file and what it says."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayoutError(f"{path}: cannot be read ({_why(error)})") from None
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlayoutError(f"{path}: this is not TOML: {error}") from None


def checked(model: type[M], path: Path, text: str, data: dict[str, Any]) -> M:
    """The data of a TOML file as a model; one sentence with file, key and line if they misfit."""
    try:
        return model(**data)
    except ValidationError as error:
        where, what = _first(error, model)
        raise PlayoutError(f"{path}{_line(text, *where)}: {what}") from None
    except PlayoutError as error:
        raise PlayoutError(f"{path}{_line_about(text, str(error))}: {error}") from None


def _check_report(spec: Spec, factors: Collection[str]) -> None:
    """Whether all that a report will need can be made, before anything is played for it."""
    game = find_game(spec.game)
    measures = [measure.name for measure in game.measures]
    for how in spec.plots:
        check_plot(how, game, factors)
    if spec.raw and spec.raw not in measures:
        raise PlayoutError(f"there is no measure '{spec.raw}': {suggest(spec.raw, measures)}")
    if spec.raw and game.measures[measures.index(spec.raw)].per_seat:
        raise PlayoutError(f"raw: '{spec.raw}' is counted for each seat, not once in a game")
    allowed = [*factors, *measures, "se"]
    for theirs in spec.published:
        for name in theirs:
            if name not in allowed:
                raise PlayoutError(
                    f"there is no factor or measure '{name}': {suggest(name, allowed)}"
                )
        numbers = [theirs[name] for name in theirs if name in (*measures, "se")]
        if len(numbers) != 2 or "se" not in theirs or any(isinstance(n, str) for n in numbers):
            raise PlayoutError("published: one measure and its standard error 'se' are needed")


def _first(error: ValidationError, model: type[BaseModel]) -> tuple[list[str | int], str]:
    """Where the first mistake is, and the sentence for it; a misspelt key goes first."""
    mistakes = sorted(error.errors(), key=lambda mistake: mistake["type"] != "extra_forbidden")
    kind = mistakes[0]["type"]
    where = [part for part in mistakes[0]["loc"] if part not in ("int", "float", "str")]
    key = ".".join(str(part) for part in where if isinstance(part, str))
    if kind == "extra_forbidden":
        allowed = Plot.model_fields if where[0] == "plots" else model.model_fields
        return where, f"unknown key '{key}': {suggest(str(where[-1]), allowed)}"
    if kind == "missing":
        return where, f"the key '{key}' is missing"
    return where, f"{key}: {mistakes[0]['msg'].removeprefix('Value error, ')}"


def _why(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8 text"


def _line(text: str, *keys: str | int) -> str:
    """``, line 12`` for the line that sets a key, as ("plots", 1, "kind"), as far as is found."""
    lines, at = text.splitlines(), 0
    for place, key in enumerate(keys):
        if isinstance(key, int):
            continue
        # The second [[plots]] is the key "plots" found twice.
        nth = keys[1] if place == 0 and len(keys) > 1 and isinstance(keys[1], int) else 0
        pattern = rf"\s*\[*\s*[\"']?{re.escape(key)}[\"']?\s*[\]=.]"
        for _ in range(nth + 1):
            found = (n for n in range(at, len(lines)) if re.match(pattern, lines[n]))
            at = next(found, at - 1) + 1
    return f", line {at}" if at else ""


def _line_about(text: str, message: str) -> str:
    """``, line 12`` for the line that holds the word which a message quotes or begins with."""
    for word in [*re.findall(r"'([^']+)'", message)[:1], *re.findall(r"^\w+", message)]:
        section = ""
        for number, line in enumerate(text.splitlines(), 1):
            header = re.match(r"\s*\[+\s*(\w+)", line)
            section = header[1] if header else section
            # Above the sections stand texts for people, in which any word may occur.
            told = section or re.match(r"\s*(game|games|raw|effects)\b", line)
            if told and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line):
                return f", line {number}"
    return ""
