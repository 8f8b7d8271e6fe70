"""Positions in files and walks over full boards, and the sentences for what is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from playout import PlayoutError
from playout.games.hex.display.notation import cell_name
from playout.hex import (
    compound,
    criticality,
    format_stones,
    load_stones,
    parse_stones,
    save_stones,
    walk,
)
from tests.games.hex.boards import random_boards, undecided
from tests.reference import hex as plain

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (3, 3), (2, 7), (9, 4), (50, 50)])
def test_a_saved_position_is_loaded_as_it_was(rows: int, cols: int, tmp_path: Path) -> None:
    stones = undecided(rows, cols, 4)
    file = tmp_path / "position.txt"
    save_stones(stones, file)
    found = load_stones(str(file))
    assert found.dtype == np.int8
    assert (found == stones).all()
    assert file.read_text() == format_stones(stones) + "\n"
    save_stones(format_stones(stones), file)
    assert (load_stones(file) == stones).all()


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfX . O\n . . X\n",
        b"X . O\r\n . . X\r\n",
        b"\xef\xbb\xbfX.O\r\n..X",
        b"X.O\r..X\r",
        b"# a remark\n\n  x . o  # another\n\t. . x\n\n",
        "# größer, 棋\nX.O\n..X".encode(),
    ],
    ids=["BOM", "CRLF", "both", "CR", "remarks", "UTF-8"],
)
def test_files_of_any_editor_are_read(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_bytes(content)
    assert load_stones(file).tolist() == [[1, 0, 2], [0, 0, 1]]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the position is empty"),
        (b"X.\n.?\n", r"line 2: '\?' is not a cell of a board: use . \(free\), X \(player"),
        (b"\xff\xfeX\x00", "cannot be read .it is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_position_is_refused_with_its_name_and_line(
    content: bytes, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "position.txt"
    file.write_bytes(content)
    with pytest.raises(PlayoutError, match=f"^{file}: .*{sentence}"):
        load_stones(file)


def test_files_that_cannot_be_read_or_written_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match=r"none\.txt: cannot be read \(No such file"):
        load_stones(tmp_path / "none.txt")
    with pytest.raises(PlayoutError, match=r"cannot be read \(Is a directory\)"):
        load_stones(tmp_path)
    with pytest.raises(PlayoutError, match=r"cannot be written \(Is a directory\)"):
        save_stones("..", tmp_path)
    save_stones("..", tmp_path / "new" / "x.txt")
    with pytest.raises(PlayoutError, match=r"cannot be written \(Not a directory"):
        save_stones("..", tmp_path / "new" / "x.txt" / "y.txt")


STONES = r"stones: must be rows of 0 \(free\), 1 and 2 \(the players\), all equally long"

# What a map and a compound game refuse alike.
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rows": 0}, "rows=0: must be from 1 to 150"),
    ({"rows": 151}, "rows=151: must be from 1 to 150"),
    ({"cols": 0}, "cols=0: must be from 1 to 150"),
    ({"rows": 3, "cols": 151}, "cols=151: must be from 1 to 150"),
    ({"rows": "x"}, "rows='x': must be from 1 to 150"),
    ({"rows": 2.5}, "rows=2.5: must be from 1 to 150"),
    ({"cols": True}, "cols=True: must be from 1 to 150"),
    ({"stones": ""}, "the position is empty"),
    ({"stones": "X.\n.Z"}, "line 2: 'Z' is not a cell of a board"),
    ({"stones": "X.\nX."}, "the position is decided: player 1 has joined top and bottom"),
    ({"stones": "OO\n.."}, "the position is decided: player 2 has joined left and right"),
    ({"stones": [[1]]}, "the position is decided: player 1"),
    ({"stones": "..\n..", "rows": 3}, "rows=3: the position has 2 rows"),
    ({"stones": "..\n..", "cols": 3}, "cols=3: the position has 2 cols"),
    ({"stones": np.zeros((151, 2))}, "a board of 151 rows"),
    ({"stones": np.zeros((0, 2))}, "a board of 0 rows"),
    ({"stones": [[]]}, "a board of 0 columns"),
    ({"stones": []}, STONES),
    ({"stones": 3}, STONES),
    ({"stones": [0, 1]}, STONES),
    ({"stones": [[0, 1], [0]]}, STONES),
    ({"stones": [[0, 3]]}, STONES),
    ({"stones": [[0, -1]]}, STONES),
    ({"stones": [[0, 0.5]]}, STONES),
    ({"stones": [[0, float("nan")]]}, STONES),
    ({"stones": [["X", "."]]}, STONES),
    ({"stones": [[None, 1]]}, STONES),
    ({"stones": [[True, False]]}, STONES),
    ({"p": -0.1}, "p=-0.1: must be a number from 0 to 1"),
    ({"p": float("nan")}, "p=nan: must be a number from 0 to 1"),
    ({"p": True}, "p=True: must be a number from 0 to 1"),
    ({"p": np.True_}, "p=True: must be a number from 0 to 1"),
    ({"p": "x"}, "p='x': must be a number from 0 to 1"),
    ({"p": 0.5 + 0j}, r"p=\(0.5\+0j\): must be a number from 0 to 1"),
    ({"boards": 0}, "boards=0: must be a whole number from 1"),
    ({"boards": "x"}, "boards='x': must be a whole number from 1"),
    ({"boards": 1.5}, "boards=1.5: must be a whole number from 1"),
    ({"boards": "1e19"}, "boards='1e19': must be a whole number from 1"),
    ({"seed": -1}, "seed=-1: must be a whole number from 0"),
    ({"seed": 2**63}, "seed=9223372036854775808: must be a whole number from 0"),
    ({"workers": 0}, "workers=0: must be from 1 to 1,024"),
    ({"workers": 1025}, "workers=1025: must be from 1 to 1,024"),
]


@pytest.mark.parametrize(("wrong", "sentence"), REFUSED, ids=[str(wrong) for wrong, _ in REFUSED])
def test_what_cannot_be_is_refused_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    for ask in (criticality, compound):
        with pytest.raises(PlayoutError, match=f"^{sentence}") as told:
            ask(**{"boards": 10, **wrong})
        assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"method": "flod"}, r"method='flod': did you mean 'flood'\? \(known: exact,"),
        ({"method": "x"}, "method='x': choose from exact, flip, flood, gale"),
        ({"rows": 6, "method": "exact"}, "36 cells are free; the exact method allows at most 25"),
        ({"rows": 2, "cols": 13, "method": "exact"}, "26 cells are free; the exact method"),
        ({"rows": 3, "method": "exact", "p": 2}, "p=2: must be a number from 0 to 1"),
        ({"rows": 3, "method": "exact", "boards": 9}, "boards=9: leave this out, because method"),
        ({"rows": 3, "method": "exact", "seed": 2}, "seed=2: leave this out, because method"),
        ({"rows": 3, "method": "exact", "save": "x.run"}, "save='x.run': leave this out, because"),
        (
            {"rows": 3, "method": "exact", "workers": 2},
            "workers=2: leave this out, because method exact counts",
        ),
    ],
)
def test_a_map_that_cannot_be_drawn_is_refused_in_a_sentence(
    wrong: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=f"^{sentence}"):
        criticality(**wrong)


@pytest.mark.parametrize("confidence", [0.49, 1, 1.5, -1, float("nan"), "x", True, 0.9j])
def test_a_confidence_out_of_range_is_refused_in_a_sentence(confidence: Any) -> None:
    with pytest.raises(PlayoutError, match=r"^confidence=.*: must be at least 0\.5 and below 1"):
        compound(3, 3, confidence=confidence)


@pytest.mark.parametrize("games", [0, "x", 1.5])
def test_a_number_of_compound_games_that_is_none_is_refused(games: Any) -> None:
    with pytest.raises(PlayoutError, match=r"games=.*: must be a whole number from 1"):
        compound(3, 3, games=games)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 3), (5, 5), (4, 9)])
def test_a_walk_has_the_winner_the_edges_and_the_cells_of_the_slow_model(
    rows: int, cols: int
) -> None:
    for stones in random_boards(rows, cols, 10, 3):
        board = plain.board_of(stones.tolist())
        winner, edges = plain.gale_walk(board)
        forth, back = walk(stones), walk(stones, "bottom right")
        assert forth.winner == back.winner == winner
        assert forth.edges.dtype == np.int16
        assert [((a, b), (c, d)) for a, b, c, d in forth.edges.tolist()] == edges
        for player, names in forth.cells.items():
            cells = {cell for edge in edges for cell in edge if board.get(cell) == player}
            assert set(names) == {cell_name(row * cols + col, cols) for row, col in cells}
        # The winner's cells that both walks have seen are the pivotal ones.
        pivotal = {cell_name(row * cols + col, cols) for row, col in plain.pivotal(board)}
        assert set(forth.cells[winner]) & set(back.cells[winner]) == pivotal


def test_a_walk_is_drawn_on_its_board() -> None:
    found = walk("X O\nX O")
    root = ElementTree.fromstring(found.svg(title="Left & right"))
    lines = list(root.iter(f"{SVG}polyline"))
    assert len(lines) == 2  # the line and its seam
    points = str(lines[0].get("points")).split()
    assert len(points) >= len(found.edges)
    assert "Left & right" in [node.text for node in root.iter(f"{SVG}text")]
    assert found._repr_svg_() == found.svg()


@pytest.mark.parametrize(
    ("stones", "corner", "sentence"),
    [
        ("X.\nXO", "top left", "b1 is free; a walk needs a full board"),
        ("...", "top left", "a1 is free; a walk needs a full board"),
        ("XO\nXO", "topleft", r"there is no corner 'topleft' to start from: did you mean 'top"),
        (
            "XO\nXO",
            "middle",
            "there is no corner 'middle' to start from: choose from bottom right, top",
        ),
        ("XO\nXO", 3, "there is no corner '3' to start"),
        ("XO\nXOX", "top left", "line 2: 3 cells"),
        ([[1, 2], [1]], "top left", STONES),
    ],
)
def test_a_walk_that_cannot_be_is_refused_in_a_sentence(
    stones: Any, corner: Any, sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=f"^{sentence}"):
        walk(stones, corner)


def test_a_walk_keeps_its_board_when_the_array_that_was_given_changes() -> None:
    given = parse_stones("XO\nXO")
    found = walk(given)
    given[:] = 2
    assert found.stones.tolist() == [[1, 2], [1, 2]]
