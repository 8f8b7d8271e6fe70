"""Races on a track: who may go ahead, and who is sent back."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.kits import tracks

# Three seats on a track of four steps: seats 0 and 1 share squares 2 and 3, seat 2 has its own.
PATH = tracks.path_of((1, 2, 3, 4), (5, 2, 3, 6), (7, 8, 9, 10))
STEPS = tracks.steps_on(PATH)


def begun() -> Any:
    at = np.ones((3, 6), np.int64)
    tracks.set_up(at, 3, 2)
    return at


def test_all_pieces_begin_beside_the_board() -> None:
    assert begun().tolist() == [[2, 0, 0, 0, 0, 0]] * 3
    at = np.ones((3, 6), np.int64)
    tracks.set_up(at, 2, 1)
    assert at.sum(axis=1).tolist() == [1, 1, 0]


def test_squares_and_steps_are_the_same_both_ways() -> None:
    for seat in range(3):
        for step in range(1, 5):
            assert STEPS[seat, PATH[seat, step]] == step
    assert np.count_nonzero(STEPS) == 12


def test_a_piece_goes_ahead_as_far_as_home_and_not_onto_its_own() -> None:
    at = begun()
    tracks.advance(at, PATH, STEPS, 0, 0, 2)
    may = [(step, by) for step in range(-1, 7) for by in range(-1, 8)]
    may = [one for one in may if one[0] < 6 and tracks.can_advance(at, 0, *one)]
    assert may == [(0, 1), (0, 3), (0, 4), (0, 5), (2, 1), (2, 2), (2, 3)]


def test_a_piece_of_another_on_the_square_goes_back() -> None:
    at = begun()
    assert tracks.advance(at, PATH, STEPS, 0, 0, 2) == 0
    assert tracks.advance(at, PATH, STEPS, 2, 0, 2) == 0  # on a path of its own
    assert tracks.taken(at, PATH, STEPS, 1, 2) == 1
    assert tracks.taken(at, PATH, STEPS, 2, 2) == 0
    assert tracks.advance(at, PATH, STEPS, 1, 0, 2) == 1
    assert at[:, [0, 2]].tolist() == [[2, 0], [1, 1], [1, 1]]
    assert tracks.advance(at, PATH, STEPS, 1, 2, 3) == 0  # home
    assert at[1].tolist() == [1, 0, 0, 0, 0, 1]
    assert (at.sum(axis=1) == 2).all()
