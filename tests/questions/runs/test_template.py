"""The sentences of a report are made from its numbers, and say what these allow."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from playout.engine.words.errors import PlayoutError
from playout.lists import find_study, study_files
from playout.questions.answers import load_study
from playout.questions.runs import Answer, Found, Job, Study
from playout.questions.runs.wording.template import TemplateRow
from playout.report.estimates import interval_of
from playout.stats.tally import GROUPS, Histogram, Tally
from tests.playing import played, played_study


def invented(template: str, wins: list[int], games: int = 1_000, complete: bool = True) -> Answer:
    """A run of so many players as there are wins, in which all games end at 0 or 20 cards."""
    players = list(range(1, len(wins) + 1))
    factors: dict[str, Any] = {"players": players, "strategy": ["greedy"]}
    study = Study(game="the-game", factors=factors, answer=template)
    return answer(study, [tally(won, games) for won in wins], complete)


def answer(study: Study, tallies: list[Tally], complete: bool = True) -> Answer:
    """The answer of a study from what nobody played."""
    asked = study.asked()
    return Answer(
        Found(asked, asked.rows, tallies, [0.0] * len(tallies), 0.0, complete), study.report()
    )


def tally(won: int, games: int) -> Tally:
    rate = Histogram(np.array([games - won, won], np.int64))
    left, played = np.zeros(21, np.int64), np.zeros(99, np.int64)
    left[[20, 0]] = played[[78, 98]] = games - won, won
    histograms = rate, rate, Histogram(left), Histogram(played), rate
    return Tally(histograms, np.zeros((6, GROUPS), np.int64))


SELDOM = pytest.mark.thorough  # games of dice, each with much to compile, and worlds for every move
FEW = {"the-game-mistakes": 4, "the-game-search": 4}


def filled(template: str, *wins: int, **more: Any) -> str:
    return invented(template, list(wins), **more).sentence()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=() if name.startswith(("the-", "hex")) and name not in FEW else SELDOM
        )
        for name in study_files()
    ],
)
def test_every_answer_that_ships_can_be_made_from_few_games(name: str) -> None:
    text = played_study(
        load_study(find_study(name)).changed(games=FEW.get(name, 40), seed=None)
    ).sentence()
    assert text
    assert not set("{}") & set(text)
    assert "nan" not in text


def test_a_sentence_from_few_games_says_how_far_off_its_numbers_may_be() -> None:
    text = "{{ row(players=1).win }}."
    study = Study(game="the-game", factors={"players": [1, 2]}, answer=text)
    assert answer(study, [tally(50, 200), tally(1, 200)]).sentence() == (
        "200 games each are too few to be precise: percentages here may be off by about 6 "
        "percentage points, up or down. about 25 %."
    )


def test_the_leaders_are_the_best_row_and_those_too_close_to_tell() -> None:
    leaders = "{{ leaders('win') | map(attribute='players') | list }}"
    assert filled(leaders, 100, 400, 390, 10) == "[2, 3]"
    assert filled(leaders, 100, 400, 300, 10) == "[2]"
    assert filled("{{ leaders('win', players=1)[0].players }}", 5, 9) == "1"


def test_a_study_names_no_best_strategy_that_cannot_be_told() -> None:
    wins = [[10, 20, 200, 300], [10, 20, 400, 300], [10, 20, 300, 310], [10, 20, 320, 310]]
    study = load_study(find_study("the-game-strategies"))
    assert isinstance(study, Study)
    each = [tally(won, 1_000) for row in [*wins, wins[0]] for won in [5, 8, *row]]
    assert (
        "The best one is careful with 1 and 5 players, quick with 2 players; "
        "with 3 and 4 players quick and careful are too close to tell which is better; one player"
    ) in answer(study, each).sentence()
    alike = [tally(won, 1_000) for won in [5, 8, 10, 20, 300, 310]] * 5
    assert ". With 1, 2, 3, 4 and 5 players quick and" in answer(study, alike).sentence()


def test_a_row_says_its_factors_and_its_measures_rounded() -> None:
    text = "{{ row(players=2).strategy }} {{ row(players=2).win }} {{ row(players=2).cards_left }}"
    assert filled(text, 0, 100) == "greedy about 10 % about 18"
    assert filled("{{ row(players=1).win }}", 0) == "0 % (very likely less than 0.37 %)"
    assert filled("{{ '%.3f' | format(row(players=2).intervals['win'].low) }}", 0, 100) == "0.082"


def test_several_numbers_are_listed_with_what_they_share_said_once() -> None:
    text = "{{ listed([row(players=1).win, row(players=2).win]) }}"
    assert filled(text, 100, 300) == "about 10 and 30 %"


def test_best_and_worst_are_the_highest_and_lowest_of_the_rows_asked_for() -> None:
    assert filled("{{ best('win').players }} {{ worst('win').players }}", 5, 9, 1) == "2 3"
    assert filled("{{ best('win', players=1).players }}", 5, 9, 1) == "1"
    assert (
        filled("{% for r in rows(strategy='greedy') %}{{ r.players }} {% endfor %}", 5, 9) == "1 2"
    )


def test_numbers_of_games_and_the_largest_value_can_be_told() -> None:
    assert filled("{{ games }} {{ most('cards_played') }}", 5, 0) == "1000 98"
    assert filled("{{ row(players=1).largest('cards_left') }}", 5) == "20"
    assert filled("{{ row(players=1).value('win') }}", 5) == "0.005"


@pytest.mark.parametrize(
    ("rates", "text"),
    [
        ([0.5, 0.5, 0.34, 0.33, 0.33], "No seat can be told from an equal share."),
        ([0.5, 0.5, 0.5, 0.25, 0.25], "With 2 players no seat can be told from an equal share."),
        ([0.7, 0.3, 0.5, 0.25, 0.25], ""),
    ],
)
def test_it_is_told_where_no_seat_has_more_than_an_equal_share(
    rates: list[float], text: str
) -> None:
    given: dict[str, Any] = {"factors": {"players": [2, 3]}, "rules": {"strategy": "random"}}
    study = Study(game="mexican-train", by="seat", answer="{{ equal_shares('win') }}", **given)
    tallies = []
    for rate in rates:
        counts = np.zeros(841, np.int64)
        counts[[0, -1]] = round(1_000 * (1 - rate)), round(1_000 * rate)
        many = (Histogram(counts, 840),) * len(study.asked().game.measures)
        tallies.append(Tally(many, np.zeros((1 + len(many), GROUPS), np.int64)))
    assert answer(study, tallies).sentence() == text


def test_equal_shares_are_asked_of_seats_alone() -> None:
    with pytest.raises(PlayoutError, match="equal_shares"):
        filled("{{ equal_shares('win') }}", 5)


def test_no_wins_are_told_with_the_upper_bound() -> None:
    study = load_study(find_study("the-game-double-deck"))
    assert isinstance(study, Study)
    found = answer(study, [tally(0, 10_000)] * len(study.asked().rows)).sentence()
    assert found.startswith("No strategy compared here won with two of every card: ")
    assert "the chance is very likely less than 0.037 %." in found


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ((100, 300), "rises by about 20 percentage points"),
        ((300, 100), "falls by about 20 percentage points"),
        ((100, 105), "does not change measurably"),
    ],
)
def test_a_change_says_its_direction_only_if_the_interval_does(
    wins: tuple[int, int], words: str
) -> None:
    assert words == filled("{{ change(row(players=1), row(players=2), 'win') }}", *wins)


def test_the_interval_of_a_change_is_the_published_example_of_newcombe() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, table II, column a).

    His Wilson limits give 5.2 to 33.4 points; from Clopper-Pearson limits, which are wider, the
    interval must hold that one, and little more.
    """
    study = Study(game="the-game", factors={"players": [1, 2]})
    found = answer(study, [tally(48, 80), tally(56, 70)]).found
    _, low, high = TemplateRow(found, 0, []).difference(TemplateRow(found, 1, []), "win")
    assert 0.03 < low < 0.052
    assert 0.334 < high < 0.35


