"""Whatever a strategy file does, a command ends in a sentence, or in the right answer alone."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Said, playout, stopped

PIG = Path(__file__).parents[2] / "examples" / "pig.py"
TEXT = """
import contextlib, io, os, sys, time, warnings
import playout
from playout.games.hex.rules import cell_move
{before}

@playout.strategy("hex", compiled={compiled})
def mine(view, rng):
    cell = 0
    while view.stones[cell] != 0:
        cell += 1
    {body}
    return cell_move(cell, view.cols)
"""
RUN = "run hex --rows 3 --games 40 --workers 2"
REDIRECTING = """
    with contextlib.redirect_stdout(io.StringIO()):
        time.sleep(0.0002)
        print("hello")
"""


def asked(words: str, folder: Path, body: str, before: str = "", compiled: bool = False) -> Said:
    """What a command says that plays a strategy with this in its file."""
    file = folder / "mine.py"
    file.write_text(TEXT.format(before=before, body=body, compiled=compiled))
    return playout(*words.split(), "--strategy", f"{file}:mine")


@pytest.mark.slow
def test_what_a_file_has_not_written_yet_is_written_in_the_end(tmp_path: Path) -> None:
    log, late = tmp_path / "log.txt", tmp_path / "late.txt"
    before = (
        f"import threading\nlog = open({str(log)!r}, 'w')\nlog.write('begun')\n"
        f"def write():\n    time.sleep(2)\n    open({str(late)!r}, 'w').write('done')\n"
        "threading.Thread(target=write).start()"
    )
    (tmp_path / "mine.py").write_text(TEXT.format(before=before, body="", compiled=False))
    words = f"run hex --rows 3 --games 5 --workers 1 --strategy {tmp_path}/mine.py:mine".split()
    done = subprocess.run([sys.executable, "-m", "playout", *words], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert (log.read_text(), late.read_text()) == ("begun", "done")


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("print('hello', cell)", ""),
        ("sys.stdout.writelines(['hello'])", ""),
        ("sys.stdout = io.StringIO()", ""),
        ("pass", "print('hello')\nsys.stdout = None"),
        (REDIRECTING, ""),
    ],
    ids=["print", "lines", "replace", "file", "redirect"],
)
def test_what_a_strategy_does_to_the_output_does_not_spoil_the_answer(
    body: str, before: str, tmp_path: Path
) -> None:
    said = asked(f"{RUN} --json", tmp_path, body, before)
    assert said.code == 0, said.err
    assert json.loads(said.out)["games"] == 40
    assert "hello" in said.err or "'hello'" not in body + before
    said = asked(f"{RUN} --csv -", tmp_path, body, before)
    assert [row["games"] for row in csv.DictReader(said.out.splitlines())] == ["40"]
    said = asked("replay hex --rows 3 --json", tmp_path, body, before)
    assert json.loads(said.out)["kind"] == "replay"


def test_what_rules_print_is_no_part_of_a_replay(tmp_path: Path) -> None:
    file = tmp_path / "pig.py"
    text = PIG.read_text(encoding="utf-8")
    dealt = "    def deal(self, rules: Any, stream: Any) -> None:\n"
    assert dealt in text
    file.write_text(text.replace(dealt, f"{dealt}        print('hello')\n"), encoding="utf-8")
    said = playout("replay", str(file), "--strategy", "random", "--goal", "9", "--json")
    assert json.loads(said.out)["kind"] == "replay"
    assert "hello" in said.err


@pytest.mark.slow
def test_what_a_compiled_strategy_prints_is_no_part_of_the_answer(tmp_path: Path) -> None:
    said = asked(f"{RUN} --json", tmp_path, "print('hello')", compiled=True)
    assert json.loads(said.out)["games"] == 40
    assert "hello" in said.err


def test_what_a_strategy_prints_in_another_process_goes_to_the_error_stream(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    closing = "os.write(1, b'hello'); print('hello')"
    said = asked(f"{RUN.replace('2', 'processes:1')} --json", tmp_path, closing)
    assert json.loads(said.out)["games"] == 40
    out, err = capfd.readouterr()
    assert "hello" not in out
    assert "hello" in err


@pytest.mark.parametrize("words", [RUN, "replay hex --rows 3"])
def test_an_error_that_looks_like_another_is_told_with_its_place(
    words: str, tmp_path: Path
) -> None:
    said = asked(words, tmp_path, "if cell > 3: raise playout.PlayoutError('mine')")
    assert said.code == 2
    assert "mine' on seat 2 raised PlayoutError" in said.err
    assert "(line 12 of mine.py, in mine) in game 0\n" in said.err
    assert "\nreplay it: playout replay hex " in said.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "run hex --rows 3 --games 40",
        pytest.param("replay hex --rows 3", marks=pytest.mark.thorough),
    ],
)
def test_ctrl_c_while_a_strategy_plays_ends_the_command(words: str, tmp_path: Path) -> None:
    program = "from playout.cli import main\nmain()\n"
    file = tmp_path / "mine.py"
    body = "os.write(2, b'begun\\n')\n    for _ in range(100): time.sleep(0.1)"
    file.write_text(TEXT.format(before="", body=body, compiled=False))
    code, out, err = stopped(program, *words.split(), "--strategy", f"{file}:mine")
    assert code == 130
    assert out == ""
    assert err.startswith("playout: stopped")


ENDLESS = """
import os
import playout

