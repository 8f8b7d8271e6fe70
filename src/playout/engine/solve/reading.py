"""The fields of a view that a strategy may read: names in its code, and in what it calls."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection
from typing import Any

from playout.engine.game.protocols import plain

MOST = 2_000  # functions that are looked at


def names_read(function: Callable[..., Any]) -> set[str]:
    """All names of attributes in a function, and in all functions that it may call.

    More than it reads of its view: so nothing that it reads is missing, unless it reads it by a
    name that it makes up.
    """
    names: set[str] = set()
    seen: set[Any] = set()
    waiting: list[Any] = [plain(function)]
    while waiting and len(seen) < MOST:
        one = waiting.pop()
        code = one if isinstance(one, types.CodeType) else getattr(one, "__code__", None)
        if code is None or code in seen:
            continue
        seen.add(code)
        names |= {*code.co_names, *_texts(code.co_consts)}
        waiting += [part for part in code.co_consts if isinstance(part, types.CodeType)]
        own = getattr(one, "__globals__", {})
        cells = [cell.cell_contents for cell in getattr(one, "__closure__", None) or ()]
        called = [own[name] for name in code.co_names if name in own]
        modules = [part for part in called if isinstance(part, types.ModuleType)]
        called += [
            getattr(module, name)
            for module in modules
            for name in code.co_names
            if hasattr(module, name)
        ]
        waiting += [plain(part) for part in (*called, *cells) if callable(part)]
    return names


def _texts(constants: Collection[object]) -> set[str]:
    return {value for value in constants if isinstance(value, str)}
