"""How likely a search believes worlds to be: as likely as what was done in them.

False alarms: were the seeds drawn anew, the statistical test would fail correct code less than once
in a million times; it asks for a p above 1e-7 (tests/chance.py).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING, jit
from playout.engine.native.records import new_record
from playout.engine.who.references import find_player
from playout.games.mexican_train.belief import belief as believing
from playout.games.mexican_train.belief.belief import BELIEF
from playout.games.mexican_train.belief.guesses import (
    AGAINST,
    CAREFUL,
    SEQUENCE,
    SURPRISE,
    cost_of,
    step,
)
from playout.games.mexican_train.belief.past import DRAWS, DRAWS_AND_LAYS, LAYS
from playout.games.mexican_train.tiles import listed, numbers_of
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.matches import stream
from tests.games.mexican_train.believing import history_of, searching
from tests.reference.mexican_train import full_set

pytestmark = pytest.mark.slow  # takes half a minute to compile


@jit
def walk(view: Any, rng: Any, belief: Any, steps: int) -> None:
    """Go some steps of the chain."""
    for _ in range(steps):
        step(view, rng, belief)


class Watched:
    """A small match, and what each player was shown when it laid a tile in the round."""

    def __init__(self, seed: int, moves: int) -> None:
        self.match = Match(
            "mexican-train", strategy="careful", players=3, set=4, tiles=3, rounds=1, seed=seed
        )
        self.past: dict[int, list[tuple[Any, int]]] = {k: [] for k in range(3)}
        for _ in range(moves):
            if self.match.is_over:
                break
            seat, view = self.match.seat, self.match.view().copy()
            move = self.match.choose()
            self.past[seat].append((view, move))
            self.match.play(move)

    def decisions(self, player: int) -> list[tuple[str, Any, Any]]:
        """What a player did, in order: ("lays", view, move), ("draws", numbers, kept), ..."""
        found: list[tuple[str, Any, Any]] = []
        lays = iter(self.past[player])
        history = history_of(self.match)
        kinds = [e for k in range(history.count) if (e := history.events[k]).seat == player]
        assert sum(e.kind in (LAYS, DRAWS_AND_LAYS) for e in kinds) == len(self.past[player])
        for event in kinds:
            wanted = {k for k in range(5) if int(event.wanted) >> k & 1}
            if event.kind != LAYS:
                found.append(("lacks", wanted, None))
            if event.kind == DRAWS:
                found.append(("draws", wanted, None))
            if event.kind in (LAYS, DRAWS_AND_LAYS):
                view, move = next(lays)
                found.append(("lays", view, (move, event.kind == DRAWS_AND_LAYS)))
        return found


def likelihood(done: list[Any], dealt: set[Any], draws: list[Any], kind: str) -> float:
    """2^-cost of what a player has done with the tiles dealt to it, and the tiles it drew."""
    hand, left, cost = set(dealt), list(draws), 0
    player = find_player("mexican-train", kind)
    notes = None
    for what, seen, more in done:
        if what == "lacks":
            cost += AGAINST * any(seen & set(tile) for tile in hand)
        elif what == "draws":
            tile = left.pop(0)
            cost += AGAINST * bool(seen & set(tile))
            hand.add(tile)
        else:
            move, has_drawn = more
            laid = numbers_of(move >> 4)
            if has_drawn:
                hand.add(laid)
            view = seen.copy()
            view.hand[:] = 0
            for low, high in hand:
                view.hand[low] |= 1 << high
                view.hand[high] |= 1 << low
            view.notes[:] = 0 if notes is None else notes
            view.parameters[:] = 0
            view.parameters[: len(player.values)] = player.values
            if player.strategy.function(view, stream(9, 1)) != move:
                cost += SURPRISE
                view.notes[0] = 0
            notes = view.notes.copy()
            hand.discard(laid)
    return 2.0**-cost


def every_way(watched: Watched, player: int, hand: tuple[Any, ...], kind: str) -> float:
    """The sum over all ways in which a player can have come to a hand."""
    done = watched.decisions(player)
    draws = [k for k, one in enumerate(done) if one[0] == "draws"]
    laid = {}
    for k, (what, _, more) in enumerate(done):
        if what == "lays" and not more[1]:
            laid[numbers_of(more[0] >> 4)] = k
    total = 0.0
    for drawn in permutations([*hand, *laid], len(draws)):
        if all(laid.get(tile, 99) > k for tile, k in zip(drawn, draws, strict=True)):
            dealt = {*hand, *laid} - set(drawn)
            total += likelihood(done, dealt, list(drawn), kind)
    return total


@pytest.mark.thorough
@pytest.mark.skipif(not COMPILING, reason="takes a million steps")
@pytest.mark.parametrize(("seed", "moves"), [(1, 6), (2, 7), (5, 8)])
def test_the_worlds_are_as_likely_as_what_was_done_in_them(seed: int, moves: int) -> None:
    watched = Watched(seed, moves)
    match, view = watched.match, searching(watched.match)
    kinds = {0: "careful", 1: "sequence", 2: "careful"}
    others = [k for k in range(3) if k != view.seat]
    hidden = set(full_set(4)) - set(listed(view.hand)) - set(listed(view.laid))
    expected: dict[Any, float] = {}

    def lacks(player: int, hand: Any) -> bool:
        return any(int(view.lacks[player]) >> number & 1 for tile in hand for number in tile)

    for one in combinations(sorted(hidden), int(view.sizes[others[0]])):
        if lacks(others[0], one):
            continue
        chance = every_way(watched, others[0], one, kinds[others[0]])
        for two in combinations(sorted(hidden - set(one)), int(view.sizes[others[1]])):
            if not lacks(others[1], two):
                more = every_way(watched, others[1], two, kinds[others[1]])
                expected[one, two] = chance * more
    belief, rng = new_record(BELIEF), stream(9, 3)
    believing.believe(view, match.rules.record(), rng, belief)
    for player in others:
        belief.kinds[player] = CAREFUL if kinds[player] == "careful" else SEQUENCE
        belief.costs[player] = cost_of(belief, player, 1 << 40, rng)
    walk(view, rng, belief, 10_000)
    seen: Counter[Any] = Counter()
    samples = 4_000
    for _ in range(samples):
        walk(view, rng, belief, 300)
        hands = tuple(
            tuple(sorted(numbers_of(t) for t in belief.hands[player, : belief.sizes[player]]))
            for player in others
        )
        seen[hands] += 1
    assert set(seen) <= set(expected)
    counts = np.array([seen[hands] for hands in expected])
    chances = np.array(list(expected.values()))
    assert p_of_counts(counts, chances / chances.sum()) > FALSE_ALARM
    uniform = np.full(len(chances), 1 / len(chances))
    assert p_of_counts(counts, uniform) < FALSE_ALARM  # or the test shows nothing
