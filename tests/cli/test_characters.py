"""Every command prints everything on every terminal and pipe, whatever their encoding."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import playout
from playout.engine.words.errors import pasted
from playout.engine.words.signs import HANDLER, in_ascii
from tests.command import Encoded, printed
from tests.command import playout as command

ENCODINGS = ["ascii", "cp1252", "cp437", "latin-1", "utf-16"]
PIG = Path(__file__).parents[2] / "examples" / "pig.py"
COMMANDS = [
    pytest.param("compare pig --a hold --b hold:at=25 --max-games 100", marks=pytest.mark.thorough),
    "compare pig --a hold --b hold:at=25 --max-games 100 --json",
    "run pig --strategy hold,random --games 50 --csv -",
    pytest.param("review pig --goal 20 --strategy random --worlds 4", marks=pytest.mark.thorough),
    pytest.param("replay the-game --strategy greedy --seed 1", marks=pytest.mark.thorough),
    "games",
    "strategies",
    "run pig --help",
    "--help",
]
MINE = '''
import playout

@playout.strategy("pig", name="Würfel−Künstler", compiled=False)
def bold(view, rng):
    """Er hält bei 20 – oder nie ✓."""
    print("nachgedacht …")
    return 1 if view.turn_total >= 20 else 0
'''


def timeless(text: str) -> str:
    """A text without the time that something took."""
    return re.sub(r'( in |"seconds": )[0-9.e-]+', "", text)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_prints_the_same_in_the_signs_of_every_encoding(words: str) -> None:
    usual = printed(words)
    for encoding in ENCODINGS:
        out = printed(*words.split(), encoding=encoding)
        if "--json" in words:
            assert timeless(json.dumps(json.loads(out))) == timeless(json.dumps(json.loads(usual)))
        else:
            assert timeless(in_ascii(out)) == timeless(in_ascii(usual))
            assert out.isascii() or encoding != "ascii"


@pytest.mark.parametrize(
    ("encoding", "how"),
    [
        *((encoding, "") for encoding in ENCODINGS),
        ("ascii", "--csv -"),
        ("cp1252", "--json"),
        ("utf-16", "--csv -"),
    ],
)
def test_names_of_users_are_escaped_and_files_are_utf_8(
    encoding: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bälle—1.py").write_text(MINE, encoding="utf-8")
    name = "bälle—1.py:Würfel−Künstler"
    words = ["run", "pig", "--strategy", name, "--games", "3", *how.split()]
    said = command(*words, "--save", "größe.run", "--plot", "bild—.svg", encoding=encoding)
    assert said.code == 0
    assert "nachgedacht" in said.err
    if how == "--json":
        assert json.loads(said.out)["rows"][0]["strategy"] == name
    else:
        assert name.encode(encoding, HANDLER).decode(encoding) in said.out
    assert name in playout.load_run("größe.run").to_csv()
    printed("export", "größe.run", "--csv", "t.csv", encoding=encoding)
    assert name in Path("t.csv").read_text(encoding="utf-8")
    assert "Würfel−Künstler" in Path("bild—.svg").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "encoding",
    [pytest.param(one, marks=pytest.mark.thorough) for one in ("ascii", "cp437")] + ["cp1252"],
)
def test_answers_matches_and_lists_can_be_printed_in_python(encoding: str) -> None:
    answers: list[Any] = [
        playout.compare("pig", a="hold", b="hold:at=25", max_games=50),
        playout.review("pig", strategy="hold", reviewer="hold", worlds=4),
        playout.Match("the-game-blog", strategy="random", seed=1),
        playout.list_strategies("pig"),
    ]
    texts = [str(one) for one in answers]
    with patch.object(sys, "stdout", Encoded(encoding)):
        for one, text in zip(answers, texts, strict=True):
            print(one)
            print(repr(one))
            assert str(one) == text.encode(encoding, HANDLER).decode(encoding) or "▁" in text
        print(answers[0].to_text(60))
        print(answers[2].transcript())


def test_a_mistake_and_a_warning_about_a_name_of_any_characters_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("zwei\nzeilen.run", "\u202eknil.run", "halb\udcff.run", "größe.run"):
        for words in (["status", name], ["run", "pig", "--save", name, "--games", "0"]):
            said = command(*words, encoding="ascii")
            assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
        said = command("run", "pig", "--games", "2", "--save", name, "--json", encoding="utf-8")
        assert said.code == 0
        shown = printed("status", name, encoding="utf-8")
        assert "\u202e" not in shown
        assert shown.splitlines()[1].startswith("kind: ")
        json.loads(printed("status", name, "--json", encoding="utf-8"))


@pytest.mark.parametrize("name", ["a b.run", "it's.run", "zwei\nzeilen.run", "größe.run", "\udcff"])
def test_a_name_in_a_command_can_be_pasted(name: str) -> None:
    words = f"printf %s {pasted(Path(name))}"
    assert subprocess.run(["bash", "-c", words], capture_output=True).stdout == os.fsencode(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "words"),
    [
        pytest.param({"PYTHONIOENCODING": "cp1252"}, "", marks=pytest.mark.thorough),
        pytest.param(
            {"PYTHONIOENCODING": "ascii:strict", "TERM": "dumb"},
            "--json",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            "",
            marks=pytest.mark.thorough,
        ),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "--csv -"),
        pytest.param({"PYTHONIOENCODING": "utf-16"}, "", marks=pytest.mark.thorough),
        pytest.param({"PYTHONIOENCODING": "utf-16"}, "--json", marks=pytest.mark.thorough),
    ],
)
def test_a_program_of_any_encoding_says_all(how: dict[str, str], words: str) -> None:
    asked = f"-m playout compare pig --a hold --b hold:at=25 --max-games 50 {words}"
    ended = subprocess.run(
        [sys.executable, *asked.split()],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **how},
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    encoding = how.get("PYTHONIOENCODING", "ascii").partition(":")[0]
    out = ended.stdout.decode(encoding)
    if words == "--json":
        json.loads(out)
    elif not words:
        assert ("A \N{MINUS SIGN} B" if encoding == "utf-16" else "A - B") in out
