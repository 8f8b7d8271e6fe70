"""Skill and luck from Python: tables, a sentence, a picture."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.questions.luck import Answer, Found, Job, ask
from playout.questions.skill_words import verdict
from playout.report.words import about
from playout.stats.components import PARTS, Sums
from playout.stats.intervals import Interval, rate_interval
from tests.playing import played

ENDS = ("", "_low", "_high")


def answer(game: str, **options: Any) -> Answer:
    return Answer(played(Job(ask(game, **options))))


@pytest.fixture(scope="module")
def found() -> Answer:
    return answer(
        "the-game",
        strategies=["random", "greedy", "quick"],
        players=2,
        games=600,
        repeats=3,
        measure="cards_left",
    )


def made(outcomes: Any, complete: bool = True, game: str = "the-game", **options: Any) -> Answer:
    """What is told of some outcomes[strategy, deal, repeat]."""
    asked = ask(game, **options)
    return Answer(Found(asked, Sums.of(np.asarray(outcomes, np.int64), 0), 0.1, complete))


@pytest.mark.slow
def test_there_is_a_row_for_every_part_and_they_add_up(found: Answer) -> None:
    table = found.to_pandas().set_index("part")
    assert list(table.index) == [*PARTS, "total"]
    columns = [name + end for name in ("share", "variance", "sd") for end in ENDS]
    assert list(table.columns) == columns
    for name in ("share", "variance"):
        assert table[name][:4].sum() == pytest.approx(table[name]["total"])
    np.testing.assert_allclose(table["sd"] ** 2, table["variance"])
    assert (table["share_low"] <= table["share"]).all()
    assert (table["share"] <= table["share_high"]).all()
    assert found.games == 600 * 3 * 3
    assert found.complete


@pytest.mark.slow
def test_there_is_a_row_for_every_strategy_with_the_mean_of_its_games(found: Answer) -> None:
    table = found.means().set_index("strategy")
    assert list(table.index) == found.names == ["random", "greedy", "quick"]
    game = find_game("the-game")
    rules, column = game.with_options({"players": 2}), game.column(game.measure("cards_left"))
    means = [
        play_batch(rules, find_players(rules, name), 1, 0, 600)[:, column].mean()
        for name in ("greedy", "quick")
    ]
    assert table["mean"].tolist()[1:] == pytest.approx(means)  # repeats of these are the same
    assert table["rest_sd"]["random"] > 1
    assert table["rest_sd_high"].tolist()[1:] == [0, 0]


def test_a_rate_of_a_strategy_has_the_interval_of_a_rate() -> None:
    wins = np.zeros((2, 100, 2))
    wins[0, :10] = 1
    wins[0, 10, 0] = 1
    told = made(wins, strategies="greedy,careful").means()
    expected = [rate_interval(10.5, 100), rate_interval(0, 100)]
    for k, name in enumerate(["mean", "mean_low", "mean_high"]):
        assert told[name].tolist() == pytest.approx([one[k] for one in expected])


def test_the_best_is_told_beside_random_play_on_the_same_deals(found: Answer) -> None:
    table, data = found.means().set_index("strategy"), found.data()
    assert found.best == data["best"] == "quick"
    expected = table["mean"]["quick"] - table["mean"]["random"]
    assert found.best_minus_random is not None
    assert found.best_minus_random.estimate == pytest.approx(expected)
    for end, value in zip(ENDS, found.best_minus_random, strict=True):
        assert table[f"minus_random{end}"]["quick"] == value
        assert data[f"best_minus_random{end}"] == value
    assert table["minus_random"]["random"] == 0
    best = "of random, greedy and quick, quick (the default strategy) did best. It has about "
    assert f"The Game with 2 players: {best}" in found.sentence()
    assert " fewer cards left on average than random, which did worst." in found.sentence()
    for told in (repr(found), found._repr_html_()):
        assert "inus random" in told
        assert "intervals hold for all strategies at once" in told


def test_without_random_or_a_best_nothing_is_said_of_them() -> None:
    wins = np.random.default_rng(2).integers(0, 2, (2, 100, 2))
    others = made(wins, strategies="greedy,careful")
    assert (others.best, others.best_minus_random) == (None, None)
    assert others.data()["best_minus_random"] is None
    assert "minus_random" not in others.means()
    assert "inus random" not in repr(others)
    throws = made(wins, strategies="random,hold", game="pig", players=2, measure="throws")
    assert throws.best is None  # no number of throws is better than another
    assert " did b" not in throws.sentence()
    assert ", a game with hold takes " in throws.sentence()
    assert (
        " more throws (of all players together) on average than one with random"
        in throws.sentence()
    )
    assert "minus_random" in throws.means()


def test_a_best_that_cannot_be_told_from_random_is_said_to_be_so() -> None:
    wins = np.random.default_rng(3).integers(0, 2, (2, 100, 2))
    wins[:, :50] = 1
    wins[0, 50:53] = 1
    said = made(wins, strategies="random,careful").sentence()
    assert "of random and careful, random did better, but not clearly. It wins some" in said
    assert ": a difference of at most " in said


def test_strategies_with_the_same_mean_are_said_to_be_equal() -> None:
    wins = np.random.default_rng(3).integers(0, 2, (1, 100, 2)).repeat(3, axis=0)
    said = made(wins, strategies="random,careful,quick").sentence()
    assert (
        ": the strategies random, careful and quick did equally well in these games. Each wins some"
        in said
    )
    assert " A difference of up to " in said
    assert "better" not in said


def test_the_default_strategy_has_its_default_values() -> None:
    points = np.arange(300).reshape(3, 100, 1).repeat(2, axis=2)
    other = made(points, strategies="random,quick:memory=0,careful", measure="cards_left")
    assert other.best_minus_default is None
    usual = made(points, strategies="random,quick,careful", measure="cards_left")
    assert usual.best_minus_default is not None


def test_the_verdict_is_the_share_of_the_strategy(found: Answer) -> None:
    said = found.sentence()
    shares = found.to_pandas().set_index("part")["share"].drop("total")
    assert found.skill.estimate == shares["strategy"]
    assert found.luck.estimate == pytest.approx(shares.drop("strategy").sum())
    assert found.luck.low == 1 - found.skill.high
    assert said.endswith(
        " In a single game, the choice between these 3 strategies matters more than luck: it "
        f"explains {about(found.skill, True)} of the differences in cards left. The rest, "
        f"{about(found.luck, True)}, comes from the deal, random choices of the players and how "
        "well a deal suits each strategy. If the strategy random is left out, "
        "the choice usually matters less."
    )
    assert not re.search(r"\(\d", said)  # the ends stand in the table
    assert said in repr(found)
    assert said in found._repr_html_()
    assert "<table" in found._repr_html_()
    assert "; a strategy has all seats." in found.caption()


@pytest.mark.parametrize(
    ("share", "said"),
    [
        ((0.001, 0.0, 0.002), "the choice matters far less than luck"),
        ((0.2, 0.1, 0.3), "the choice matters less than luck"),
        ((0.8, 0.7, 0.9), "the choice matters more than luck"),
        ((0.99, 0.98, 1.0), "the choice matters far more than luck"),
        ((0.5, 0.4, 0.6), "the choice matters about as much as luck"),
        ((0.5, 0.1, 0.9), "it is not clear yet whether the choice matters more or less than luck"),
    ],
)
def test_luck_or_skill_is_told_by_the_whole_interval(
    share: tuple[float, float, float], said: str
) -> None:
    assert verdict(Interval(*share), "the choice") == said


@pytest.mark.parametrize(("players", "varies"), [(1, False), (2, True)])
def test_where_all_chance_is_in_play_a_player_alone_has_no_deal(players: int, varies: bool) -> None:
    asked = {"players": players, "goal": 20, "games": 40, "strategies": ["hold", "random"]}
    found = playout.luck("pig", **asked)  # type: ignore[arg-type]
    assert ("deal" in list(found.to_pandas()["part"])) == varies
    assert ("the seat, " in found.sentence()) == varies  # nothing is dealt
    assert "the deal" not in found.sentence()


def test_how_far_one_gets_beyond_the_default_strategy() -> None:
    usual = find_game("the-game").default_strategy
    other = "careful" if usual != "careful" else "quick"
    wins = np.zeros((2, 400, 2))
    wins[0, :300], wins[1, :100] = 1, 1
    better = made(wins, strategies=f"{other},{usual}")
    assert better.best_minus_default is not None
    assert better.best_minus_default.estimate == 0.5
    assert (
        f" It wins somewhere between 70 and 79 % of the games and {usual} (the default strategy) "
        "somewhere between 21 and 30 %: a difference of about 50 percentage points. "
    ) in better.sentence()
    worse = made(wins, strategies=f"{usual},{other}")
    assert f"{usual} (the default strategy) did better. It wins somewhere " in worse.sentence()
    assert "rest" not in list(better.to_pandas()["part"])  # neither draws a random number


def test_what_cannot_be_told_is_said() -> None:
    nothing = made(np.zeros((2, 100, 2)), strategies="greedy,careful")
    assert nothing.sentence() == (
        "The Game with 1 player, played by greedy or careful: none of the 400 games was won, so "
        "neither luck nor skill shows. Each strategy wins less than 3.6 % of the games."
    )
    every = made(np.ones((2, 100, 2)), strategies="greedy,careful")
    assert ": all 400 games were won, so neither luck nor skill shows. Each" in every.sentence()
    left = made(np.full((2, 100, 2), 98), strategies="greedy,careful", measure="cards_left")
    assert ": all 400 games had 98 cards left, so neither luck nor skill " in left.sentence()
    few = made(np.ones((2, 1, 2)), complete=False, strategies="greedy,careful")
    assert few.sentence() == (
        "The Game with 1 player, played by greedy or careful: too few games to tell luck from "
        "skill yet."
    )
    assert few.note.startswith("Stopped early. In brackets, as far as so few games allow: 95 % ")
    assert few.facts()["interval"] == "no intervals: too few deals"
    draw = np.random.default_rng(1)
    some = made(draw.integers(0, 2, (2, 20, 2)), strategies="greedy,careful")
    assert some.sentence() == (
        "The Game with 1 player, played by greedy or careful: too few games to tell where the "
        "differences in winning come from."
    )
    for told in (nothing, few, some):
        assert "inf" not in repr(told)
        assert "nan" not in repr(told)
        json.dumps(told.data(), allow_nan=False)
        assert len(told.plot().axes) == 1


def test_the_picture_has_a_bar_of_all_parts(found: Answer) -> None:
    (axes,) = found.plot().axes
    bars = [bar for bar in axes.patches if hasattr(bar, "get_width")]
    shares = found.to_pandas()["share"][:4]
    assert [bar.get_width() for bar in bars] == pytest.approx((100 * shares).tolist())
    assert "cards left" in axes.get_xlabel()


def test_who_plays_alone_has_no_others() -> None:
    dice = np.random.default_rng(1).integers(0, 300, (2, 100, 2, 2))
    alone = made(dice, game="yahtzee", strategies="random,greedy")
    assert "; a strategy has all seats. " in alone.caption()
    assert "chance during play" in alone.sentence()


def test_rivals_and_their_seats_are_told() -> None:
    options: dict[str, Any] = {"rounds": 1, "set": 6, "players": 3, "games": 90}
    found = answer(
        "mexican-train", strategies="greedy,random", against="path", measure="points", **options
    )
    assert "one seat, which changes from deal to deal, and path has the others" in found.caption()
    assert "Mexican Train with 3 players (set=6, rounds=1): of greedy " in found.sentence()
    plain = found.data()
    assert (plain["against"], plain["deals"], plain["repeats"]) == ("path", 90, 2)
    assert [row["strategy"] for row in plain["strategies"]] == ["greedy", "random"]
