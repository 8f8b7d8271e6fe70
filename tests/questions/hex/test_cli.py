"""The commands map and compound: what they print and write, and how they refuse."""

from __future__ import annotations

import doctest
import importlib
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from matplotlib.image import imread

from playout.hex import (
    Compound,
    CriticalityMap,
    compound,
    criticality,
    parse_stones,
    save_stones,
)
from playout.questions.hex.maps.screen import terminal
from tests.command import playout, stopped_here

pytestmark = pytest.mark.slow


def said_apart_from_time(caption: str) -> str:
    return re.sub(r"; [0-9.]+ s$", "", caption.strip())


def test_the_example_of_the_module_holds() -> None:
    module = importlib.import_module("playout.hex")
    found = doctest.testmod(module, extraglobs={"playout": importlib.import_module("playout")})
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


def test_a_map_of_all_fillings_needs_no_number_of_boards() -> None:
    assert "all fillings, exactly" in playout("map --size 3 --method exact").out


CALLS: dict[str, Callable[[], CriticalityMap | Compound]] = {
    "map --size 3 --boards 4k --seed 2": lambda: criticality(3, 3, boards=4_000, seed=2),
    "compound --size 3 --games 20 --boards 2k --seed 2": lambda: compound(
        3, 3, games=20, boards=2_000, seed=2
    ),
}


@pytest.mark.parametrize("words", CALLS)
def test_both_write_their_table_and_draw(words: str, tmp_path: Path) -> None:
    due = CALLS[words]()
    for ending in ("svg", "png", "pdf"):
        csv, plot = tmp_path / "new" / "table.csv", tmp_path / "new" / f"plot.{ending}"
        said = playout(f"{words} --csv {csv} --plot {plot}")
        assert (said.code, said.err) == (0, "")
        pd.testing.assert_frame_equal(pd.read_csv(csv), due.to_pandas())
    assert (tmp_path / "new/plot.svg").read_text(encoding="utf-8") == due.figures()[0].svg()
    ElementTree.parse(tmp_path / "new/plot.svg")
    assert imread(tmp_path / "new/plot.png").size > 0
    assert (tmp_path / "new/plot.pdf").read_bytes().startswith(b"%PDF-")


def test_compound_prints_the_first_game_and_what_was_found() -> None:
    said = playout("compound --size 3x4 --games 20 --boards 2k --confidence 0.9 --p 0.4 --seed 7")
    due = compound(3, 4, games=20, boards=2_000, confidence=0.9, p=0.4, seed=7)
    assert (said.code, said.err) == (0, "")
    lines = said.out.strip().splitlines()
    assert lines[0] == f"game 0: {', '.join(due.moves(0))}"
    assert (parse_stones("\n".join(lines[1:-3])) == due.final(0)).all()
    assert lines[-3] == due.sentence()
    assert said_apart_from_time(lines[-1]) == said_apart_from_time(due.caption())


@pytest.mark.parametrize("command", ["map", "compound --games 3"])
@pytest.mark.parametrize("size", ["", " --size 2x3"])
def test_both_start_from_the_position_in_a_file(command: str, size: str, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    save_stones("X . .\n . . O", file)
    said = playout(f"{command} --stones {file} --boards 500{size}")
    assert (said.code, said.err) == (0, "")
    assert "\n2x3: " in said.out


@pytest.mark.parametrize("command", ["map --boards 10", "compound --boards 10 --games 1"])
def test_both_play_on_eleven_rows_and_columns_unless_told(command: str) -> None:
    assert "\n11x11: " in playout(command).out


# What the words of the command, and the files that they name, may have wrong; wrong values are in
# test_positions.py.
MISTAKES = {
    "--size 0": "--size 0: must be from 1 to 150",
    "--size 3x0": "--size 0: must be from 1 to 150",
    "--size x": "--size x: must be a number of rows, or rows x columns, such as 11 or 7x9",
    "--size 3x": "--size 3x: must be a number of rows, or rows x columns",
    "--size 3x3x3": "--size 3x3x3: must be a number of rows, or rows x columns",
    "--size 2.5": "--size 2.5: must be a number of rows, or rows x columns",
    "--size -3": "--size -3: must be a number of rows, or rows x columns",
    "--size 99999999999999999999": "rows, or rows x columns",
    "--p x": "--p x: must be a number from 0 to 1",
    "--save FOLDER": "cannot be written (it is a folder)",
    "--stones FOLDER/none.txt": "none.txt: cannot be read (No such file or directory)",
    "--stones FOLDER/wrong.txt": "wrong.txt: line 2: '?' is not a cell of a board",
    "--stones FOLDER/decided.txt": "the position is decided: player 1 has joined top and bottom",
    "--stones FOLDER/free.txt --size 3": "--size 3: the position has 2 rows",
    "--csv FOLDER": "cannot be written (it is a folder)",
    "--csv FOLDER/file/x.csv": "cannot be written",
    "--plot FOLDER": "its name must end in .png or .svg or .pdf",
    "--plot FOLDER/x.jpg": "x.jpg: its name must end in .png or .svg or .pdf",
    "--plot FOLDER/file/x.svg": "cannot be written",
}


@pytest.mark.parametrize("command", ["map", "compound"])
@pytest.mark.parametrize(("words", "sentence"), MISTAKES.items(), ids=list(MISTAKES))
def test_a_mistake_is_answered_in_one_sentence_before_anything_is_counted(
    words: str, sentence: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "wrong.txt").write_text("..\n.?\n")
    (tmp_path / "decided.txt").write_text("X.\nX.\n")
    (tmp_path / "free.txt").write_text("..\n..\n")
    for place in ("maps.job.count_blocks", "compound.job.play_compound"):
        counting = f"playout.questions.hex.{place}"
        monkeypatch.setattr(counting, lambda *_: pytest.fail("something was counted"))
    said = playout(f"{command} {words}".replace("FOLDER", str(tmp_path)))
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("playout: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1


STOPPED: dict[str, Callable[[pd.DataFrame], CriticalityMap | Compound]] = {
    "map --size 4 --boards 1e15": lambda table: criticality(4, 4, boards=int(table["boards"][0])),
    "compound --size 4 --boards 2k --games 1G": lambda table: compound(
        4, 4, boards=2_000, games=len(table)
    ),
}


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(words, marks=pytest.mark.thorough if words.startswith("map") else ())
        for words in STOPPED
    ],
)
def test_a_stopped_command_prints_and_writes_what_it_has_counted(
    words: str, tmp_path: Path
) -> None:
    csv, plot = tmp_path / "table.csv", tmp_path / "plot.svg"
    code, out, err = stopped_here(f"{words} --csv {csv} --plot {plot}", after=1000)
    assert (code, err) == (130, "")
    assert out.splitlines()[-1].startswith("Stopped early. 4x4: ")
    table = pd.read_csv(csv)
    # What was counted are the first boards or games, no more and no fewer.
    pd.testing.assert_frame_equal(table, STOPPED[words](table).to_pandas())
    ElementTree.parse(plot)
