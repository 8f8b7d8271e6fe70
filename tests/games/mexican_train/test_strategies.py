"""The planning strategies: what they promise about plans and order, and who beats whom.

False alarms: were the seed drawn anew, the statistical tests would fail correct code less than once
in a million times, see tests/chance.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import STREAM
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.mexican_train.chains.chains import ANY_LENGTH, LONGEST, best_chain
from playout.games.mexican_train.chains.plan import make_plan
from playout.games.mexican_train.chains.trails import WORK
from playout.games.mexican_train.game import GAME
from playout.games.mexican_train.records import MEXICAN
from playout.games.mexican_train.tiles import (
    listed,
    numbers_of,
    tile_code,
    tile_move,
    tile_of,
    train_of,
)
from tests.chance import FALSE_ALARM
from tests.games.mexican_train.tables import p_of_less, plan_of, table, wins
from tests.reference.mexican_train import Tile, full_set
from tests.reference.mexican_train_chains import heaviest, longest

RULES: list[dict[str, Any]] = [
    {"players": 2, "rounds": 2},
    {"players": 4, "rounds": 2, "draw": "wait", "engine": "countdown"},
    {"players": 3, "set": 7, "tiles": 6, "rounds": 3, "gate": "no", "start_open": "yes"},
    {"players": 2, "set": 9, "draw": "until", "rounds": 2, "last_double": "cover"},
]
PLANNERS = ["sequence", "priorities", "careful", "longest"]

MORE = pytest.mark.thorough
every_rules = pytest.mark.parametrize("options", RULES, ids=str)


def positions(strategy: str, options: dict[str, Any], games: int = 2) -> Iterator[Any]:
    """Matches in progress, before each move in which there is a choice."""
    for number in range(games):
        match = Match(
            "mexican-train", strategy=strategy, seed=7, game_number=number, compiled=True, **options
        )
        while not match.is_over:
            if len(moves(match.view())) > 1:
                yield match
            match.step()


def moves(view: Any) -> list[tuple[Tile, int]]:
    """All tiles that can be laid, with the trains."""
    return [
        (tile, train)
        for train in range(MEXICAN + 1)
        for tile in listed(view.hand)
        if int(view.trains) >> train & 1 and int(view.ends[train]) in tile
    ]


def tile(pair: tuple[int, int]) -> Tile:
    """The tile of two numbers in any order."""
    return (min(pair), max(pair))


@pytest.mark.slow
@pytest.mark.parametrize(
    "strategy",
    [
        pytest.param(name, marks=() if name == "sequence" else pytest.mark.thorough)
        for name in PLANNERS
    ],
)
@every_rules
def test_a_plan_kept_is_as_good_as_a_new_one(strategy: str, options: dict[str, Any]) -> None:
    for match in positions(strategy, options):
        view, work = match.view(), np.zeros(1, WORK)[0]
        end = int(view.ends[view.seat])
        make_plan(view, LONGEST)
        chain, spare = plan_of(view)
        assert sorted([*map(tile, chain), *spare]) == listed(view.hand)
        assert not chain or chain[0][0] == end
        size = best_chain(view.hand, end, LONGEST, ANY_LENGTH, work)
        new = list(pairwise(work.chain[: size + 1].tolist()))
        # An old plan may be better than what a search that has a limit finds.
        if len(listed(view.hand)) <= 18:
            assert longest(chain) == longest(new)
        else:
            assert longest(chain) >= longest(new)


@pytest.mark.slow
@every_rules
def test_a_plan_is_of_the_hand_even_if_another_move_was_made(options: dict[str, Any]) -> None:
    # As in the worlds of a search, which tries what its blueprint would not have done.
    strategy, stream = find_player("mexican-train", "careful").strategy.function, new_record(STREAM)
    rng, others = np.random.default_rng(20), 0
    for number in range(2):
        match = Match("mexican-train", strategy="careful", seed=9, game_number=number, **options)
        notes: dict[int, Any] = {}
        while not match.is_over:
            view = match.view()
            view.notes[:] = notes.get(int(view.seat), 0)
            if len(moves(view)) > 1:
                make_plan(view, LONGEST)
                chain, spare = plan_of(view)
                assert sorted([*map(tile, chain), *spare]) == listed(view.hand)
                assert not chain or chain[0][0] == view.ends[view.seat]
            usual = strategy(view, stream)
            notes[int(view.seat)] = view.notes.copy()
            move = int(rng.choice(match.legal_moves()))
            others += move != usual
            match.play(move)
    assert others > 20


@pytest.mark.slow
@every_rules
def test_sequence_keeps_to_its_order(options: dict[str, Any]) -> None:
    seen = set()
    for match in positions("sequence", options, games=12 if "set" in options else 5):
        view = match.view()
        make_plan(view, LONGEST)
        move = match.choose()
        step, allowed = wanted_of_sequence(view)
        assert (tile(numbers_of(tile_of(move))), train_of(move)) in allowed
        seen.add(step)
    assert {"interrupt", "own", "mexican"} <= seen


def wanted_of_sequence(view: Any) -> tuple[str, list[tuple[Tile, int]]]:
    """The first step in the order that can be made, and its moves."""
    chain, spare = plan_of(view)
    can = moves(view)
    known = listed(view.hand) + listed(view.laid)
    unseen = [tile for tile in full_set(int(view.highest)) if tile not in known]
    elsewhere = [(t, train) for t, train in can if train not in (view.seat, MEXICAN) and t in spare]
    cutting = [
        (t, train)
        for t, train in elsewhere
        if t[0] != t[1] and not any(sum(t) - int(view.ends[train]) in hidden for hidden in unseen)
    ]
    if cutting:
        return "interrupt", heaviest_of(cutting)
    if chain and (tile(chain[0]), view.seat) in can:
        return "own", [(tile(chain[0]), int(view.seat))]
    mexican = [(t, train) for t, train in can if train == MEXICAN and t in spare]
    if mexican or elsewhere:
        return "mexican" if mexican else "others", heaviest_of(mexican or elsewhere)
    order = [tile(pair) for pair in chain]
    latest = max(order.index(t) for t, _ in can)
    return "latest", [(t, train) for t, train in can if order.index(t) == latest]


def heaviest_of(among: list[tuple[Tile, int]]) -> list[tuple[Tile, int]]:
    """Those of most pips."""
    most = max(sum(t) for t, _ in among)
    return [(t, train) for t, train in among if sum(t) == most]


@pytest.mark.slow
@every_rules
def test_priorities_in_the_order_of_sequence_are_sequence(options: dict[str, Any]) -> None:
    rules = GAME.with_options(options)
    same = "priorities:interrupt=1:own=2:mexican=3:others=4"
    one, other = (
        play_batch(rules, [find_player("mexican-train", name)] * int(rules["players"]), 3, 0, 500)
        for name in ("sequence", same)
    )
    assert (one == other).all()


@pytest.mark.slow
@pytest.mark.parametrize(("cover", "lock"), [(1, ", locked"), (0, "")])
def test_a_random_cover_locks_no_train_even_if_it_is_the_only_one(cover: int, lock: str) -> None:
    strategy = f"sequence:cover={cover}"
    match = table("2-3 2-2 0-2 1-3 0-3 0-1", tiles=3, strategy=strategy, variant="seed")
    match.play("2-3 on train 1, locked")
    match.play("0-3 on the Mexican train")
    match.play("2-2 on train 1")
    assert match.format_move(match.choose()) == f"0-2 on train 1{lock}"


def test_greedy_lays_the_heaviest_tile_that_fits() -> None:
    for match in positions("greedy", RULES[0]):
        move = match.choose()
        laid = numbers_of(tile_of(move))
        assert (laid, train_of(move)) in heaviest_of(moves(match.view()))


def test_path_lays_on_its_own_train_whenever_it_can() -> None:
    for match in positions("path", RULES[0]):
        view = match.view()
        own = any(train == view.seat for _, train in moves(view))
        assert (train_of(match.choose()) == view.seat) == own


@pytest.mark.slow
def test_careful_keeps_its_chain_while_a_spare_tile_fits() -> None:
    match = Match("mexican-train", strategy="careful", players=2, rounds=1)
    view = match.view()
    for number in range(20):
        match.state.hands[0, number] = 0
    hand = [(3, 12), (3, 8), (8, 9), (5, 12)]
    for low, high in hand:
        match.state.hands[0, low] |= 1 << high
        match.state.hands[0, high] |= 1 << low
    match.state.sizes[0] = len(hand)
    assert match.choose() == tile_move(tile_code(5, 12), MEXICAN)
    assert heaviest(plan_of(match.view())[0]) == 0  # choosing has left no plan behind
    assert view.seat == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "others", "least", "rules"),
    [
        ("sequence", "random", 0.48, {"players": 4}),
        pytest.param("priorities", "sequence", 0.36, {"players": 4}, marks=MORE),
        pytest.param("careful", "sequence", 0.40, {"players": 4}, marks=MORE),
        pytest.param("careful", "sequence", 0.56, {"players": 2}, marks=MORE),
        pytest.param("careful", "sequence", 0.29, {"players": 6, "rounds": 1}, marks=MORE),
        pytest.param("careful", "priorities", 0.25, {"players": 4}, marks=MORE),
    ],
)
def test_a_better_plan_wins_more_matches(
    better: str, others: str, least: float, rules: dict[str, Any]
) -> None:
    """More than `least` of the matches against the others, in every seat by turns."""
    shares = wins(better, others, 11, 3000 * int(rules["players"]), rules)
    assert p_of_less(shares, least) < FALSE_ALARM
