"""Every row of a result has a command that makes it again."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace
from typing import Any

import pytest

from playout.questions.runs import Answer, Job, Study, ask
from playout.questions.runs.wording.captions import command, replay
from tests.command import playout
from tests.playing import played

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("the-game", {"players": [1, 3], "strategy": ["greedy", "chains:extra=2"], "min_cards": [1]}),
    ("the-game", {"strategy": "greedy+random", "players": 2, "hints": ["none", "marks"]}),
    ("the-game", {"precision": "50%", "players": [1, 2], "seed": 5}),
    ("hex", {"rows": [2, 3], "p": [0.5, 0.25], "strategy": "random"}),
    ("mexican-train", {"seats": [["random", "greedy"], ["path", "random", "random"]]}),
    ("mexican-train", {"seats": [["random", "greedy"]], "by": "seat", "rotate": False}),
    ("mexican-train", {"seats": [["random", "greedy", "path"]], "by": "seat", "tiles": 7}),
]
LONG = ASKED[-1]


def same(row: dict[str, Any], again: dict[str, Any]) -> bool:
    """Whether two rows are of the same games: all that is counted is equal, and who plays."""
    ends = ("_low", "_high", "interval", "case")
    names = [name for name in row if not name.endswith(ends) and name in again]
    return "win" in names and all(row[name] == again[name] for name in names)


@pytest.mark.parametrize(
    ("game", "options"),
    [*ASKED[:-1], pytest.param(*LONG, marks=pytest.mark.thorough)],
)
def test_the_command_of_a_row_prints_its_estimates(game: str, options: dict[str, Any]) -> None:
    more: dict[str, Any] = {} if "precision" in options else {"games": 60}
    found = played(Job(ask(game, **options, **more)), None)
    for index, row in enumerate(Answer(found).data()["rows"]):
        words = shlex.split(command(found, index))
        assert words[0] == "playout"
        said = playout(*words[1:], "--json")
        assert said.code == 0, said.err
        assert any(same(row, again) for again in json.loads(said.out)["rows"])
        said = playout(*shlex.split(replay(found, index))[1:])
        assert said.code == 0, said.err


def test_a_case_is_said_by_its_rules() -> None:
    given: dict[str, Any] = {
        "factors": {"seats": ["random,greedy"]},
        "cases": {"old": {}, "new": {"variant": "seed", "tiles": 9}},
    }
    found = played(Job(Study(game="mexican-train", games=50, **given).asked()), None)
    for index, row in enumerate(Answer(found).data()["rows"]):
        said = playout(*shlex.split(command(found, index))[1:], "--json")
        assert any(same(row, again) for again in json.loads(said.out)["rows"])
    assert "--variant seed --tiles 9" in command(found, 2)


def test_the_command_of_a_partial_row_has_the_games_that_were_counted() -> None:
    found = played(Job(ask("the-game", games=70)), None)
    assert "--games 70 --seed 1" in command(replace(found, complete=False), 0)
