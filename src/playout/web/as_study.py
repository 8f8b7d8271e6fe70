"""Questions as studies: the text of a TOML file that asks the same, for ``playout study FILE``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from playout.games.hex.board import FREE
from playout.questions.asked import plain
from playout.questions.parameter_tables import ALL
from playout.runner.jobs import Job


def study_text(job: Job[Any], title: str) -> str:
    """The text of a study that asks for the same; "" if no study can ask for that."""
    write = _WRITERS.get(job.kind)
    fields = None if write is None else write(job)
    return "" if fields is None else _toml({"title": title, **fields})


def _shared(job: Job[Any]) -> dict[str, Any]:
    """The game, and the parameters that a study says too, but for words that are the usual ones."""
    asked: Any = job.asked
    fields = {}
    for one in ALL[job.kind].asked:
        value = plain(asked.command_value(one.name)) if one.study else None
        if value is not None and not (isinstance(value, str | bool) and value == one.default):
            fields[one.name] = value
    return {"kind": job.kind, "game": job.game.name, **fields}


def _run(job: Job[Any]) -> dict[str, Any] | None:
    asked = job.asked.canonical()
    if asked["cases"] or job.begin:
        return None
    return {**_shared(job), "rules": dict(asked["rules"]), "factors": dict(asked["factors"])}


def _compare(job: Job[Any]) -> dict[str, Any]:
    asked = job.asked.canonical()
    (a, b), (for_a, for_b) = asked["strategies"], map(dict, asked["rules"])
    both = {name: value for name, value in for_a.items() if for_b.get(name) == value}
    sides: dict[str, Any] = {"a": a, "b": b}
    for name, rules in (("a_rules", for_a), ("b_rules", for_b)):
        own = {option: value for option, value in rules.items() if option not in both}
        sides |= {name: own} if own else {}
    return {**_shared(job), "rules": both, "pairs": {"A and B": sides}}


def _mistakes(job: Job[Any]) -> dict[str, Any] | None:
    asked = job.asked.canonical()
    if asked["seat"] is not None:
        return None
    return {**_shared(job), "rules": dict(asked["rules"])}


def _tune(job: Job[Any]) -> dict[str, Any]:
    asked: Any = job.asked
    vary = dict(one.split("=", 1) for one in asked.command_value("vary"))
    return {**_shared(job), "vary": vary, "rules": asked.rules.needed_options()}


def _gate(job: Job[Any]) -> dict[str, Any] | None:
    asked: Any = job.asked
    every = asked.expectations
    others = {key for one in every for key in one.given} - {"target", "error"}
    if others or len({one.error for one in every}) > 1:
        return None
    return {**_shared(job), "rules": asked.rules.needed_options()}


def _tournament(job: Job[Any]) -> dict[str, Any]:
    asked: Any = job.asked
    return {
        **_shared(job),
        "strategies": [one.reference for one in asked.players],
        "games": asked.table_games * len(asked.tables),
        "rules": asked.rules.needed_options(),
    }


def _board(job: Job[Any]) -> dict[str, Any] | None:
    asked: Any = job.asked
    rows, cols = asked.stones.shape
    usual = asked.p == 0.5 and asked.confidence is None
    if rows != cols or not usual or (asked.stones != FREE).any():
        return None
    games = {"games": asked.games} if job.kind == "hex-compound" else {}
    return {"kind": job.kind, "rows": rows, "boards": [asked.boards], **games, "seed": asked.seed}


def _map(job: Job[Any]) -> dict[str, Any] | None:
    asked: Any = job.asked
    return _board(job) if asked.method == "flood" else None


_WRITERS: Mapping[str, Callable[[Job[Any]], dict[str, Any] | None]] = {
    "run": _run,
    "compare": _compare,
    "tune": _tune,
    "gate": _gate,
    "tournament": _tournament,
    "mistakes": _mistakes,
    "hex-map": _map,
    "hex-compound": _board,
}


def _toml(fields: Mapping[str, Any], above: str = "") -> str:
    """Values first, then a section for each table that is not empty."""
    plain = [f"{_key(n)} = {_value(v)}" for n, v in fields.items() if not isinstance(v, dict)]
    tables = [(n, v) for n, v in fields.items() if isinstance(v, dict) and v]
    text = "".join(f"{line}\n" for line in plain)
    for name, table in tables:
        full = f"{above}{_key(name)}"
        inner = _toml(table, f"{full}.")
        text += inner if inner.startswith("\n[") else f"\n[{full}]\n{inner}"
    return text


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _value(value: Any) -> str:
    """A number, a text, yes or no, or a list of them: JSON writes all of them as TOML does."""
    return json.dumps(value, ensure_ascii=False)
