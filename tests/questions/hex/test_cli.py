"""The commands map and compound: what they print and write, and how they refuse."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from matplotlib.image import imread

from playout.hex import compound, criticality, parse_stones, save_stones
from playout.questions.hex.maps.screen import terminal
from tests.command import at_work, playout, stopped

pytestmark = pytest.mark.slow


def said_apart_from_time(caption: str) -> str:
    return re.sub(r"; [0-9.]+ s$", "", caption.strip())


def test_the_example_of_the_module_holds() -> None:
    found = doctest.testmod(importlib.import_module("playout.hex"))
    assert found.attempted > 0
    assert found.failed == 0


def test_map_prints_the_board_and_what_it_is() -> None:
    said = playout("map --size 3x4 --boards 5k --p 0.4 --seed 7 --workers 2")
    due = criticality(3, 4, boards=5_000, p=0.4, seed=7)
    assert (said.code, said.err) == (0, "")
    *board, sentence, _, caption = said.out.rstrip().splitlines()
    assert "\n".join(board).rstrip() == terminal(due.stones, due.heat).plain.rstrip()
    assert sentence == due.sentence()
    assert said_apart_from_time(caption) == said_apart_from_time(due.caption())


@pytest.mark.parametrize("method", ["flood", "gale", "flip", "exact"])
def test_map_takes_every_method(method: str) -> None:
    boards = "" if method == "exact" else " --boards 3000"
    said = playout(f"map --size 3 --method {method}{boards}")
    assert said.code == 0
    how = "all fillings, exactly" if method == "exact" else f"method {method}"
    assert how in said.out


def test_map_writes_the_table_and_draws(tmp_path: Path) -> None:
    due = criticality(3, 3, boards=4_000, seed=2)
    for ending in ("svg", "png", "pdf"):
        csv, plot = tmp_path / "new" / "map.csv", tmp_path / "new" / f"map.{ending}"
        said = playout(f"map --size 3 --boards 4k --seed 2 --csv {csv} --plot {plot}")
        assert (said.code, said.err) == (0, "")
        pd.testing.assert_frame_equal(pd.read_csv(csv), due.to_pandas())
    assert (tmp_path / "new/map.svg").read_text(encoding="utf-8") == due.svg()
    ElementTree.parse(tmp_path / "new/map.svg")
    assert imread(tmp_path / "new/map.png").size > 0
    assert (tmp_path / "new/map.pdf").read_bytes().startswith(b"%PDF-")


def test_compound_prints_the_first_game_and_what_was_found() -> None:
    said = playout("compound --size 3x4 --games 20 --boards 2k --confidence 0.9 --p 0.4 --seed 7")
    due = compound(3, 4, games=20, boards=2_000, confidence=0.9, p=0.4, seed=7)
    assert (said.code, said.err) == (0, "")
    lines = said.out.strip().splitlines()
    assert lines[0] == f"game 0: {', '.join(due.moves(0))}"
    assert (parse_stones("\n".join(lines[1:-3])) == due.final(0)).all()
    assert lines[-3] == due.sentence()
    assert said_apart_from_time(lines[-1]) == said_apart_from_time(due.caption())


def test_compound_writes_a_row_per_game_and_draws(tmp_path: Path) -> None:
    due = compound(3, 3, games=20, boards=2_000, seed=2)
    for ending in ("svg", "png", "pdf"):
        csv, plot = tmp_path / "games.csv", tmp_path / f"games.{ending}"
        said = playout(
            f"compound --size 3 --games 20 --boards 2k --seed 2 --csv {csv} --plot {plot}"
        )
        assert (said.code, said.err) == (0, "")
        pd.testing.assert_frame_equal(pd.read_csv(csv), due.to_pandas())
    assert (tmp_path / "games.svg").read_text(encoding="utf-8") == due.svg(0)
    ElementTree.parse(tmp_path / "games.svg")
    assert imread(tmp_path / "games.png").size > 0
    assert (tmp_path / "games.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("command", ["map", "compound --games 3"])
@pytest.mark.parametrize("size", ["", " --size 2x3"])
def test_both_start_from_the_position_in_a_file(command: str, size: str, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    save_stones("X . .\n . . O", file)
    said = playout(f"{command} --stones {file} --boards 500{size}")
    assert (said.code, said.err) == (0, "")
    assert "\n2x3, p = 0.5, " in said.out


@pytest.mark.parametrize("command", ["map --boards 10", "compound --boards 10 --games 1"])
def test_both_play_on_eleven_rows_and_columns_unless_told(command: str) -> None:
    assert "\n11x11, p = 0.5, " in playout(command).out


MISTAKES = {
    "--size 0": "rows = 0: allowed are 1 to 150",
    "--size 151": "rows = 151: allowed are 1 to 150",
    "--size 3x0": "cols = 0: allowed are 1 to 150",
    "--size 3x151": "cols = 151: allowed are 1 to 150",
    "--size x": "--size x: rows, or rows x columns, are needed: 11 or 7x9",
    "--size 3x": "--size 3x: rows, or rows x columns",
    "--size 3x3x3": "--size 3x3x3: rows, or rows x columns",
    "--size 2.5": "--size 2.5: rows, or rows x columns",
    "--size -3": "--size -3: rows, or rows x columns",
    "--size 99999999999999999999": "rows, or rows x columns",
    "--boards 0": "boards = 0: a whole number from 1",
    "--boards x": "boards = x: a whole number from 1",
    "--p 1.5": "p = 1.5: a number from 0 to 1 is needed",
    "--p -0.1": "p = -0.1: a number from 0 to 1 is needed",
    "--p nan": "p = nan: a number from 0 to 1 is needed",
    "--seed -1": "seed = -1: a whole number from 0",
    "--seed 9223372036854775808": "seed = 9223372036854775808: a whole number from 0",
    "--workers 0": "workers = 0: allowed are 1 to 1,024",
    "--workers x": "workers = x: known are a number of threads",
    "--save FOLDER": "this is a folder, not a run",
    "--stones FOLDER/none.txt": "none.txt: cannot be read (No such file or directory)",
    "--stones FOLDER": "cannot be read (Is a directory)",
    "--stones FOLDER/picture.png": "picture.png: cannot be read (it is not UTF-8 text)",
    "--stones FOLDER/file": "file: the position is empty",
    "--stones FOLDER/wrong.txt": "wrong.txt: line 2: '?' is no cell of a board",
    "--stones FOLDER/decided.txt": "the position is decided: player 1 has joined top and bottom",
    "--stones FOLDER/free.txt --size 3": "rows = 3, but the position has 2",
    "--stones FOLDER/free.txt --size 2x3": "cols = 3, but the position has 2",
    "--csv FOLDER": "cannot be written (it is a folder)",
    "--csv FOLDER/file/x.csv": "cannot be written",
    "--plot FOLDER": "its name must end in .png or .svg or .pdf",
    "--plot FOLDER/x.jpg": "x.jpg: its name must end in .png or .svg or .pdf",
    "--plot FOLDER/file/x.svg": "cannot be written",
}
ONLY = {
    "map --method flod": "there is no method 'flod': did you mean 'flood'?",
    "map --size 6 --method exact": "36 cells are free: the exact method allows at most 25",
    "map --size 3 --method exact --workers 2": "workers = 2: method exact counts everything",
    "map --size 3 --method exact --save FOLDER/x.run": "x.run: method exact counts everything",
    "compound --games 0": "games = 0: a whole number from 1",
    "compound --confidence 1": "confidence = 1.0: allowed is 0.5 to below 1, as 0.99",
    "compound --confidence 0.2": "confidence = 0.2: allowed is 0.5 to below 1",
    "compound --confidence nan": "confidence = nan: allowed is 0.5 to below 1",
}
SENTENCES = ONLY | {
    f"{command} {words}": sentence
    for command in ("map", "compound")
    for words, sentence in MISTAKES.items()
}


@pytest.mark.parametrize(("words", "sentence"), SENTENCES.items(), ids=list(SENTENCES))
def test_a_mistake_is_answered_in_one_sentence_before_anything_is_counted(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\xff")
    (tmp_path / "wrong.txt").write_text("..\n.?\n")
    (tmp_path / "decided.txt").write_text("X.\nX.\n")
    (tmp_path / "free.txt").write_text("..\n..\n")
    for place in ("maps.job.count_blocks", "compound.job.play_compound"):
        counting = f"playout.questions.hex.{place}"
        monkeypatch.setattr(counting, lambda *_: pytest.fail("something was counted"))
    said = playout(words.replace("FOLDER", str(tmp_path)))
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("playout: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", ["map", "compound"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--p x", "p = 'x': a number from 0 to 1 is needed"),
        ("--seed 1.5", "seed = 1.5: a whole number from 0"),
        ("--nosuch", "has no option --nosuch; see: playout"),
        ("--size", "--size needs a value, as in --size SIZE"),
        ("hex", "'hex' is not understood: playout"),
    ],
)
def test_a_mistake_in_the_words_is_told_in_a_sentence(command: str, words: str, told: str) -> None:
    said = playout(f"{command} {words}")
    assert said.code == 2
    assert said.err.startswith("playout: ")
    assert told in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", ["map", "compound"])
def test_a_disk_that_fails_in_the_end_is_told_after_the_result(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pandas.DataFrame.to_csv", full)
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", full)
    for words in ("--csv x.csv", "--plot x.png"):
        option, name = words.split()
        said = playout(f"{command} --size 2 --boards 50 {option} {tmp_path / name}")
        assert said.code == 2
        assert "2x2, p = 0.5, " in said.out
        assert said.err.count("\n") == 1
        assert "cannot be written" in said.err


@pytest.mark.parametrize("command", ["map", "compound"])
def test_help_tells_every_option_without_importing_anything_heavy(command: str) -> None:
    heavy = {"numba", "pandas", "matplotlib", "numpy", "scipy", "jinja2", "pyarrow"}
    program = (
        "import atexit, sys; atexit.register(lambda: print('LOADED', *sys.modules)); "
        f"sys.argv = ['playout', '{command}', '--help']; from playout.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    told, _, loaded = done.stdout.partition("LOADED")
    assert heavy.isdisjoint(loaded.split())
    options = ("--size", "--boards", "--p ", "--stones", "--seed", "--workers", "--save", "--csv")
    for option in (*options, "--json"):
        assert option in told
    assert f"  {command} " in playout("--help").out


PROGRAM = at_work(
    ("playout.questions.hex.maps.job", "count_blocks", 2, 1000),
    ("playout.questions.hex.compound.job", "play_compound", 4, 1000),
)


def test_a_stopped_map_prints_and_writes_what_it_has_counted(tmp_path: Path) -> None:
    csv = tmp_path / "map.csv"
    plot = tmp_path / "map.svg"
    code, out, err = stopped(
        PROGRAM, *["map", "--size", "4", "--boards", "1e15", "--csv", str(csv), "--plot", str(plot)]
    )
    assert (code, err) == (130, "")
    assert out.splitlines()[-1].startswith("PARTIAL RESULT (stopped): 4x4, p = 0.5, ")
    table = pd.read_csv(csv)
    boards = int(table["boards"][0])
    assert 0 < boards < 10**15
    # What was counted are the first boards, no more and no fewer.
    pd.testing.assert_frame_equal(table, criticality(4, 4, boards=boards).to_pandas())
    ElementTree.parse(plot)


def test_a_stopped_series_of_compound_games_prints_and_writes_those_it_has_played(
    tmp_path: Path,
) -> None:
    csv = tmp_path / "games.csv"
    code, out, err = stopped(
        PROGRAM, *["compound", "--size", "4", "--boards", "2k", "--games", "1G", "--csv", str(csv)]
    )
    assert (code, err) == (130, "")
    assert out.startswith("game 0: ")
    assert out.splitlines()[-1].startswith("PARTIAL RESULT (stopped): 4x4, p = 0.5, ")
    table = pd.read_csv(csv)
    assert 0 < len(table) < 10**9
    again = compound(4, 4, boards=2_000, games=len(table)).to_pandas()
    pd.testing.assert_frame_equal(table, again)
