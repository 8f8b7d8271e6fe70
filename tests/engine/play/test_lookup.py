"""Lookup tables of strategies: kept on disk once, read by compiled and by plain strategies."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import PlayoutError
from playout.engine.chance.seating import rotating
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.native import code_cache, jit
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.play.lookup import Table, address_of, kept, looked_up
from playout.engine.who.references import find_player

SIZE = 10

# Which of the legal moves it makes, its table says; without one it makes the first.
MINE = """
import numpy as np
import playout
from playout.engine.native.jit import jit
from playout.engine.play.lookup import looked_up
from playout.games.yahtzee.rules import MOST_LEGAL, legal_moves

@jit
def choice(view):
    moves, table = np.empty(MOST_LEGAL, np.int64), looked_up(view)
    count = legal_moves(view, view, moves)
    return moves[int(table[view.turn]) % count if len(table) > 0 else 0]

def rising(rules):
    return np.arange(13.0 * rules["players"])

@playout.strategy("yahtzee", lookup=rising)
def up(view, rng):
    return choice(view)

@playout.strategy("yahtzee", lookup=lambda rules: 100 - rising(rules))
def down(view, rng):
    return choice(view)

@playout.strategy("yahtzee")
def none(view, rng):
    return choice(view)

@playout.strategy("yahtzee", lookup=lambda rules: rules["nothing"])
def broken(view, rng):
    return choice(view)
"""


class Counted:
    """Computes a table, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Table:
        self.times += 1
        return np.arange(SIZE) / 3


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path)
    monkeypatch.setattr(jit, "COMPILING", True)
    return tmp_path


def test_a_table_is_computed_once_and_cannot_be_changed(folder: Path) -> None:
    compute = Counted()
    first, second = (kept("thirds", SIZE, compute) for _ in range(2))
    assert compute.times == 1
    assert first.tolist() == second.tolist() == (np.arange(SIZE) / 3).tolist()
    for table in (first, second):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 1
    assert [path.name for path in folder.glob("thirds*")] == ["thirds.table"]


@pytest.mark.parametrize("damage", ["half", "bit", "empty", "longer"])
def test_a_damaged_file_is_replaced(folder: Path, damage: str) -> None:
    compute, path = Counted(), folder / "thirds.table"
    kept("thirds", SIZE, compute)
    whole = path.read_bytes()
    damaged = {
        "half": whole[: len(whole) // 2],
        "bit": whole[:-1] + bytes([whole[-1] ^ 1]),
        "empty": b"",
        "longer": whole + bytes(8),
    }
    path.write_bytes(damaged[damage])
    assert kept("thirds", SIZE, compute)[3] == 1
    assert compute.times == 2
    assert path.read_bytes() == whole


def test_a_table_is_had_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_cache, "CACHE_FOLDER", tmp_path / "missing" / "folder")
    monkeypatch.setattr(jit, "COMPILING", True)
    assert kept("thirds", SIZE, Counted())[6] == 2


def test_threads_that_ask_at_once_get_a_table_that_one_of_them_computes(folder: Path) -> None:
    compute, found = Counted(), list[float]()
    threads = [
        threading.Thread(target=lambda: found.append(kept("thirds", SIZE, compute)[9]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [3] * 8
    assert compute.times == 1


def test_where_nothing_is_compiled_another_process_computes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "COMPILING", False)
    table = kept("numbers", SIZE, partial(np.arange, SIZE, dtype=np.float64))
    assert table.tolist() == list(range(SIZE))


@pytest.mark.slow
def test_processes_that_ask_at_once_get_a_table_that_one_of_them_computes(tmp_path: Path) -> None:
    program = f"""
import time
from pathlib import Path
import numpy as np
from playout.engine.native import code_cache
from playout.engine.play.lookup import kept
code_cache.CACHE_FOLDER = Path({str(tmp_path)!r})
def compute():
    with Path({str(tmp_path / "computed")!r}).open("a") as file:
        file.write("once ")
    time.sleep(0.5)
    return np.arange({SIZE}) / 3
print(kept("thirds", {SIZE}, compute)[9])
"""
    processes = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) for _ in range(2)
    ]
    assert [process.communicate()[0] for process in processes] == [b"3.0\n"] * 2
    assert (tmp_path / "computed").read_text() == "once "


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A file of strategies with tables."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    return str(file)


@pytest.mark.slow
def test_every_player_has_the_own_table_on_every_seat(mine: str) -> None:
    rules = find_game("yahtzee").with_options({"players": 3})
    for line_up in (("up", "down", "none"), ("none", "up", "up")):
        names = [f"{mine}:{name}" for name in line_up]
        players = [find_player("yahtzee", name) for name in names]
        outcomes = play_batch(rules, players, 1, 0, 3, rotating(3), compiled=COMPILING)
        for number in range(3):
            match = Match("yahtzee", seats=names, seed=1, game_number=number, players=3)
            list(match.run())
            assert match.columns() == outcomes[number].tolist()


def test_without_a_table_there_are_no_numbers(mine: str) -> None:
    match = Match("yahtzee", strategy=f"{mine}:none")
    assert looked_up(match.view()).tolist() == []
    view = match.view()
    view.lookup[:] = 12345, 7  # an address of nothing
    assert looked_up(view).tolist() == []


def test_a_table_that_cannot_be_made_is_told_in_a_sentence(mine: str) -> None:
    with pytest.raises(PlayoutError, match="the lookup table of strategy 'broken' raised KeyError"):
        playout.run("yahtzee", strategy=f"{mine}:broken", games=10)


@pytest.mark.parametrize("table", [np.ones(3) * 1j, [1.0, 1j]])
def test_complex_numbers_are_no_table(table: Any) -> None:
    player = find_player("yahtzee", "random")
    strategy = replace(player.strategy, name="odd", lookup=lambda rules: table)
    with pytest.raises(PlayoutError, match="of strategy 'odd': returned complex numbers; it"):
        address_of(strategy, find_game("yahtzee").with_options())
