"""Worlds: they agree with all that is known, and all that do are equally likely.

False alarms: were the seeds drawn anew, a statistical test would fail correct code less than once
in a million times; each asks at most four times for a p above 1e-7 (tests/chance.py).
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.games.mexican_train.records import STATE
from playout.games.mexican_train.rules import play
from playout.games.mexican_train.tiles import listed, numbers_of
from playout.games.mexican_train.worlds import (
    UNSEEN,
    deal_unseen,
    end_world,
    lay_table,
    list_unseen,
)
from tests.chance import FALSE_ALARM, p_of_counts
from tests.games.matches import stream
from tests.reference.mexican_train import Tile, full_set

Hands = tuple[tuple[Tile, ...], ...]


def unseen_of(view: Any) -> Any:
    """What a view says of the tiles that it does not show."""
    unseen = new_record(UNSEEN)
    list_unseen(view, unseen)
    return unseen


def deal(view: Any, unseen: Any, state: Any, rng: Any) -> tuple[Hands, list[Tile]]:
    """Another world: the hands of all but the viewer, whose own is empty here, and the boneyard."""
    state.hands[view.seat] = 0
    deal_unseen(unseen, view.seat, rng, state)
    hands = tuple(tuple(listed(state.hands[player])) for player in range(view.players))
    return hands, [numbers_of(t) for t in state.deck[: state.tiles].tolist()]


def every_world(view: Any) -> list[Hands]:
    """All hands, of all but the viewer, that agree with a view."""
    hidden = set(full_set(view.highest)) - set(listed(view.hand)) - set(listed(view.laid))
    worlds: list[tuple[tuple[Tile, ...], ...]] = [()]
    for player in range(view.players):
        size = 0 if player == view.seat else int(view.sizes[player])
        barred = 0 if player == view.seat else int(view.lacks[player])
        worlds = [
            (*hands, more)
            for hands in worlds
            for more in combinations(sorted(hidden - {t for hand in hands for t in hand}), size)
            if not any((barred >> low | barred >> high) & 1 for low, high in more)
        ]
    return worlds


def small_view(lacks: list[list[int]], **options: Any) -> Any:
    """The view of seat 0 at the start of a small round, if it knew what others lack."""
    match = Match("mexican-train", **{"set": 3, "players": 3, "tiles": 2, "rounds": 1, **options})
    found = match.rules.record()
    match.state.sizes[: found.players] = found.tiles
    match.state.drawn = found.players * found.tiles
    for seat, numbers in enumerate(lacks):
        match.state.lacks[seat] = sum(1 << number for number in numbers)
    view = match.view(0)
    view.hand[:] = 0
    view.hand[[0, 1]] = 2, 1  # 0-1, and one tile less than all hold: 0-2
    view.hand[[0, 2]] |= 4, 1
    view.laid[:] = 0
    view.laid[3] = 8
    return view


@pytest.mark.slow
@pytest.mark.parametrize(
    "lacks",
    [
        [[], [], []],
        [[3], [], []],  # what the viewer lacks is no news
        [[], [1], []],
        [[], [], [0, 3]],
        [[], [2], [2]],
        [[], [1], [3]],
        [[], [1, 2], [3]],
        [[], [0, 3], [1, 3]],
    ],
)
def test_all_worlds_that_agree_with_what_is_known_are_equally_likely(
    lacks: list[list[int]],
) -> None:
    view = small_view(lacks)
    worlds, unseen, state, rng = every_world(view), unseen_of(view), new_record(STATE), stream(8, 1)
    deals = 3_000
    seen = Counter(deal(view, unseen, state, rng)[0] for _ in range(deals))
    assert set(seen) <= set(worlds)
    counts = np.array([seen[world] for world in worlds])
    assert p_of_counts(counts, np.full(len(worlds), 1 / len(worlds))) > FALSE_ALARM


@pytest.mark.slow
def test_the_boneyard_is_in_random_order() -> None:
    view = small_view([[], [3], []])
    unseen, state, rng = unseen_of(view), new_record(STATE), stream(8, 2)
    first: Counter[tuple[Hands, Tile]] = Counter()
    for _ in range(3_000):
        hands, boneyard = deal(view, unseen, state, rng)
        first[hands, boneyard[0]] += 1
    worlds = every_world(view)
    hidden = {tile for hands in worlds for hand in hands for tile in hand}
    cases = [(h, t) for h in worlds for t in sorted(hidden - {t for hand in h for t in hand})]
    assert set(first) <= set(cases)
    counts = np.array([first[case] for case in cases])
    assert p_of_counts(counts, np.full(len(cases), 1 / len(cases))) > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.rules
def test_if_no_world_agrees_what_others_lack_is_forgotten() -> None:
    view = small_view([[], [0, 1, 2, 3], [0, 1, 2, 3]])
    assert every_world(view) == []
    hands, boneyard = deal(view, unseen_of(view), new_record(STATE), stream(8, 4))
    assert [len(hand) for hand in hands] == [0, 2, 2]
    assert len(boneyard) == view.boneyard


@pytest.mark.rules
@pytest.mark.parametrize(
    "options",
    [
        {"players": 4},
        {"players": 8, "set": 6, "draw": "until"},
        {"players": 3, "set": 4, "draw": "wait"},
        {"players": 5, "set": 6, "draw": "none", "gate": "no"},
        {"players": 2, "set": 18, "last_double": "cover"},
    ],
)
def test_a_world_holds_every_tile_once_and_nothing_that_is_known_to_be_false(
    options: dict[str, Any],
) -> None:
    match = Match("mexican-train", strategy="random", rounds=1, seed=6, **options)
    state, rng = new_record(STATE), stream(8, 5)
    while not match.is_over:
        view = match.view()
        if len(match.moves) % 5 == 0:
            assert_possible(view, *deal(view, unseen_of(view), state, rng))
        match.step()


def assert_possible(view: Any, hands: Hands, boneyard: list[Tile]) -> None:
    """The tiles are there once each, as many as everybody holds, of numbers that they may have."""
    hidden = [*boneyard, *(tile for hand in hands for tile in hand)]
    assert sorted([*hidden, *listed(view.hand), *listed(view.laid)]) == full_set(view.highest)
    assert len(boneyard) == view.boneyard
    for player, hand in enumerate(hands):
        if player != view.seat:
            assert len(hand) == view.sizes[player]
            assert not any(
                int(view.lacks[player]) >> number & 1 for tile in hand for number in tile
            )


MANY: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 2, "set": 6, "draw": "wait", "last_double": "cover"},
    {"players": 3, "set": 9, "draw": "until", "start_open": "yes", "double_blank": 25},
    {"players": 8, "draw": "none", "gate": "no"},
    {"players": 5, "set": 6, "engine": "countdown", "rounds": 3},
    {"players": 3, "variant": "seed"},
    {"players": 3, "doubles": "many", "first_turn": "train", "last_double": "cover"},
]


@pytest.mark.slow
@pytest.mark.rules
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(one, marks=[pytest.mark.thorough] if k > 2 else [])
        for k, one in enumerate(MANY)
    ],
)
def test_a_world_with_the_true_tiles_goes_on_as_the_true_game(options: dict[str, Any]) -> None:
    chance = Random(3)
    match = Match("mexican-train", strategy="random", seed=3, **{"rounds": 1, **options})
    for _ in range(chance.randrange(5, 25)):
        if not match.is_over:
            match.step()
    view, record, known = match.view(), match.rules.record(), new_record(STATE)
    lay_table(view, match.streams[0].copy(), known)
    for player in range(view.players):
        known.hands[player] = match.state.hands[player]
    known.tiles = view.boneyard
    known.deck[: known.tiles] = match.state.deck[match.state.drawn : match.state.tiles]
    end_world(known, record)
    number = int(view.round_number)
    while not match.is_over and match.state.round_number == number:
        for name in ("hands", "laid", "ends", "sizes", "lacks", "open", "gate", "later", "phase"):
            assert np.array_equal(known[name], match.state[name]), name
        for name in ("locked", "first_turns", "player", "passes", "over"):
            assert known[name] == match.state[name], name
        move: Any = np.int64(chance.choice(match.legal_moves()))
        play(known, record, move, None)
        match.play(int(move))
    assert known.round_number == match.state.round_number
    assert known.scores.tolist() == match.state.scores.tolist()
