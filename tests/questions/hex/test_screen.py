"""Maps in the terminal."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from playout.hex import CriticalityMap, criticality
from playout.questions.hex.maps.screen import HEAT, terminal


@pytest.fixture(scope="module")
def small() -> CriticalityMap:
    return criticality(stones="X...\n....\n..O.", boards=20_000, seed=3)


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
    assert lines[4].endswith(f"darkest: {100 * small.rates.max():.2f} %")
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
        "The map is too broad for 80 characters; --plot FILE draws it."
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
