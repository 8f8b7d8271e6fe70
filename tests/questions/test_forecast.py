"""How many games a question takes, and how long, is said by a pilot that keeps nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.questions import forecast as module
from playout.questions.forecast import Forecast
from tests.command import playout as command
from tests.command import printed_json


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PILOT", 0.2)


def test_a_fixed_number_is_known_and_its_time_is_that_of_the_pilot() -> None:
    known = playout.forecast("run", "the-game", players=[1, 2], strategy="greedy", games=1000)
    assert (known.games, known.low, known.high, known.most) == (2000, 2000, 2000, 2000)
    assert known.pilot == 2000
    assert known.seconds is not None
    assert str(known).startswith(
        "It takes 2,000 games, about 1 s on this machine. The time was measured"
    )


def test_a_pilot_that_comes_to_the_end_knows_the_games_for_a_precision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PILOT", 1e9)
    asked: dict[str, Any] = {"players": 1, "strategy": "greedy", "precision": 0.02}
    known = playout.forecast("run", "the-game", **asked)
    in_all = playout.run("the-game", **asked)[0]["games"]
    assert (known.games, known.low, known.high) == (in_all,) * 3
    assert known.pilot >= in_all
    assert known.aim == "until win is as precise as asked"


def test_a_verdict_is_told_however_few_games_were_played_beyond_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "PILOT", 1e9)
    known = playout.forecast("compare", "pig", a="hold", b="random", workers=1)
    assert known.most == 1_000_000  # and not what was played, which may be no more than counts
    assert "until a verdict" in str(known)


def test_a_number_that_is_foreseen_has_ends() -> None:
    known = Forecast("games", 9_612.0, 8_204.0, 11_903.0, 10**6, 41.0, 500, "until a verdict")
    assert str(known) == (
        "It will probably take about 9,600 games (80 % chance: 8,200 to 12,000; it stops at "
        "1,000,000 in any case) until a verdict, about 41 s on this machine. This estimate comes "
        "from a trial of 500 games; nothing was saved."
    )


def test_what_a_pilot_cannot_tell_it_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PILOT", 0.0)
    known = playout.forecast("compare", "the-game", a="greedy", b="quick", players=3, workers=1)
    assert (known.games, known.low, known.high) == (None, None, None)
    few = "too short to estimate how many pairs of games this takes; at most 1,000,000."
    assert few in str(known)


def test_a_command_foretells_without_writing_anything(tmp_path: Path) -> None:
    csv, run = tmp_path / "new" / "t.csv", tmp_path / "a.run"
    asked = f"run the-game --strategy greedy --games 1k --dry-run --csv {csv} --save {run}"
    said = command(asked)
    assert said.code == 0
    assert said.out.startswith("It takes 1,000 games")
    assert printed_json(f"{asked} --json")["games"] == 1000
    assert list(tmp_path.iterdir()) == []


def test_a_question_that_is_none_is_refused() -> None:
    for exact in ("solve", "policy"):  # which play nothing
        with pytest.raises(PlayoutError, match=rf"question={exact!r}: choose from compare"):
            playout.forecast(exact, "pig")
    with pytest.raises(PlayoutError, match="question='rum': did you"):
        playout.forecast("rum", "the-game")
