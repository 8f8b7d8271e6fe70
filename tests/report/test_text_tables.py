"""Tables as text: fitted to a screen by leaving out columns, never letters."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playout.report.text_tables import ALWAYS, IF_ASKED, WITH_ROOM, TextColumn, fitted, wrapped

INTERVAL = "44.84 % (43.86 to 45.82)"


def _key(head: str, *cells: str, is_text: bool = True) -> TextColumn:
    return TextColumn(head, cells, is_text, "key")


def _estimate(head: str, rows: int, rank: int = WITH_ROOM, cell: str = INTERVAL) -> TextColumn:
    cells = [cell.replace("44", str(44 + k)) for k in range(rows)]
    return TextColumn(head, cells, rank=rank)


def _table(rows: int, measures: int) -> list[TextColumn]:
    names = [f"strategy-{k}" for k in range(rows)]
    first = _estimate("win", rows, ALWAYS)
    more = [_estimate(f"measure {k}", rows) for k in range(1, measures)]
    return [_key("strategy", *names), _key("players", *["4"] * rows), first, *more]


def test_a_table_with_room_is_drawn_whole() -> None:
    drawn = fitted([_key("strategy", "a", "bcd"), _estimate("win", 2, ALWAYS, "1.5")], 80)
    assert drawn == "strategy  win\n--------  ---\na         1.5\nbcd       1.5"


def test_without_a_width_all_columns_are_drawn() -> None:
    lines = fitted(_table(9, 12)).splitlines()
    assert lines[0].split("  ")[-1] == "measure 11"
    assert len(lines) == 2 + 9


def test_columns_that_nobody_asked_for_are_not_drawn() -> None:
    assert "other" not in fitted([_key("a", "x"), _estimate("other", 1, IF_ASKED)], 80)


def test_heads_are_broken_between_words_where_that_makes_room() -> None:
    columns = [_key("a", "x"), _estimate("standard deviation of its repeats", 1, cell="0.1")]
    lines = fitted(columns, 15).splitlines()
    assert max(map(len, lines)) <= 15
    assert lines[0].split() == ["standard"]


def test_of_many_rows_the_columns_with_room_are_drawn_and_the_others_named() -> None:
    drawn = fitted(_table(5, 6), 80)
    assert drawn.startswith("players 4\n\nstrategy")
    assert "4 columns hidden: measure 2, measure 3, measure 4, measure 5 (a wider window" in drawn
    assert all(text in drawn for text in (INTERVAL.replace("44", "48"), "measure 1", "strategy-4"))


def test_what_was_asked_for_is_never_left_out_but_drawn_below() -> None:
    names = [f"strategy-{k}" for k in range(9)]
    measures = [_estimate(f"measure-{k}", 9, ALWAYS) for k in range(5)]
    drawn = fitted([_key("strategy", *names), *measures], 80)
    assert "not shown" not in drawn
    assert len(re.findall(r"^strategy ", drawn, re.M)) == 3
    assert all(f"measure-{k}" in drawn for k in range(5))


@pytest.mark.parametrize(("players", "rows"), [("2", 1), ("", 9)])
def test_a_later_part_has_only_the_rows_with_something_in_it(players: str, rows: int) -> None:
    names = _key("strategy", *(f"strategy-{k}" for k in range(9)))
    keys = [names, _key("players", *"12345671", players)]
    usual = TextColumn("usual", [""] * 8 + ["usual"], is_text=True, rank=ALWAYS)
    drawn = fitted([*keys, *(_estimate(f"m{k}", 9, ALWAYS) for k in range(2)), usual], 75)
    first, later = drawn.split("\n\n")
    assert len(re.findall(r"^strategy-", first, re.M)) == 9
    assert len(re.findall(r"^strategy-", later, re.M)) == rows
    assert later.endswith("usual")


def test_two_rows_with_many_measures_stand_beside_each_other() -> None:
    drawn = fitted(_table(2, 8), 80)
    assert drawn.startswith("players 4\n")
    heads = next(line for line in drawn.splitlines() if "strategy-0" in line)
    assert heads.split() == ["strategy-0", "strategy-1"]
    assert len(re.findall(r"^measure \d", drawn, re.M)) == 7


def test_few_rows_that_are_too_wide_become_a_list_of_all_measures() -> None:
    drawn = fitted(_table(3, 8), 60)
    assert drawn.count("\n  win ") == 3
    assert drawn.count("measure 7") == 3
    assert max(map(len, drawn.splitlines())) <= 60


def test_a_measure_that_is_the_same_in_all_rows_is_said_once() -> None:
    columns = [*_table(3, 3), TextColumn("rounds", [INTERVAL] * 3, rank=WITH_ROOM)]
    drawn = fitted(columns, 90)
    assert drawn.count("rounds") == 1
    assert drawn.count(INTERVAL) == 1 + 3  # and the first row's


def test_names_that_fill_the_screen_stand_above_their_values() -> None:
    names = ["a" * 50, "b" * 50, "c" * 50, "d" * 50]
    drawn = fitted([_key("strategy", *names), _estimate("win", 4, ALWAYS)], 60)
    assert drawn.splitlines()[:2] == ["a" * 50, f"  win  {INTERVAL}"]


WORDS = st.text("abcdefgh,", min_size=1, max_size=12)
WHOLE = st.integers(0, 999)
NUMBERS = st.builds("{}.{} ({} to {})".format, st.integers(-9_999, 9_999), WHOLE, WHOLE, WHOLE)


@st.composite
def tables(draw: st.DrawFn) -> list[TextColumn]:
    rows = draw(st.integers(1, 6))

    def cells(kind: st.SearchStrategy[str]) -> list[str]:
        return draw(st.lists(kind, min_size=rows, max_size=rows))

    keys = [_key(draw(WORDS), *cells(WORDS)) for _ in range(draw(st.integers(1, 3)))]
    counts = [TextColumn("games", cells(st.just("10,000")), role="plain", rank=WITH_ROOM)]
    ranks = [ALWAYS, *draw(st.lists(st.sampled_from([ALWAYS, WITH_ROOM]), max_size=6))]
    return keys + counts + [TextColumn(draw(WORDS), cells(NUMBERS), rank=rank) for rank in ranks]


@pytest.mark.slow
@settings(max_examples=40)
@given(tables(), st.integers(40, 120))
def test_no_line_is_too_long_and_no_number_is_cut(columns: list[TextColumn], width: int) -> None:
    drawn = fitted(columns, width)
    assert max(map(len, drawn.splitlines())) <= width
    in_one_line = " ".join(drawn.split())
    for column in columns:
        for cell in column.cells:
            if column.rank == ALWAYS and column.role == "estimate":
                assert cell in drawn
            elif column.role == "key":
                assert cell in in_one_line


@pytest.mark.parametrize("width", [20, 40, 80])
def test_sentences_are_broken_between_words(width: int) -> None:
    text = "The Game, 98 cards: win 64.25 % (63.58 to 64.91) with --seats careful,random\nand more"
    lines = wrapped(text, width).splitlines()
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert all(len(line) <= width or " " not in line for line in lines)
    assert wrapped(text, None) == text


def test_an_option_of_a_command_stays_with_its_value() -> None:
    text = "see: playout compare the-game --a greedy --b quick --players 3 --knock-out --seed 1"
    for width in range(20, len(text)):
        lines = wrapped(text, width).split("\n")
        assert not [line for line in lines if re.search(r"--(?!knock)\S+$", line)]
    assert "--players\n" in wrapped("--players 12345678", 12)
