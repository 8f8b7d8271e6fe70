"""Workbooks of Excel: a sheet for each table, numbers as numbers, and no formulas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import playout
from playout.engine.errors import PlayoutError
from playout.report import excel
from playout.report.excel import write_excel
from playout.report.tables import Table
from tests.command import mistake, printed


@pytest.fixture(scope="module")
def answer() -> Any:
    return playout.tournament("pig", strategies=["hold", "random"], players=2, games=40)


def test_every_table_has_a_sheet_that_reads_back(answer: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    answer.to_excel(path)
    sheets = pd.read_excel(path, sheet_name=None)
    tables = {table.name or "rows": table for table in answer.tables()}
    assert [*sheets] == [*tables, "about"]
    for name, table in tables.items():
        pd.testing.assert_frame_equal(sheets[name], table.to_pandas(), check_dtype=False)
    about = pd.read_excel(path, sheet_name="about", header=None, index_col=0)[1]
    assert about["game"] == "pig"
    assert about["seed"] == 1
    assert about["sentence"] == answer.sentence()


def test_the_same_numbers_are_the_same_bytes(answer: Any, tmp_path: Path) -> None:
    for name in "ab":
        answer.to_excel(tmp_path / f"{name}.xlsx")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_no_text_is_a_formula_and_what_is_no_number_is_empty(tmp_path: Path) -> None:
    row = {
        "who": "=1+1",
        "link": "https://x",
        "x": float("nan"),
        "y": float("inf"),
        "n": 3,
        "b": True,
    }
    tables = [
        Table([row | {"big": 2**62}], [], "a/b" * 20),
        Table([row], [], "a/b" * 20 + "c"),
        Table([row], [], "hidden", is_written=False),
    ]
    path = tmp_path / "a.xlsx"
    write_excel(tables, {"seed": 1}, path)
    sheets = pd.read_excel(path, sheet_name=None)
    assert len(sheets) == 3
    first = next(iter(sheets.values()))
    assert [first[name][0] for name in ("who", "link", "n", "b")] == ["=1+1", "https://x", 3, True]
    assert first[["x", "y"]].isna().to_numpy().all()
    assert str(first["big"][0]) == str(2**62)


def test_a_table_that_has_no_room_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(excel, "MOST_ROWS", 2)
    path = tmp_path / "a.xlsx"
    with pytest.raises(PlayoutError, match="the table 'rows' has 2 rows, but a sheet of Excel"):
        write_excel([Table([{"a": 1}, {"a": 2}], [])], {}, path)
    assert not path.exists()


def test_the_commands_write_workbooks(tmp_path: Path) -> None:
    for words in ("run pig --save a.run", "map --size 3 --boards 2k", "export a.run"):
        path = tmp_path / f"{words.split()[0]}.xlsx"
        games = ["--games", "20"] if words.startswith("run") else []
        given = words.replace("a.run", str(tmp_path / "a.run"))
        printed(*given.split(), *games, "--xlsx", str(path))
        assert len(pd.read_excel(path)) > 0


def test_without_the_library_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    monkeypatch.setattr(excel, "find_spec", lambda name: None)
    path = tmp_path / "a.xlsx"
    wanted = 'writing Excel files needs XlsxWriter; install it with: pip install "playout[excel]"'
    assert mistake("run", "pig", "--xlsx", str(path)) == f"playout: --xlsx {path}: {wanted}\n"
    with pytest.raises(PlayoutError, match="needs XlsxWriter"):
        answer.to_excel(path)
    assert not path.exists()


@pytest.mark.parametrize("name", ["a.xls", "a", "a.csv"])
def test_a_workbook_has_the_ending_of_one(name: str, tmp_path: Path) -> None:
    said = mistake("run", "pig", "--xlsx", str(tmp_path / name))
    assert said.endswith("its name must end in .xlsx\n")
