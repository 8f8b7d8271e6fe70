"""Files of studies that are broken at random."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from playout.lists import study_files
from tests.fuzz import GATE, STUDY, commands

ODD: list[Any] = [
    *("", " ", "x", "é🂡", "x" * 5_000, "\n", "\u202e", "{{", "}}", "{% for", "1..3", "10k", "5%"),
    *(0, 1, -1, 2, 7, 10**15, 10**30, -(10**30), 0.5, -0.5, 1e308, float("nan"), float("inf")),
    *(True, False, [], {}, [[]], [{}], {"": ""}, {"x": {"y": {"z": []}}}, [1, "x", None, 2.5]),
    *(["a", "b"], [["greedy", "random"]], [1] * 2_000, list(range(300)), ["greedy"] * 3),
    *("the-game", "hex", "nogame", "run", "compare", "hex-map", "hex-scaling", "win", "points"),
    *("greedy", "chains:extra=1", "nowhere.py:x", "players", "strategy", "games", "points", "bars"),
]
KEYS = [
    *("kind", "seed", "order", "main", "title", "question", "answer", "notes", "game", "games"),
    *("factors", "rules", "plots", "precision", "measure", "max_games", "raw", "effects", "seats"),
    *("boards", "rows", "cols", "p", "a", "b", "a_rules", "b_rules", "margin", "error", "unknown"),
    *("", "é", "x.y", "a b", "players", "lines", "x", "where", "column", "values", "title", "by"),
]
PIECES = [
    *("{{ nothing }}", "{{ rows[99].win }}", "{{ 1/0 }}"),
    *("{{ row() }}", "{{ row(players=99).win }}"),
    *("{{ row(nothing=1) }}", "{{ row('x') }}"),
    *("{{ rows | nofilter }}", "{{ ''.__class__ }}", "{{"),
    *("{% if %}", "{% for x in rows %}", "{% endfor %}", "{# ", "{{ games }}", "{{ rows }}", "}}"),
    *("{% include 'x' %}", "{% import 'os' as os %}"),
    *("{{ listed([]) }}", "{{ listed(1) }}", "{{ () }}"),
    "{{ change(rows[0], rows[0], 'nothing') }}",
    *("{{ effect('nothing') }}", "{{ difference(1,2,3) }}"),
    *("{{ equal_shares('nothing') }}", "{{ rows[0].win + 'x' }}", "{{ rows[0].nothing.more }}"),
    *("{{ about('x', 1, '%') }}", "{{ rows[0].win() }}"),
    *("{% set x = 1 %}{{ x.y.z }}", "{{ [][0] }}"),
    *("{{ '%d' % 'x' }}", "{{ '{:,}'.format('x') }}", "{{ {}|dictsort|first }}", "{{ rows|sum }}"),
]


@cache
def shipped() -> list[str]:
    """The studies to break: those that ship with Playout, and a small one."""
    return [STUDY, GATE, *(path.read_text(encoding="utf-8") for path in study_files().values())]


def toml(value: Any) -> str:
    """A value in TOML; None, which TOML has not, is a word."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _everywhere(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values of a study."""
    found = [path] if path else []
    if isinstance(data, dict | list):
        items = data.items() if isinstance(data, dict) else enumerate(data)
        for key, inner in items:
            found += _everywhere(inner, (*path, key))
    return found


def changed(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A study with one change: a value of another type, a key lost, misspelt, or too many."""
    data = copy.deepcopy(data)
    places = _everywhere(data)
    if not places:
        return {chance.choice(KEYS): chance.choice(ODD)}
    *path, last = chance.choice(places)
    inner: Any = data
    for key in path:
        inner = inner[key]
    how = chance.randrange(7)
    if how <= 2:
        inner[last] = chance.choice(ODD)
    elif how == 3:
        del inner[last]
    elif how == 4 and isinstance(inner, dict):
        inner[f"{last}s" if chance.random() < 0.5 else str(last)[1:]] = inner.pop(last)
    elif how == 5:
        for _ in range(chance.choice((1, 2, 30))):
            inner[last] = [inner[last]] if chance.random() < 0.5 else {"x": inner[last]}
    else:
        target = inner if isinstance(inner, dict) else data
        target[chance.choice(KEYS)] = chance.choice(ODD)
    return data


def garbled(text: str, chance: random.Random) -> str:
    """A text with one change: cut, a line lost, doubled or moved, a character more."""
    lines, at = text.splitlines(keepends=True), chance.randrange(len(text) + 1)
    line = chance.randrange(len(lines)) if lines else 0
    piece = chance.choice([*PIECES, "[", "]]", "=", '"', '"""', "\ufeff", "\r", "#", "[" * 3_000])
    return chance.choice(
        (
            text[:at],
            "".join(lines[:line] + lines[line + 1 :]),
            "".join(lines[: line + 1] + lines[line:]),
            "".join(chance.sample(lines, len(lines))),
            text[:at] + piece + text[at:],
        )
    )


def made(chance: random.Random) -> tuple[str, list[str]]:
    """The text of a study, and the words of the command that runs it."""
    text = chance.choice(shipped())
    how = chance.random()
    if how < 0.6:
        data = tomllib.loads(text)
        for _ in range(chance.choice((1, 1, 2, 3))):
            data = changed(data, chance)
        text = "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items())
    elif how < 0.8:
        text = garbled(text, chance)
    else:
        data = tomllib.loads(text)
        answer = str(data.get("answer", ""))
        at = chance.choice([k for k, letter in enumerate(answer + " ") if letter == " "])
        cut = chance.choice((0, 0, 1, 9))
        data["answer"] = answer[:at] + chance.choice(PIECES) + answer[at + cut :]
        text = "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items())
    games = [] if chance.random() < 0.1 else ["--games", "20"]
    return text, ["study", "broken.toml", "--out", "out", *games]


def description(chance: random.Random) -> str:
    """The file and the command."""
    text, words = made(chance)
    shown = text if len(text) < 2_000 else f"{text[:1_000]} ... {text[-500:]}"
    return f"playout {' '.join(words)}\n{shown}\n--- end of broken.toml"


def play(chance: random.Random) -> int | None:
    """Run the study; the exit code of the command."""
    text, words = made(chance)
    Path("broken.toml").write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    return commands.run(words)
