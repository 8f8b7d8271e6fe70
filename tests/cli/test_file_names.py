"""Files of any name can be named, and outputs make their folders or say why they cannot."""

from __future__ import annotations

import os
import shlex
import socket
from pathlib import Path

import pytest

import playout
from playout.engine.find.strategy_files import after_file, file_of, path_of, with_escapes
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import escaped_name, unescaped_name
from tests.command import mistake, printed
from tests.command import playout as playout_command

MINE = '''
import playout

@playout.strategy("pig", compiled=False)
def bold(view, rng):
    """Holds at 20."""
    return 1 if view.turn_total >= 20 else 0
'''
NAMES = [
    "a,b/mine.py",
    "c++/mine.py",
    "ab:c/mine.py",
    "p%2Cq/mine.py",
    "x,y+z:1.py",
    "1e+5.py",
    r"C:\games, new\mine.py",
]


@pytest.mark.parametrize(
    ("reference", "file", "rest"),
    [
        (r"C:\games\mine.py:bold", r"C:\games\mine.py", "bold"),
        ("c:/games/mine.py:bold:at=2", "c:/games/mine.py", "bold:at=2"),
        (r"\\?\C:\games\mine.py", r"\\?\C:\games\mine.py", ""),
        (r"\\server\share\mine.py:bold", r"\\server\share\mine.py", "bold"),
        ("C:mine.py:bold", "C:mine.py", "bold"),
        (" mine.py:bold ", "mine.py", "bold"),
        ("a%3Ab.py:bold", "a%3Ab.py", "bold"),
        ("mine.py:other.py", "mine.py", "other.py"),
        ("chains:extra=2", None, "chains:extra=2"),
        ("search:blueprint=mine.py:bold", None, "search:blueprint=mine.py:bold"),
        ("openspiel:pig", None, "openspiel:pig"),
        ("", None, ""),
    ],
)
def test_a_reference_has_the_file_before_its_colon_with_the_drive_of_windows(
    reference: str, file: str | None, rest: str
) -> None:
    assert file_of(reference) == file
    assert after_file(reference) == rest


@pytest.mark.parametrize("name", [*NAMES, "mine.py", "%.py", "100%.py", "%25.py"])
def test_an_escaped_name_is_read_back(name: str) -> None:
    assert unescaped_name(escaped_name(name)) == name
    assert file_of(f"{escaped_name(name)}:bold") == escaped_name(name)
    assert not {*escaped_name(name)[2:]} & {*":,+"}
    assert with_escapes(escaped_name(name)) == escaped_name(name)
    assert path_of(escaped_name(name)) == Path(name).resolve()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_any_name_plays_and_its_commands_can_be_pasted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(MINE, encoding="utf-8")
    reference = f"{escaped_name(name)}:bold"
    words = ["run", "pig", "--strategy", f"{reference}+hold,hold", "--games", "2"]
    out = printed(*words, "--save", "a.run")
    status = printed("status", "a.run")
    (line,) = (line for line in status.splitlines() if line.startswith("command:"))
    again = shlex.split(line.partition("playout ")[2])
    assert again[again.index("--strategy") + 1] == f"{reference}+hold,hold"
    assert out.splitlines()[0] == printed(*again).splitlines()[0]
    assert playout_command("resume", "a.run").out.splitlines()[0] == out.splitlines()[0]
    with pytest.raises(PlayoutError, match="the file '") as refused:
        playout.run("pig", strategy=[f"{name}:bold"], games=2)
    assert f"write {escaped_name(name)}," in str(refused.value)
    assert f"write {escaped_name(name)}," in mistake(
        *words[:3], f"hold,{name}:bold", "--games", "2"
    )


def test_a_file_in_a_list_of_python_is_shown_as_a_command_takes_it() -> None:
    assert with_escapes("a,b/c++.py:bold:at=1e+5") == "a%2Cb/c%2B%2B.py:bold:at=1e+5"
    assert with_escapes("hold:at=20") == "hold:at=20"


