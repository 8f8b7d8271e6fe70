"""Targets are read as people write them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.words.errors import PlayoutError
from playout.questions.targets.forecasts import roughly_placed, until_placed
from playout.questions.targets.tables import Part
from playout.questions.targets.targets import Goal, Target, Term, read_target
from playout.stats.tally import Histogram

INF = math.inf


def rules(game: str, **options: int) -> Rules:
    return find_game(game).with_options(options)


def test_whether_a_mean_is_inside_is_known_without_its_interval() -> None:
    draw = np.random.default_rng(3)
    measure = find_game("pig").measure("win")
    for low, high in ((0.4, 0.6), (-INF, 0.5), (0.3, INF), (0.0, 0.5), (0.45, 1.0)):
        target = Target("", Goal((Term(measure),)), low, high)
        part = Part(target.goal.terms[0], (0,), None, 2, 0.0, 1.0)
        for n in (0, 1, 30, 400, 3_000):
            for chance in (0.0, 0.3, 0.5, 0.58, 1.0):
                histogram = Histogram.of(2 * (draw.random(n) < chance).astype(np.int64), 2)
                interval = part.interval(histogram, 0.999)
                assert part.placed(target, histogram, 0.999) is target.placed([interval])
                if n == 3_000 and 0 < chance < 1 and (wanted := [(target, part)]):
                    looks = [round(n * 1.1**k) for k in range(1, 60)]
                    good = until_placed(wanted, [histogram], looks, 0.999)
                    rough = roughly_placed(wanted, [histogram], 0.999)
                    assert good is not None
                    assert rough is not None
                    assert (
                        good.estimate < n
                        or good.estimate > 20 * n
                        or 0.4 < rough / (n + good.estimate) < 2.5
                    )


READ = [
    ("pig", "win(hold against random)=50%±2", "win(hold against random)", 0.48, 0.52),
    ("pig", "win(hold:at=25 against hold)=0.5+-0.1", "win(hold:at=25 against hold)", 0.4, 0.6),
    ("pig", "win(seat 1)=50%", "win(seat 1)", 0.48, 0.52),
    ("pig", "win(player 2, random) >= 45 %", "win(random, seat 2)", 0.45, INF),
    ("pig", "seats=equal±1", "seats(win)", -0.01, 0.01),
    ("pig", "seats(random)=equal", "seats(win, random)", -0.01, 0.01),
    ("pig", "seats(points)=equal±2.5", "seats(points)", -2.5, 2.5),
    ("pig", "turns=20..30", "turns", 20.0, 30.0),
    ("pig", "turns(median)=20..30", "turns(median)", 20.0, 30.0),
    ("pig", "turns(p95, random)<=40", "turns(random, p95)", -INF, 40.0),
    ("pig", "chance(turns<=10)<=5%", "chance(turns <= 10)", -INF, 0.05),
    ("pig", "chance(points=90..100, hold)=10..20%", "chance(points = 90..100, hold)", 0.1, 0.2),
    ("the-game", "win(quick)-win(random)>=20%", "win(quick)-win(random)", 0.2, INF),
    ("pig", "win(good)-win(easy against best)>=0", "win(hold)-win(random against optimal)", 0, INF),
    ("the-game", "ending_stuck=30%±5%", "ending_stuck", 0.25, 0.35),
]


@pytest.mark.parametrize(("game", "text", "goal", "low", "high"), READ)
def test_a_target_is_read(game: str, text: str, goal: str, low: float, high: float) -> None:
    target = read_target(rules(game), text)
    assert str(target.goal) == goal
    assert (target.low, target.high) == pytest.approx((low, high))
    assert target.weight == 1.0
    # What it is written as is read as the same.
    again = read_target(rules(game), f"{goal}={'equal±1' if goal.startswith('seats') else '0..1'}")
    assert again.goal == target.goal


def test_a_weight_stands_at_the_end() -> None:
    assert read_target(rules("pig"), "turns=20..30 weight 2.5").weight == 2.5


WRONG = [
    ("win", "must say which values are wanted"),
    ("", "must be a text such as"),
    ("=50%", "must begin with a measure"),
    ("wins=50%", "there is no measure 'wins'"),
    ("win=much", "'much' must be a number"),
    ("win=50", "a rate is written as 50%"),
    ("win=150%", "between 0 and 100%"),
    ("win=60..40%", "the range must go up"),
    ("win<=50%±2", "± goes with ="),
    ("win>=40..50%", "a range goes with ="),
    ("turns=20", "say how close is close enough, such as turns=20±1"),
    ("turns=20%", "only rates have a %"),
    ("turns(seat 1)=20±1", "turns is not counted for each seat"),
    ("turns(hold against random)=20±1", "no strategy can play against others"),
    ("win(median)=50%", "a quantile of win says nothing"),
    ("win(hold, random)=50%", "only one strategy"),
    ("seats=50%", "seats=equal±1"),
    ("seats(points)=equal", "say how close"),
    ("chance()=5%", "write the condition in brackets"),
    ("win(hold)-points(hold)=1±1", "of the same measure"),
    ("turns(median)-turns=1±1", "of two means or two rates"),
    ("turns=20..30 weight 0", "above 0"),
]


@pytest.mark.parametrize(("text", "why"), WRONG)
def test_what_is_wrong_is_told(text: str, why: str) -> None:
    with pytest.raises(PlayoutError) as told:
        read_target(rules("pig"), text)
    assert why in str(told.value)


def test_words_have_rates() -> None:
    with pytest.raises(PlayoutError, match="use ending_won or"):
        read_target(rules("the-game"), "ending=5%")


def test_a_strength_is_the_strategy_that_has_it_with_these_rules() -> None:
    for players, best in ((2, "optimal"), (3, "hold:at=25")):
        target = read_target(rules("pig", players=players), "win( best , seat 1)>=0.2 weight 2")
        assert target.text == f"win({best}, seat 1)>=0.2 weight 2"
    with pytest.raises(PlayoutError, match=r"no strategy that is called best.*nothing to decide"):
        read_target(rules("snakes-and-ladders"), "win(best against easy)=50%")
