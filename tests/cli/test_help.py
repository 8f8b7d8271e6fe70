"""The help: commands in groups, whole sentences, and what the game of a command adds to it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import playout as package
from playout.cli import app
from playout.cli.commands import ASK, KEEP, LOOK
from playout.engine.find.games import find_game, game_names, strategies
from playout.questions.parameter_tables import TABLES
from tests.command import mistake, playout, printed

QUESTIONS = [table.name or kind for kind, table in TABLES.items() if table.of_a_game]
GAME_COMMANDS = [*QUESTIONS, "replay"]
COMMANDS = [
    info.name or str(info.callback and info.callback.__name__).strip("_")
    for info in app.registered_commands
]


def words_of(text: str) -> str:
    """A help text on one line, so that it does not matter where lines end."""
    return " ".join(text.split())


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told(option: str) -> None:
    assert playout(option) == (0, f"playout {package.__version__}\n", "")


def test_the_package_can_be_run_as_a_module() -> None:
    command = [sys.executable, "-m", "playout", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout == f"playout {package.__version__}\n"


def test_every_command_is_in_one_of_three_groups() -> None:
    out = playout("--help").out
    parts = re.split(rf"({ASK}|{KEEP}|{LOOK}):\n", out)
    listed = [re.findall(r"^  ([a-z]+)  ", part, re.M) for part in parts[2::2]]
    assert parts[1::2] == [ASK, KEEP, LOOK]
    assert listed == [
        [*QUESTIONS, "map", "compound", "winnable", "gate", "study"],
        ["resume", "extend", "merge", "status", "export", "verify"],
        ["replay", "games", "strategies", "rules", "web", "warm", "check", "new"],
    ]
    assert sorted(name for group in listed for name in group) == sorted(COMMANDS)


@pytest.mark.parametrize("columns", [80, 120])
def test_help_fits_the_terminal_and_is_not_cut(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in ("--help", *(f"{command} --help" for command in COMMANDS)):
        lines = playout(words).out.splitlines()
        assert max(map(len, lines)) <= columns, words
    in_groups = playout("--help").out.split(f"{ASK}:\n")[1].splitlines()
    sentences = [line for line in in_groups if line.startswith("  ")]
    assert all(line.endswith(".") and not line.endswith("..") for line in sentences)
    assert max(len(line) for line in playout("run --help").out.splitlines()) > columns - 15


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("command", GAME_COMMANDS)
def test_with_a_game_help_has_its_rules_strategies_and_measures(command: str, game: str) -> None:
    told, found = words_of(printed(command, game, "--help")), find_game(game)
    for option in found.options:
        allowed = "|".join(option.choices) or f"{option.low}..{option.high}"
        if option.text is not None:
            allowed = "official|FILE"
        default = "" if option.default is None else f" (default {option.default})"
        name = option.name.replace("_", "-")
        assert words_of(f" --{name} {allowed} {option.help}{default}") in told
    for strategy in strategies(game):
        assert words_of(strategy.summary) in told
    for measure in found.measures:
        assert f" {measure.name} {words_of(measure.help)}" in told


def test_help_of_winnable_has_the_rules_alone() -> None:
    out = playout("winnable the-game --help").out
    assert "Rules of The Game:" in out
    assert "--min-cards 1..64" in out
    assert "Strategies" not in out


@pytest.mark.parametrize("command", [*GAME_COMMANDS, "winnable"])
def test_help_without_a_game_says_how_to_see_the_rules_of_one(command: str) -> None:
    told = words_of(playout(command, "--help").out)
    assert told.endswith(f"To see them, name the game: playout {command} the-game --help")


@pytest.mark.parametrize(
    "words",
    ["run --games 5 the-game --help", "run -h --players 3 the-game", "run the-game --cvs x --help"],
)
def test_help_finds_the_game_among_other_words(words: str) -> None:
    assert "Rules of The Game:" in playout(words).out


def test_help_of_a_game_that_there_is_not_is_a_mistake() -> None:
    err = mistake("run the-gmae --help")
    assert err.startswith("playout: there is no game 'the-gmae': did you mean 'the-game'?")
