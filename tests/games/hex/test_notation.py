"""Positions and cells as text, there and back, and what is said of text that is neither."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from playout.engine.words.errors import PlayoutError
from playout.games.hex.board import Stones
from playout.games.hex.display.notation import (
    cell_name,
    column_name,
    format_stones,
    from_one_line,
    on_one_line,
    parse_cell,
    parse_stones,
    stones_of,
)

positions = arrays(
    np.int8,
    array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=50),
    elements=st.integers(0, 2),
    fill=st.just(0),
)


@given(positions)
def test_a_position_written_is_read_as_it_was(stones: Stones) -> None:
    read = parse_stones(format_stones(stones))
    assert read.dtype == np.int8
    np.testing.assert_array_equal(read, stones)
    np.testing.assert_array_equal(from_one_line(on_one_line(stones)), stones)


def test_a_position_is_written_as_a_rhombus() -> None:
    stones = np.array([[0, 1, 0], [2, 0, 1]], np.int8)
    assert format_stones(stones) == ". X .\n O . X"


def test_blanks_case_comments_and_empty_lines_do_not_matter() -> None:
    text = "# a position\n\n\t.x .   # the top\n  O  .X\r\n   \n#end"
    np.testing.assert_array_equal(parse_stones(text), [[0, 1, 0], [2, 0, 1]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the position is empty: write one line per row"),
        ("# nothing\n\n", "the position is empty"),
        (". X\n. 0", r"line 2: '0' is not a cell of a board: use . \(free\), X \(player 1\) and O"),
        ("\n. X .\n\n. .", "line 4: 2 cells, but the rows above have 3; all rows of a board must"),
        (". " * 151, "line 1: 151 columns of a board; at most 150 rows and columns"),
        (".\n" * 151, "line 151: row 151 of a board; at most 150 rows and columns"),
    ],
)
def test_what_is_no_position_gets_a_sentence_with_its_line(text: str, said: str) -> None:
    with pytest.raises(PlayoutError, match=said) as caught:
        parse_stones(text)
    assert "\n" not in str(caught.value)


def said_of(text: str) -> str:
    """What is said of a text that is no position; nothing if it is one."""
    try:
        parse_stones(text)
    except PlayoutError as error:
        return str(error)
    return ""


@pytest.mark.slow
@given(st.text(max_size=30) | st.text(".xO # \n", max_size=30))
def test_any_text_is_a_position_or_gets_one_sentence(text: str) -> None:
    assert "\n" not in said_of(text)


def test_columns_are_letters_that_go_on_after_z() -> None:
    names = [column_name(col) for col in (0, 1, 25, 26, 27, 49, 51, 52)]
    assert names == ["a", "b", "z", "aa", "ab", "ax", "az", "ba"]


@given(st.integers(1, 50), st.integers(1, 50), st.data())
def test_a_cell_written_is_read_as_it_was(rows: int, cols: int, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, rows * cols - 1))
    assert parse_cell(cell_name(cell, cols), rows, cols) == cell
    assert parse_cell(f" {cell_name(cell, cols).upper()} ", rows, cols) == cell


def test_a1_is_the_top_left_cell_and_letters_count_columns() -> None:
    assert [cell_name(cell, 4) for cell in (0, 3, 4, 11)] == ["a1", "d1", "a2", "d3"]


@pytest.mark.parametrize("name", ["", "a", "1", "1a", "a1b", "a-1", "a 1", "ä1", "a١", "a1.5"])
def test_what_is_no_cell_gets_a_sentence_with_the_way_to_write_one(name: str) -> None:
    with pytest.raises(PlayoutError, match="is not a cell: write the letter of its column and the"):
        parse_cell(name, 3, 4)


@pytest.mark.parametrize("name", ["e1", "a4", "a0", "aa1", "zzz9999"])
def test_a_cell_off_the_board_gets_a_sentence_with_its_cells(name: str) -> None:
    with pytest.raises(PlayoutError, match=f"'{name}' is off the board of 3 rows and 4 columns"):
        parse_cell(name, 3, 4)


def test_lists_of_cells_make_a_position() -> None:
    np.testing.assert_array_equal(stones_of(2, 3, "a1, c2", "b1,"), [[1, 2, 0], [0, 0, 1]])
    np.testing.assert_array_equal(stones_of(1, 2), [[0, 0]])


def test_a_cell_given_twice_or_a_size_out_of_range_is_refused() -> None:
    with pytest.raises(PlayoutError, match="'A1' is given twice; a cell can have only one stone"):
        stones_of(2, 2, "a1 b1 A1")
    with pytest.raises(PlayoutError, match="'b2' is given twice"):
        stones_of(2, 2, "b2", "a1 b2")
    with pytest.raises(PlayoutError, match="a board of 151 columns is not possible: must be"):
        stones_of(2, 151)
