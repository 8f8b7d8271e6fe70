"""Pictures of every kind, for factors of every type, are drawn and are always the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from matplotlib.figure import Figure as Canvas
from matplotlib.text import Text

import playout
from playout.questions.runs import Answer
from playout.questions.runs.effects.grid import common
from playout.questions.runs.plots.plots import Plot, plot
from playout.report.figures import PAGE, PHONE, svg
from playout.report.tables import Figure
from playout.stats.tally import Tally

FACTORS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "numbers": {"players": [1, 2, 3]},
    "falling numbers": {"players": [3, 1, 2]},
    "words": {"hints": ["none", "marks"], "players": 2},
    "strategies": {"strategy": ["greedy", "combo", "chains:extra=1", "chains:extra=2"]},
    "numbers and words": {"players": [2, 3], "hints": ["none", "marks"]},
    "many numbers": {"jump": range(25)},
    "many rows": {"players": [1, 2, 3, 4], "hand": [5, 6], "strategy": ["greedy", "combo"]},
}
SIMPLE = ("nothing", "numbers", "falling numbers", "words")  # others have more to find room for
KINDS: tuple[Literal["lines", "bars", "distribution"], ...] = ("lines", "bars", "distribution")


def played(games: int = 30, **options: Any) -> Answer:
    return playout.run("the-game", games=games, **{"strategy": "greedy", **options})


def train(games: int = 20, **options: Any) -> Answer:
    return playout.run("mexican-train", games=games, **{"rounds": 1, "set": 6, **options})


def title(figure: Canvas) -> str:
    """The words above the axes, in a line."""
    return " ".join(text.get_text() for text in figure.texts)


def labels_of(figure: Canvas) -> list[str]:
    """What is said where lines end, or behind bars."""
    return [text.get_text() for text in figure.axes[0].texts]


def inside(figure: Canvas) -> bool:
    """Whether all that is drawn lies inside the picture."""
    figure.draw_without_rendering()
    box, whole = figure.get_tightbbox(), figure.bbox_inches
    slack = 0.02  # inches
    return bool(
        box.x0 >= -slack
        and box.y0 >= -slack
        and box.x1 <= whole.x1 + slack
        and box.y1 <= whole.y1 + slack
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind",
    [pytest.param(one, marks=pytest.mark.thorough if one == "bars" else ()) for one in KINDS],
)
def test_every_factor_can_be_the_axis(kind: Any) -> None:
    found = played(players=[2, 3], hints=["none", "marks"], strategy=["greedy", "combo"])
    for x in ("players", "hints", "strategy"):
        figure = found.plot("excellent", x=x, kind=kind)
        assert inside(figure)
        if kind != "distribution":
            assert title(figure).startswith(f"The Game: excellent rate by {x}")


@pytest.mark.slow
@pytest.mark.parametrize("width", [PAGE, pytest.param(PHONE, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.thorough if name in SIMPLE else ()) for name in FACTORS],
)
def test_pictures_of_factors_of_every_type_have_their_width_and_no_small_letters(
    name: str, width: float
) -> None:
    found = played(**FACTORS[name])
    for kind in KINDS:
        figure = found.plot("win" if width == PAGE else "cards_left", kind=kind, width=width)
        assert figure.get_size_inches()[0] == pytest.approx(width)
        assert inside(figure)
        sizes = {text.get_fontsize() for text in figure.findobj(Text) if text.get_text()}
        assert min(map(float, sizes)) * 96 / 72 >= 11


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("games", [1, 2])
def test_a_game_or_two_can_be_drawn(kind: Any, games: int) -> None:
    assert inside(played(games, players=[1, 2]).plot("cards_left", kind=kind))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_rows_without_games_are_left_out(kind: Any) -> None:
    found = played(players=[1, 2], strategy=["greedy", "combo"]).found
    empty = Tally.empty(5)
    some = replace(found, tallies=[*found.tallies[:3], empty], complete=False)
    none = replace(found, tallies=[empty] * 4, complete=False)
    for one in (some, none):
        assert inside(plot(one, Plot(kind=kind, measure="cards_left")))


def test_lines_go_through_the_estimates_in_the_order_of_the_axis() -> None:
    found = played(200, players=[3, 1, 2])
    line = found.plot("cards_left").axes[0].get_lines()[0]
    assert not labels_of(found.plot("cards_left"))  # one line needs no name
    table = found.to_pandas().sort_values("players")
    points = np.asarray(line.get_xydata()).tolist()
    assert points == table[["players", "cards_left"]].astype(float).to_numpy().tolist()


def test_the_steps_of_a_distribution_hold_all_games() -> None:
    found = played(500, strategy=["greedy", "combo"], deck="double")
    for patch in found.plot("cards_left", kind="distribution").axes[0].patches:
        assert patch.get_data().values.sum() == pytest.approx(100)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("width", [PAGE, PHONE])
def test_the_axis_of_all_panels_of_a_distribution_reaches_their_highest_step(width: float) -> None:
    found = played(500, players=[1, 2, 3], strategy=["greedy", "quick"])
    figure = found.plot("cards_left", kind="distribution", width=width)
    figure.draw_without_rendering()
    panels = [axes for axes in figure.axes if axes.get_visible()]
    tops = [
        max(patch.get_data().values.max() for patch in axes.patches)  # type: ignore[attr-defined]
        for axes in panels
    ]
    assert len(tops) == 3
    assert max(tops) > 1.5 * tops[0]
    for axes in panels:
        low, high = axes.get_ylim()
        assert low == 0
        assert max(tops) <= high < 1.2 * max(tops)


def test_below_a_distribution_stands_what_a_step_is_and_nothing_of_intervals() -> None:
    told = title(played(strategy=["greedy", "combo"]).plot("cards_left", kind="distribution"))
    assert "30 games each, the height of a step is the share of games with its value" in told
    assert "interval" not in told
    assert "95 % intervals" in title(played(players=[1, 2]).plot("cards_left"))


def test_a_rate_begins_at_zero_and_is_in_per_cent() -> None:
    axes = played(200, players=[1, 2]).plot("excellent").axes[0]
    assert axes.get_ylim()[0] == 0
    assert axes.get_ylabel() == "excellent (%)"


def test_more_lines_than_colours_still_differ() -> None:
    found = played(players=range(1, 7), strategy=["greedy", "combo"])
    labels = [label.get_text() for label in found.plot(x="strategy").axes[0].get_yticklabels()]
    assert len(set(labels)) == 2 + 6
    found = played(jump=range(12), players=[1, 2])
    handles, labels = found.plot(x="players").axes[0].get_legend_handles_labels()
    looks = {(h[0].get_color(), h[0].get_marker(), h[0].get_linestyle()) for h in handles}  # type: ignore[index]
    assert len(looks) == len(labels) == 12


@pytest.mark.slow
def test_an_svg_is_the_same_bytes_for_the_same_numbers() -> None:
    texts = {svg(played(100, players=[1, 2]).plot(kind=kind)) for kind in KINDS for _ in range(2)}
    assert len(texts) == len(KINDS)
    assert all(text.startswith("<svg") for text in texts)
    assert not any("<metadata" in text for text in texts)  # dates and versions


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "begins"), [(".png", b"\x89PNG"), (".svg", b"<svg"), (".pdf", b"%PDF")]
)
def test_a_figure_is_saved_in_the_format_of_its_name(
    ending: str, begins: bytes, tmp_path: Path
) -> None:
    path = tmp_path / f"picture{ending}"
    Figure(lambda width: played().plot(width=width)).save(path)
    assert path.read_bytes().startswith(begins)


def test_line_ups_are_said_in_few_words_and_only_where_they_tell_rows_apart() -> None:
    line_ups = ["random,random,random", "random,random"]
    few = playout.run("mexican-train", seats=line_ups, games=20, rounds=1)
    assert few.plot().axes[0].get_xlabel() == "players"
    assert not labels_of(few.plot())
    equal = ["random,random,ai-1", "random,ai-1,ai-1"]
    axes = playout.run("mexican-train", seats=equal, games=20, rounds=1).plot().axes[0]
    told = [label.get_text() for label in axes.get_yticklabels()]
    assert told == ["each of 2 random", "ai-1", "random", "each of 2 ai-1"]


def test_what_a_table_has_in_common_is_drawn_once() -> None:
    run = playout.run(
        "mexican-train", seats=["ai-1,random", "random,random"], tiles=[4, 6], games=20, rounds=1
    )
    assert labels_of(run.plot("turns", x="tiles")) == ["ai-1, random", "2 random"]
    assert len(labels_of(run.plot("points", x="tiles"))) == 3


def test_what_seats_have_in_common_is_drawn_once_if_they_count_the_same_games() -> None:
    for rotate, kept in ((False, 1), (True, 3)):
        run = train(9, seats="greedy,random,path", rotate=rotate, by="seat")
        assert len(common(run.found.rows)) == kept


def test_what_is_so_by_construction_is_not_drawn() -> None:
    alike = train(strategy=["random", "greedy"], players=[2, 3])
    assert alike.found.informative.name == "points"
    assert "points by players" in title(alike.plot())
    assert "nothing to draw" in title(alike.plot("win"))
    some = train(seats=["random,random", "greedy,random"])
    labels = [label.get_text() for label in some.plot().axes[0].get_yticklabels()]
    assert labels == ["greedy", "random"]
    seats = train(strategy="random", by="seat", players=2)
    assert seats.found.informative.name == "win"  # who begins may have more


def test_shares_have_a_dashed_line_at_the_equal_share() -> None:
    run = train(60, seats="greedy,random,random", tiles=[3, 5])
    figure = run.plot("win", x="tiles")
    (line,) = [one for one in figure.axes[0].get_lines() if one.get_label() == "an equal share"]
    assert set(np.asarray(line.get_ydata())) == {100 / 3}
    assert labels_of(figure) == ["greedy", "random", "an equal share"]


def test_no_equal_share_is_drawn_where_tables_of_several_sizes_have_a_point() -> None:
    seats = ["greedy,random,random", "greedy,random"]
    run = train(60, seats=seats, tiles=[3, 5])
    assert "an equal share" not in labels_of(run.plot("win", x="tiles"))
    assert "an equal share" in labels_of(run.plot("win", x="players"))
    by_seat = train(60, strategy="random", players=[2, 3], by="seat", tiles=[3, 5])
    assert "an equal share" not in labels_of(by_seat.plot("win", x="seat"))


def test_points_at_a_number_lie_evenly_around_it() -> None:
    run = train(60, strategy="random", players=[2, 3, 4], by="seat")
    handles: list[Any] = run.plot("points", x="players").axes[0].get_legend_handles_labels()[0]
    x = np.concatenate([line[0].get_xdata() for line in handles])
    for players in (2, 3, 4):
        here = x[np.round(x) == players]
        assert len(set(here)) == players
        assert here.mean() == pytest.approx(players)


def test_the_marks_of_many_lines_are_small_on_a_phone() -> None:
    def mark(width: float, jumps: int) -> float:
        found = played(jump=range(jumps), players=[1, 2])
        return found.plot(x="players", width=width).axes[0].get_lines()[1].get_markersize()

    assert mark(PHONE, 6) < mark(PHONE, 5) == mark(PAGE, 6)


def test_shares_that_nearly_are_equal_ones_are_drawn_as_differences() -> None:
    run = train(2000, strategy="random", players=[2, 3, 4], by="seat")
    figure = run.plot("win", x="players")
    assert "win rate, less an equal share, by players" in title(figure)
    table = run.to_pandas()
    due = 100 * (table["win"] - 1 / table["players"])
    drawn = [y for line in figure.axes[0].get_lines() for y in np.asarray(line.get_ydata())]
    assert all(np.isclose(drawn, value).any() for value in due)


def test_strategies_are_named_without_parameters_unless_these_tell_them_apart() -> None:
    run = playout.run("pig", seats="hold:at=15,random", games=20)
    labels = [label.get_text() for label in run.plot("win", x="seats").axes[0].get_yticklabels()]
    assert labels == ["hold", "random"]
    two = played(strategy=["chains:extra=1", "chains:extra=2"], players=[1, 2])
    assert set(labels_of(two.plot("cards_left"))) == {"chains (extra 1)", "chains (extra 2)"}


def test_bars_and_categories_keep_the_order_of_their_line_up() -> None:
    ups = ["random,greedy", "path,random"]
    run = playout.run("mexican-train", seats=ups, games=20, rounds=1)
    for kind in ("bars", "lines"):
        axes = run.plot("win", x="seats", kind=kind).axes[0]
        told = [label.get_text() for label in axes.get_yticklabels()]
        assert told == ["random", "greedy", "path", "random"]
        assert axes.get_ylim()[0] > axes.get_ylim()[1]  # the first stands at the top


@pytest.mark.slow
@pytest.mark.parametrize("width", [PAGE, PHONE])
def test_the_name_of_the_height_of_steps_stands_beside_them_and_not_on_the_legend(
    width: float,
) -> None:
    found = played(30, strategy=[f"chains:extra={extra}" for extra in range(6)])
    figure = found.plot("cards_left", kind="distribution", width=width)
    figure.draw_without_rendering()
    (name,) = (text for text in figure.texts if text.get_text().startswith("games (%)"))
    (below,) = (text for text in figure.texts if text.get_text() == "cards left")
    axes = figure.axes[0].bbox
    place = name.get_window_extent()
    assert not place.overlaps(figure.legends[0].get_window_extent())
    assert place.y0 + place.y1 == pytest.approx(axes.y0 + axes.y1, abs=2)
    assert axes.y0 - below.get_window_extent().y1 < 0.5 * figure.dpi
