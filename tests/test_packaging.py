"""What pyproject.toml declares is what the code imports and what `.ci/run` tests."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "src" / "playout").rglob("*.py"))
SOURCES = [path.read_text(encoding="utf-8") for path in FILES]
# Nobody imports the environments or the pages who has not installed their extra: they look first.
AT_ONCE = [
    path.read_text(encoding="utf-8")
    for path in FILES
    if path.relative_to(ROOT).parts[2] not in ("envs", "web")
]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = DECLARED["project"]
CORE = PROJECT["dependencies"]
# Of all extras but `dev` and `docs`, which add what reads the code and does not run it.
OPTIONAL = [
    requirement
    for extra, requirements in PROJECT["optional-dependencies"].items()
    if extra not in ("dev", "docs")
    for requirement in requirements
]


def names(requirements: list[str]) -> set[str]:
    """The packages of requirements such as ``numpy>=2.0.0``."""
    return {re.split(r"[^\w.-]", requirement)[0] for requirement in requirements}


def imports(node: ast.AST, at_once: bool = True) -> Iterator[tuple[str, bool]]:
    """Top-level modules that code imports, and whether it does so as soon as it is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name.split(".")[0], at_once) for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module and child.level == 0:
            yield child.module.split(".")[0], at_once
        else:
            test = child.test if isinstance(child, ast.If) else None
            for_types = isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
            within = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) or for_types
            yield from imports(child, at_once and not within)


@cache
def owners_of_modules() -> dict[str, str]:
    """The package of each module of the packages that are declared, where they are installed.

    To ask for those of all packages takes seconds.
    """
    found: dict[str, str] = {}
    for name in names(CORE) | names(OPTIONAL):
        with suppress(PackageNotFoundError):
            for file in files(name) or []:
                if file.suffix in (".py", ".so"):
                    found.setdefault(file.parts[0].split(".")[0], name)
    return found


@cache
def imported(source: str) -> list[tuple[str, bool]]:
    """What a file imports."""
    return list(imports(ast.parse(source)))


@cache
def packages(at_once: bool) -> dict[str, str]:
    """Package of each module of others that Playout imports at once, or else that it ever does."""
    modules = {
        module
        for source in (AT_ONCE if at_once else SOURCES)
        for module, immediately in imported(source)
        if immediately or not at_once
    }
    owners = owners_of_modules()
    ours = {"playout", *sys.stdlib_module_names}
    return {
        module: owners.get(module, module).lower().replace("_", "-") for module in modules - ours
    }


@pytest.mark.slow
def test_what_the_code_imports_is_declared_and_nothing_else_is() -> None:
    assert set(packages(at_once=False).values()) - names(OPTIONAL) == names(CORE)
    assert set(packages(at_once=True).values()) <= names(CORE)


@pytest.mark.slow
def test_what_an_extra_brings_is_looked_for_before_it_is_imported() -> None:
    every = packages(at_once=False)
    optional = [module for module, package in every.items() if package in names(OPTIONAL)]
    assert optional
    for module in optional:
        assert any(f'find_spec("{module}")' in source for source in SOURCES), module


def test_the_lowest_versions_that_are_tested_are_those_that_are_declared() -> None:
    lines = (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    requirements = [*DECLARED["build-system"]["requires"], *CORE, *OPTIONAL]
    assert lines[1:] == [requirement.replace(">=", "==") for requirement in requirements]


def test_the_version_to_cite_is_that_of_the_package() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", text, re.MULTILINE) == [PROJECT["version"]]
    page = (ROOT / "docs" / "cite.md").read_text(encoding="utf-8")
    assert re.findall(r"version (?:= {)?([0-9.]+[0-9])", page) == [PROJECT["version"]] * 2


def test_the_package_in_a_zip_file_says_in_a_sentence_that_it_cannot_run_there(
    tmp_path: Path,
) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name in ("__init__.py", "__init__.pyi", "__main__.py"):
            archive.write(ROOT / "src" / "playout" / name, f"playout/{name}")
    ended = subprocess.run(
        [sys.executable, "-c", "import playout"],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "all.zip")},
        capture_output=True,
        text=True,
    )
    assert ended.stderr.splitlines()[-1].endswith('or install it: pip install "playout"')
