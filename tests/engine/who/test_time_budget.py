"""Milliseconds of a search become worlds, once, where a question is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.who import time_budget as timed
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove, Measured, PlayoutError
from playout.questions.compare import ask as ask_compare
from playout.questions.luck import ask as ask_luck
from playout.questions.runs import ask as ask_run
from playout.questions.tournament import ask as ask_tournament
from tests.command import playout as command


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine on which a world takes 0.1 ms; it says what was timed."""
    asked: list[str] = []

    def seconds(rules: Any, reference: str) -> float:
        asked.append(reference)
        return int(re.findall(r"worlds=(\d+)", reference)[0]) / 10_000

    timed.worlds_for.cache_clear()
    monkeypatch.setattr(timed, "_seconds_of_a_move", seconds)
    return asked


@pytest.mark.parametrize(
    ("milliseconds", "worlds"),
    [("0.01", 1), ("3", 30), ("20", 200), ("50", 500), ("12345", 120000)],
)
def test_as_many_worlds_as_fit_are_asked_for(
    milliseconds: str, worlds: int, clock: list[str]
) -> None:
    with pytest.warns(
        Measured,
        match=f"{milliseconds} ms per move are enough for {worlds:,} simulations? on this",
    ):
        asked = ask_run("pig", players=2, strategy=f"search:milliseconds={milliseconds}")
    assert asked.canonical()["factors"][1] == ["strategy", [f"search:worlds={worlds}"]]
    assert len(clock) <= timed.ROUNDS
    # However long a move may take, what is timed is no longer than a twentieth of a second or so.
    assert max(int(one.rpartition("=")[2]) for one in clock) <= 64 * 500


def test_every_question_keeps_the_worlds_and_no_time(clock: list[str]) -> None:
    name = "search:milliseconds=2:blueprint=hold:at=10"
    kept = "search:worlds=20:blueprint=hold:at=10"

    def asked() -> Any:
        return (
            ask_run("pig", seats=f"{name},hold"),
            ask_compare("pig", a=name, b="hold", players=2),
            ask_luck("pig", strategies=[name, "hold"], players=2),
            ask_tournament("pig", strategies=f"hold,{name}", players=2),
            playout.Match("pig", strategy=["hold", name], players=2),
        )

    with pytest.warns(Measured):
        seats, two, luck, cup, match = asked()
    assert seats.canonical()["factors"] == [["seats", [f"{kept},hold"]]]
    assert two.names == (kept, "hold")
    assert [player.reference for player in luck.players] == [kept, "hold"]
    assert [player.reference for player in cup.players] == ["hold", kept]
    assert match.players[1].reference == kept
    assert {one.rpartition(":")[0] for one in clock} == {"search:blueprint=hold:at=10"}


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("milliseconds=0", "milliseconds=0: must be the time for each move, above 0"),
        ("milliseconds=-5", "milliseconds=-5: must be the time for each move, above 0"),
        ("milliseconds=soon", "milliseconds=soon: must be the time for each move, above 0"),
        ("milliseconds=5:worlds=7", "worlds or milliseconds, and only once"),
        ("milliseconds=5:milliseconds=7", "worlds or milliseconds, and only once"),
    ],
)
def test_what_is_no_time_is_refused_in_a_sentence(setting: str, sentence: str) -> None:
    message = command(f"run pig --players 2 --strategy search:{setting}")
    assert message.code == 2
    assert sentence in message.err
    assert message.err.count("\n") == 1


def test_what_is_kept_has_worlds() -> None:
    with pytest.raises(PlayoutError, match="what is stored, such as a study; milliseconds"):
        find_player("pig", "search:milliseconds=5")


def test_a_blueprint_that_breaks_the_rules_is_told_when_it_is_timed() -> None:
    rules = find_game("pig").with_options({"players": 2})
    playout.strategy("pig", "leaps", compiled=False)(lambda view, rng: 7)
    timed.worlds_for.cache_clear()
    with pytest.raises(IllegalMove, match="'leaps' on seat 1 returned an illegal move: 7"):
        timed.worlds_for(rules, "search:blueprint=leaps", 5.0)


@pytest.mark.thorough
def test_a_run_says_what_it_measured_and_goes_on_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pig.run"
    timed.worlds_for.cache_clear()
    message = command(
        f"run pig --players 2 --seats search:milliseconds=0.05,hold --games 30 --save {path}"
    )
    assert message.code == 0
    expected = re.match(
        r"playout: search: 0\.05 ms per move are enough for ([\d,]+) simulations? on this machine "
        r"\(Pig --players 2\); from here on it is search:worlds=(\d+)\n",
        message.err,
    )
    assert expected
    assert expected[1].replace(",", "") == expected[2]
    assert f"search:worlds={expected[2]}" in message.out
    assert "milliseconds" not in message.out
    more = command(f"extend {path} --games 40")
    assert more.code == 0
    assert more.err.count("ms per move") == 0
    assert f"search:worlds={expected[2]}" in more.out


@pytest.mark.thorough
def test_twice_the_time_is_about_twice_the_worlds() -> None:
    """No less than 1.2 and no more than 4 times, in one of three tries: the machine has other work.

    A move takes some time whatever its worlds, up to 0.15 ms on a slow machine.
    """
    rules = find_game("pig").with_options({"players": 2})

    def ratio() -> float:
        timed.worlds_for.cache_clear()
        one, two = (timed.worlds_for(rules, "search:blueprint=hold", time) for time in (1, 2))
        return two / one

    assert any(1.2 < ratio() < 4 for _ in range(3))
