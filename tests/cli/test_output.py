"""A command whose output is full or closed says so in a sentence; what it has saved stays saved."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from unittest.mock import patch

import pytest

import playout
from playout.cli import main, output

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")

RUN = "run the-game-blog --strategy random --games 20"


def told_to_nobody(words: str) -> tuple[int, str]:
    """Exit code and error stream of a command in this process, whose output is full."""
    err = io.StringIO()
    with (
        suppress(OSError),  # as the stream is closed
        open("/dev/full", "w") as out,
        patch("playout.cli.leave", sys.exit),
        patch.object(sys, "argv", ["playout", *words.split()]),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    return int(str(ended.value)), err.getvalue()


def redirected(words: str, where: str) -> tuple[int, str]:
    """Exit code and error stream of a command, its output redirected as in a shell."""
    ended = subprocess.run(
        ["sh", "-c", f'exec "$0" -m playout {words} {where}', sys.executable],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("words", ["games", "--help", "--version"])
@pytest.mark.parametrize("where", ["> /dev/full", pytest.param(">&-", marks=pytest.mark.slow)])
def test_an_output_that_cannot_be_written_is_told_in_a_sentence(words: str, where: str) -> None:
    code, err = redirected(words, where)
    assert code == 74
    assert err.startswith("playout: the standard output ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "form",
    ["--csv FOLDER/x.csv", "", "--json", "--csv -"],
)
def test_what_was_saved_stays_saved_if_the_answer_cannot_be_told(form: str, tmp_path: Path) -> None:
    form = form.replace("FOLDER", str(tmp_path))
    code, err = told_to_nobody(f"{RUN} --save {tmp_path / 'a.run'} {form}")
    assert code == 74
    assert err.count("\n") == 1
    assert playout.load_run(tmp_path / "a.run").games == 20
    assert (tmp_path / "x.csv").exists() == ("x.csv" in form)


@pytest.mark.slow
def test_an_answer_is_told_although_the_error_stream_is_full_or_closed() -> None:
    for where in ("2> /dev/full", "2>&-"):
        assert redirected("--version > /dev/null", where) == (0, "")
        assert redirected("nosuch", where) == (2, "")


def test_an_output_without_buffer_is_no_exception() -> None:
    program = "import sys; sys.argv[1:] = ['--version']; from playout.cli import main; main()"
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-u", "-c", program], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 74
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("wide", [40, 60])
def test_a_long_strategy_is_folded_where_the_terminal_ends(
    wide: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "screen_width", lambda: wide)
    gap = "gap:at=22:gap=15:ahead=18:behind=25:wide_gap=30:far_ahead=15:far_behind=30"
    output.print_rows([(gap, "Holds."), ("hold", "Holds at 20.")], indent="  ")
    said = capsys.readouterr().out
    assert all(len(line) <= wide for line in said.splitlines())
    assert "\0" not in said
    name, text = said.split("Holds.")[0].split(), said.splitlines()[-1]
    assert ("".join(name), text) == (gap, "  hold  Holds at 20.")
