"""Games that are compiled ahead."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core import event

import playout
from playout.engine.native import code_cache
from playout.preparation import warm
from playout.preparation.parts import Part, compile_part, parts_of
from playout.preparation.warm import Warmed
from playout.web.rehearsal import rehearse
from playout.web.store.setting import Setting

COUNTED = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event):
        pass
import playout
from playout.web.rehearsal import rehearse
from playout.web.store.setting import Setting
print(playout.warm("pig"))
print(playout.warm("pig"))
event.register("numba:compile", Listener())
few = {"workers": 1, "progress": False}
playout.run("pig", games=100, **few).to_text()
playout.run("pig", games=100, by="seat", **few).to_text()
playout.run("pig", seats="hold,optimal", games=100, **few).to_text()
playout.run("pig", strategy="search:worlds=4", games=1, **few).to_text()
playout.compare("pig", a="hold", b="optimal", max_games=200, **few).to_text()
playout.luck("pig", strategies=["hold", "random"], games=100, **few).to_text()
playout.odds("pig", **few).to_text()
playout.odds("pig", games=10, **few).to_text()
playout.review("pig", **few).to_text()
rehearse(Setting("pig", {"players": 2}, ("person", "hold"), 1))
print(compiled)
"""


@pytest.mark.slow
def test_after_it_nothing_is_left_to_compile(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", COUNTED],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    first, second, compiled = run.stdout.splitlines()
    assert first.startswith("Compiled Pig in ")
    assert second == "There was nothing to compile: Pig is already compiled."
    assert compiled == "[]"


def test_the_parts_of_a_game_are_what_people_ask_about_it() -> None:
    parts = parts_of("pig")
    assert parts[0] == Part("pig", "run", "hold")
    asked = {part.asks for part in parts}
    assert asked == {"run", "compare", "luck", "table", "strategy", "odds", "review"}
    assert Part("pig", "strategy", "search") in parts
    assert Part("hex", "map") in parts_of("hex")
    assert {part.asks for part in parts_of("snakes-and-ladders")} == {"run", "table", "odds"}


def test_games_take_turns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(warm, "processors", lambda: 1)
    monkeypatch.setattr(warm, "compile_part", lambda part: compiled.append(part.game))
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path)
    told: list[tuple[int, int]] = []
    answer = playout.warm("pig", "ur", progress=lambda done, total: told.append((done, total)))
    assert compiled[:4] == ["pig", "ur", "pig", "ur"]
    assert told[-1] == (len(compiled), len(compiled))
    assert str(answer) == "Compiled Pig and Royal Game of Ur in 1 s."
    assert str(playout.warm("pig", "hearts", progress=False)) == (
        "Compiled Hearts in 1 s; Pig is already compiled."
    )


def test_what_was_interrupted_is_not_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stop(part: Part) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(warm, "processors", lambda: 1)
    monkeypatch.setattr(warm, "compile_part", stop)
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path)
    with pytest.raises(KeyboardInterrupt):
        playout.warm("pig", progress=False)
    assert not code_cache.is_marked("pig")


def test_only_games_of_playout_are_compiled_ahead() -> None:
    with pytest.raises(playout.PlayoutError, match=r"examples/pig\.py: only games of Playout"):
        playout.warm("examples/pig.py")
    with pytest.raises(playout.PlayoutError, match="there is no game 'pigg'"):
        playout.warm("pigg")


def test_a_long_list_is_counted() -> None:
    assert (
        str(Warmed(("pig", "ur", "hex", "hearts"), (), 200.0)) == "Compiled 4 games in 3 min 20 s."
    )


@pytest.mark.parametrize("name", ["hex"])
def test_a_table_in_the_browser_needs_nothing_more(name: str) -> None:
    compile_part(Part(name, "table", "good"))
    compiled: list[str] = []

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: event.Event) -> None:
            compiled.append(event.data["dispatcher"].py_func.__qualname__)

        def on_end(self, event: event.Event) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        rehearse(Setting(name, {"players": 2}, ("person", "random"), 1))
    assert compiled == []
