"""No cell of a table is a formula for a spreadsheet; numbers stay numbers."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest

import playout
from playout.report.csv import write_csv
from tests.command import playout as command
from tests.runner.small_runs import BOLD


def test_texts_that_would_be_formulas_get_an_apostrophe_and_numbers_none() -> None:
    words = ["=1+1", "+x", "-x", "@sum", "-1", "+2.5", "plain", "a=b", None]
    frame = pd.DataFrame({"word": words, "number": [-1.5] * 9, "mixed": [-1, *["=x"] * 8]})
    text = write_csv(frame)
    assert text is not None
    read = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    assert [*read["word"]] == ["'=1+1", "'+x", "'-x", "'@sum", "-1", "+2.5", "plain", "a=b", ""]
    assert set(read["number"]) == {"-1.5"}
    assert [*read["mixed"]] == ["-1", *["'=x"] * 8]
    assert frame["word"][0] == "=1+1"


def test_a_strategy_file_with_a_name_like_a_formula_is_none_in_any_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("=mine.py").write_text(BOLD.format(before="pass"))
    words = "run the-game --games 20 --strategy =mine.py:bold --save a.run"
    printed = command(f"{words} --csv -").out
    exported = command("export a.run --tsv -").out
    answer = playout.load_run("a.run")
    for table in (printed, exported, answer.to_csv()):
        assert "'=mine.py:bold" in table
    assert answer["strategy"] == ["=mine.py:bold"]


def test_a_table_that_could_not_be_written_leaves_the_old_one_whole(tmp_path: Path) -> None:
    class Bad:
        def __str__(self) -> str:
            raise OSError(28, "No space left on device")

    old, file = "word\nold\n", tmp_path / "table.csv"
    file.write_text(old)
    file.chmod(0o640)
    with pytest.raises(OSError, match="No space"):
        write_csv(pd.DataFrame({"word": ["new"] * 2_000 + [Bad()]}), file)
    assert file.read_text() == old
    assert [*tmp_path.iterdir()] == [file]
    (tmp_path / "link.csv").symlink_to(file)
    write_csv(pd.DataFrame({"word": ["new"]}), tmp_path / "link.csv")
    assert file.read_text() == "word\nnew\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "link.csv").is_symlink()
