"""All decisions of a solved game say what is said of each alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.solve.decisions import decisions
from playout.engine.solve.graph import Limits
from playout.engine.solve.solver import Solver
from playout.engine.words.errors import PlayoutError

GAMES = [
    pytest.param("pig", {"goal": 8}, "win", marks=pytest.mark.thorough),
    pytest.param("pig", {"goal": 8, "players": 1}, "turns", marks=pytest.mark.slow),
    pytest.param("hex", {"rows": 2, "cols": 2}, "win", marks=pytest.mark.thorough),
]


def solver(name: str, options: dict[str, Any], measure: str) -> Solver:
    game = find_game(name)
    rules = game.with_options(options)
    line = [None] * int(rules["players"])
    return Solver(rules, line, game.measure(measure), Limits(100_000, 60.0))


@pytest.mark.parametrize(("name", "options", "measure"), GAMES)
def test_every_decision_is_what_its_position_says(
    name: str, options: dict[str, Any], measure: str
) -> None:
    one = solver(name, options, measure)
    made = decisions(one)
    assert len(made.value) == int(one.graph.choosing.sum()) > 10
    for k in range(0, len(made.value), 7):
        moves = slice(made.first[k], made.first[k + 1])
        worth = one.moves_at(made.states[k])
        assert list(worth) == made.moves[moves].tolist()
        best = one.best_moves(made.states[k])
        assert made.moves[moves][made.is_best[moves]].tolist() == best
        assert made.value[k] == pytest.approx(worth[best[0]].value, abs=1e-12)
        others = [abs(made.value[k] - worth[move].value) for move in worth if move not in best]
        assert made.lead[k] == pytest.approx(min(others, default=np.nan), nan_ok=True)


@pytest.mark.thorough
def test_a_game_without_a_choice_has_no_decisions() -> None:
    with pytest.raises(PlayoutError, match="no player ever has a choice"):
        decisions(solver("snakes-and-ladders", {"players": 1}, "win"))