def test_a_name_that_is_no_file_is_told_as_it_is_written() -> None:
    assert "there is no file 'a%2Cb.py'" in mistake(
        "run", "pig", "--strategy", "a%2Cb.py:bold", "--games", "1"
    )


OUTPUTS = {
    "--save": "a.run",
    "--csv": "a.csv",
    "--plot": "a.svg",
}


def test_every_output_makes_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files = [word for name, file in OUTPUTS.items() for word in (name, f"new{name}/deep/{file}")]
    run = ["run", "pig", "--strategy", "hold,random", "--players", "2,3", "--games", "4"]
    printed(*run, *files)
    for place in ("1/2", "2/2"):
        printed(*run, "--part", place, "--save", f"parts/{place[0]}.run")
    printed("merge", "parts/1.run", "parts/2.run", "--into", "new/merged/all.run")
    printed("export", "new/merged/all.run", "--csv", "new/x/t.csv", "--tsv", "new/y/t.tsv")
    printed("replay pig --seed 1 --svg new/z/a.svg")
    printed("review pig --strategy hold --reviewer hold --worlds 4 --html new/r/a.html")
    printed("tournament pig --strategies hold,random --games 8 --cross new/c/a.csv")
    answer = playout.load_run("new/merged/all.run")
    answer.to_csv("python/a.csv")
    answer.figures()[0].save(Path("python/b/a.svg"))
    playout.run("pig", strategy="hold", games=4, save="python/c/a.run")
    written = [path for path in tmp_path.rglob("*.*") if path.suffix != ".lock"]
    assert len(written) == 14
    assert all(path.stat().st_size for path in written)


@pytest.mark.parametrize("kind", ["/dev/null", "pipe", "socket", "folder", "link"])
def test_a_run_is_saved_in_a_regular_file_alone(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("playout.questions.runs.job.play_batch", None)  # nothing is played
    path, other = Path(kind), "is no regular file"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(str(path))
    elif kind == "folder":
        path.mkdir()
        other = "is a folder"
    elif kind == "link":
        path.symlink_to("/dev/zero")
    for words in (
        f"run pig --games 5 --save {kind}",
        f"compare pig --a hold --b random --save {kind}",
        f"status {kind}",
        f"resume {kind}",
    ):
        assert other in mistake(words)
    if kind == "socket":
        assert "is no regular file" in mistake("run pig --games 5 --csv socket")
    assert not Path(f"{kind}.lock").exists()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("run pig --games 20 --save=", "--save: the name of the file is empty; write --save FILE"),
        ("run pig --csv ''", "--csv: the name of the file is empty; write --csv FILE"),
        ("map --size 3 --plot ''", "--plot: the name of the file is empty; write --plot FILE"),
        ("review pig --run ''", "--run: the name of the file is empty; write --run FILE"),
        ("merge a b --into ''", "--into: the name of the file is empty; write --into FILE"),
        ("study hex-map --out ''", "--out: the name of the file is empty; write --out FOLDER"),
        ("status ''", "the name of the file is empty; see: playout status --help"),
        ("extend '' --games 9", "the name of the file is empty; see: playout extend --help"),
        ("merge a '' --into c", "the name of the file is empty; see: playout merge --help"),
    ],
)
def test_an_empty_name_of_a_file_is_refused_as_such(command: str, said: str) -> None:
    assert mistake(*shlex.split(command)) == f"playout: {said}\n"


@pytest.mark.parametrize(
    ("command", "pictures"),
    [
        ("tournament pig --strategies hold:at={3,6,12} --games 60", 2),
        ("tournament the-game --players 2 --strategies greedy,random --games 12", 1),
        ("compare pig --a hold --b random --max-games 300", 1),
        ("run pig --strategy hold --goal 20,30 --games 8", 1),
        ("run the-game --strategy greedy --knock-out min_cards=3 --games 8", 1),
        ("tune pig --vary goal=20,30 --target turns(median)<=3 --target turns>=4", 2),
    ],
)
def test_a_page_has_every_picture(command: str, pictures: int, tmp_path: Path) -> None:
    printed(*command.split(), "--html", str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<figure>") == pictures
    assert page.startswith("<!doctype html>")
