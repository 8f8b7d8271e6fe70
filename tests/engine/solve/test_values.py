"""Values of positions in graphs that are drawn at random: against linear algebra and policies."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from playout.engine.solve.graph import ENDED, GIVEN, Graph
from playout.engine.solve.values import values


def graph_of(moves: list[list[list[tuple[int, float]]]], worth: list[float], gains: Any) -> Graph:
    """``moves[position]`` are lists of branches; a position without moves has ended."""
    flat = [branches for own in moves for branches in own]
    return Graph(
        actors=np.array([0 if own else ENDED for own in moves], np.int16),
        first_move=np.cumsum([0, *map(len, moves)]),
        moves=np.arange(len(flat)),
        first_branch=np.cumsum([0, *map(len, flat)]),
        targets=np.array([to for one in flat for to, _ in one], np.int32),
        chances=np.array([chance for one in flat for _, chance in one], np.float64),
        worth=np.array(worth, np.float64)[:, None],
        gains=np.array(gains, np.float64)[:, None],
        sights=np.zeros(len(moves), np.uint64),
        number_of=lambda state: None,
    )


def drawn(seed: int, positions: int = 7, moves: int = 2) -> Graph:
    """A graph whose last two positions are ends, that every move may lead to."""
    rng = np.random.default_rng(seed)
    every: list[list[list[tuple[int, float]]]] = []
    for _ in range(positions):
        own = []
        for _ in range(moves):
            to = rng.choice(positions + 2, 3, replace=False)
            shares = rng.dirichlet([1.0, 1.0, 1.0]) * 0.9
            end = positions + int(rng.integers(2))
            own.append([*zip(map(int, to), map(float, shares), strict=True), (end, 0.1)])
        every.append(own)
    gains = rng.random(positions * moves) * (seed % 2)
    return graph_of([*every, [], []], [0.0] * positions + [0.0, 1.0], gains)


def of_policy(graph: Graph, policy: tuple[int, ...]) -> Any:
    """The values if in position k move ``policy[k]`` is made."""
    count = len(graph.actors)
    step, gain = np.zeros((count, count)), graph.worth[:, 0].copy()
    for position, chosen in enumerate(policy):
        move = graph.moves_of(position)[chosen]
        gain[position] = graph.gains[move, 0]
        for to, chance in graph.branches_of(move):
            step[position, to] += chance
    return np.linalg.solve(np.eye(count) - step, gain)


@pytest.mark.parametrize("seed", range(8))
def test_given_moves_have_the_values_of_linear_equations(seed: int) -> None:
    graph = drawn(seed)
    found = values(graph, 0, np.zeros(9, np.int64), np.inf)
    due = of_policy(graph, (0,) * 7)
    assert found.low == pytest.approx(due, abs=1e-12)
    assert (found.low <= due + 1e-13).all()
    assert (due <= found.high + 1e-13).all()
    assert (found.high - found.low).max() < 1e-10


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("sign", [1, -1])
def test_best_moves_are_those_of_the_best_policy(seed: int, sign: int) -> None:
    graph = drawn(seed)
    most = np.inf if seed % 2 else 1.0
    found = values(graph, 0, np.full(9, sign), most)
    every = [of_policy(graph, policy) for policy in product(range(2), repeat=7)]
    due = sign * np.max([sign * one for one in every], axis=0)
    assert found.low == pytest.approx(due, abs=1e-12)
    assert (found.high - found.low).max() < 1e-10


@pytest.mark.parametrize("seed", range(4))
def test_two_who_want_the_opposite(seed: int) -> None:
    graph = drawn(seed)
    signs = np.array([1, -1, 1, -1, 1, -1, 1, 0, 0])
    found = values(graph, 0, signs, 1.0 if seed % 2 == 0 else np.inf)
    own, other = [k for k in range(7) if k % 2 == 0], [k for k in range(7) if k % 2]
    due = np.full(9, -np.inf)
    for mine in product(range(2), repeat=len(own)):
        worst = np.full(9, np.inf)
        for theirs in product(range(2), repeat=len(other)):
            policy = dict(zip([*own, *other], [*mine, *theirs], strict=True))
            worst = np.minimum(worst, of_policy(graph, tuple(policy[k] for k in range(7))))
        due = np.maximum(due, worst)
    assert found.low == pytest.approx(due, abs=1e-12)


def test_a_chain_has_no_knots_and_is_exact() -> None:
    moves = [[[(1, 0.25), (2, 0.75)]], [[(2, 1.0)], [(3, 1.0)]], [], []]
    graph = graph_of(moves, [0.0, 0.0, 0.0, 1.0], [1.0, 2.0, 0.5])
    best = values(graph, 0, np.array([1, 1, 0, 0]), np.inf)
    assert best.tied == 0
    assert best.low.tolist() == best.high.tolist() == [1.5, 2.0, 0.0, 1.0]
    least = values(graph, 0, np.array([1, -1, 0, 0]), np.inf)
    assert least.low.tolist() == [1.375, 1.5, 0.0, 1.0]
    assert graph.actors[2] == ENDED != GIVEN


def test_a_circle_without_an_end_is_open() -> None:
    round_and_round = [[[(1, 1.0)]], [[(0, 1.0)]], []]
    found = values(graph_of(round_and_round, [0.0] * 3, [0.0] * 2), 0, np.zeros(3), 1.0)
    assert (found.low[0], found.high[0], found.tied) == (0.0, 1.0, 2)
    counted = values(graph_of(round_and_round, [0.0] * 3, [1.0] * 2), 0, np.zeros(3), np.inf)
    assert counted.high[0] == np.inf
