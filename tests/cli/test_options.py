"""No option is swallowed: one that cannot apply is refused in a sentence, before any game.

What a command does not have, but could be taken for a rule of the game, is refused as such.
"""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import pytest
from typer import Context
from typer.main import get_command

from playout import Match, api
from playout.cli import app
from playout.cli.commands import GameCommand
from playout.engine.game.options import RESERVED
from playout.runner.workers import Threads
from tests.command import playout

RUN = "run the-game --strategy greedy"
LINE_UP = "run mexican-train --seats random,greedy"
COMPARE = "compare the-game --a careful --b quick"
TOURNAMENT = "tournament mexican-train --strategies random,greedy"
LUCK = "luck the-game --strategies greedy,combo"
EXACT = "map --size 3 --method exact"

SENTENCES = {
    f"{RUN} --no-rotate": "rotate = False: it goes with seats",
    f"{RUN} --max-games 500": "max_games = 500: it goes with a precision",
    f"{RUN} --measure cards_left": "measure = cards_left: it goes with a precision",
    f"{RUN} --precision 0.1 --games 500": "games and precision: only one of the two",
    f"{RUN} --precision 0.1 --part 1/2": "a run that chooses its number of games has no parts",
    f"{RUN} --by seat": "by = seat: the-game counts nothing for each seat",
    f"{RUN} --effects": "effects: nothing varies between the rows",
    f"{RUN} --effects-of cards_left": "effects: nothing varies between the rows",
    f"{RUN} --effects-plot FILE.png": "effects: nothing varies between the rows",
    f"{RUN} --seats greedy,combo": "strategy and seats: only one of the two can be given",
    f"{LINE_UP} --strategy random": "strategy and seats: only one of the two can be given",
    f"{LINE_UP} --players 3": "2 strategies were given for 3 players",
    f"{RUN} --margin 0.01": "the-game has no option --margin",
    f"{RUN} --particles 50": "the-game has no option --particles",
    f"{COMPARE} --strategy combo": "strategy = combo: A and B have strategies of their own",
    "compare the-game --a careful": "b: the other side has a strategy",
    "compare the-game --b careful": "a: the other side has a strategy",
    f"{COMPARE} --hand 6 --a-rules hand=5": "hand is in a_rules, and given for both",
    f"{COMPARE} --seats careful,quick": "--seats: different strategies on the seats of a side",
    f"{COMPARE} --games 500": "the-game has no option --games",
    f"{COMPARE} --precision 0.1": "the-game has no option --precision",
    f"{TOURNAMENT} --strategy random": "--strategies and --strategy are one option",
    f"{TOURNAMENT} --seats random,greedy": "--seats: a tournament has --strategies a,b,c",
    f"{TOURNAMENT} --measure points": "mexican-train has no option --measure",
    f"{TOURNAMENT} --by seat": "mexican-train has no option --by",
    f"{TOURNAMENT} --precision 0.1": "mexican-train has no option --precision",
    f"{LUCK} --against random": "against = random: the players of the-game play together",
    f"{LUCK} --strategy random": "--strategies and --strategy are one option",
    f"{LUCK} --seats greedy,combo": "--seats: luck has --strategies a,b,c",
    f"{LUCK} --repeats 1": "repeats = 1: allowed are 2 to 4,096",
    f"{LUCK} --precision 0.1": "the-game has no option --precision",
    "rare the-game --strategy random,greedy": "--strategy: one value is needed here",
    "rare the-game --seats random,greedy": "--seats: different strategies on the seats are",
    "rare the-game --games 500": "the-game has no option --games",
    "rare the-game --measure cards_left": "measure = cards_left: known: excellent, win",
    "odds the-game --strategy random,greedy": "--strategy: one value is needed here",
    "odds the-game --seats random,greedy": "--seats: different strategies on the seats are",
    "odds the-game --turn 3 --position turn=0": "position and turn: only one of the two",
    "odds the-game --turn 3.5": "turn = 3.5: allowed are 0 to",
    "odds the-game --turn 900": "turn = 900: game 0 of seed 1 is over after",
    "odds hex --measure ending": "measure = ending: its values are words",
    "odds the-game --particles 20": "the-game has no option --particles",
    f"{EXACT} --save FILE.run": "save = FILE.run: method exact counts everything at once",
    f"{EXACT} --workers 2": "workers = 2: method exact counts everything at once",
    f"{EXACT} --boards 5000": "boards = 5000: method exact looks at every filling once",
    f"{EXACT} --seed 2": "seed = 2: method exact looks at every filling once",
    "study --list --out x": "--out x: --list only lists the studies",
    "map --size 3 --stones FILE.txt": "rows = 3, but the position has 2",
    "compound --size 3 --stones FILE.txt": "rows = 3, but the position has 2",
    "study --list --games 50": "--games 50: --list only lists the studies",
    "study --list --save FILE": "--save FILE: --list only lists the studies",
    "replay mexican-train --seats random,greedy --strategy random": "only one of the two",
    "replay the-game --precision 0.1": "the-game has no option --precision",
    "winnable the-game --strategy greedy": "--strategy: whether a deal can be won does not depend",
    "winnable the-game --seats greedy,combo": "--seats: whether a deal can be won does not depend",
    "export FILE.run": "export: --csv ",
    "status FILE.nix": "FILE.nix: there is no such run",
    "verify FILE.run --sample 0": "sample = 0: allowed are 1 to 2,147,483,648",
    "extend FILE.run --games 5": "games = 5: the run has 30 games already, more are needed",
    "merge FILE.run --into FILE.all": "merge: at least two runs are needed",
    "map --players 2": "playout map has no option --players; see: playout map --help",
    "compound --method gale": "playout compound has no option --method; see: playout compound",
    "resume FILE.run --games 50": "playout resume has no option --games",
    "extend FILE.run --seed 2 --games 50": "playout extend has no option --seed",
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    """FILE in a command: with ending .txt a position of two rows, with .run a run."""
    (tmp_path / "f.txt").write_text(". X\nO .\n")
    assert playout(f"{RUN} --games 30 --save {tmp_path / 'f.run'}").code == 0
    return str(tmp_path / "f")


@pytest.mark.parametrize(("words", "sentence"), SENTENCES.items(), ids=list(SENTENCES))
def test_an_option_that_cannot_apply_is_refused_in_a_sentence(
    words: str, sentence: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Threads, "submit", lambda *_: pytest.fail("a game was played"))
    before = Path(f"{file}.run").read_bytes()
    said = playout(words.replace("FILE", file))
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("playout: ")
    assert sentence.replace("FILE", file) in said.err
    assert said.err.count("\n") == 1
    assert Path(f"{file}.run").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (f"{RUN} --save FILE.run --csv FILE.run", "--save FILE.run, --csv FILE.run"),
        (f"{RUN} --csv FILE.svg --plot FILE.svg", "--csv FILE.svg, --plot FILE.svg"),
        (
            f"{RUN} --players 1,2 --plot FILE.png --effects-plot FILE.png",
            "--plot FILE.png, --effects-plot FILE.png",
        ),
        (f"{COMPARE} --save FILE.run --csv FILE.run", "--save FILE.run, --csv FILE.run"),
        (f"{TOURNAMENT} --csv FILE.csv --cross FILE.csv", "--csv FILE.csv, --cross FILE.csv"),
        (f"{TOURNAMENT} --save FILE.run --cross FILE.run", "--save FILE.run, --cross FILE.run"),
        (f"{LUCK} --save FILE.run --csv FILE.run", "--save FILE.run, --csv FILE.run"),
        ("rare the-game --save FILE.run --csv FILE.run", "--save FILE.run, --csv FILE.run"),
        ("map --size 3 --csv FILE.svg --plot FILE.svg", "--csv FILE.svg, --plot FILE.svg"),
        ("compound --size 3 --csv FILE.svg --plot FILE.svg", "--csv FILE.svg, --plot FILE.svg"),
        ("export FILE.run --csv FILE.csv --tsv FILE.csv", "--csv FILE.csv, --tsv FILE.csv"),
        ("export FILE.run --csv FILE.run", "RUN FILE.run, --csv FILE.run"),
    ],
)
def test_a_file_is_not_written_over_by_another_of_the_same_command(
    words: str, told: str, file: str
) -> None:
    before = Path(f"{file}.run").read_bytes()
    said = playout(words.replace("FILE", file))
    assert (said.code, said.out) == (2, "")
    assert said.err == f"playout: {told.replace('FILE', file)}: two files are needed\n"
    assert Path(f"{file}.run").read_bytes() == before


def test_no_game_has_an_option_that_a_command_or_a_call_has_itself() -> None:
    commands = vars(get_command(app))["commands"].values()
    parts = [
        part
        for command in commands
        if isinstance(command, GameCommand)
        for part in command.get_params(Context(command))
    ]
    words = [word for part in parts for word in [*part.opts, *part.secondary_opts]]
    own = {word[2:].replace("-", "_") for word in words if word.startswith("--")}
    for call in (api.run, api.compare, api.tournament, api.luck, api.rare, api.odds, Match):
        takes = signature(call).parameters.values()
        if any(one.kind is one.VAR_KEYWORD for one in takes):
            own |= {one.name for one in takes if one.kind is not one.VAR_KEYWORD}
    assert {"games", "save", "help", "progress", "game_number"} <= own
    assert own <= RESERVED
