"""The Tab key: commands, options, games, rule options and their values, strategies, studies."""

from __future__ import annotations

import pytest

from playout.engine.find.games import find_game, game_names, strategies
from playout.lists import study_files
from tests.command import playout, printed

OF_THE_GAME = [strategy.name for strategy in strategies("the-game")]
RULES = [f"--{option.name.replace('_', '-')}" for option in find_game("the-game").options]


def completed(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What bash offers for the last word of a line, which may be empty."""
    monkeypatch.setenv("_PLAYOUT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    return printed("").split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("playout st", ["study", "status", "strategies"]),
        ("playout run ", game_names()),
        ("playout strategies mex", ["mexican-train"]),
        ("playout run the-game --strategy ", OF_THE_GAME),
        ("playout run --games 10 the-game --strategy gr", ["greedy"]),
        ("playout luck the-game --strategies greedy,", [f"greedy,{name}" for name in OF_THE_GAME]),
        ("playout compare the-game --a random+ca", ["random+careful"]),
        ("playout run the-game --deck ", ["official", "double"]),
        ("playout study hex", ["hex-compound", "hex-map", "hex-scaling"]),
        ("playout status --js", ["--json"]),
        ("playout status ", []),  # the shell offers files
        ("playout run the-game --csv ", []),
        ("playout run no-such-game --strategy ", []),
    ],
)
def test_what_could_come_next_is_offered(
    line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert completed(line, monkeypatch) == offered


def test_the_rule_options_of_the_game_are_offered_with_those_of_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered = completed("playout run the-game --", monkeypatch)
    assert {"--games", "--precision", "--json", *RULES} <= set(offered)
    assert completed("playout run the-game --min", monkeypatch) == ["--min-cards"]
    assert set(completed("playout study the", monkeypatch)) == {
        name for name in study_files() if name.startswith("the")
    }


def test_the_script_for_a_shell_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_PLAYOUT_COMPLETE", "source_bash")
    assert "complete -o default -F _playout_completion playout" in playout("").out