def line_up(template: str) -> Answer:
    rules: Any = {"rounds": 1, "set": 6}
    seats: Any = {"seats": ["sequence,random"]}
    study = Study(game="mexican-train", games=200, rules=rules, factors=seats, answer=template)
    return Answer(played(Job(study.asked()), 1), study.report())


def test_what_one_wins_at_a_table_the_other_loses_so_the_change_is_no_better_known() -> None:
    told = line_up("{{ difference(row(strategy='random'), row(strategy='sequence'), 'win') }}")
    histogram = told.found.tallies[0].histograms[0]
    one = interval_of(told.game.measures[0], told.found.rows[0].rules, histogram)
    # Of two players the difference is 2 p - 1.
    low, high = 2 * one.low - 1, 2 * one.high - 1
    numbers = re.findall(r"=([-\d.]+)", told.sentence())
    assert [float(number) for number in numbers[1:]] == pytest.approx([low, high])


def test_a_per_cent_of_a_mean_is_that_of_a_rate() -> None:
    told = line_up("{{ row(strategy='random').percent('rounds') }}")
    assert told.sentence().startswith("100 % (very likely more than 98.17 %)")
    with pytest.raises(PlayoutError, match="percent: 'turns' is more than 1 in some games"):
        line_up("{{ row(strategy='random').percent('turns') }}").sentence()


def test_a_stopped_run_never_fails_for_want_of_an_answer() -> None:
    template = "{{ row(players=2).win }}"
    partial = invented(template, [5, 0], complete=False)
    found = replace(partial.found, tallies=[Tally.empty(5)] * 2)
    nothing = Answer(found, Study(game="the-game", answer=template).report())
    assert partial.sentence() == "0 % (very likely less than 0.70 %)"
    assert nothing.sentence() == "It was stopped before there were enough games for an answer."


def test_an_answer_that_fails_only_for_these_numbers_is_a_sentence() -> None:
    template = "{% if row().value('win') == 0 %}{{ row().nothing }}{% endif %}"
    with pytest.raises(PlayoutError, match="answer: a row has no 'nothing'"):
        filled(template, 0)
