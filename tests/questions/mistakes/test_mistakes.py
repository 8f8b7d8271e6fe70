"""Which decisions lose games: what is lost in all, by phase and by kind, and what a cost is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.questions.mistakes import Job, ask
from playout.questions.mistakes.found import Found, costs
from playout.questions.mistakes.words import Words
from playout.stats.intervals import Interval
from tests.playing import refused
from tests.questions.review.test_review import DOORS

PIG = Path(__file__).parents[3] / "examples" / "pig.py"

TINY: dict[str, Any] = {"players": 1, "low": 1, "high": 12, "hand": 3, "jump": 3}


@pytest.mark.thorough
def test_skill_is_by_how_much_the_strategies_differ() -> None:
    answer = playout.mistakes(
        "the-game", strategy="greedy", reviewer="random", games=120, worlds=40, **TINY
    )
    (greedy,) = playout.run("the-game", strategy="greedy", games=40_000, **TINY)["win"]
    (random,) = playout.run("the-game", strategy="random", games=40_000, **TINY)["win"]
    every = answer[0]
    half = (every["skill_high"] - every["skill_low"]) / 2
    assert greedy - random > 0.05
    assert abs(every["skill"] - (greedy - random)) < 2.5 * half  # 4.9 standard errors


@pytest.mark.slow
def test_phases_and_kinds_add_up() -> None:
    answer = playout.mistakes("pig", strategy="random", games=40, worlds=10, players=2, goal=30)
    every, *parts = list(answer)
    phases, kinds = parts[:4], parts[4:]
    assert [row["group"] for row in kinds] == ["roll", "hold"]
    for name in ("decisions", "cost", "skill"):
        for some in (phases, kinds):
            assert sum(row[name] for row in some) == pytest.approx(every[name], abs=5e-4)
    assert every["cost_low"] > 0
    assert every["skill_high"] < 0


@pytest.mark.slow
def test_a_strategy_that_is_its_own_reviewer_shows_no_skill() -> None:
    answer = playout.mistakes("pig", strategy="hold", reviewer="hold", games=2, worlds=4)
    assert set(answer["skill"]) == {0.0}


def test_a_cost_is_judged_by_worlds_that_did_not_choose() -> None:
    rng = np.random.default_rng(1)
    same = [costs(rng.integers(0, 2, (100, 8)), 0) / 100 for _ in range(2_000)]
    assert abs(np.mean(same)) < 4.9 * np.std(same) / len(same) ** 0.5  # no move is better
    worths = rng.integers(0, 2, (400, 3))
    worths[:, 2] += 3
    assert costs(worths, 2) == 0
    assert costs(worths, 1) == int((worths[:, 2] - worths[:, 1]).sum())


@pytest.mark.thorough
def test_people_see_what_costs_most() -> None:
    asked: dict[str, Any] = {"strategy": "random", "reviewer": "hold", "games": 30, "worlds": 10}
    answer = playout.mistakes("pig", goal=30, **asked)
    assert (
        "the most costly kind of move seems to be 'hold' (nearly all of the loss)"
        in answer.sentence()
    )
    assert "compared with the strategy hold" in answer.sentence()
    assert answer.figures()[0].svg().startswith("<svg")
    plain = playout.mistakes(str(PIG), strategy="random", goal=15, games=2, worlds=4)
    assert len(plain) == 5  # it tells no kinds of moves apart


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "pig", "games": 1}, "games=1: must be from 2"),
        ({"game": "pig", "games": 10**6}, "must be from 2 to"),
        ({"game": "pig", "worlds": 1}, "worlds=1: must be from 2"),
        ({"game": "pig", "seat": 5}, "seat=5: must be from"),
        ({"game": "pig", "reviewer": "nobody"}, "nobody"),
        ({"game": "snakes-and-ladders"}, "nothing to decide"),
        ({"game": "risk-battle"}, "every position has only one legal move,"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(asked: dict[str, Any], said: str) -> None:
    refused(said, ask, **asked)


KINDS = """
import playout

