"""No file is written twice, and no game has an option that a command has itself."""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import pytest
from typer import Context
from typer.main import get_command

from playout import Match, compare, luck, odds, rare, run, tournament, tune
from playout.cli import app
from playout.cli.commands import GameCommand
from playout.engine.game.options import RESERVED
from tests.command import mistake, printed

RUN = "run the-game --strategy greedy"
COMPARE = "compare the-game --a careful --b quick"
TOURNAMENT = "tournament mexican-train --strategies random,greedy"
LUCK = "luck the-game --strategies greedy,combo"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """FILE in a command; with ending .run it is a run."""
    printed(f"{RUN} --games 30 --save {tmp_path / 'f.run'}")
    return str(tmp_path / "f")


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
    err = mistake(words.replace("FILE", file))
    lost = f"{file}.run: cannot be written (it is a saved run, which would be lost); choose another"
    same = f"{told.replace('FILE', file)}: these are the same file; name two files"
    assert err in (f"playout: {same}\n", f"playout: {lost} name\n")
    assert Path(f"{file}.run").read_bytes() == before


def test_a_link_to_itself_is_no_run(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    assert mistake(f"export {link} --csv -") == f"playout: {link}: there is no such run\n"


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
    for call in (run, compare, tournament, luck, rare, odds, tune, Match):
        takes = signature(call).parameters.values()
        if any(one.kind is one.VAR_KEYWORD for one in takes):
            own |= {one.name for one in takes if one.kind is not one.VAR_KEYWORD}
    assert {"games", "save", "help", "progress", "game_number"} <= own
    # `tune` has --target, and fixes the rule of this name of Mexican Train with --vary target=500.
    assert own - {"target"} <= RESERVED
