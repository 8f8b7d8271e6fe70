"""Parts of rules that games have in common."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from playout.engine.game import open_information as parts
from playout.engine.game.game import SHARE, view_dtype
from playout.engine.native.records import new_record

pytestmark = pytest.mark.rules

STATE = np.dtype([("points", np.int64, (3,)), ("player", np.int64)], align=True)
RULES = np.dtype([("players", np.int64), ("goal", np.int64), ("hidden", np.int64)], align=True)
MORE = (("choices", np.int64, (2,)),)


def test_a_view_of_everything_has_the_seat_options_and_the_whole_state() -> None:
    view = parts.open_view(STATE, "players", "goal", more=MORE)
    assert view.names is not None
    own = ("seat", "players", "goal", "choices", "points", "player")
    assert view.names[:6] == own
    assert view.names[6:] == view_dtype().names


def test_everybody_sees_the_state_and_a_world_is_that_state() -> None:
    view = new_record(parts.open_view(STATE, "players", "goal", more=MORE))
    rules, state, world = new_record(RULES), new_record(STATE), new_record(STATE)
    rules.players, rules.goal, rules.hidden = 3, 50, 1
    state.points, state.player = [4, 5, 6], 2
    view.choices = [8, 9]
    parts.introduce(rules, 1, view)
    parts.observe(state, rules, 1, view)
    assert (view.seat, view.players, view.goal) == (1, 3, 50)
    assert (view.points.tolist(), view.player) == ([4, 5, 6], 2)
    assert view.choices.tolist() == [8, 9]
    parts.determinize(view, rules, None, world)
    assert world.tobytes() == state.tobytes()


def test_the_most_points_share_a_win() -> None:
    for points in product((-2, 0, 3), repeat=3):
        for players in (1, 2, 3):
            outcome = np.full(4, -1)
            parts.share_win(np.array(points), players, outcome)
            seats = points[:players]
            best = [seat for seat in range(players) if seats[seat] == max(seats)]
            wins = [SHARE // len(best) if seat in best else 0 for seat in range(players)]
            assert outcome.tolist() == wins + [-1] * (4 - players)


def test_a_team_with_the_most_points_wins_together() -> None:
    for points, first in (([3, 1], SHARE), ([1, 3], 0), ([2, 2], SHARE // 2)):
        outcome = np.full(5, -1)
        parts.share_win(np.array(points), 4, outcome, 2)
        assert outcome.tolist() == [first, SHARE - first] * 2 + [-1]
