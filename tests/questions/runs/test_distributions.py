"""Histograms, quantiles and chances: views of the exact counts of a run, old or new."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import playout
from playout.engine.errors import PlayoutError
from playout.engine.find.games import find_game
from playout.engine.game.game import Measure
from playout.questions.runs.distributions.bins import MOST, bins_of
from playout.questions.runs.distributions.views import USUAL, read_views
from playout.report.estimates import chance_interval, quantile_name
from playout.stats.intervals import rate_interval
from playout.stats.sequential import sequence_interval
from playout.stats.tally import Histogram
from tests.command import mistake, printed, printed_json

ASKED = "run the-game --players 1,2 --strategy greedy --games 400 --seed 5"


@pytest.fixture(scope="module")
def answer() -> Any:
    return playout.run("the-game", players=[1, 2], strategy="greedy", games=400, seed=5)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("views") / "a.run"
    printed(f"{ASKED} --save {path}")
    return path


def values(answer: Any, row: int, measure: str) -> list[float]:
    """The value of each game of a row, in rising order."""
    counts = answer.found.histogram(row, answer.found.measure(measure))
    return [
        counts.value(int(place)) for place, n in zip(*counts.seen, strict=True) for _ in range(n)
    ]


# ------------------------------------------------------------------ histograms


def test_a_histogram_has_the_count_and_the_share_of_every_value_that_was_seen(answer: Any) -> None:
    frame = answer.histogram("cards_left").to_pandas()
    assert [*frame.columns] == [
        *("players", "strategy", "measure", "value", "count", "share", "share_low", "share_high")
    ]
    for row, players in enumerate((1, 2)):
        rows, seen = frame[frame["players"] == players], values(answer, row, "cards_left")
        assert np.repeat(rows["value"], rows["count"]).tolist() == seen
        assert rows["share"].sum() == pytest.approx(1)
        for count, low in zip(rows["count"], rows["share_low"], strict=True):
            assert low == rate_interval(count, 400).low
    counts = answer.distribution("cards_left")["count"].tolist()
    assert frame["count"].tolist() == counts


def test_the_intervals_of_a_stopped_run_hold_at_any_time() -> None:
    here = chance_interval(30, 400, "anytime")
    assert here == sequence_interval(Histogram(np.array([370, 30])), 1.0)
    assert here.high - here.low > np.subtract(*chance_interval(30, 400)[:0:-1])


@pytest.mark.parametrize("width", [60, 80, None])
def test_bars_have_room_on_the_screen_and_count_every_game_once(
    answer: Any, width: int | None
) -> None:
    text = answer.showing(histogram="cards_left").to_text(width)
    assert width is None or max(map(len, text.splitlines())) <= width
    bars = text.partition("How often each value of cards left occurred\n")[2].partition(
        "\nEach bar"
    )[0]
    blocks = bars.split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == ["1 player", "2 players"]
    for block in blocks:
        lines = block.splitlines()[1:]
        assert len(lines) <= MOST + 4
        shares = [float(line.split("%")[0].split()[-1]) for line in lines]
        assert sum(shares) == pytest.approx(100, abs=0.05 * len(lines))


def test_more_rows_than_have_room_for_bars_have_a_line_each() -> None:
    answer = playout.run("pig", players="2..4", strategy=["hold", "random"], games=50)
    text = str(answer.histogram("turns"))
    lines = text.splitlines()[1:7]
    assert lines[0].startswith("2 players, hold    ")
    assert all("\N{FULL BLOCK}" in line for line in lines)
    assert "at the left" in text


def test_a_measure_of_the_whole_table_is_shown_once_for_all_who_sit_there() -> None:
    answer = playout.run("pig", strategy="hold", players=2, by="seat", games=50)
    assert "seat 2" not in str(answer.histogram("turns"))
    assert "seat 2" in str(answer.histogram("points"))


def test_the_mean_over_seats_says_that_it_is_one() -> None:
    answer = playout.run("pig", strategy="hold", players=2, games=50)
    assert "points: mean of the seats of a strategy" in str(answer.histogram("points"))


MEAN = Measure("points", "mean", "points")
ENDING = Measure("ending", "category", "why", categories=("won", "stuck"))


@pytest.mark.parametrize(
    ("measure", "seen", "unit", "labels"),
    [
        (MEAN, [0, 1, 3], 1, ["0", "1", "2", "3"]),
        (MEAN, [], 1, []),
        (MEAN, range(100), 1, [f"{k} to {k + 4}" for k in range(0, 100, 5)]),
        (MEAN, range(7, 31), 1, [f"{k} to {k + 1}" for k in range(6, 31, 2)]),
        (MEAN, [1, 2, 4], 2, ["0.5", "1", "2"]),
        (ENDING, [1, 1], 1, ["won", "stuck"]),
        (Measure("win", "share", "win"), [420, 840], 840, ["0.5", "1"]),
    ],
)
def test_the_edges_of_bins_say_which_values_they_have(
    measure: Measure, seen: Any, unit: int, labels: list[str]
) -> None:
    histogram = Histogram.of(np.array(seen, np.int64), unit)
    bins = bins_of(measure, [histogram])
    assert [one.label for one in bins] == labels
    assert sum(one.count(histogram) for one in bins) == histogram.n


@pytest.mark.parametrize("unit", [1, 2, 3])
def test_a_long_tail_is_one_bin_and_no_value_is_lost(unit: int) -> None:
    rng = np.random.default_rng(1)
    seen = rng.geometric(0.1, 5000)
    histogram = Histogram.of(np.append(seen, [4000]), unit)
    bins = bins_of(MEAN, [histogram, Histogram.of(seen, unit)])
    assert len(bins) <= MOST + 4
    assert sum(one.count(histogram) for one in bins) == 5001
    assert all(one.end == other.low for one, other in pairwise(bins))
    assert bins[-1].count(histogram) < 100
    wide = {one.end - one.low for one in bins[:-1]}
    assert len(wide) == 1


def test_the_picture_of_several_measures_names_them_and_all_rows(answer: Any) -> None:
    drawn = answer.showing(histogram=["cards_left", "ending"]).figures()[0].svg()
    for word in ("1 player", "2 players", "cards left", "ending", "stuck"):
        assert f">{word}</text>" in drawn


# ------------------------------------------------------------------ quantiles


def test_quantiles_take_the_place_of_the_median_and_the_95th_percentile(answer: Any) -> None:
    frame = answer.showing(quantiles=[0.1, 0.5, "2.5%"]).to_pandas()
    for row in range(2):
        seen = values(answer, row, "cards_left")
        for name, part in (("p10", 0.1), ("median", 0.5), ("p2.5", 0.025)):
            here = frame.loc[row, [f"cards_left_{name}{end}" for end in ("_low", "", "_high")]]
            assert here.is_monotonic_increasing
            assert here.iloc[1] == seen[int(np.ceil(part * 400)) - 1]
    assert "cards_left_p95" not in frame
    assert "cards_left_p95" in answer.to_pandas()


def test_quantiles_are_shown_if_they_are_asked_for(answer: Any) -> None:
    assert "cards left p95" not in answer.to_text()
    assert "cards left p95" in answer.showing(quantiles="0.25,0.95").to_text()


@pytest.mark.parametrize("part", [0.5, 0.95, 0.1, 0.001])
def test_the_names_of_quantiles_are_told_apart(part: float) -> None:
    names = {0.5: "median", 0.95: "p95", 0.1: "p10", 0.001: "p0.1"}
    assert quantile_name(Fraction(str(part))) == names[part]


# ------------------------------------------------------------------ chances


@pytest.mark.parametrize(
    ("text", "name", "counts"),
    [
        ("cards_left<=5", "cards_left <= 5", lambda v: v <= 5),
        ("cards-left < 5", "cards_left < 5", lambda v: v < 5),
        ("cards_left ≥ 20", "cards_left >= 20", lambda v: v >= 20),
        ("cards_left>20", "cards_left > 20", lambda v: v > 20),
        ("cards_left==7", "cards_left = 7", lambda v: v == 7),
        ("cards_left=2..5", "cards_left = 2..5", lambda v: 2 <= v <= 5),
        ("cards_left>1000", "cards_left > 1000", lambda v: False),
    ],
)
def test_a_chance_is_the_rate_of_the_games_that_meet_it(
    answer: Any, text: str, name: str, counts: Any
) -> None:
    shown = answer.showing(chance=text)
    for row in range(2):
        here = shown[row]
        seen = sum(map(counts, values(answer, row, "cards_left")))
        interval = rate_interval(seen, 400)
        assert tuple(here[f"{name}{end}"] for end in ("", "_low", "_high")) == interval
    assert name.replace("_", " ") in shown.to_text(200)


def test_the_chance_of_a_word_is_the_rate_that_every_run_has(answer: Any) -> None:
    shown = answer.showing(chance="ending = stuck")
    assert shown["ending_stuck"] == answer["ending_stuck"]
    assert "ending stuck" in shown.to_text(200)
    assert "ending stuck" not in answer.to_text(200)


def test_chances_of_a_seat_need_a_row_for_each_seat() -> None:
    given: dict[str, Any] = {"strategy": "hold", "players": 2, "games": 200}
    together = playout.run("pig", **given).showing(chance="points<=50", quantiles=0.1)
    assert np.isnan(together["points <= 50"][0])
    assert "use --by seat for quantiles and chances of one seat" in together.to_text()
    seats = playout.run("pig", by="seat", **given)
    for row, shown in enumerate(seats.showing(chance=["points<=50", "win=1"])):
        assert shown["points <= 50"] == np.mean(np.array(values(seats, row, "points")) <= 50)
        assert shown["win = 1"] == shown["win"]


def test_a_run_plays_until_a_chance_is_as_precise_as_asked(file: Path) -> None:
    condition = "cards_left<=20"
    given: dict[str, Any] = {"strategy": "greedy", "players": 2, "precision": 0.08}
    answer = playout.run("the-game", measure=condition, save=file.with_name("p.run"), **given)
    assert answer.complete
    name = "cards_left <= 20"
    shown = answer.showing(chance=condition)[0]
    assert shown[f"{name}_high"] - shown[f"{name}_low"] <= 0.16
    assert f"--measure '{name}'" in answer.found.asked.command(100)
    again = playout.load_run(file.with_name("p.run"))
    assert again == answer


@pytest.mark.parametrize(
    ("game", "given", "sentence"),
    [
        (
            "the-game",
            {"chance": "cards_left"},
            "a measure, a sign and a value, such as win<=5 (<=,",
        ),
        ("the-game", {"chance": ""}, "a measure, a sign and a value, such as win<=5"),
        ("the-game", {"chance": [5]}, "a measure, a sign and a value, such as win<=5"),
        ("the-game", {"chance": "cards<=5"}, "there is no measure 'cards': did you mean"),
        ("the-game", {"chance": "<=5"}, "there is no measure '<=5'"),
        ("the-game", {"chance": "cards_left<="}, "nothing is not a value of cards_left,"),
        (
            "the-game",
            {"chance": "cards_left<=x"},
            "x is not a value of cards_left, which is a whole number",
        ),
        ("the-game", {"chance": "cards_left<=2.5"}, "a whole number"),
        ("the-game", {"chance": "cards_left<=2..5"}, "a whole number"),
        ("the-game", {"chance": "cards_left=5..2"}, "a range begins with its lower end"),
        ("the-game", {"chance": "ending<=stuck"}, "write = and one of won, stuck, conceded"),
        ("the-game", {"chance": "ending=lost"}, "write = and one of won, stuck, conceded"),
        ("pig", {"chance": "win>=2"}, "a number from 0 to 1"),
        ("the-game", {"histogram": "cards"}, "there is no measure 'cards': did you mean"),
        ("the-game", {"histogram": 3}, "histogram=3: must be the name of a measure"),
        ("the-game", {"quantiles": "0.1,2"}, "quantiles='2': must be numbers between 0 and 1,"),
        ("the-game", {"quantiles": [0]}, "quantiles=0: must be numbers between 0 and 1"),
        ("the-game", {"quantiles": "x"}, "quantiles='x': must be numbers between 0 and 1,"),
        ("the-game", {"quantiles": "inf"}, "quantiles='inf': must be numbers between"),
        ("the-game", {"chance": ["win=1"] * 30}, "chance: at most 20 can be shown at once"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_sentence(
    game: str, given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError) as error:
        read_views(find_game(game), **given)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_without_a_wish_the_views_are_the_usual_ones() -> None:
    assert read_views(find_game("pig")) == USUAL


# ------------------------------------------------------------------ commands


SHOWN = ["--histogram", "cards_left", "--quantiles", "0.1,0.9", "--chance", "cards_left<=5"]


def test_the_command_shows_all_three(answer: Any) -> None:
    text = printed(*ASKED.split(), *SHOWN)
    for part in ("How often each value of cards left", "cards left p10", "cards left <= 5"):
        assert part in text
    data = printed_json(*ASKED.split(), *SHOWN, "--json")
    assert len(data["histogram"]) == len(answer.distribution("cards_left"))
    assert (
        data["rows"][0]["cards_left <= 5"]
        == answer.showing(chance="cards_left<=5")[0]["cards_left <= 5"]
    )


@pytest.mark.parametrize("command", ["status {}", "resume {}", "extend {} --games 450"])
def test_a_saved_run_shows_them_too(file: Path, command: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.run"
    copy.write_bytes(file.read_bytes())
    text = printed(*command.format(copy).split(), *SHOWN)
    for part in ("How often each value of cards left", "cards left p10", "cards left <= 5"):
        assert part in text


def test_export_writes_the_histogram_of_a_saved_run(file: Path, answer: Any) -> None:
    out = file.with_name("h.csv")
    printed("export", str(file), "--histogram", "cards_left", "--csv", str(out))
    pd.testing.assert_frame_equal(pd.read_csv(out), answer.histogram("cards_left").to_pandas())


def test_other_questions_have_no_such_views(tmp_path: Path) -> None:
    saved = tmp_path / "c.run"
    printed(f"compare pig --a hold --b random --max-games 50 --save {saved}")
    assert mistake("status", str(saved), "--chance", "win=1") == (
        "playout: --chance: only possible with playout run, not with compare\n"
    )
    assert mistake("compare", "pig", "--a", "hold", "--b", "random", "--measure", "turns<=3") == (
        "playout: --measure 'turns<=3': the chance of a condition works only with playout run; use "
        "a measure: choose from points, throws, turns, win\n"
    )
    assert "for the chance of a condition, write --chance" in mistake(
        "run", "pig", "--measures", "turns<=3"
    )
