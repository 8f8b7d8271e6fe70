"""Maps and lengths as SVG, as matplotlib figures and in the terminal."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from playout.hex import CriticalityMap, compound, criticality, parse_stones
from playout.questions.hex.figures import board_figure, length_figure
from playout.questions.hex.maps.screen import HEAT, terminal
from playout.report.tables import Figure as Picture
from playout.report.words import between
from tests.games.hex.boards import undecided

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def small() -> CriticalityMap:
    return criticality(stones="X...\n....\n..O.", boards=20_000, seed=3)


def percents(found: CriticalityMap) -> list[str]:
    """The rates of the free cells as pictures show them, row by row."""
    free = found.stones.ravel() == 0
    return [f"{100 * rate:.1f}" for rate in found.rates.ravel()[free]]


def texts(svg: str) -> list[str]:
    return [str(node.text) for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def titles(figure: Figure) -> list[str]:
    """What is written above the axes."""
    return [text.get_text() for text in figure.texts]


def test_a_map_is_drawn_with_the_rate_of_every_free_cell_and_its_stones(
    small: CriticalityMap,
) -> None:
    root = ElementTree.fromstring(small.svg(title="Cells & <stones>"))
    words = texts(small.svg(title="Cells & <stones>"))
    assert [word for word in words if "." in word and "%" not in word] == percents(small)
    assert "Cells & <stones>" in words
    assert len(list(root.iter(f"{SVG}circle"))) == 2
    told = [str(node.text) for node in root.iter(f"{SVG}title")]
    assert "a1" in told  # a stone has no rate
    assert f"b1: {100 * small.rates[0, 1]:.1f} %" in told
    assert all(f">{percent}</text>" in small._repr_html_() for percent in percents(small))


@pytest.mark.parametrize(
    ("rows", "cols"),
    [(1, 1), (1, 9), (9, 1), pytest.param(50, 50, marks=pytest.mark.thorough), (2, 40)],
)
def test_maps_of_all_sizes_are_drawn_as_well_formed_svg_and_as_figures(
    rows: int, cols: int, tmp_path: Path
) -> None:
    found = criticality(stones=undecided(rows, cols, 1), boards=64)
    ElementTree.fromstring(found.svg())
    Picture(lambda width: found.plot("A title", width)).save(tmp_path / "map.svg")
    ElementTree.fromstring((tmp_path / "map.svg").read_text(encoding="utf-8"))


def test_heat_is_the_rate_of_free_cells_and_nothing_under_stones(small: CriticalityMap) -> None:
    assert np.isnan(small.heat[small.stones != 0]).all()
    assert (small.heat[small.stones == 0] == small.rates[small.stones == 0]).all()


def test_a_figure_shows_rates_names_and_stones(small: CriticalityMap) -> None:
    figure = small.plot("Where")
    assert isinstance(figure, Figure)
    axes = figure.axes[0]
    words = [text.get_text() for text in axes.texts]
    assert [word for word in words if "." in word] == percents(small)
    assert [word for word in words if "." not in word] == [*"abcd", *"123"]
    assert titles(figure) == ["Where"]
    assert sum(isinstance(patch, Circle) for patch in axes.patches) == 2
    assert len(figure.axes) == 2  # the second is the scale
    assert titles(small.plot("")) == []
    assert titles(small.plot()) == [
        "Hex, 3 x 4: how often each cell decides who wins, on 20,000 boards"
    ]


def test_a_figure_of_stones_has_their_numbers_and_no_scale() -> None:
    figure = board_figure(parse_stones("X.\n.O"), numbers={0: 1, 3: 2})
    words = [text.get_text() for text in figure.axes[0].texts]
    assert words == ["1", "2", "a", "b", "1", "2"]
    assert len(figure.axes) == 1


@pytest.mark.parametrize(
    ("cols", "rates", "names"), [(15, True, True), (16, False, True), (31, False, False)]
)
def test_broad_boards_have_no_numbers_and_the_broadest_no_names(
    cols: int, rates: bool, names: bool
) -> None:
    figure = criticality(2, cols, boards=200).plot()
    words = [text.get_text() for text in figure.axes[0].texts]
    assert any("." in word for word in words) is rates
    assert ("a" in words) is names


def test_a_map_without_a_pivotal_cell_can_be_drawn() -> None:
    found = criticality(3, 3, boards=100, p=0)
    ElementTree.fromstring(found.svg())
    assert isinstance(found.plot(), Figure)
    assert terminal(found.stones, found.heat).plain.endswith("in per cent")
    assert found.sentence().endswith(": no cell ever decides who wins.")


def test_a_map_as_text_is_its_board_its_sentence_and_its_caption(small: CriticalityMap) -> None:
    said = repr(small)
    assert said.endswith(small.caption())
    for word in [*percents(small), "3x4: 20,000 boards (method flood)", "seed 3. "]:
        assert word in said
    wins = f"Player 1 (joins top and bottom) wins {between(small.win_interval, True)};"
    assert wins in " ".join(said.split())
    assert re.search(
        rf"{small.expected_pivotals:.3f} \([\d.]+ to [\d.]+\) deciding cells per board", said
    )
    assert f"Standard errors of single cells: up to {100 * small.standard_errors.max():.2g}" in said
    assert small.sentence() in said
    exact = criticality(2, 2, method="exact").caption()
    assert "16 boards (all fillings, exactly)" in exact
    assert "Player 1 (joins top and bottom) wins 50 %; 1.5 deciding cells" in exact
    assert "seed" not in exact
    assert criticality(2, 2, method="exact").data()["seed"] is None


def test_the_sentence_names_the_cells_that_may_be_the_most_pivotal() -> None:
    (best,) = criticality(stones="X.\n..", boards=20_000).leaders
    clear = criticality(stones="X.\n..", boards=20_000)
    decides = "it decides who wins on"
    means = "of random boards (giving it to the other player changes the winner)"
    assert clear.sentence() == (
        f"Hex 2x2, from the position given: {best} is the most critical cell: {decides} about 75 % "
        f"{means}."
    )
    assert criticality(5, 5, boards=10).sentence() == (
        "Hex 5x5: 10 random boards are too few to tell which cell is the most critical: it may be "
        "any of the 25 cells."
    )
    many = criticality(5, 5, boards=100)
    assert many.sentence().startswith(
        "Hex 5x5: 100 random boards are too few to tell which cell is the most critical. "
        f"{many.best} leads: {decides} somewhere between "
    )
    assert f". But {len(many.leaders)} cells may be the most critical: " in many.sentence()
    assert f"{many.leaders[7]} and {len(many.leaders) - 8} more." in many.sentence()
    few = criticality(4, 4, boards="5M")
    equal = (
        f"{few.leaders[0]} and {few.leaders[1]}, which are equal by symmetry, are the most "
        "critical cells: each of them decides"
    )
    assert equal in few.sentence()  # they are equal by symmetry
    assert criticality(3, 3, method="exact").sentence() == (
        f"Hex 3x3: b2 is the most critical cell: it decides who wins on 32.03 % {means}."
    )
    assert criticality(2, 2, method="exact").sentence() == (
        "Hex 2x2: b1 and a2 are the most critical cells: each of them decides who wins on 50 % "
        f"{means}."
    )
    assert criticality(2, 2, method="exact", p=0).sentence() == (
        "Hex 2x2 (player 2 gets every cell, p=0): no cell ever decides who wins."
    )


@pytest.mark.slow
def test_lengths_are_drawn_in_per_cent_with_their_mean() -> None:
    played = compound(3, 3, boards=200, games=50)
    axes = played.plot().axes[0]
    boxes = [bar.get_extents().transformed(axes.transData.inverted()) for bar in axes.patches]
    bars = {round((box.x0 + box.x1) / 2): box.height for box in boxes}
    assert sum(bars.values()) == pytest.approx(100)
    for length in range(1, played.lengths.max() + 1):
        assert bars[length] == pytest.approx(2 * (played.lengths == length).sum())
    (mean,) = axes.lines
    assert [text.get_text() for text in axes.texts] == [f"mean {played.lengths.mean():.1f}"]
    assert np.asarray(mean.get_xdata())[0] == pytest.approx(played.lengths.mean())
    assert isinstance(length_figure(np.array([4])), Figure)


def lines_of(found: CriticalityMap, width: int | None = None) -> list[str]:
    return terminal(found.stones, found.heat, width).plain.splitlines()


def test_every_rate_and_stone_is_in_its_row(small: CriticalityMap) -> None:
    lines = lines_of(small)
    assert lines[0].split() == [*"abcd"]
    for row, line in enumerate(lines[1:4]):
        due = [
            "?XO"[stone] if stone else f"{100 * rate:.1f}"
            for stone, rate in zip(small.stones[row].tolist(), small.rates[row], strict=True)
        ]
        assert line.split() == [str(row + 1), *due]
        assert line.startswith(" " * (3 * row))
    assert lines[4].endswith("in per cent")
    assert len(lines) == 5


@pytest.mark.parametrize(("size", "width"), [(11, 80), (15, 120), (25, 80), (50, 80), (11, 40)])
def test_a_map_fits_the_screen(size: int, width: int) -> None:
    found = criticality(size, boards=300)
    lines = lines_of(found, width)
    assert len(lines) in (size + 1, size + 2)  # the names of the columns may have no room
    assert max(map(len, lines[:-1])) <= width


def test_an_11x11_map_has_its_per_cents_at_80_columns() -> None:
    found = criticality(11, boards=20_000)
    assert lines_of(found, 80)[1].split() == ["1", *(f"{100 * r:.1f}" for r in found.rates[0])]


def test_rates_above_ten_per_cent_do_not_run_into_each_other() -> None:
    found = criticality(5, 5, boards=20_000)
    lines = lines_of(found, 35)
    for row in range(5):
        assert lines[row + 1].split() == [
            str(row + 1),
            *(f"{100 * r:.0f}" for r in found.rates[row]),
        ]


def test_broad_boards_are_shown_in_tenths_of_the_largest_rate() -> None:
    found = criticality(14, 16, boards=500)
    lines = lines_of(found, 80)
    tenths = np.minimum(9, (10 * (found.rates / found.rates.max())).astype(int))
    assert len(np.unique(tenths)) > 3
    for row in range(14):
        assert lines[row + 1].split() == [str(row + 1), *map(str, tenths[row].tolist())]
    assert lines[15].endswith(f"tenths of the largest: {100 * found.rates.max():.2f} %")


def test_a_board_without_room_says_how_to_see_it() -> None:
    assert lines_of(criticality(100, boards=10), 80) == [
        "The map is too wide for 80 characters; save a picture with --plot FILE."
    ]


def luminance(colour: int) -> float:
    """How light one of the 216 colours of the cube (16 .. 231) is: 0 black, 1 white (WCAG)."""
    levels = np.array([0, 95, 135, 175, 215, 255]) / 255
    parts = levels[[(colour - 16) // 36, (colour - 16) // 6 % 6, (colour - 16) % 6]]
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def test_the_colours_of_more_are_darker_in_a_terminal_of_256_colours() -> None:
    assert all(16 <= colour <= 231 for colour in HEAT)
    light = [luminance(colour) for colour in HEAT]
    assert all(one > 1.05 * other for one, other in pairwise(light))


def test_numbers_can_be_read_on_their_colours() -> None:
    found = criticality(11, boards=20_000)
    for span in terminal(found.stones, found.heat, 80).spans:
        ink, paper = (int(part.split("(")[1].rstrip(")")) for part in str(span.style).split(" on "))
        low, high = sorted([luminance(ink), luminance(paper)])
        assert (high + 0.05) / (low + 0.05) >= 4.5  # WCAG 2.2, 1.4.3


@pytest.mark.slow
def test_one_board_is_one_and_tells_no_standard_error() -> None:
    said = criticality(5, 5, boards=1).caption()
    assert "1 board (method flood)" in said
    assert "standard errors" not in said
    played = compound(2, 2, games=1, boards=1)
    assert "1 board per move" in played.caption()
    assert f" {played.lengths[0]} stones a game, " in played.caption()