@playout.game(measures=[playout.Measure("win", "rate", "has won")], moves=["a", "b"])
class Coin:
    {kinds}
    def deal(self, rules, stream):
        self.won = -1
    def is_over(self, rules):
        return self.won >= 0
    def legal_moves(self, rules):
        return [0, 1]
    def play(self, rules, move, stream):
        self.won = int(move)
    def score(self, rules):
        return {{"win": max(0, self.won)}}
    def determinize(view, rules, stream, state):
        state.won = -1
    def move_kind(state, rules, move):
        {does}
"""


@pytest.mark.parametrize(
    ("kinds", "does", "said"),
    [
        ("MOVE_KINDS = ('a', 'b')", "raise ValueError('k')", "'move_kind' of .* raised"),
        ("MOVE_KINDS = ('a', 'b')", "return 2", "returned 2 for .*from 0 to 1"),
        ("MOVE_KINDS = ('a', 'b')", "return -1", "returned -1"),
        ("MOVE_KINDS = ('a', 'b')", "return 0.5", "returned 0.5"),
        ("MOVE_KINDS = 3", "return 0", "MOVE_KINDS = 3: must be a list of words"),
        ("MOVE_KINDS = (1, 2)", "return 0", "MOVE_KINDS"),
        ("MOVE_KINDS = ('a', 'a')", "return 0", "different names"),
        ("MOVE_KINDS = tuple(map(str, range(99)))", "return 0", "1 to 30 different names"),
        ("pass", "return 0", "both MOVE_KINDS and move_kind"),
    ],
)
def test_kinds_that_are_none_are_refused(tmp_path: Path, kinds: str, does: str, said: str) -> None:
    path = tmp_path / "coin.py"
    path.write_text(KINDS.format(kinds=kinds, does=does))
    with pytest.raises(PlayoutError, match=said):
        playout.mistakes(str(path), strategy="random", games=2, worlds=2, workers=1)


def test_a_game_of_ones_own_tells_its_kinds(tmp_path: Path) -> None:
    path = tmp_path / "coin.py"
    path.write_text(KINDS.format(kinds="MOVE_KINDS = ('no', 'yes')", does="return int(move)"))
    answer = playout.mistakes(str(path), strategy="random", reviewer="random", games=40, worlds=20)
    rows = {row["group"]: row for row in answer}
    assert rows["no"]["cost"] == pytest.approx(rows["no"]["decisions"], abs=1e-3)
    assert rows["yes"]["cost"] == 0


def test_games_in_which_nobody_had_a_choice_say_so(tmp_path: Path) -> None:
    path = tmp_path / "coin.py"
    text = KINDS.format(kinds="pass", does="return 0").replace("return [0, 1]", "return [0]")
    path.write_text(text.partition("    def move_kind")[0].replace("    pass\n", ""))
    answer = playout.mistakes(str(path), strategy="random", reviewer="random", games=4, worlds=2)
    said = "in 4 games, random always had only one legal move: nothing to decide."
    assert answer.sentence().endswith(said)


@pytest.mark.parametrize(
    ("measure", "said"),
    [
        (
            "score",
            "have a score between 58 and 247 lower per game, compared with the best moves found.",
        ),
        (
            "win",
            "give away between 58 and 247 percentage points of winning chance per game, "
            "compared with the best moves found (more than 100 is possible, because a lost chance "
            "can be won back and lost again).",
        ),
    ],
)
def test_a_cost_is_told_as_the_lower_bound_of_its_table_with_its_unit(
    measure: str, said: str
) -> None:
    asked = ask("yahtzee", strategy="greedy", players=2, games=2, worlds=2, measure=measure)
    words = Words(Found(asked, Job(asked).nothing()[0], 0.0, True))
    cost = Interval(152.0, 58.0, 247.0).times(0.01 if measure == "win" else 1.0)
    loss = f"On average, both players (strategy greedy) together {said}"
    low = "Compared with perfect play, the loss may be larger, because the simulations miss some "
    assert words.cost_in_words(cost) == f"{loss} {low}of the best moves."


def test_moves_that_come_to_the_same_are_no_decision(tmp_path: Path) -> None:
    file = tmp_path / "doors.py"
    file.write_text(DOORS)
    answer = playout.mistakes(str(file), games=20, worlds=10)
    assert answer[0]["decisions"] == 1  # of the two moves of a game
