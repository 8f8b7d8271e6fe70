"""Starts for authors: folders with a strategy or a game that works, tested and installable."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from string import Template
from typing import Any

from playout.engine.find.declarations import check_name
from playout.engine.find.games import find_game, game_names, strategies
from playout.engine.game.game import Game
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError

KINDS = ("strategy", "game")


def start_of(
    kind: str, name: str, game: str = "the-game", is_plain: bool = False
) -> dict[str, str]:
    """The files of a start: path below its folder -> text.

    ``kind`` is "strategy", for a ``game``, or "game"; ``is_plain`` asks for plain Python, which is
    not compiled.  PlayoutError if the name cannot be one, or is taken.
    """
    if kind not in KINDS:
        raise PlayoutError(f"'{kind}' cannot be begun: known are {' and '.join(KINDS)}")
    words: dict[str, Any] = {"name": name, "module": _module(name)}
    words["title"] = "".join(part.capitalize() for part in words["module"].split("_"))
    if kind == "strategy":
        words |= _of_strategy(name, find_game(game), is_plain)
        return _filled(["common", "strategy"], words)
    if name in game_names():
        raise PlayoutError(f"there already is a game '{name}'")
    words |= _of_game(words, is_plain)
    return _filled(["common", "plain-game" if is_plain else "game", "game-tests"], words)


def _module(name: str) -> str:
    """The module of a name: it is written with underscores."""
    check_name("name", name)
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*", name):
        raise PlayoutError(
            f"{name!a}: must have only small letters, digits and dashes, and begin with a letter"
        )
    taken = keyword.iskeyword(module) or keyword.issoftkeyword(module)
    if taken or module in sys.stdlib_module_names or module in ("playout", "tests", "test"):
        raise PlayoutError(f"'{name}' is a name of Python or of Playout: choose another")
    return module


def _of_strategy(name: str, game: Game, is_plain: bool) -> dict[str, str]:
    """The words of a start for a strategy."""
    known = {one.name: one for one in strategies(game.name)}
    if name in known:
        raise PlayoutError(f"{game.name} already has a strategy '{name}'")
    base = find_player(game.name, game.default_strategy).strategy
    other = known.get("random", base)
    compiled = game.compiled and not is_plain and base.compiled and other.compiled
    names = ["jit"] if compiled else []
    lines = [
        f"from playout.author import {', '.join([*names, 'strategy_function', 'uniform'])}",
        "",
    ]
    for one in sorted({base.name, other.name}):
        function = f'strategy_function("{game.name}", "{one}")'
        lines.append(f"{_as(one)} = {f'jit({function})' if compiled else function}")
    chosen = [f"{_as(one.name)}(view, rng)" for one in (other, base)]
    body = [
        "    if uniform(rng) < view.parameters[0]:",
        f"        return {chosen[0]}",
        f"    return {chosen[1]}",
    ]
    fields = game.view_dtype.names if game.compiled else None
    return {
        "game": game.name,
        "base": base.name,
        "summary": f"A strategy for {game.title}.",
        "imports": "\n".join(lines) + "\n",
        "declared": "" if compiled else "\n    compiled=False,",
        "body": "\n".join(body),
        "fields": ", ".join(f"`{field}`" for field in fields or ("those of the state",)),
        "group": "playout.strategies",
        "target": name.replace("-", "_"),
        "wheel": f'include = ["{name.replace("-", "_")}.py"]',
    }


def _as(name: str) -> str:
    """The name that a start gives to the function of a strategy of the game."""
    return f"plays_{name.replace('-', '_')}"


def _of_game(words: dict[str, Any], is_plain: bool) -> dict[str, str]:
    """The words of a start for a game."""
    module = words["module"]
    try_it = f"playout check {module}.py\nplayout run {module}.py --strategy stops,random\n"
    return {
        "summary": "A dice game: roll as often as you dare.",
        "group": "playout.games",
        "target": f"{module}:{words['title']}" if is_plain else f"{module}.game:GAME",
        "wheel": f'include = ["{module}.py"]' if is_plain else f'packages = ["{module}"]',
        "try": try_it if is_plain else "",
        "where": (
            f"All of it is in `{module}.py`, in plain Python."
            if is_plain
            else f"`{module}/rules.py` has the rules, `strategies.py` who plays, `drawing.py` how "
            "it is shown, `game.py` the declaration."
        ),
    }


def _filled(names: list[str], words: dict[str, Any]) -> dict[str, str]:
    """The files of templates, with the words in their places."""
    found: dict[str, str] = {}
    for name in names:
        text = files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
        _, *parts = re.split(r"^=== (.+)\n", Template(text).substitute(words), flags=re.MULTILINE)
        found |= dict(zip(parts[::2], parts[1::2], strict=True))
    return found
