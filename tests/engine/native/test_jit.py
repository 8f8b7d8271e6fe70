"""Compiled code is kept per version, found again by processes started from one, and forgotten."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import playout
from playout.engine.native import jit
from tests import command

WILD = '''
import playout
from playout.engine.chance.rng import randrange

@playout.strategy("pig")
def wild(view, rng):
    """Plays at random, and in one game of hundreds writes beyond its notes."""
    if randrange(rng, 9_000) == 0:
        view.notes[200] = 1
    return randrange(rng, 2) if view.turn_total > 0 else 0
'''


@pytest.mark.thorough
def test_checked_code_says_who_reaches_out_of_range_and_plays_the_same_games(
    tmp_path: Path,
) -> None:
    mine, kept = tmp_path / "mine.py", tmp_path / "wild.run"
    mine.write_text(WILD)
    words = f"run pig --goal 15 --strategy {mine}:wild --games 5000 --workers 1 --save {kept}"
    program = [sys.executable, "-m", "playout", *words.split(), "--checked"]
    ended = subprocess.run(program, capture_output=True, text=True)
    assert ended.returncode == 2
    sentence, *position, replay = ended.stderr.splitlines()
    assert re.fullmatch(
        rf"playout: strategy '{mine}:wild' on seat [12] raised IndexError: index 200 is out of "
        r"bounds for axis 0 with size 40 \(line 9 of mine.py, in wild\) in game \d+",
        sentence,
    )
    assert [line.split()[0] for line in position] == ["seat", "seat", "turn"]
    number = int(sentence.split()[-1])
    assert replay.endswith(f"--seed 1 --game {number}")
    # What was counted before is told and kept, and the same as without checks.
    before = playout.load_run(kept)
    assert 0 < before.games <= number
    mine.write_text(WILD.replace("view.notes[200]", "view.notes[20]"))
    same = playout.run("pig", goal=15, strategy=f"{mine}:wild", games=before.games)
    numbers = ["games", "win", "turns"]
    assert before.to_pandas()[numbers].equals(same.to_pandas()[numbers])

    # In plain Python the game ends in the same sentence.
    mine.write_text(WILD)
    again = command.playout(replay.removeprefix("replay it: playout "))
    assert again.code == 2
    assert again.err.splitlines()[0] == sentence


@pytest.mark.parametrize(
    "words",
    [
        "run hex",
        "compare hex --a random --b centre",
        "tournament mexican-train",
        "luck hex --strategies random,centre",
        "rare the-game",
        "replay hex",
        "study hex-map",
        "resume one.run",
        "extend one.run --games 9",
        "verify one.run",
    ],
)
def test_checks_are_refused_where_games_were_loaded_without_them(words: str) -> None:
    message = command.playout(f"{words} --checked")
    assert message.code == 2
    assert message.err.startswith(
        "playout: --checked: this program has already loaded games without these checks"
    )
    assert "NUMBA_BOUNDSCHECK" not in os.environ


def test_only_one_at_a_time_fills_the_cache() -> None:
    inside, most = [0], [0]

    def fill() -> None:
        with jit.compiling():
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.01)
            inside[0] -= 1

    threads = [threading.Thread(target=fill) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_what_is_compiled_is_told_by_its_name_and_whether_the_cache_keeps_it() -> None:
    assert jit.now_compiling() == ""
    with jit.compiling("Pig"):
        assert jit.now_compiling() == "loading Pig"
        jit.announce_compiling()
        assert jit.now_compiling() == "compiling Pig, once on this machine"
        with jit.compiling_as("hold for Pig"):
            jit.jit(signature="int64(int64)", cache=False)(lambda number: number + 1)
        assert jit.now_compiling() == "compiling hold for Pig"
    assert jit.now_compiling() == ""
