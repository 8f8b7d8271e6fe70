"""A server of its own for each test, without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from playout.web import Settings, create_app

Post = Callable[..., str]


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
    fields = {name.replace("rule_", "rule."): str(value) for name, value in more.items()}
    answer = client.post("/play", data={"game": game, "seat": list(seats), **fields})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])
