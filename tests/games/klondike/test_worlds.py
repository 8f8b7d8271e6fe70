"""Deals that agree with what a player of Klondike has seen: each is equally likely."""

from __future__ import annotations

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.games.klondike.records import HIDDEN
from tests.chance import FALSE_ALARM, p_of_counts

WORLDS = 4_000


@pytest.mark.slow
@pytest.mark.parametrize("moves", [0, 12, 30])
def test_every_unseen_card_is_as_likely_in_every_place(moves: int) -> None:
    match = Match("klondike", strategy="greedy", seed=4)
    for _ in range(moves):
        match.step()
    view = match.view(0)
    down, left = view.down.tolist(), range(int(view.left))
    hidden: list[tuple[str, tuple[int, ...]]] = [
        ("cards", (column, place)) for column in range(len(down)) for place in range(down[column])
    ]
    hidden += [("talon", (place,)) for place in left if view.talon[place] == HIDDEN]
    places = [hidden[0], hidden[len(hidden) // 2], hidden[-1]]
    found = np.zeros((3, 52), np.int64)
    for world in range(WORLDS):
        state = match.world(seed=world).state
        for k, (field, at) in enumerate(places):
            found[k, state[field][at]] += 1
    unseen = np.flatnonzero(found.sum(axis=0))
    assert len(unseen) == len(hidden)
    for counts in found[:, unseen]:
        assert p_of_counts(counts, np.full(len(unseen), 1 / len(unseen))) > FALSE_ALARM
