"""The names of games of other libraries, and errors about packages that are missing."""

from __future__ import annotations

import difflib
import importlib
import warnings
from collections.abc import Iterable
from types import ModuleType

from playout.engine.words.errors import PlayoutError, error_text
from playout.engine.words.reading import brief

EXTRAS = {"pyspiel": "openspiel", "open_spiel": "openspiel", "pettingzoo": "envs"}
"""A package -> the extra of Playout that has it."""

PARTS = {"pettingzoo.classic": '; pip install "pettingzoo[classic]" has what it needs'}
"""A package whose modules need others -> how these are installed."""

Setting = int | float | bool | str | None


def imported(module: str) -> ModuleType:
    """A module of another library, or of a user; PlayoutError if it cannot be imported."""
    package = module.partition(".")[0]
    try:
        with warnings.catch_warnings(action="ignore"):
            return importlib.import_module(module)
    except Exception as error:  # a module may raise anything
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing == package and package in EXTRAS:
            needed = f'pip install "playout[{EXTRAS[package]}]"'
            raise PlayoutError(f"{package} is not installed: {needed}") from None
        if missing is not None and f"{module}.".startswith(f"{missing}."):
            raise PlayoutError(f"the module '{missing}' cannot be found") from None
        more = PARTS.get(module.rpartition(".")[0], "") if missing else ""
        raise PlayoutError(f"{module} cannot be imported: {error_text(error)}{more}") from error


def near(word: str, known: Iterable[str]) -> str:
    """The names that are most like a word, as the end of a sentence; empty if none are."""
    names = difflib.get_close_matches(word, list(known), n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(names)}?" if names else ""


def read_settings(text: str) -> tuple[str, dict[str, Setting]]:
    """A name and the settings in brackets behind it: ``rps_v2(num_actions=5)``.

    A value is a whole number, a number, True, False, None, or else a word.
    """
    name, bracket, inside = text.partition("(")
    settings: dict[str, Setting] = {}
    if bracket and not inside.endswith(")"):
        raise PlayoutError(f"{brief(text)}: the closing bracket ')' is missing")
    for pair in filter(str.strip, inside[:-1].split(",")):
        key, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not key.isidentifier() or not value:
            raise PlayoutError(f"{brief(text)}: '{brief(pair.strip())}' is not name=value")
        if key in settings:
            raise PlayoutError(f"{brief(text)}: {key} is given twice")
        settings[key] = _read(value)
    return name.strip(), settings


def write_settings(name: str, settings: dict[str, Setting]) -> str:
    """The one text that names a game with these settings."""
    inside = ",".join(f"{key}={value}" for key, value in sorted(settings.items()))
    return f"{name}({inside})" if inside else name


def _read(text: str) -> Setting:
    """The value of a setting."""
    words: dict[str, Setting] = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text
