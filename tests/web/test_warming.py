"""Games are compiled from the start, in another process."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from playout.engine.native import jit
from playout.preparation.parts import Part
from playout.web import Settings, create_app, warming
from playout.web.store.setting import Setting


class Process:
    """A process that does nothing until it is told to."""

    def __init__(self, number: int) -> None:
        self.called: list[tuple[Any, ...]] = []
        self.futures: list[Future[None]] = []

    def call(self, function: Any, *words: Any) -> Future[None]:
        self.called.append(words)
        self.futures.append(Future())
        return self.futures[-1]

    def close(self) -> None:
        self.called.clear()


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Process:
    """What takes the place of the processes that compile, two of them."""
    process = Process(1)
    monkeypatch.setattr(warming, "Processes", lambda number: process)
    monkeypatch.setattr(warming, "processors", lambda: 2)
    return process


def test_the_first_page_says_how_many_games_are_ready(
    tmp_path: Path, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "is_marked", lambda name: False)
    settings = Settings(tmp_path, files=("examples/pig.py",))
    with warming.warmed(settings, True) as ahead:
        client = TestClient(create_app(settings, ahead), base_url="http://localhost")
        ours = [name for name, game in settings.games.items() if game.is_ours]
        assert ours[:3] == ["the-game", "hex", "mexican-train"]
        assert "examples/pig.py" not in ours
        assert f"0 of {len(ours)} are ready" in client.get("/").text
        first = [(Part(name, "table", "good"),) for name in ("the-game", "hex")]
        assert process.called == first  # in each process one
        process.futures[0].set_result(None)
        process.futures[1].set_exception(OSError())  # it is compiled when somebody plays it
        assert f"2 of {len(ours)} are ready" in client.get("/coming").text
        review = ahead.question("pig")  # somebody waits for it
        assert review is not None
        assert ahead.question("examples/pig.py") is None
        process.futures[2].set_result(None)
        assert process.called[4] == (Part("pig", "odds"), Part("pig", "review"))
        assert not review.is_set()
        for future in process.futures[3:]:  # each begins the next one
            future.set_result(None)
        assert review.is_set()
        while waiting := [future for future in process.futures if not future.done()]:
            waiting[0].set_result(None)
        assert "are ready" not in client.get("/").text
        tables = [part for words in process.called for part in words if part.asks == "table"]
        assert tables[: len(ours)] == [Part(name, "table", "good") for name in ours]
        assert {part.who for part in tables} == {"easy", "good", "best"}
        assert len(tables) == len(set(tables))
        assert len(process.called) == len(tables) + len(ours)
    assert process.called == []


def test_nothing_is_compiled_where_it_is_not_wanted(tmp_path: Path) -> None:
    with warming.warmed(Settings(tmp_path), False) as ahead:
        assert ahead.words() == ""
        assert ahead.question("pig") is None


def test_games_that_are_compiled_need_no_process(
    tmp_path: Path, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "is_marked", lambda name: name != "pig")
    with warming.warmed(Settings(tmp_path), True) as ahead:
        assert process.called[0] == (Part("pig", "table", "good"),)
        assert ahead.words() == "0 of 1"
        assert ahead.question("hex") is None


@pytest.mark.parametrize("cached", [True, False])
def test_new_strategies_of_a_table_are_compiled_in_another_process(
    cached: bool, process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    rehearsed = []
    monkeypatch.setattr(jit, "is_cached", lambda function, signature: cached)
    monkeypatch.setattr(warming, "rehearse", lambda setting: rehearsed.append(setting.seats))
    seats = ("person", "hold", "friend")
    asked = Setting("pig", {"players": 3}, seats, 1)
    warming.prepare(asked)
    beside = [] if cached else [("person", "person", "person")]  # the rules alone
    assert rehearsed == [*beside, seats]
    assert len(process.futures) == len(beside)


def test_strategies_that_are_compiled_need_no_process(process: Process) -> None:
    asked = Setting("pig", {"players": 2}, ("person", "hold"), 1)
    warming.compile_players(asked)
    warming.prepare(asked)
    assert process.futures == []
