"""Values from step to step: counted as a slow model counts them, in any parts, and kept exactly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.stats.steps import Courses, Steps

GAMES, MOST = 40, 9


def drawn(seed: int) -> tuple[Any, Any, Any]:
    """Values, lengths and last values of some games; a few are longer than what is followed."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, MOST + 3, GAMES)
    values = rng.integers(0, 6, (GAMES, MOST + 1))
    last = np.where(lengths <= MOST, values[np.arange(GAMES), np.minimum(lengths, MOST)], 17)
    return values, lengths, last


def sorted_values(histogram: Any) -> list[float]:
    places, counts = histogram.seen
    return np.repeat(places, counts).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_each_step_has_the_values_of_its_games(seed: int) -> None:
    values, lengths, last = drawn(seed)
    steps = Steps.of(values, lengths, last)
    for step in range(MOST + 1):
        here = [values[g, step] for g in range(GAMES) if lengths[g] >= step]
        kept = [values[g, step] if lengths[g] >= step else last[g] for g in range(GAMES)]
        assert sorted_values(steps.here[step]) == sorted(here)
        assert sorted_values(steps.carried[step]) == sorted(kept)


@pytest.mark.parametrize("cut", [0, 1, 13, GAMES])
def test_parts_add_up_to_the_whole(cut: int) -> None:
    values, lengths, last = drawn(7)
    parts = [
        Steps.of(values[some], lengths[some], last[some]) for some in (slice(cut), slice(cut, None))
    ]
    whole = Steps.of(values, lengths, last)
    assert np.array_equal((parts[0] + parts[1]).array(), whole.array())
    assert np.array_equal((Steps.empty() + whole).array(), whole.array())


def test_what_is_kept_is_what_was_counted_also_without_zeros_at_the_end() -> None:
    values, lengths, last = drawn(3)
    for part in (Steps.of(values, lengths, last), Steps.empty()):
        courses = Courses(part.games, (part,))
        kept = [np.trim_zeros(array, "b") for array in courses.arrays()]
        again = Courses(0, (Steps.empty(),)).filled(kept)
        assert again.games == part.games
        assert np.array_equal(again.parts[0].array(), part.array())


@pytest.mark.parametrize(
    ("place", "value"), [(0, 0), (0, -1), (0, 99), (1, 0), (1, 99), (2, 50), (-1, 2)]
)
def test_damaged_counts_are_refused(place: int, value: int) -> None:
    values, lengths, last = drawn(3)
    whole = Courses(GAMES, (Steps.of(values, lengths, last),))
    games, array = whole.arrays()
    array[place] = value
    with pytest.raises(ValueError, match=r".+"):
        whole.filled([games, array])


def test_steps_of_another_number_of_games_are_refused() -> None:
    values, lengths, last = drawn(3)
    whole = Courses(GAMES, (Steps.of(values, lengths, last),))
    with pytest.raises(ValueError, match="different numbers of games"):
        whole.filled([np.array([GAMES + 1]), whole.arrays()[1]])
