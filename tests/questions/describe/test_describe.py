"""A described game: its numbers against games followed by hand, against other questions, exact."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout import PlayoutError
from playout.engine.find.games import find_game
from playout.engine.game.game import SHARE
from playout.questions.describe import ask
from playout.questions.describe.asked import NONE
from playout.questions.describe.watched import changes_of_lead, of_winners
from playout.questions.describe.words import choices_in_words
from playout.stats.intervals import Interval
from tests.command import mistake, printed, printed_json
from tests.questions.describe.conftest import FEW


def by_hand(game: str, games: int, measure: str, **options: Any) -> list[dict[str, Any]]:
    """Each game step by step: its legal moves, who is ahead after each turn, and the winner."""
    found, played = find_game(game), []
    functions = found.rules
    for number in range(games):
        who = found.default_strategy
        match = playout.Match(game, strategy=who, game_number=number, **options)

        def now(name: str, match: Any = match) -> list[int]:
            outcome = np.zeros(found.width, np.int64)
            write = functions.score if match.is_over else getattr(functions, "standing", None)
            (write or functions.score)(match.state, match.rules.record(), outcome)
            column = found.column(found.measure(name))
            return [int(value) for value in outcome[column : column + 2]]

        legal, standings = list[int](), [now(measure)]
        while not match.is_over:
            seat = match.seat
            legal.append(len(match.legal_moves()))
            match.step()
            if match.is_over or match.seat != seat:
                standings.append(now(measure))
        played.append({"legal": legal, "standings": standings, "win": now("win")})
    return played


def tension(standings: Sequence[Sequence[int]], winner: int) -> tuple[float, ...]:
    """Decided, behind, deepest and drama of a game, in the slow and obvious way."""
    turns, decided = len(standings) - 1, 0
    behind = list[float]()
    largest = max(max(standing) for standing in standings)
    for step, standing in enumerate(standings):
        if sorted(standing)[-2] == max(standing) or standing[winner] < max(standing):
            decided = step + 1
        if step < turns and standing[winner] < max(standing):
            behind.append(max(standing) - standing[winner])
    drama = sum(math.sqrt(one / largest) for one in behind) / len(behind) if behind else 0.0
    return min(decided, turns) / turns, len(behind) / turns, max(behind, default=0), drama


def test_the_numbers_are_those_of_games_followed_by_hand(pig: Any) -> None:
    games = by_hand("pig", 60, "points", goal=30)
    legal = [moves for game in games for moves in game["legal"]]
    assert pig.value("legal_moves").estimate == pytest.approx(np.mean(legal))
    assert pig.value("forced").estimate == pytest.approx(np.mean(np.array(legal) == 1))
    several = [moves for moves in legal if moves > 1]
    assert pig.value("real").estimate == pytest.approx(np.mean(several))
    turns = np.array([len(game["standings"]) - 1 for game in games])
    assert pig.value("turns").estimate == pytest.approx(turns.mean())
    assert pig.value("turns_each").estimate == pytest.approx(turns.mean() / 2)
    assert pig.value("turns_sd").estimate == pytest.approx(turns.std(ddof=1))
    assert pig.value("turns_median").estimate == np.sort(turns)[29]
    lengths = [len(game["legal"]) for game in games]
    assert pig.value("moves").estimate == pytest.approx(np.mean(lengths))
    tenths = {
        k: [n for g in games for p, n in enumerate(g["legal"]) if 10 * p // len(g["legal"]) == k]
        for k in (0, 9)
    }
    assert pig.value("first_tenth").estimate == pytest.approx(np.mean(tenths[0]))
    assert pig.value("last_tenth").estimate == pytest.approx(np.mean(tenths[9]))
    change = np.mean(tenths[9]) - np.mean(tenths[0])
    assert pig.value("change").estimate == pytest.approx(change)
    tense = [tension(game["standings"], game["win"].index(SHARE)) for game in games]
    names = "decided", "behind", "deepest", "drama"
    for name, mean in zip(names, np.mean(tense, axis=0), strict=True):
        assert pig.value(name).estimate == pytest.approx(mean, abs=6e-4)
    for line in pig:
        assert line["value_low"] <= line["value"] <= line["value_high"], line["name"]


@pytest.mark.parametrize(
    ("standings", "winner", "due"),
    [
        ([[0, 0], [5, 0], [5, 9]], 1, (1, 0.5, 5, math.sqrt(5 / 9))),
        ([[0, 0], [5, 0], [5, 3], [9, 3]], 0, (1 / 3, 0, 0, 0)),
        ([[0, 0], [4, 4], [9, 4]], 0, (1, 0, 0, 0)),
        ([[0, 0], [0, 4], [4, 4], [4, 6], [8, 6]], 0, (1, 0.5, 4, (math.sqrt(0.5) + 0.5) / 2)),
    ],
)
def test_the_tension_of_a_game(standings: list[list[int]], winner: int, due: Any) -> None:
    values, turns = np.array([standings]), np.array([len(standings) - 1])
    found = of_winners(values, turns, np.array([winner]))[0] / [1000, 1000, 1, 1000]
    assert found == pytest.approx(due, abs=6e-4)
    assert tension(standings, winner) == pytest.approx(due)


def test_a_tie_does_not_change_the_leader() -> None:
    values = np.array([[[0, 0], [3, 0], [3, 3], [3, 5], [5, 5], [7, 5]]])
    assert changes_of_lead(values, np.array([5])).tolist() == [2]
    assert changes_of_lead(values, np.array([3])).tolist() == [1]


def test_seats_skill_and_changes_are_those_of_the_other_questions() -> None:
    asked: dict[str, Any] = {"goal": 30, "games": 400, "seed": 3}
    page = playout.describe("pig", levels=["random", "hold"], knock_out="goal=33", **asked)
    by_seat = playout.run("pig", by="seat", **asked)
    for seat in range(2):
        line = next(row for row in page if row["name"] == f"win_seat_{seat}")
        assert line["value"] == by_seat[seat]["win"]
        assert line["value_low"] < by_seat[seat]["win_low"]  # holds with the other at once
    luck = playout.luck("pig", strategies=["random", "hold"], **asked)
    assert page.value("skill") == luck.skill
    assert page.value("reach") == luck.best_minus_random
    assert page.levels()["mean"].tolist() == luck.means()["mean"].tolist()
    more = playout.run("pig", by="seat", **{**asked, "goal": 33})
    (change,) = page.changes().to_dict("records")
    assert change["main"] == pytest.approx(more[0]["win"] - by_seat[0]["win"])
    assert change["turns"] == pytest.approx(more[0]["turns"] - by_seat[0]["turns"])


@pytest.mark.thorough
def test_a_game_without_choices_says_so() -> None:
    page = playout.describe("snakes-and-ladders", games=50)
    assert page.value("forced").estimate == page.value("legal_moves").estimate == 1
    assert "nothing to decide" in page.sentence()
    assert page.facts()["left_out"] == [
        "seats and lead (one player plays alone)",
        "skill and luck (there is only one strategy)",
    ]
    assert math.isnan(page.value("real").estimate)


def test_no_interval_of_legal_moves_goes_beyond_what_is_possible() -> None:
    """In Pig a decision has two moves at most; if there are several, there are two."""
    page = playout.describe("pig", goal=30, games=400, levels=NONE, knock_out=NONE)
    assert page.value("real") == Interval(2.0, 2.0, 2.0)
    # A game with no decision of several moves would have 1, one without forced moves 2.
    for name in ("legal_moves", "first_tenth", "last_tenth"):
        value, low, high = page.value(name)
        assert 1.0 <= low < value < high <= 2.0


@pytest.mark.parametrize("name", ["real", "legal_moves"])
def test_legal_moves_of_plain_rules_are_bounded_below(stairs: str, name: str) -> None:
    """Rules in plain Python do not say how many moves there are at most."""
    value, low, high = playout.describe(stairs, games=40, levels=NONE, knock_out=NONE).value(name)
    assert (2.0 if name == "real" else 1.0) <= low <= value < high


@pytest.mark.slow
def test_players_who_play_together_have_no_seats() -> None:
    page = playout.describe("the-game", players=2, high=30, games=30, levels="none")
    names = [row["name"] for row in page]
    assert names[0] == "win"
    assert not {"win_seat_0", "lead_changes", "skill"} & {*names}
    assert "ending_stuck" in names
    assert page.facts()["left_out"][0] == "seats (the players win or lose together)"


def test_a_game_of_ones_own(stairs: str) -> None:
    page = playout.describe(stairs, games=40)
    assert page.found.asked.games == 40
    assert page.levels()["strategy"].tolist() == ["random", "steady"]
    assert page.changes()["after"].tolist() in ([8, 10], [10, 8])
    games = by_hand(stairs, 40, "step")
    legal = [moves for game in games for moves in game["legal"]]
    assert page.value("legal_moves").estimate == pytest.approx(np.mean(legal))
    tense = [tension(g["standings"], g["win"].index(SHARE)) for g in games if SHARE in g["win"]]
    assert page.value("decided").estimate == pytest.approx(np.mean([t[0] for t in tense]), abs=1e-3)
    assert "player 1 wins" in repr(page)


def test_the_page_of_a_terminal_is_not_wider_than_it() -> None:
    page = playout.describe("pig", **FEW)
    assert max(map(len, page.to_text(80).splitlines())) <= 80
    text = printed("describe", "pig", "--goal", "30", "--games", "60")
    assert text.startswith("Pig with 2 players (goal=30), played by hold: a short game (about ")
    assert "Played by hold, the default strategy." in text
    assert "What skill is worth: each strategy on one seat, hold on the other" in text
    assert "Effects of single rule changes, played by hold" in text
    data = printed_json("describe", "pig", "--goal", "30", "--games", "60", "--json")
    assert {row["by"] for row in data["rows"]} == {"hold", "random, hold, optimal"}
    assert [len(data[name]) for name in ("levels", "changes", "choices")] == [3, 4, 10]


@pytest.mark.slow
def test_the_page_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pig.html"
    printed("describe", "pig", "--goal", "20", "--games", "40", "--html", str(file))
    page = file.read_text(encoding="utf-8")
    assert "<title>Pig: described, played by hold</title>" in page
    assert "What skill is worth" in page
    assert "page.txt: its name must end in .html" in mistake("describe pig --html page.txt")


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "nothing to decide"),
        (1.0, "every decision in these games had several legal moves"),
        (0.99, "nearly every decision has several legal moves"),
        (0.667, "two in three decisions have several legal moves"),
        (0.51, "one in two decisions has several legal moves"),
        (0.93, "about 93 % of the decisions have several legal moves"),
        (0.001, "about 1 % of the decisions have several legal moves"),
    ],
)
def test_choices_in_words(share: float, text: str) -> None:
    assert choices_in_words(Interval.around(share, 0.001)) == text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--levels hold", "--levels hold: must be at least two strategies, or none"),
        ("--levels hold,hold", "one strategy is given twice"),
        ("--knock-out goal=100", "--knock-out goal=100: this is the game being described,"),
        ("--knock-out most-turns", "--knock-out most-turns: add the value, as in most-turns=..."),
        (
            "--knock-out goal=90 --knock-out goal=90",
            "--knock-out goal=90: this change is given twice",
        ),
        ("--knock-out none --knock-out goal=90", "--knock-out none: cannot be combined with other"),
        ("--knock-out gaol=50", "pig has no rule option 'gaol'"),
        ("--knock-out seats=hold,random", "change the players, write strategy=a+b"),
        ("--games 0", "--games 0: must be a"),
        ("--games 5 --seconds 5", "--games and --seconds exclude each other: use only one of them"),
        ("--seconds soon", "--seconds soon: must be a number above 0,"),
    ],
)
def test_a_mistake_is_one_sentence(words: str, said: str) -> None:
    assert said in mistake(f"describe pig {words}")


def test_strategies_are_not_compared_where_there_is_nothing_to_decide() -> None:
    assert "nothing to decide" in mistake("describe risk-battle --levels throw,random")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"levels": NONE, "knock_out": NONE},
        {"levels": "random,hold:at=25", "knock_out": ["goal=50", "strategy=random"]},
        {"strategy": "hold+random", "goal": 40, "seed": 9},
    ],
)
def test_its_command_asks_the_same(given: dict[str, Any]) -> None:
    asked = ask("pig", games=70, **given)
    words = shlex.split(asked.command(70))
    assert words[:3] == ["playout", "describe", "pig"]
    options: dict[str, Any] = {}
    for name, value in zip(words[3::2], words[4::2], strict=True):
        key = name.removeprefix("--").replace("-", "_")
        options[key] = [*options.get(key, []), value] if key == "knock_out" else value
    assert ask("pig", **options) == asked
    restored = type(asked).restored(asked.canonical(), 70)
    assert restored == asked


def test_few_games_have_no_intervals() -> None:
    page = playout.describe("pig", games=2, goal=20)
    assert math.isinf(page.value("forced").high)
    assert "inf" not in page.to_text(80)
    assert "nan" not in page.to_text(80)


def test_a_saved_page_is_shown_where_the_game_is_gone(stairs: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.run"
    page = playout.describe(stairs, games=40, save=kept, strategy="random+steady")
    with pytest.raises(PlayoutError, match="not 0 to 49; choose another file"):
        playout.describe(stairs, games=50, save=kept, strategy="random+steady")
    Path(stairs).unlink()
    again = playout.load_run(kept)
    assert again == page
    assert again.to_dict()["rows"] == page.to_dict()["rows"]
    assert "--knock-out last=8 --knock-out last=10" in again.found.asked.command(40)


@pytest.mark.thorough
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Of 250 pages 220 or more, at 95 %: fewer in less than one of a million cases."""
    asked: dict[str, Any] = {"goal": 50, "levels": NONE, "knock_out": NONE, "workers": 1}
    truth = playout.describe("pig", games=400_000, seed=999, **asked)
    held = dict.fromkeys([row["name"] for row in truth], 0)
    for seed in range(250):
        for row in playout.describe("pig", games=200, seed=seed, **asked):
            due = truth.value(row["name"]).estimate
            held[row["name"]] += row["value_low"] <= due <= row["value_high"]
    assert min(held.values()) >= 220, held


@pytest.mark.thorough
def test_the_sentence_has_a_chance_that_is_known_and_says_if_nothing_was_won() -> None:
    page: dict[str, Any] = {"levels": "none", "knock_out": "none"}
    known = playout.describe("pig", games=2, **page).sentence()
    assert known.endswith(
        "2 games are too few for reliable averages. Calculated exactly, the player who goes first "
        "wins 53.47 % of the games."
    )
    mine: dict[str, Any] = {"strategy": "random", "players": 2, "games": 20}
    never = playout.describe("the-game", **mine, **page).sentence()
    assert never.endswith("had several legal moves. The team won none of 20 games.")
    lost = playout.describe("the-game", **{**mine, "games": 1}, **page).sentence()
    assert lost.endswith("reliable averages. The team did not win the only game.")
    score = playout.describe("yahtzee", strategy="greedy", games=1, **page).sentence()
    assert re.search(r"reliable averages\. Score in the only game: \d+\.$", score)
    few = playout.describe("the-game", players=2, games=20, **page).sentence()
    assert re.search(r"The team wins somewhere between \d+ and \d+ % of the games\.$", few)
