"""A user's mistake is answered with one sentence on the error stream and exit code 2."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path

import pytest

from playout.cli.output import say
from playout.questions.runs import job
from tests.command import playout

RUN = "run the-game --strategy greedy"

LONG = "x" * 300

SENTENCES = {
    "run the-gmae --strategy greedy": "there is no game 'the-gmae': did you mean 'the-game'?",
    "run the-game --strategy gredy": "the-game has no strategy 'gredy': did you mean 'greedy'?",
    "run the-game --strategy chains:extr=1": "no parameter 'extr': did you mean 'extra'?",
    "run the-game --strategy chains:extra=nan": "extra needs a number",
    "run the-game --strategy nowhere.py:bold": "there is no strategy file 'nowhere.py'",
    f"{RUN} --playrs 2": "playout run the-game has no option --playrs: did you mean --players?",
    f"{RUN} --deck doubel": "deck = 'doubel': did you mean 'double'?",
    f"{RUN} --players 0": "players = 0: allowed are 1 to 7",
    f"{RUN} --players 1.5": "players = '1.5': a whole number is needed",
    f"{RUN} --players two": "players = 'two': a whole number is needed",
    f"{RUN} --players 1..": "players = '1..': a whole number is needed",
    f"{RUN} --players 5..1": "'5..1': a range goes up",
    f"{RUN} --players 2,2": "players: a value is given twice in 2, 2",
    f"{RUN} --players 1..5 --hand 1..60 --high 70..120": "15,300 combinations of players, strategy",
    f"{RUN} --players": "--players needs a value",
    f"{RUN} --players ,": "--players needs a value",
    f"{RUN} --players 1,,2": "'1,,2': a value is missing beside a comma",
    f"{RUN} --players 1,2,": "'1,2,': a value is missing beside a comma",
    f"{RUN} --players ١..٣": "players = '١..٣': a whole number is needed",
    f"{RUN} --seed ١": "seed = ١: a whole number from 0",
    f"{RUN} --precision ٠.١": "precision = ٠.١: a half-width above 0 is needed",
    f"{RUN} --precision 2": "precision = 2.0: win is from 0 to 1, so its half-width must be below",
    "run the-game --strategy chains:extra=1:extra=2": "'chains:extra=1:extra=2': extra is given tw",
    "run the-game --strategy chains:extra=1e300": "; at most 1e+15 is allowed",
    "map --size=": "--size '': rows, or rows x columns, are needed: 11 or 7x9",
    "map --size ٣": "--size ٣: rows, or rows x columns",
    "map --stones /dev/zero": "/dev/zero: cannot be read (it is no regular file)",
    "map --stones PIPE": "cannot be read (it is no regular file)",
    "study PIPE": "cannot be read (it is no regular file)",
    f"{RUN} --csv FOLDER/{LONG}": "a name of at most 255 bytes is needed",
    f"{RUN} --save FOLDER/{LONG}": "a name of at most 255 bytes is needed",
    f"study {LONG}.toml": "a name of at most 255 bytes is needed",
    f"study the-game-blog --out FOLDER/{LONG}": "a name of at most 255 bytes is needed",
    f"study the-game-blog --out FOLDER --save {LONG}": "a name of at most 255 bytes is needed",
    f"run the-game --strategy {LONG}{LONG}": f"no strategy '{'x' * 80}...': known: ",
    f"run the-game --{LONG}{LONG} 3": f"has no option --{'x' * 78}...; see: playout run",
    f"new game {LONG}": f"name '{'x' * 79}...: a name has no colon",
    "replay pig --position scores=300,3": "playout: position: seat 0 has 300 points",
    f"status {LONG}": "a name of at most 255 bytes is needed",
    f"resume {LONG}": "a name of at most 255 bytes is needed",
    f"extend {LONG} --games 5": "a name of at most 255 bytes is needed",
    f"verify {LONG}": "a name of at most 255 bytes is needed",
    f"merge {LONG} {LONG} --into x": "a name of at most 255 bytes is needed",
    f"export {LONG} --csv FOLDER/x.csv": "a name of at most 255 bytes is needed",
    f"export a --csv FOLDER/{LONG}": "a name of at most 255 bytes is needed",
    "ru\nles hex": "there is no command 'ru les': did you mean rules?",
    f"{RUN} --cs\tv x": "has no option --cs\\tv: did you mean --csv?",
    "games -0": "'-0' is not understood: playout games takes options alone",
    "verify a.run -0": "'-0' is not understood: playout verify takes RUN and options",
    f"{RUN} --players --hand 5": "--players needs a value",
    f"{RUN} --hand 5 --hand 6": "--hand is given twice; write --hand 1,2",
    f"{RUN} extra": "'extra' is not understood: options look like --players 2",
    f"{RUN} --hand 60 --players 2": "that needs 120 cards, the deck has 98",
    f"{RUN} --jump -1": "jump = -1: allowed are 0 to 126",
    f"{RUN} --min-cards 0": "min_cards = 0: allowed are 1 to 64",
    f"{RUN} --ascending 0 --descending 0": "at least one pile is needed",
    f"{RUN} --low 99": "low = 99, high = 100: high must be at least low + 2",
    f"{RUN} --games 0": "games = 0: a whole number from 1 to 10**18 is needed",
    f"{RUN} --games abc": "games = abc: a whole number",
    f"{RUN} --games 1e500": "games = 1e500: a whole number",
    f"{RUN} --seed -1": "seed = -1: a whole number from 0 to 2**63 - 1 is needed",
    f"{RUN} --seed 9223372036854775808": "seed = 9223372036854775808: a whole number",
    f"{RUN} --workers 0": "workers = 0: allowed are 1 to 1,024",
    f"{RUN} --workers many": "workers = many: known are a number of threads, processes:4, local:4",
    f"{RUN} --workers processes:0": "workers = 0: allowed are 1 to 1,024",
    f"{RUN} --workers local:0": "workers = local:0: allowed are local:1 to local:1024",
    f"{RUN} --workers tcp://nobody": "workers = tcp://nobody: the address of a Dask scheduler",
    f"{RUN} --csv FILE/x.csv": "cannot be written",
    f"{RUN} --csv FOLDER": "cannot be written (it is a folder)",
    f"{RUN} --plot FILE/x.png": "cannot be written",
    f"{RUN} --plot FOLDER/x.xyz": "its name must end in .png or .svg or .pdf",
    "study the-game-blgo": "no study 'the-game-blgo': did you mean 'the-game-blog'",
    "study nowhere.toml": "nowhere.toml: cannot be read (No such file or directory)",
    "study the-game-blog --out FILE": "cannot be written",
    "study the-game-blog --out FILE/x": "cannot be written",
    "study the-game-blog --games 0 --out FOLDER": "games = 0: a whole number",
    "study the-game-blog --seed -1 --out FOLDER": "seed = -1: a whole number",
    "study the-game-blog --workers 0 --out FOLDER": "workers = 0: allowed are 1 to 1,024",
    "study FOLDER/same.toml FOLDER/x/same.toml --out FOLDER": "two studies have the same name",
    "study FOLDER/other.toml --out FOLDER": "other.toml, line 1: unknown key 'gaem'",
    "replay the-gmae": "there is no game 'the-gmae'",
    "replay the-game --game -1": "game = -1: a whole number from 0",
    "replay the-game --game 99999999999999999999": "game = 99999999999999999999: a whole",
    "replay the-game --seed -1": "seed = -1: a whole number from 0",
    "replay the-game --players 1,2": "--players: one value is needed here",
    "replay the-game --strategy greedy,combo --players 3": "2 strategies were given for 3 pl",
    "run pig --strategy hold+random+hold": "for 2 players; players = 3 has a seat for each",
    "run snakes-and-ladders --board 20": "as 100:1-38/4-14, or 100: without jumps, is needed",
    "replay the-game --svg FILE/x.svg": "cannot be written",
    "replay the-game --svg FOLDER/x.png": "its name must end in .svg",
    "winnable hex": "hex does not say whether a deal can be won; these games do: the-game",
    "winnable the-game --deals 0": "deals = 0: a whole number from 1",
    "winnable the-game --seconds nan": "seconds = nan: a time above 0 is needed",
    "winnable the-game --seconds x": "seconds = x: a time above 0 is needed",
    "winnable the-game --game -1": "game = -1: a whole number from 0",
    "winnable the-game --players 1,2": "--players: one value is needed here",
    "winnable the-game --deck doubel": "deck = 'doubel': did you mean 'double'?",
    "winnable the-game --strategy greedy": "can be won does not depend on who plays",
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
    f"{RUN} --cvs=x": "playout run the-game has no option --cvs: did you mean --csv?",
    f"{RUN} --min-card 2": "has no option --min-card: did you mean --min-cards?",
    f"{RUN} --wholly-else 2": "has no option --wholly-else; see: playout run the-game --help",
    f"{RUN} -x": "playout run the-game has no option -x; see: playout run the-game --help",
    "status --jsno a": "playout status has no option --jsno: did you mean --json?",
    "games --nosuch": "playout games has no option --nosuch; see: playout games --help",
    "games hex": "'hex' is not understood: playout games takes options alone; see: playout games",
    "status a b": "'b' is not understood: playout status takes RUN and options",
    "study --games": "--games needs a value, as in --games N",
    f"{RUN} --csv --json": "--csv needs a value, as in --csv FILE",
    f"{RUN} --json=1": "--json takes no value; write --json",
    f"{RUN} --seed x": "seed = x: a whole number from 0 to 2**63 - 1 is needed",
    f"{RUN} --games 1,00": "games = 1,00: a whole number",
    f"{RUN} --games ١٢": "games = ١٢: a whole number",
    f"{RUN} --strategy combo": "--strategy is given twice; write it once, as --strategy NAME",
    f"{RUN} --strategies combo": "--strategy and --strategies are one option; write it once",
    f"{RUN} --games 5 --games=6": "--games is given twice; write it once, as --games N",
    f"{RUN} --json --json": "--json is given twice; write it once, as --json",
    f"{RUN} --rotate --no-rotate": "--rotate and --no-rotate are one option; write it once",
    f"{RUN} --workers 2 --workers 2": "--workers is given twice; write it once",
    "map --p x": "p = 'x': a number from 0 to 1 is needed",
    "compound --confidence x": "confidence = 'x': allowed is 0.5 to below 1",
    "replay the-game --repeat x": "repeat = x: allowed are 0 to",
    "luck the-game --strategy greedy": "strategies = greedy: two or more (or all) are needed",
    "study the-game-strategie": "did you mean 'the-game-strategies'",
    "strategies chess": "there is no game 'chess': known: ",
    "rules the-gmae": "there is no game 'the-gmae': did you mean 'the-game'?",
}


@pytest.mark.parametrize(("words", "sentence"), SENTENCES.items(), ids=list(SENTENCES))
def test_a_mistake_is_answered_in_one_sentence_before_any_game(
    words: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "x").mkdir()
    for name in ("same.toml", "x/same.toml"):
        (tmp_path / name).write_text('game = "the-game"\n[rules]\nstrategy = "greedy"\n')
    (tmp_path / "other.toml").write_text('gaem = "the-game"\n')
    os.mkfifo(tmp_path / "pipe.toml")
    monkeypatch.setattr(job, "play_batch", lambda *_: pytest.fail("a game was played"))

    places = {
        "PIPE": str(tmp_path / "pipe.toml"),
        "FILE": str(tmp_path / "file"),
        "FOLDER": str(tmp_path),
    }
    for place, path in places.items():
        words = words.replace(place, path)
    said = playout(*words.split(" "))
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("playout: ")
    assert sentence in said.err
    assert said.err.count("\n") == 1


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
    said = playout(
        "run mexican-train --seats random,greedy --seats greedy,path --rounds 1 --games 20"
    )
    assert said.code == 0, said.err


def test_a_disk_that_fails_in_the_end_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pandas.DataFrame.to_csv", full)
    said = playout(f"{RUN} --games 20 --csv {tmp_path / 'x.csv'}")
    assert said.code == 2
    assert "greedy" in said.out  # the table was printed
    assert said.err.endswith("x.csv: cannot be written ([Errno 28] No space left on device)\n")
    said = playout(f"study the-game-blog --games 5 --out {tmp_path}")
    assert said.code == 2
    assert said.err == f"playout: {tmp_path}: cannot be written (No space left on device)\n"
