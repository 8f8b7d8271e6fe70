"""Games are compiled from the start, in another process."""

from __future__ import annotations

import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from playout.web import Settings, create_app, warming


class Process:
    """A process that does nothing until it is told to."""

    def __init__(self, number: int) -> None:
        self.called: dict[tuple[str, str], Future[None]] = {}

    def call(self, function: Any, name: str, strength: str) -> Future[None]:
        return self.called.setdefault((name, strength), Future())

    def close(self) -> None:
        self.called.clear()


def test_the_first_page_says_how_many_games_are_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(1)
    monkeypatch.setattr(warming, "Processes", lambda number: process)
    monkeypatch.setattr(warming, "processors", lambda: 2)
    settings = Settings(tmp_path, files=("examples/pig.py",))
    with warming.warmed(settings, True) as coming:
        client = TestClient(create_app(settings, coming), base_url="http://localhost")
        futures = [one for (_, strength), one in process.called.items() if strength == "good"]
        ours = [name for name, game in settings.games.items() if game.is_ours]
        assert list(process.called)[: len(ours)] == [(name, "good") for name in ours]
        assert {strength for _, strength in process.called} == {"easy", "good", "best", "review"}
        assert ours[:3] == ["the-game", "hex", "mexican-train"]
        assert "examples/pig.py" not in ours
        assert f"0 of {len(futures)} are ready" in client.get("/").text
        futures[0].set_result(None)
        futures[1].set_exception(OSError())  # it is compiled when somebody plays it
        assert f"2 of {len(futures)} are ready" in client.get("/coming").text
        for future in futures[2:]:
            future.set_result(None)
        assert "are ready" not in client.get("/").text
    assert process.called == {}


def test_nothing_is_compiled_where_it_is_not_wanted(tmp_path: Path) -> None:
    with warming.warmed(Settings(tmp_path), False) as coming:
        assert coming() == ""


@pytest.mark.parametrize("name", ["pig", "hex"])
def test_a_game_that_was_played_once_needs_nothing_more(name: str) -> None:
    warming.play_once(name)
    began = time.process_time()
    warming.play_once(name)
    assert time.process_time() - began < 1.0
