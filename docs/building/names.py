"""The public names of Playout, from their docstrings: a page for each module."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType
from typing import Any

from rst import escaped, heading, write_all

from playout.questions import KINDS
from playout.report.answer import Answer

MODULES = {
    "playout": "Questions, saved runs, single games, and declarations",
    "playout.author": "For games and strategies of your own",
    "playout.testing": "Checks of games and strategies",
    "playout.envs": "Environments for learners",
    "playout.the_game": "The Game",
    "playout.hex": "Random-turn Hex",
    "playout.mexican_train": "Mexican Train",
    "playout.cant_stop": "Can't Stop",
    "playout.pig": "Pig",
    "playout.yahtzee": "Yahtzee",
    "playout.snakes_and_ladders": "Snakes and ladders",
    "playout.risk_battle": "Risk battles",
}


def write(folder: Path) -> None:
    """Write a page for each public module, and one that lists them."""
    pages = {**{name: _page(name) for name in MODULES}, "answers": _answers()}
    listed = [heading("Every public name in Python")]
    listed += ["Generated from docstrings and type hints.\n"]
    listed += [f"- :doc:`{name} <{name}>`: {about}" for name, about in MODULES.items()]
    listed += ["- :doc:`Answers <answers>`: what every question returns"]
    listed += ["", ".. toctree::", "   :hidden:", "", *(f"   {name}" for name in pages), ""]
    write_all(folder, {**pages, "index": "\n".join(listed)})


def public(module: ModuleType) -> dict[str, Any]:
    """The public names of a module, but for modules."""
    values = {name: getattr(module, name) for name in module.__all__}
    return {name: value for name, value in values.items() if not inspect.ismodule(value)}


def _page(module: str) -> str:
    """All names of a module: in a list, and one after another; functions, then classes."""
    first = {} if module == "playout" else public(import_module("playout"))
    values = public(import_module(module))
    order = sorted(values, key=lambda name: (inspect.isclass(values[name]), name in first))
    lines = [heading(module), f".. automodule:: {module}\n"]
    for name in order:
        home = "playout" if first.get(name) is values[name] else module
        lines += [f"- :py:obj:`{name} <{home}.{name}>`: {_summary(module, name, values[name])}"]
    lines += [""]
    for name in order:
        if first.get(name) is not values[name]:
            lines += [_entry(module, name, values[name])]
    return "\n".join(lines)


def _answers() -> str:
    """What all answers have, and what those of each question have besides."""
    lines = [heading("Answers"), "Every question returns an answer: text, tables and pictures.\n"]
    lines += [".. autoclass:: playout.report.answer.Answer\n   :members:\n"]
    for kind, module in KINDS.items():
        answer = getattr(import_module(module), "Answer", Answer)
        names = ", ".join(dict.fromkeys(_own(answer)))
        if not names:
            continue
        lines += [heading(kind, "-"), f".. autoclass:: {answer.__module__}.Answer"]
        lines += ["   :no-index:", f"   :members: {names}\n"]
    return "\n".join(lines)


def _own(answer: type[Answer]) -> Iterator[str]:
    """The names that an answer has and others have not."""
    for kind in answer.__mro__:
        for name, value in vars(kind).items():
            is_named = inspect.isfunction(value) or isinstance(value, property)
            if is_named and name[0] != "_" and not hasattr(Answer, name) and inspect.getdoc(value):
                yield name


def _summary(module: str, name: str, value: Any) -> str:
    """The first sentence about a name."""
    if not callable(value):
        return _comment(module, name)
    text = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
    if not text:
        raise ValueError(f"{module}.{name} has no docstring")
    return escaped(re.split(r"(?<=[^ .][.;:]) ", text)[0].rstrip(";:.") + ".")


def _entry(module: str, name: str, value: Any) -> str:
    """Everything about a name."""
    full = f"{module}.{name}"
    if not callable(value):
        number = f"\n   :value: {value}" if isinstance(value, int) else ""
        return f".. py:data:: {full}{number}\n\n   {_comment(module, name)}\n"
    if not inspect.isclass(value):
        return f".. autofunction:: {full}\n"
    if not is_dataclass(value) or value.__name__ != name:
        return f".. autoclass:: {full}\n   :members:\n"
    return _record(full, value)


def _record(full: str, kind: Any) -> str:
    """A class of fields: each with its type, its default and the comment beside it."""
    told = [field for field in fields(kind) if field.init and not field.name.startswith("_")]
    arguments = [
        field.name if field.default is field.default_factory is MISSING else f"{field.name}=..."
        for field in told
    ]
    names = ", ".join(field.name for field in fields(kind))
    lines = [f".. autoclass:: {full}({', '.join(arguments)})"]
    lines += ["   :members:", f"   :exclude-members: {names}", ""]
    source = inspect.getsource(kind)
    for field in told:
        pattern = rf"^    {field.name}: (.+?)(?: = (.+?))?(?:  # (.+))?$"
        line = re.search(pattern, source, re.MULTILINE)
        if line is None:
            continue
        lines += [f"   .. py:attribute:: {field.name}", f"      :type: {line[1]}"]
        if line[2] and not line[2].startswith("field("):
            lines += [f"      :value: {line[2]}"]
        lines += ["", f"      {escaped(_sentence(line[3]))}" if line[3] else "", ""]
    return "\n".join(lines)


def _sentence(comment: str) -> str:
    """A comment as a sentence."""
    return comment[0].upper() + comment[1:].rstrip(".") + "."


def _comment(module: str, name: str) -> str:
    """The comment on the line of a constant, in the module where it stands."""
    source = Path(import_module(module).__file__ or "").read_text(encoding="utf-8")
    if line := re.search(rf"^(?:\w+, )*{name}\b.*?# (.+)$", source, re.MULTILINE):
        return escaped(_sentence(line[1]))
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                if name == (alias.asname or alias.name):
                    return _comment(node.module, alias.name)
    raise ValueError(f"{module}.{name} has no comment that says what it is")


def short(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str, result: str | None
) -> tuple[str, str | None]:
    """A signature in which an answer is an answer, wherever its class comes from."""
    return signature, re.sub(r"\b_\w+\.(?=Answer)", "", result) if result else result


def as_rst(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """A docstring, which is plain text, as it is meant: nothing becomes markup by mistake."""
    parts = re.split(r"\n(?:\s*\n)+", "\n".join(lines).rstrip())
    lines[:] = [*"\n\n".join(map(_part, parts)).split("\n"), ""]


def _arguments(text: str) -> Iterator[str]:
    """The arguments of a function, one a line, as fields that Sphinx lays out."""
    for argument in re.split(r"\n(?! )", text):
        name, _, about = argument.partition(": ")
        yield f":param {escaped(name)}: {escaped(' '.join(about.split()))}"


def _part(part: str) -> str:
    """A paragraph, an example, or lines in columns, which stay as they are."""
    if part.lstrip().startswith(">>>"):
        return part
    head, _, rest = part.partition("\n")
    if head == "Args:":
        return "\n".join(_arguments(dedent(rest)))
    if part.startswith("    ") or re.search(r"\S {3,}\S", part):
        return "::\n\n" + indent(dedent(part), "    ")
    return escaped(re.sub(r"::$", ":", part))
