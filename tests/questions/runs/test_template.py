"""The sentences of a report are made from its numbers, and say what these allow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.api import answer_of, find_out, find_study, load_study, study_files
from playout.engine.errors import PlayoutError
from playout.report.answers import answer
from playout.stats.intervals import rate_interval
from playout.stats.tally import GROUPS, Histogram, Tally
from playout.study.estimates import interval_of
from playout.study.files import read_study
from playout.study.run import Run, run_spec
from playout.study.spec import Spec, cells


def invented(template: str, wins: list[int], games: int = 1_000, complete: bool = True) -> Run:
    """A run of so many players as there are wins, in which all games end at 0 or 20 cards."""
    players = list(range(1, len(wins) + 1))
    factors: dict[str, Any] = {"players": players, "strategy": ["greedy"]}
    spec = Spec(game="the-game", factors=factors, answer=template)
    return Run(
        spec,
        load().game,
        cells(spec),
        [tally(won, games) for won in wins],
        [0.0] * len(wins),
        0.0,
        complete,
    )


def load() -> Any:
    return cells(Spec(game="the-game", factors={"strategy": ["greedy"]}))[0].rules


def tally(won: int, games: int) -> Tally:
    rate = Histogram(np.array([games - won, won], np.int64))
    left, played = np.zeros(21, np.int64), np.zeros(99, np.int64)
    left[[20, 0]] = played[[78, 98]] = games - won, won
    return Tally((rate, rate, Histogram(left), Histogram(played)), np.zeros((5, GROUPS), np.int64))


def said(template: str, *wins: int, **more: Any) -> str:
    return answer(invented(template, list(wins), **more))


@pytest.mark.parametrize("name", study_files())
def test_every_answer_that_ships_can_be_made_from_few_games(name: str) -> None:
    text = answer_of(find_out(load_study(name).changed(games=40, seed=None)))
    assert text
    assert not set("{}") & set(text)
    assert "nan" not in text


def test_a_row_says_its_factors_and_its_measures_with_intervals() -> None:
    text = "{{ row(players=2).strategy }} {{ row(players=2).win }} {{ row(players=2).cards_left }}"
    assert said(text, 0, 100) == "greedy 10.0 % (8.2 to 12.0) 18.00 (17.63 to 18.37)"


def test_best_and_worst_are_the_highest_and_lowest_of_the_rows_asked_for() -> None:
    assert said("{{ best('win').players }} {{ worst('win').players }}", 5, 9, 1) == "2 3"
    assert said("{{ best('win', players=1).players }}", 5, 9, 1) == "1"
    assert said("{% for r in rows(strategy='greedy') %}{{ r.players }} {% endfor %}", 5, 9) == "1 2"


def test_numbers_of_games_and_the_largest_value_can_be_told() -> None:
    assert said("{{ games }} {{ most('cards_played') }}", 5, 0) == "1000 98"
    assert said("{{ row(players=1).largest('cards_left') }}", 5) == "20"
    assert said("{{ row(players=1).value('win') }}", 5) == "0.005"


def test_no_wins_are_told_with_the_upper_bound() -> None:
    spec = read_study(find_study("the-game-double-deck"))
    asked = cells(spec)
    found = answer(Run(spec, load().game, asked, [tally(0, 10_000)] * len(asked), [], 0.0, True))
    assert "No win was seen in any row of 10000 games" in found
    assert f"below {100 * rate_interval(0, 10_000).high:.3f} %" in found


@pytest.mark.parametrize(
    ("wins", "words"),
    [
        ((100, 300), "rises by 20.0 points"),
        ((300, 100), "falls by 20.0 points"),
        ((100, 105), "does not change measurably (by +0.5 points, -2.2 to +3.2)"),
    ],
)
def test_a_change_says_its_direction_only_if_the_interval_does(
    wins: tuple[int, int], words: str
) -> None:
    assert words in said("{{ change(row(players=1), row(players=2), 'win') }}", *wins)


def test_the_interval_of_a_change_is_the_published_example_of_newcombe() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, table II, column a).

    His Wilson limits give 5.2 to 33.4 points; from Clopper-Pearson limits, which are wider, the
    interval must hold that one, and little more.
    """
    from playout.report.answers import _change

    text = _change(rate_interval(48, 80), rate_interval(56, 70), rate=True)
    assert text == "rises by 20 points (4 to 34)"


def line_up(template: str) -> Run:
    rules: Any = {"rounds": 1, "set": 6}
    seats: Any = {"seats": ["sequence,random"]}
    spec = Spec(game="mexican-train", games=200, rules=rules, factors=seats, answer=template)
    return run_spec(spec, threads=1)


def test_what_one_wins_at_a_table_the_other_loses_so_the_change_is_no_better_known() -> None:
    found = line_up("{{ change(row(strategy='random'), row(strategy='sequence'), 'win') }}")
    histogram = found.tallies[0].histograms[0]
    one = interval_of(found.game.measures[0], found.cells[0].rules, histogram)
    # Of two players the difference is 2 p - 1.
    low, high = 100 * (2 * one.low - 1), 100 * (2 * one.high - 1)
    assert f"({low:.0f} to {high:.0f})" in answer(found)


def test_a_per_cent_of_a_mean_is_that_of_a_rate() -> None:
    found = line_up("{{ row(strategy='random').percent('rounds') }}")
    assert answer(found).startswith("100.00 % (98.17 to 100.00)")
    with pytest.raises(PlayoutError, match="percent: 'turns' is more than 1 in some games"):
        answer(line_up("{{ row(strategy='random').percent('turns') }}"))


def test_a_stopped_run_never_fails_for_want_of_an_answer() -> None:
    template = "{{ row(players=2).win }}"
    partial = invented(template, [5, 0], complete=False)
    nothing = Run(
        partial.spec, partial.game, partial.cells, [Tally.empty(4)] * 2, [0.0] * 2, 0.0, False
    )
    assert answer(partial).startswith("0")
    assert answer(nothing) == "It was stopped before there were enough games for an answer."


def test_an_answer_that_fails_only_for_these_numbers_is_a_sentence() -> None:
    template = "{% if row().value('win') == 0 %}{{ row().nothing }}{% endif %}"
    with pytest.raises(PlayoutError, match="answer: a row has no 'nothing'"):
        said(template, 0)
