"""A user's mistake is answered with one sentence on the error stream and exit code 2."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest

from playout.cli.output import say
from playout.questions.runs import job
from playout.runner.workers import Threads
from tests.command import mistake, playout, printed

RUN = "run the-game --strategy greedy"

LINE_UP = "run mexican-train --seats random,greedy"
COMPARE = "compare the-game --a careful --b quick"
TOURNAMENT = "tournament mexican-train --strategies random,greedy"
LUCK = "luck the-game --strategies greedy,combo"
EXACT = "map --size 3 --method exact"
LONG = "x" * 300

SENTENCES = {
    "run the-gmae --strategy greedy": "there is no game 'the-gmae': did you mean 'the-game'?",
    "run the-game --strategy gredy": "the-game has no strategy 'gredy': did you mean 'greedy'?",
    "run the-game --strategy chains:extr=1": "no parameter 'extr': did you mean 'extra'?",
    "run the-game --strategy nowhere.py:bold": "there is no file 'nowhere.py'",
    "web --folder FOLDER --game nowhere.py": "there is no file 'nowhere.py'",
    "merge a.run b.run --into -": "--into -: cannot be printed; name a file",
    f"{RUN} --playrs 2": "playout run the-game has no option --playrs: did you mean --players?",
    f"{RUN} --player 2": "playout run the-game has no option --player: did you mean --players?",
    f"{RUN} --deck doubel": "--deck doubel: did you mean 'double'?",
    f"{RUN} --players 0": "--players 0: must be from 1 to 7",
    f"{RUN} --players 1..": "--players 1..: must be a whole number",
    f"{RUN} --players 1..5 --hand 1..60 --high 70..120": "15,300 combinations of --players,",
    f"{RUN} --players": "--players needs a value",
    f"{RUN} --players ,": "--players needs a value",
    f"{RUN} --players 1,,2": "--players 1,,2: there is a comma without a value",
    f"{RUN} --players 1,2,": "--players 1,2,: there is a comma without a value",
    f"{RUN} --players ١..٣": "--players '١..٣': must be a whole number",
    f"{RUN} --precision 2": "--precision 2: win is between 0 and 1, so half the width of its",
    "run the-game --strategy chains:extra=1:extra=2": "'chains:extra=1:extra=2': extra is given tw",
    "run the-game --strategy chains:extra=1e300": "; at most 1e+15 is allowed",
    "map --size=": "--size '': must be a number of rows, or rows x columns, such as 11 or 7x9",
    "map --size ٣": "--size ٣: must be a number of rows, or rows x columns",
    "map --stones /dev/zero": "/dev/zero: cannot be read (it is not a regular file)",
    "map --stones PIPE": "cannot be read (it is not a regular file)",
    "study PIPE": "cannot be read (it is not a regular file)",
    f"{RUN} --csv FOLDER/{LONG}": "this name is too long; at most 255 bytes are",
    f"{RUN} --save FOLDER/{LONG}": "this name is too long; at most 255 bytes are",
    f"study {LONG}.toml": "this name is too long; at most 255 bytes are",
    f"study the-game-blog --out FOLDER/{LONG}": "this name is too long; at most 255 bytes are",
    f"study the-game-blog --out FOLDER --save {LONG}": "this name is too long; at most 255 bytes",
    f"run the-game --strategy {LONG}{LONG}": f"no strategy '{'x' * 80}...': choose from ",
    f"run the-game --{LONG}{LONG} 3": f"has no option --{'x' * 78}...; see: playout run",
    f"new game {LONG}": f"name '{'x' * 79}...: a name has 1 to 80",
    "replay pig --position scores=300,3": "--position: seat 1 has 300 points, but 100",
    f"status {LONG}": "this name is too long; at most 255 bytes are",
    f"resume {LONG}": "this name is too long; at most 255 bytes are",
    f"extend {LONG} --games 5": "this name is too long; at most 255 bytes are",
    f"verify {LONG}": "this name is too long; at most 255 bytes are",
    f"merge {LONG} {LONG} --into x": "this name is too long; at most 255 bytes are",
    f"export {LONG} --csv FOLDER/x.csv": "this name is too long; at most 255 bytes are",
    f"export a --csv FOLDER/{LONG}": "this name is too long; at most 255 bytes are",
    "ru\nles hex": "there is no command 'ru les': did you mean rules?",
    f"{RUN} --cs\tv x": "has no option --cs\\tv: did you mean --csv?",
    "games -0": "'-0' is not understood: playout games takes only options",
    "verify a.run -0": "'-0' is not understood: playout verify takes RUN and options",
    f"{RUN} --players --hand 5": "--players needs a value",
    f"{RUN} --hand 5 --hand 6": "--hand is given twice; write --hand 1,2",
    "policy pig --goal 5 --goal 6": "--goal is given twice; write it once",
    f"{RUN} extra": "'extra' is not understood: options look like --players 2",
    f"{RUN} hold:at=3 hold:at=6": "'hold:at=3' is not understood: write --strategies a,b,c, with",
    "tournament pig --strategies hold:at={3,6": "{3,6': end the braces with }, as in hold:at={10,",
    f"{RUN} --games abc": "--games abc: must be a whole number",
    f"{RUN} --workers many": "--workers many: must be a number of threads, processes:4, local:4",
    f"{RUN} --csv FILE/x.csv": "cannot be written",
    f"{RUN} --csv FOLDER/mine.py": "cannot be written",
    f"{RUN} --csv FOLDER": "cannot be written (it is a folder)",
    f"{RUN} --plot FOLDER/x.xyz": "its name must end in .png or .svg or .pdf",
    "study the-game-blgo": "no study 'the-game-blgo': did you mean 'the-game-blog'",
    "study nowhere.toml": "nowhere.toml: cannot be read (No such file or directory)",
    "study the-game-blog --out FILE": "cannot be written",
    "study the-game-blog --games 0 --out FOLDER": "--games 0: must be a whole number",
    "study FOLDER/same.toml FOLDER/x/same.toml --out FOLDER": "two studies have the same name",
    "study FOLDER/other.toml --out FOLDER": "other.toml, line 1: unknown key 'gaem'",
    "replay the-game --game -1": "--game -1: must be a whole number from 0",
    "replay the-game --players 1,2": "--players: only one value is allowed here",
    "replay the-game --strategy greedy,combo --players 3": "2 strategies for 3 players; with",
    "run pig --strategy hold+random+hold": "for 2 players; with --players 3 each has a seat",
    "run snakes-and-ladders --board 20": "as 100:1-38/4-14 (100: has no jumps)",
    "replay the-game --svg FILE/x.svg": "cannot be written",
    "replay the-game --svg FOLDER/x.png": "its name must end in .svg",
    "winnable hex": "hex cannot say whether a deal can be won; these games can: klondike, the-game",
    "winnable the-game --deals 0": "--deals 0: must be a whole number from 1",
    "winnable the-game --seconds nan": "--seconds nan: must be a number above 0",
    "winnable the-game --game -1": "--game -1: must be a whole number from 0",
    "winnable the-game --players 1,2": "--players: only one value is allowed here",
    "nosuch": "there is no command 'nosuch'; see: playout --help",
    "comapre hex": "there is no command 'comapre': did you mean compare?",
    "--nosuch": "playout has no option --nosuch; see: playout --help",
    "--versoin": "playout has no option --versoin: did you mean --version?",
    "--json games": "playout has no option --json; see: playout --help",
    "run": "playout run needs GAME; see: playout run --help",
    "status": "playout status needs RUN; see: playout status --help",
    "luck the-game": "playout luck needs --strategies NAME,...; see: playout luck --help",
    "merge a b": "playout merge needs --into FILE; see: playout merge --help",
    "extend a": "playout extend needs --games N; see: playout extend --help",
    f"{RUN} --jsonn": "playout run the-game has no option --jsonn: did you mean --json?",
    f"{RUN} --cvs x": "playout run the-game has no option --cvs: did you mean --csv?",
    f"{RUN} --min-card 2": "has no option --min-card: did you mean --min-cards?",
    f"{RUN} --wholly-else 2": "has no option --wholly-else; see: playout run the-game --help",
    f"{RUN} -x": "playout run the-game has no option -x; see: playout run the-game --help",
    "status --jsno a": "playout status has no option --jsno: did you mean --json?",
    "games --nosuch": "playout games has no option --nosuch; see: playout games --help",
    "games hex": "'hex' is not understood: playout games takes only options; see: playout games",
    "run hex --size 7": "has no option --size: did you mean --rows?",
    "export a.run a.csv": "playout export takes RUN and options; did you mean --csv a.csv?",
    "run pig --players 1-5": "--players 1-5: must be a whole number; did you mean 1..5?",
    "compare the-game --a greedy": "--b is missing: a comparison needs two strategies. A is greedy",
    "compare pig --b hold": "--a is missing: a comparison needs two strategies. B is hold; to",
    "replay pig --row 2": "--row and --trust are only possible with the file of a saved run",
    "status a b": "'b' is not understood: playout status takes RUN and options",
    "study --games": "--games needs a value, as in --games N",
    f"{RUN} --csv --json": "--csv needs a value, as in --csv FILE",
    f"{RUN} --json=1": "--json takes no value; write --json",
    f"{RUN} --seed x": "--seed x: must be a whole number from 0 to 2**63 - 1",
    f"{RUN} --strategy combo": "--strategy is given twice; write it once, as --strategy NAME",
    f"{RUN} --strategies combo": "--strategy and --strategies are one option; write it once",
    f"{RUN} --games 5 --games=6": "--games is given twice; write it once, as --games N",
    f"{RUN} --json --json": "--json is given twice; write it once, as --json",
    f"{RUN} --rotate --no-rotate": "--rotate and --no-rotate are one option; write it once",
    "compound --confidence x": "--confidence x: must be at least 0.5 and below 1",
    "replay the-game --repeat x": "--repeat x: must be from 0 to",
    "strategies chess": "there is no game 'chess': choose from ",
    # Options that cannot apply: none is swallowed, and what could be a rule of the game is refused.
    f"{RUN} --no-rotate": "--no-rotate: only possible with --seats,",
    f"{RUN} --max-games 500": "--max-games 500: only possible with --precision",
    f"{RUN} --precision 0.1 --part 1/2": "a run with --precision chooses its number of games, so",
    f"{RUN} --effects-plot FOLDER/f.png": "effects: all rows have the same rules and",
    f"{RUN} --margin 0.01": "the-game has no option --margin",
    f"{COMPARE} --strategy combo": "--strategy combo: leave this out, because --a and --b already",
    "compare the-game --a careful": "--b is missing: a comparison needs two strategies. A is",
    f"{COMPARE} --hand 6 --a-rules hand=5": "hand is in --a-rules and also given for both",
    f"{COMPARE} --seats careful,quick": "--seats: to give the seats of a side different strategies",
    f"{COMPARE} --games 500": "the-game has no option --games",
    f"{TOURNAMENT} --seats random,greedy": "--seats: a tournament takes --strategies a,b,c",
    f"{TOURNAMENT} --measure points": "mexican-train has no option --measure",
    f"{TOURNAMENT} --by seat": "mexican-train has no option --by",
    f"{LUCK} --against random": "--against random: leave this out, because the players of",
    "rare the-game --strategy random,greedy": "--strategy: only one value is allowed here",
    "rare the-game --seats random,greedy": "--seats: to give the seats different strategies",
    "rare the-game --games 500": "the-game has no option --games",
    "odds the-game --strategy random,greedy": "--strategy: only one value is allowed here",
    "odds the-game --seats random,greedy": "--seats: to give the seats different strategies",
    f"{EXACT} --save FOLDER/f.run": "--save FOLDER/f.run: leave this out, because method",
    f"{EXACT} --workers 2": "--workers 2: leave this out, because method exact counts everything",
    f"{EXACT} --boards 5000": "--boards 5000: leave this out, because method exact counts every",
    f"{EXACT} --seed 2": "--seed 2: leave this out, because method exact counts every filling once",
    "study --list --out x": "--out x: not possible with --list, which",
    "map --size 3 --stones FOLDER/f.txt": "--size 3: the position has 2 rows",
    "study --list --games 50": "--games 50: not possible with --list, which",
    "study --list --save FOLDER": "--save FOLDER: not possible with --list",
    "replay mexican-train --seats random,greedy --strategy random": "only one of them",
    "replay the-game --precision 0.1": "the-game has no option --precision",
    "winnable the-game --strategy greedy": "--strategy: whether a deal can be won at all",
    "winnable the-game --seats greedy,combo": "--seats: whether a deal can be won at all",
    "export FOLDER/f.run": "export: name what to write: --csv FILE,",
    "verify FOLDER/f.run --sample 0": "--sample 0: must be from 1 to 2,147,483,648",
    "merge FOLDER/f.run --into FOLDER/f.all": "merge: name at least two runs",
    "map --players 2": "playout map has no option --players; see: playout map --help",
    "compound --method gale": "playout compound has no option --method; see: playout compound",
    "resume FOLDER/f.run --games 50": "playout resume has no option --games",
    "extend FOLDER/f.run --seed 2 --games 50": "playout extend has no option --seed",
    # Line-ups, tournaments, files of runs, and outputs.
    f"{LINE_UP} --strategy random": "--strategy and --seats exclude each other: use only one of",
    "run mexican-train --by player": "--by player: choose from seat, strategy",
    "tournament hex": "hex has no tournaments",
    "tournament mexican-train --players 2,3": "--players: only one value is allowed here",
    "tournament mexican-train --csv a.csv --cross a.csv": "two files",
    "tournament mexican-train --plot standings.txt": "its name must end in",
    "resume nix.run": "nix.run: there is no such run",
    "extend nix.run --games x": "--games x: must be a whole number",
    "merge nix.run no.run --into all.run": "nix.run: there is no such run",
    f"{RUN} --part 3/2": "--part 3/2: must be I/N, such as 1/4 to 4/4 for four quarters",
    f"{RUN} --precision 0": "--precision 0: must be half the width",
    f"{RUN} --save /dev/null/x.run": "/dev/null/x.run: cannot be written (Not a directory)",
    f"{RUN} --json --csv -": "--json and --csv: only one of them can be printed",
    "export x.run --csv - --tsv -": "--csv and --tsv: only one of them can be printed",
    "export x.run --parquet -": "--parquet -: cannot be printed; name a file",
    f"{RUN} --plot -": "-: its name must end in .png or .svg or .pdf",
    f"{RUN} --save -": "--save -: cannot be printed; name a file",
    "replay the-game --position piles": "--position: piles has no value; write piles=... without",
    "replay the-game --position \x1b[31m": "--position: '\\x1b[31m': write NAME=VALUE; the names",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """FOLDER in a command, with a run, a position of two rows, and files that are of no use."""
    folder = tmp_path_factory.mktemp("mistakes")
    (folder / "file").write_text("")
    (folder / "mine.py").write_text("precious")
    (folder / "x").mkdir()
    for name in ("same.toml", "x/same.toml"):
        (folder / name).write_text('game = "the-game"\n[rules]\nstrategy = "greedy"\n')
    (folder / "other.toml").write_text('gaem = "the-game"\n')
    os.mkfifo(folder / "pipe.toml")
    (folder / "f.txt").write_text(". X\nO .\n")
    printed(f"{RUN} --games 30 --save {folder / 'f.run'}")
    return folder


@pytest.fixture
def folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(made)
    return made


@pytest.mark.parametrize(("words", "sentence"), SENTENCES.items(), ids=list(SENTENCES))
def test_a_mistake_is_answered_in_one_sentence_before_any_game(
    words: str, sentence: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "play_batch", lambda *_: pytest.fail("a game was played"))
    monkeypatch.setattr(Threads, "submit", lambda *_: pytest.fail("a game was played"))
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    for place, name in {"PIPE": "pipe.toml", "FILE": "file", "FOLDER": ""}.items():
        words = words.replace(place, str(folder / name))
    assert sentence.replace("FOLDER", str(folder)) in mistake(*words.split(" "))
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        (
            "/a/long/path/to/the/one.run: this is another run than what is asked now",
            ["/a/long/path/to/the/one.run: this", "is another run than what is asked now"],
        ),
        ("no such run; see: playout run --help", ["no such run; see:", "playout run --help"]),
        (
            "no 'x'; all: playout study --list of this program; or a file of your own is taken too",
            [
                "no 'x'; all:",
                "playout study --list of this program; or a",
                "file of your own is taken too",
            ],
        ),
        (
            "playout run the-game has no option --playrs",
            ["playout run the-game has no", "option --playrs"],
        ),
        (
            "an illegal move\na  b        c   " + 9 * "d e ",
            ["an illegal move", "a  b        c   " + 9 * "d e "],
        ),
    ],
)
def test_a_terminal_gets_a_mistake_in_lines_but_what_is_to_be_pasted_whole(
    sentence: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, pipe = StringIO(), StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "42")
    for stream in (terminal, pipe):
        monkeypatch.setattr("sys.stderr", stream)
        say(sentence)
    assert pipe.getvalue() == f"playout: {sentence}\n"
    assert terminal.getvalue().removeprefix("playout: ").splitlines() == lines


def test_a_misspelt_study_is_answered_with_near_names_alone() -> None:
    assert playout("study hex-mpa").err == (
        "playout: there is no study 'hex-mpa': did you mean 'hex-map'? all of them: playout study "
        "--list; a file of your own ends in .toml\n"
    )
    assert "did you mean" not in playout("study zzz").err


def test_an_option_that_may_be_repeated_is() -> None:
    printed("run pig --seats random,hold --seats hold,hold:at=5 --games 20")


def test_a_disk_that_fails_in_the_end_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pandas.DataFrame.to_csv", full)
    said = playout(f"{RUN} --games 20 --csv {tmp_path / 'x.csv'}")
    assert said.code == 2
    assert "greedy" in said.out  # the table was printed
    assert said.err.endswith("x.csv: cannot be written (the disk is full)\n")
    said = playout(f"study pig-best-play --games 5 --out {tmp_path}")
    assert said.code == 2
    assert said.err == f"playout: {tmp_path}: cannot be written (the disk is full)\n"


def test_an_empty_word_names_nothing() -> None:
    assert "a needs a value" in mistake("compare", "pig", "--a", "", "--b", "hold")
    assert "--host needs a value" in mistake("web", "--host", "")


def test_a_saved_run_is_not_overwritten_by_a_table(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    printed(f"{RUN} --games 20 --save {path}")
    before = path.read_bytes()
    assert "it is a saved run, which would be lost" in mistake(f"{RUN} --games 20 --csv {path}")
    assert path.read_bytes() == before
