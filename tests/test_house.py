"""The source stays walkable: no circle of imports, no folder or file too large to keep in mind."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SRC = TESTS.parent / "src"
FILES = {str(file.relative_to(SRC)): file for file in sorted(SRC.rglob("*.py"))}
MODULES = {name: name[:-3].replace("/", ".").removesuffix(".__init__") for name in FILES}

MOST_FILES = 18  # in a folder, besides its __init__.py
MOST_LINES = 400
LONGER = {  # each is one idea, and would not be read better in two files
    "playout/engine/game/game.py",
    "playout/engine/match/match.py",
    "playout/engine/vectors/vectors.py",
    "playout/engine/worlds/search.py",
}
# Modules below the command line that import others of Playout only when they are needed, because
# these take long to load, or need what does.
LATE = {
    "playout/__main__.py",
    "playout/api.py",
    "playout/questions/answers.py",
    "playout/questions/parameters.py",
    "playout/questions/runs/answer.py",
    "playout/report/figures.py",
}
HOLDS_IMPORTS = (ast.stmt, ast.excepthandler, ast.match_case)
INDENTED = re.compile(r"^[ \t]+(?:from|import) playout", re.MULTILINE)


@cache
def tree(name: str) -> ast.Module:
    """A file of Playout as a syntax tree."""
    return ast.parse(FILES[name].read_text(encoding="utf-8"))


def imported(root: ast.AST) -> set[str]:
    """The modules of Playout that are imported in a tree, but not those for type checkers alone."""
    known, found = set(MODULES.values()), set()
    nodes = [root]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & known
            found |= inner or {str(node.module)}
        nodes += (child for child in ast.iter_child_nodes(node) if isinstance(child, HOLDS_IMPORTS))
    return found & known


@pytest.mark.slow
def test_no_imports_go_in_a_circle() -> None:
    graph = {MODULES[name]: imported(tree(name)) - {MODULES[name]} for name in FILES}
    TopologicalSorter(graph).prepare()  # its error names the modules of a circle


def test_no_import_hides_in_a_function() -> None:
    hiding = {
        name
        for name, file in FILES.items()
        if not name.startswith("playout/cli/")
        if INDENTED.search(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree(name))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and imported(node)
    }
    assert hiding - LATE == set()


def test_no_folder_has_more_files_than_one_can_walk_through() -> None:
    counts = Counter(str(file.parent) for file in FILES.values() if file.name != "__init__.py")
    assert {folder for folder, count in counts.items() if count > MOST_FILES} == set()


def test_no_file_is_longer_than_one_can_read_at_once() -> None:
    files = FILES | {f"tests/{file.relative_to(TESTS)}": file for file in TESTS.rglob("*.py")}
    lines = {name: len(file.read_bytes().splitlines()) for name, file in files.items()}
    assert {name for name, count in lines.items() if count > MOST_LINES} - LONGER == set()