@playout.game(measures=[playout.Measure("moves", "mean", "moves")])
class Endless:
    def deal(self, rules, stream):
        self.moves = 0

    def is_over(self, rules):
        return False

    def legal_moves(self, rules):
        return [1]

    def play(self, rules, move, stream):
        self.moves += move
        if self.moves == 100:
            os.write(2, b"begun\\n")

    def score(self, rules):
        return {"moves": self.moves}
"""


@pytest.mark.parametrize(
    "words",
    [
        "run FILE --games 1 --seed 3",
        pytest.param("replay FILE --seed 3", marks=pytest.mark.slow),
    ],
)
def test_ctrl_c_in_a_game_without_an_end_tells_which_game_it_is(words: str, tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    program = (
        "from playout.engine.play import failures; failures.LONG = 50\n"
        "from playout.cli import main\nmain()\n"
    )
    code, _, err = stopped(program, *words.replace("FILE", str(file)).split())
    assert code == 130
    assert "game 0 of " in err
    assert "endless.py:endless, seed 3, was not over after " in err
    assert "it stood so:\nmoves: " in err


@pytest.mark.parametrize(
    "body",
    [
        "import numpy; return numpy.array([[1, 2], [3, 4]])",
        "return type('', (), {'__repr__': lambda self: '\\x1b[31m\\n' + 'red'})()",
    ],
)
def test_what_a_strategy_returns_or_breaks_is_told_in_one_printable_line(
    body: str, tmp_path: Path
) -> None:
    said = asked(RUN, tmp_path, body)
    assert said.code == 2
    assert "\x1b" not in said.err
    first, *_ = said.err.splitlines()
    assert first.endswith(" in game 0")


@pytest.mark.filterwarnings("always::RuntimeWarning")
def test_a_warning_in_a_strategy_is_told_with_its_place(tmp_path: Path) -> None:
    said = asked(RUN, tmp_path, "warnings.warn('odd', RuntimeWarning)")
    assert said.code == 0
    assert "playout: odd (RuntimeWarning, line 12 of mine.py)\n" in said.err


def test_an_illegal_move_is_told_with_its_number_and_what_makes_moves(tmp_path: Path) -> None:
    said = asked(RUN, tmp_path, "return 77")
    made = "cell_move(cell, cols) of playout.games.hex.rules makes moves"
    assert f"returned an illegal move: n2 (number 77; {made}) in game 0\n" in said.err
    assert "\nlegal moves: 'a1', 'b1', 'c1', 'a2', 'b2', and 4 more\nreplay it: " in said.err


@pytest.mark.parametrize(
    ("body", "before", "place"),
    [
        ("sys.exit(0)", "", "SystemExit: 0 has ended the program (line 12 of mine.py, in mine)"),
        ("raise BaseException('b')", "", "BaseException: b has ended the program (line 12 of"),
        ("pass", "sys.exit()", "SystemExit has ended the program (line 5 of mine.py, in <module>"),
    ],
)
def test_a_file_that_ends_the_program_is_no_success(
    body: str, before: str, place: str, tmp_path: Path
) -> None:
    said = asked(RUN.replace("--workers 2", "--workers 1"), tmp_path, body, before)
    assert (said.code, said.out) == (2, "")
    assert place in said.err
    assert said.err.count("\n") == 1


@pytest.mark.slow  # it starts processes
def test_a_file_that_ends_another_process_is_no_success(tmp_path: Path) -> None:
    said = asked(RUN.replace("--workers 2", "--workers processes:1"), tmp_path, "sys.exit(0)")
    assert (said.code, said.out) == (2, "")
    assert "SystemExit: 0 has ended the program (line 12 of mine.py, in mine)" in said.err
