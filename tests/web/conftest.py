"""A server of its own for each test, without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from playout.web import Settings, create_app


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test gets a page that waits, or a game that stops half-way, on a machine that is slow."""
    monkeypatch.setattr("playout.web.store.table_files.SOON", 600.0)
    for where in ("tables", "table_files"):
        monkeypatch.setattr(f"playout.web.store.{where}.LONGEST", 600.0)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path) as client:
        yield client


def opened(folder: Path, **settings: Any) -> TestClient:
    """A browser before a server whose files lie in a folder; it follows no link by itself."""
    app = create_app(Settings(folder, **settings))
    return TestClient(app, base_url="http://localhost", follow_redirects=False)


def lay(client: TestClient, game: str, *seats: str, **more: object) -> str:
    """Set a table up; returns its path.  ``rule_players=3`` is the field rule.players."""
    fields = {
        name.replace("rule_", "rule."): value if isinstance(value, list) else str(value)
        for name, value in more.items()
    }
    answer = client.post("/play", data={"game": game, "seat": list(seats), **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def ask(client: TestClient, **fields: object) -> str:
    """Ask a question; returns the path of its run.  ``rule_players=3`` is the field rule.players.

    Several values of a field are a list.
    """
    named = {name.replace("rule_", "rule."): value for name, value in fields.items()}
    answer = client.post("/ask", data=named)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def part(page: str, pattern: str) -> str:
    """The text in a page that a group of a pattern stands for."""
    match = re.search(pattern, page)
    assert match is not None, page
    return unescape(match[1])


def events(client: TestClient, run: str) -> list[tuple[str, Any]]:
    """All that a page is told that looks at a run until nothing more comes."""
    return heard(client, f"{run}/events")


def heard(client: TestClient, address: str) -> list[tuple[str, Any]]:
    """All events of an address until nothing more comes."""
    lines = client.get(address).text.splitlines()
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    data = [line.removeprefix("data: ") for line in lines if line.startswith("data: ")]
    return [(name, json.loads(one)) for name, one in zip(names, data, strict=True)]


def unversioned(page: str) -> str:
    """A page of a table without the number of its version, which begins anew with the server."""
    return re.sub('data-version="[0-9]+"', "", page)
