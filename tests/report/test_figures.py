"""What all figures share: labels that do not overlap, titles, pages, phones and notebooks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter
from matplotlib.figure import Figure as Canvas

from playout.report import figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.figures import COLOURS, INK, PAGE, PHONE, TITLE, breadth, readable_name, wrapped
from playout.report.labels import End, apart, label_ends, legend
from playout.report.picture import Picture
from playout.report.tables import Figure
from playout.stats.intervals import Interval

SVG = "{http://www.w3.org/2000/svg}"


def lines(width: float, names: tuple[str, ...] = ("one", "two"), title: str = "A title") -> Picture:
    """A picture of a line for each name."""
    figure = figures.empty(3.0, width)
    figures.headed(figure, title, "and a note")
    axes = figure.add_subplot()
    ends = []
    for k, name in enumerate(names):
        axes.plot([1, 2], [k, 1.0], color=COLOURS[k], label=name)
        ends.append(End(2, 1.0, name, COLOURS[k]))
    figures.tidy(axes)
    if not label_ends(figure, axes, ends):
        legend(figure, axes)
    return figure


@given(st.lists(st.floats(-0.5, 1.5), max_size=10), st.floats(0.001, 0.1))
def test_labels_are_apart_in_their_order_and_stay_in_the_axes(
    wanted: list[float], gap: float
) -> None:
    places = apart(wanted, gap)
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    steps = [places[b] - places[a] for a, b in pairwise(order)]
    assert all(step > gap - 1e-9 for step in steps)
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in places)


def test_labels_that_have_room_stay_where_they_are_and_others_give_way_evenly() -> None:
    assert apart([0.9, 0.1], 0.2) == pytest.approx([0.9, 0.1])
    assert apart([0.5, 0.5, 0.9], 0.1) == pytest.approx([0.45, 0.55, 0.9])


def test_lines_are_named_where_they_end_and_in_a_legend_if_names_are_too_wide() -> None:
    figure = lines(PAGE)
    assert [text.get_text() for text in figure.axes[0].texts] == ["one", "two"]
    assert not figure.legends
    figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert not boxes[0].overlaps(boxes[1])
    figure = lines(PHONE, ("a name that is far too wide", "another such name"))
    assert not figure.axes[0].texts
    figure.draw_without_rendering()
    named = figure.legends[0].get_window_extent()
    assert not named.overlaps(figure.axes[0].get_window_extent())
    assert not any(named.overlaps(text.get_window_extent()) for text in figure.texts)
    assert figure.bbox.x1 >= named.x1


def test_a_title_takes_as_many_lines_as_it_needs() -> None:
    long = "A title of so many words that no phone has room for it in a line"
    for width in (PAGE, PHONE):
        told = [text.get_text() for text in lines(width, title=long).texts]
        assert " ".join(told) == f"{long} and a note"
        assert all(breadth(text, TITLE) < width for text in told)
    assert wrapped("unbreakable", 0.1) == ["unbreakable"]
    assert wrapped("", 1.0) == []


def test_a_dollar_is_a_letter_and_powers_of_ten_are_mathematics() -> None:
    figure = lines(PAGE, names=("$^$", "a $x$ b"), title="$$")
    figure.axes[0].set_yticks([0, 1], ["$_$", "$y$"])
    figure.axes[0].set_xscale("log")
    drawn = re.sub(r"<[^>]*>", "", figures.svg(figure))
    assert all(f"{word}\n" in drawn for word in ("$^$", "a $x$ b", "$$", "$_$", "$y$"))
    assert "mathdefault" not in drawn


def test_what_people_read_has_no_signs_of_the_command_line() -> None:
    assert readable_name("careful") == "careful"
    assert readable_name("ai-2:mexican=0:cover=0") == "ai-2 (mexican 0, cover 0)"
    assert readable_name("first_player=best") == "first player best"


def test_a_page_gets_two_pictures_with_words_for_who_cannot_see_them() -> None:
    html = Figure(lambda width: lines(width)).html('Who "wins" & why')
    root = ElementTree.fromstring(html)
    wide, narrow = root
    assert (wide.get("class"), narrow.get("class")) == ("wide", "narrow")
    assert (wide.get("width"), narrow.get("width")) == ("736", "358")
    for one in (wide, narrow):
        assert one.get("role") == "img"
        assert one.get("aria-label") == 'Who "wins" & why'


def drawing(width: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {96 * width:.0f} 9.0" width="9" '
        'font-family="sans-serif" text-anchor="middle" role="img"><title>T</title>'
        '<rect x="0.0" y="0.0" width="100%" height="100%" fill="#fff"/>'
        '<linearGradient id="heat"><stop offset="0.25"/></linearGradient>'
        '<text x="1.26" y="2.0" fill="#333">0.125</text><path d="M1.0 2" fill="url(#heat)"/></svg>'
    )


@pytest.mark.parametrize(
    "figure", [Figure(lambda width: lines(width)), Figure(lines, drawing=drawing)]
)
def test_pictures_of_a_page_have_its_ink_no_paper_and_names_of_their_own(figure: Figure) -> None:
    html = figure.html("alt")
    assert html == figure.html("alt")  # the same bytes
    names = re.findall(r' id="([^"]*)"', html)
    assert len(names) == len(set(names)) > 0
    used = re.findall(r'(?:url\(#|href="#)([^")]*)', html)
    assert set(used) == set(names)
    assert "currentColor" in html
    assert not re.search(r"#000000|#ffffff|#fff|#333|metadata|xmlns:", html)
    assert not re.search(r"\*\s*{", html)  # a rule for the whole page


def test_words_in_pictures_of_a_page_keep_all_their_digits() -> None:
    html = Figure(lines, drawing=drawing).html("alt")
    assert ">0.125<" in html
    assert 'offset="0.25"' in html
    assert 'x="1.3" y="2"' in html


def test_labels_in_colours_are_mixed_with_the_ink_of_the_page() -> None:
    html = Figure(lambda width: lines(width)).html("alt")
    assert f"fill:{COLOURS[0]};fill:color-mix(in srgb,{COLOURS[0]} 65%,currentColor)" in html


def test_a_notebook_shows_a_picture_of_its_own_size() -> None:
    data, size = lines(PHONE)._repr_png_()
    assert data.startswith(b"\x89PNG")
    assert size["width"] == 358
    assert int.from_bytes(data[16:20], "big") == 2 * 358


def test_ipython_shows_a_picture_once_with_and_without_matplotlib_inline() -> None:
    formatter: Any = DisplayFormatter()
    data, sizes = formatter.format(lines(PHONE))
    assert set(data) == {"text/plain", "image/png"}
    assert sizes["image/png"]["width"] == 358
    # What the magic line does: it says how every figure is drawn.
    formatter.formatters["image/png"].for_type(Canvas, lambda figure: b"inline")
    assert formatter.format(lines(PHONE))[0]["image/png"] == b"inline"


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("width", [PAGE, PHONE])
def test_bars_have_names_and_numbers_that_are_not_in_each_others_way(
    points: bool, width: float
) -> None:
    bars = [
        Bar("the first", Interval(30.0, 20.0, 40.0), "30", COLOURS[0], due=43.0),
        Bar(
            "a second with a very long name that takes two lines", Interval(-9, -12, -6), "-9", INK
        ),
        Bar("unknown", Interval(float("nan"), 0, 0), "-", COLOURS[1]),
    ]
    figure = draw_rows([Group("both", bars)], "T", "", "x", width, points=points)
    figure.draw_without_rendering()
    axes = figure.axes[0]
    names = [label.get_window_extent() for label in axes.get_yticklabels()]
    numbers = [text.get_window_extent() for text in axes.texts]
    assert [text.get_text() for text in axes.texts] == ["30", "-9"]
    assert not any(name.overlaps(number) for name in names for number in numbers)
    assert not any(a.overlaps(b) for k, a in enumerate(names) for b in names[:k])
    line = axes.transData.transform((43.0, 0.0))[0]
    assert numbers[0].x0 > line  # behind the dashed line that was in its way


def test_ticks_of_numbers_that_are_close_together_are_whole_numbers() -> None:
    bars = [
        Bar("low", Interval(998.2, 998.1, 998.3), "998.2", INK),
        Bar("high", Interval(1000.1, 1000.0, 1000.2), "1000.1", INK),
    ]
    figure = draw_rows([Group("both", bars)], "T", "", "x", PHONE, points=True, zero=False)
    figure.draw_without_rendering()
    axis = figure.axes[0].xaxis
    assert axis.get_offset_text().get_text() == ""
    assert [float(label.get_text()) for label in axis.get_ticklabels()] == [*axis.get_ticklocs()]


@pytest.mark.parametrize("low", [-0.3, -6.0, -60.0])
@pytest.mark.parametrize("width", [PAGE, PHONE])
def test_a_number_before_a_long_interval_below_zero_stays_in_the_axes(
    low: float, width: float
) -> None:
    bars = [
        Bar("players from 1 to 2", Interval(-0.2, low, 0.1), "-0.20", INK),
        Bar("one more player × one more card", Interval(1.8, -4.3, 7.9), "+1.8", INK),
    ]
    figure = draw_rows([Group("both", bars)], "T", "", "x", width, points=True)
    figure.draw_without_rendering()
    axes = figure.axes[0]
    number = axes.texts[0].get_window_extent()
    assert number.x0 >= axes.bbox.x0
    assert not any(name.get_window_extent().overlaps(number) for name in axes.get_yticklabels())
