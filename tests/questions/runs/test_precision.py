"""A run that is as precise as was asked, and no longer than it takes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import playout
from playout.questions.asked import read_precision
from playout.questions.runs import Answer, Job, ask
from playout.report.estimates import interval_of
from playout.runner.plan import LOOKS
from playout.stats.sequential import Aim
from tests.playing import played, refused


@pytest.mark.parametrize(
    ("given", "aim"),
    [
        (0.002, Aim(0.002)),
        ("0.002", Aim(0.002)),
        ("2e-3", Aim(0.002)),
        ("5%", Aim(0.05, True)),
        (" 0.5 %", Aim(0.005, True)),
        (3, Aim(3.0)),
    ],
)
def test_a_precision_is_a_half_width_or_a_part_of_the_estimate(given: Any, aim: Aim) -> None:
    found = read_precision(given)
    assert found.relative == aim.relative
    assert found.half_width == pytest.approx(aim.half_width)
    assert read_precision(str(found)) == found


@pytest.mark.parametrize("given", ["0", "-1", "0%", "100%", "x", "", "nan", "inf", True, "5%%"])
def test_an_impossible_precision_is_refused_in_a_sentence(given: Any) -> None:
    refused("must be half the width of an interval, above 0: 0.002, or 5%", read_precision, given)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"precision": 0.1, "games": 100}, "games and precision exclude each other: use only"),
        ({"max_games": 100}, "max_games=100: only possible with precision"),
        ({"measure": "wins"}, "there is no measure 'wins': did you mean 'win'"),
        ({"precision": 0.1, "measure": "wins"}, "there is no measure 'wins': did you mean 'win'"),
        ({"precision": 0.1, "max_games": 0}, "max_games=0: must be"),
    ],
)
def test_what_does_not_go_together_is_refused(options: Any, said: str) -> None:
    refused(said, ask, "the-game", **options)


@pytest.mark.parametrize(
    ("precision", "measure"), [(0.02, "win"), ("10%", "excellent"), (0.5, "cards_left")]
)
def test_each_row_stops_at_the_first_look_that_is_precise_enough(
    precision: Any, measure: str
) -> None:
    given: dict[str, Any] = {"players": [1, 2], "strategy": "quick"}
    found = played(Job(ask("the-game", precision=precision, measure=measure, **given)))
    aim = read_precision(precision)
    place = [m.name for m in found.game.measures].index(measure)
    for row, tally in zip(found.rows, found.tallies, strict=True):
        assert tally.games in LOOKS

        def width(games: int, row: Any = row) -> Any:
            shorter = played(Job(ask("the-game", games=games, **given)), 1)
            here = shorter.tallies[shorter.rows.index(same(shorter, row))]
            histogram = here.histograms[place]
            one = found.game.measures[place]
            return interval_of(one, row.rules, histogram, "anytime", aim=aim)

        before = max(look for look in LOOKS if look < tally.games) if tally.games > 256 else 0
        assert aim.reached(width(tally.games))
        assert before == 0 or not aim.reached(width(before))
    table = playout.run("the-game", precision=precision, measure=measure, **given).to_pandas()
    assert table["games"].tolist() == [tally.games for tally in found.tallies]
    assert set(table["interval"]) == {"anytime-valid"}
    half = (table[f"{measure}_high"] - table[f"{measure}_low"]) / 2
    assert (half <= aim.half_width * (table[measure] if aim.relative else 1)).all()


def same(found: Any, row: Any) -> Any:
    """The row of another run of the same question."""
    return next(one for one in found.rows if one.factors == row.factors)


@pytest.mark.slow
def test_the_number_of_games_does_not_depend_on_threads() -> None:
    frames = [
        playout.run(
            "mexican-train",
            seats=[["random", "greedy"], ["path", "random", "random"]],
            precision="10%",
            target=30,
            workers=threads,
        ).to_pandas()
        for threads in (1, 2, 5)
    ]
    assert all(one.equals(other) for one, other in pairwise(frames))
    assert frames[0]["games"].nunique() > 1  # each table has as many as it needs


def test_what_was_not_reached_is_said_with_how_far_it_got() -> None:
    found = played(Job(ask("the-game", precision=0.001, max_games=500)), None)
    assert found.complete
    assert found.missed == (0,)
    said = Answer(found).shortfall()
    assert said.startswith(
        "win did not reach the precision 0.001 (0.1 percentage points): after 500 games it is"
    )
    assert "raise max_games, or choose a larger precision" in said
    assert Answer(played(Job(ask("the-game", precision=0.2)), None)).shortfall() == ""


def test_what_was_not_reached_says_how_many_games_may_remain() -> None:
    options: dict[str, Any] = {"strategy": ["greedy", "random"], "precision": 0.015}
    few = Answer(played(Job(ask("the-game", max_games=300, measure="excellent", **options))))
    enough = Answer(played(Job(ask("the-game", measure="excellent", **options))))
    more = few.found.remaining
    assert more is not None
    assert "more games are expected until excellent is as precise as asked" in few.caption()
    assert few.data()["remaining"] == more.estimate
    assert more.low <= enough.games - few.games <= more.high
    assert enough.found.remaining is None
    assert "expected" not in enough.caption()
    assert enough.data()["remaining"] is None


def test_measures_never_exceed_what_they_declare() -> None:
    """Anytime-valid intervals of means rest on it."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("the-game", {"strategy": "random", "players": [1, 5]}),
        ("hex", {"rows": [1, 3], "strategy": "random"}),
        ("mexican-train", {"strategy": "random", "players": [2, 8], "set": [6, 12]}),
        ("mexican-train", {"strategy": "random", "variant": "seed", "rounds": [1, 3]}),
    ]
    for game, options in asked:
        found = played(Job(ask(game, games=300, **options)), None)
        for row, tally in zip(found.rows, found.tallies, strict=True):
            for measure, histogram in zip(found.game.measures, tally.histograms, strict=True):
                top = measure.top(row.rules)
                assert top is not None
                assert 0 <= histogram.minimum <= histogram.maximum <= top
