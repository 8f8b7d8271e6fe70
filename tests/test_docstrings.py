"""The examples in docstrings give what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import playout

SOURCE = Path(playout.__file__).parent
MODULES = [
    ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted(SOURCE.rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8") and "templates" not in file.parts
]


LONG = "playout.testing.checking"  # what tests/testing checks too, in processes of its own


@pytest.mark.slow  # they ask every question once
@pytest.mark.parametrize(
    "module",
    [pytest.param(name, marks=pytest.mark.thorough if name == LONG else ()) for name in MODULES],
)
def test_the_examples_of_a_module_give_what_they_say(module: str) -> None:
    if module.startswith("playout.envs"):
        pytest.importorskip("gymnasium")
    result = doctest.testmod(import_module(module), extraglobs={"playout": playout})
    assert result.failed == 0, "the differences are printed above"
