"""Maps and lengths as SVG, as matplotlib figures and in the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.patches import Circle

from playout.hex import CriticalityMap, compound, criticality, parse_stones
from playout.questions.hex.figures import board_figure, length_figure
from playout.questions.hex.maps.screen import terminal
from playout.report.tables import Figure as Picture
from playout.report.words import between
from tests.questions.hex.boards import undecided

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


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 9), (9, 1), (50, 50), (2, 40)])
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
    assert titles(small.plot()) == ["Hex, 3 x 4: on how many of 20,000 boards each cell is pivotal"]


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
    assert terminal(found.stones, found.heat).plain.endswith("darkest: 0.00 %")
    assert found.sentence().endswith(": no cell was pivotal on any of 100 random boards.")


def test_figures_are_written_as_png_svg_and_pdf(small: CriticalityMap, tmp_path: Path) -> None:
    for ending in ("png", "svg", "pdf"):
        Picture(lambda width: small.plot(width=width)).save(tmp_path / f"map.{ending}")
    assert imread(tmp_path / "map.png").shape[2] == 4
    ElementTree.fromstring((tmp_path / "map.svg").read_text(encoding="utf-8"))
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF-")


def test_a_map_as_text_is_its_board_its_sentence_and_its_caption(small: CriticalityMap) -> None:
    said = repr(small)
    assert said.endswith(small.caption())
    for word in [*percents(small), "3x4, p = 0.5, 20,000 boards, method flood; ", "seed 3; "]:
        assert word in said
    assert f"player 1 wins {between(small.win_interval, True)};" in said
    assert re.search(
        rf"{small.expected_pivotals:.3f} \([\d.]+ to [\d.]+\) pivotal cells on a", said
    )
    assert f"standard errors of single cells up to {100 * small.standard_errors.max():.2g}" in said
    assert small.sentence() in said
    exact = criticality(2, 2, method="exact").caption()
    assert "16 boards, all fillings, exactly; player 1 wins 50 %; 1.5 pivotal cells" in exact
    assert "seed" not in exact
    assert criticality(2, 2, method="exact").data()["seed"] is None


def test_the_sentence_names_the_cells_that_may_be_the_most_pivotal() -> None:
    (best,) = criticality(stones="X.\n..", boards=20_000).leaders
    clear = criticality(stones="X.\n..", boards=20_000)
    means = "most often pivotal (flipping it alone changes the winner)"
    assert clear.sentence() == (
        f"Hex 2x2, from the position given: {best} is {means}, on about 75 % of random boards."
    )
    many = criticality(5, 5, boards=10)
    assert many.sentence().startswith(
        f"Hex 5x5: too few boards to tell which cell is {means}; {many.best} was, on about "
    )
    assert f", but {len(many.leaders)} cells may be the best: " in many.sentence()
    assert f"{many.leaders[7]} and {len(many.leaders) - 8} more." in many.sentence()
    few = criticality(4, 4, boards="5M")
    assert f"best: {few.leaders[0]} or {few.leaders[1]}." in few.sentence()
    assert criticality(3, 3, method="exact").sentence() == (
        f"Hex 3x3: b2 is {means}, on 32.03 % of random boards."
    )
    assert criticality(2, 2, method="exact").sentence() == (
        f"Hex 2x2: b1 and a2 are {means}, on 50 % of random boards."
    )
    assert criticality(2, 2, method="exact", p=0).sentence() == (
        "Hex 2x2 (p = 0): no cell is ever pivotal."
    )


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
