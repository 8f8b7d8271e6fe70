"""`playout check`: what never returns, or ends its process, is a finding."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from playout.testing import case as case_module
from playout.testing import check_game, check_strategy, checking, environments
from playout.testing.case import Place, Watch
from playout.testing.report import NoTime
from playout.testing.suite import (
    FAST,
    INDICES,
    SECONDS,
    Asked,
    Subject,
    cases,
    checks,
    run_checks,
)
from tests.command import mistake, playout, printed, printed_json
from tests.testing.heap import Heap, case, game

PIG = Path(__file__).parent.parent.parent / "examples" / "pig.py"
LOST = """
import os
import playout

@playout.strategy("hex")
def loops(view, rng):
    "Never comes back at its third move."
    while view.turn == 2:
        view.notes[0] += 1
    cell = 0
    while view.stones[cell] != 0:
        cell += 1
    return cell + 64 * 0 if view.cols > 0 else 0

@playout.strategy("hex", compiled=False)
def exits(view, rng):
    "Ends the process at once."
    os._exit(3)

"""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lost.py").write_text(LOST, encoding="utf-8")
    Path("pig.py").write_text(PIG.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.thorough  # the test of the example of a package checks one, too
def test_a_file_with_a_game_is_checked_whole() -> None:
    text = printed("check pig.py --seconds 1.5 --positions 300")
    assert "game 'pig.py:pig-plain': " in text
    assert "strategy 'hold' for pig.py:pig-plain: " in text
    assert text.count("checks passed") == 2
    (report,) = printed_json("check pig.py:hold --seconds 1 --json --players 3 --goal 20")
    assert report["subject"] == "strategy 'hold' for pig.py:pig-plain"
    assert report["ok"]


@pytest.mark.thorough
def test_what_does_not_come_back_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "PATIENCE", 1.5)
    report = check_strategy("lost.py:loops", "hex", seconds=1, limit=0.1, rows=3)
    (finding,) = report.findings
    told = r"strategy 'lost\.py:loops' did not return within 2 seconds \(line \d+ of lost\.py, in "
    assert re.fullmatch(told + r"loops\) \(in game 0, after 2 moves\)", finding.sentence)
    again = "playout replay hex --strategy lost.py:loops --rows 3 --seed 1 --game 0"
    assert finding.command == again


@pytest.mark.slow
def test_what_ends_its_process_is_a_finding() -> None:
    report = check_strategy("lost.py:exits", "hex", seconds=1, rows=3)
    assert "ended the whole process (exit code 3)" in str(report)


@pytest.mark.thorough
def test_a_compiled_game_is_the_same_in_plain_python() -> None:
    report = check_game("pig", seconds=2)
    assert report.ok, str(report)
    told = {one.name: one for one in report.checks}
    assert told["indices"].outcome == told["rules in plain Python"].outcome == "ok"


@pytest.mark.thorough  # NUMBA_BOUNDSCHECK has tests of its own: engine/native/test_jit.py
def test_reading_past_an_array_is_found() -> None:
    Path("past.py").write_text(
        "import playout\nfrom playout.games.hex.rules import cell_move\n"
        "@playout.strategy('hex')\ndef past(view, rng):\n    'Reads too far.'\n    cell = 0\n"
        "    while view.stones[cell] != 0:\n        cell += 1\n"
        "    far = view.notes[len(view.notes) + cell]\n"
        "    return cell_move(cell, view.cols) + min(far, 0) * 0\n",
        encoding="utf-8",
    )
    report = check_strategy("past.py:past", "hex", seconds=0.3, rows=3)
    assert "IndexError" in str(report)
    assert "(line 9 of past.py, in past)" in str(report)
    assert len(report.findings) == 1  # by whatever check it shows, it is the same fault


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (Place(), "strategy 'bold', or the game, ended"),
        (Place(games=(3,)), "'bold', or the game, ended (in game 3, before the first move)"),
        (Place(games=(0, 9)), "'bold', or the game, ended in one of the games 0 to 9"),
    ],
)
def test_where_a_process_was_lost_is_said(
    place: Place, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "_running", lambda *of: ("", False))
    found = checking._lost(Subject("pig", "bold"), Asked(), place, "ended", "")
    assert found.sentence.endswith(told)


def test_mistakes_in_the_command_are_one_sentence() -> None:
    for words, told in {
        "check pig.py --seconds none": "--seconds none: must be a number of seconds above 0, at",
        "check pig.py --positions x": "--positions x: must be",
        "check": "playout check needs FILE|GAME",
        "check hex --rows": "--rows needs a value",
    }.items():
        assert told in mistake(words)


@pytest.mark.slow
def test_a_word_that_names_nothing_is_one_sentence() -> None:
    Path("loop.py").write_text("raise ValueError(3)\n", encoding="utf-8")
    for words, told in {
        "check none.py": "there is no file 'none.py'",
        "check nogame": "there is no game 'nogame'",
        "check pig.py:hog": "pig.py has no 'hog': it has pig-plain, hold",
        "check loop.py": "loop.py cannot be run: ValueError: 3",
    }.items():
        assert told in mistake(words)
    said = playout("check pig.py --rows 3")
    assert said.code == 2
    assert "has no rule option 'rows'" in said.err


def moved_on_by_hand(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of a clock that nothing else moves on, for all checks."""
    now = [0.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], perf_counter=lambda: now[0])
    for module in (case_module, environments):
        monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(Watch, "clock", lambda self: now[0])
    return now


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize(("pause", "is_over"), [(0.005, True), (0.05, True), (0.5, False)])
def test_a_slow_game_is_no_fault_and_keeps_to_its_time(
    pause: float, is_over: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that only the moves of a game move on: 0.2 to 20 seconds a game, of 40 moves."""
    now = moved_on_by_hand(monkeypatch)

    def deal(self: Any, rules: Any, stream: Any) -> None:
        Heap.deal(self, rules, stream)
        self.stones = 60

    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        now[0] += pause
        self.stones -= 1 + move // 2
        self.seat = 1 - self.seat

    name = game(chance_in_play=False, deal=deal, play=play)
    subject, asked = Subject(name), Asked(seconds=5.0)
    settings = cases(subject, asked, Watch(asked.seconds / SECONDS))
    named = checks(subject, asked, (INDICES, FAST))
    results = list(run_checks(named, settings, asked.seconds))
    assert [finding for _, finding in results if finding] == []
    assert len(results) == len(named)
    told = {checked.name: checked.told for checked, _ in results}
    if is_over:
        assert told["games end"].endswith("moves")
        assert "slow: a game takes" in told["speed"] or "no time was left" in told["speed"]
    else:
        assert re.match("slow: no game had ended after [0-9]+ moves of 500 ms", told["games end"])
    left_out = [one for one in told.values() if "no time was left; --seconds 20" in one]
    assert is_over or left_out
    assert now[0] < 1.3 * asked.seconds + 2 * pause


def test_a_slow_game_is_played_in_pieces_that_show_where_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What does not come back is known by its game: no call plays many slow ones."""
    now, places = moved_on_by_hand(monkeypatch), list[Place]()

    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        now[0] += 0.04
        Heap.play(self, rules, move, stream)

    one = case(game(play=play))
    watch = Watch(follow=places.append)
    one = replace(one, watch=watch)
    watch.limit(3.0)
    outcomes = one.outcomes(0, 100)
    assert 5 < len(outcomes) < 20
    assert [place.games for place in places][:2] == [(0, 0), (1, 1)]
    assert now[0] < 3.5


@pytest.mark.usefixtures("forgets")
def test_a_check_says_how_many_seconds_it_needs() -> None:
    def needs_twice_as_much(case: Any) -> str:
        raise NoTime("few games", times=2.0)

    asked = Asked(seconds=6.0)
    settings = cases(Subject(game()), asked, Watch(asked.seconds / SECONDS))
    ((checked, _),) = run_checks({"worlds": needs_twice_as_much}, settings, 1.0)
    assert checked.told == "few games; --seconds 20"
    assert checked.is_late


def test_processes_share_the_time_without_what_compiling_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each starts for a second; the first compiles for ten."""
    now, given = [0.0], []

    def process(
        subject: Subject, asked: Asked, names: Any, facts: dict[str, Any], seconds: float
    ) -> Any:
        given.append(seconds)
        now[0] += 1.0 + seconds + (0.0 if facts else 10.0)
        facts["compiling"] = 10.0
        yield from ()
        return True

    monkeypatch.setattr(checking, "_run_process", process)
    monkeypatch.setattr(checking, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(checking, "stages", lambda subject: [("indices",), ("fast",), ("plain",)])
    assert list(checking._results(Subject("pig"), Asked(seconds=20.0), {})) == []
    assert given == pytest.approx([10.0, 7.2, 2.0])  # the last has a tenth at least
    assert now[0] - 10.0 < 1.3 * 20.0


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ({"card": 1, "scores": [0]}, True),
        ({"scores": [0], "card": 1}, True),  # set in another order
        ({"scores": [0], "card": 2}, False),
        ({"scores": [0]}, False),
        ({"scores": [0], "card": 1, "more": 1}, False),
    ],
)
def test_views_are_the_same_in_any_order_of_their_fields(other: Any, same: bool) -> None:
    view = SimpleNamespace(scores=[0], card=1)
    assert case_module.is_same(SimpleNamespace(**other), view) is same
    assert case_module.is_same(view, SimpleNamespace(**other)) is same
