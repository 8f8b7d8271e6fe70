"""What a search believes: it reads the past as it was, and deals worlds as likely as it says.

False alarms: were the seeds drawn anew, the statistical test would fail correct code less than once
in a million times; it asks for a p above 1e-7 (tests/chance.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from playout.engine.game.game import OF_SEARCH
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.games.mexican_train.belief import belief as believing
from playout.games.mexican_train.belief.belief import BELIEF, FEW
from playout.games.mexican_train.belief.guesses import (
    ANYBODY,
    CAREFUL,
    SEQUENCE,
    cost_of,
    take_for,
)
from playout.games.mexican_train.belief.past import DRAWS, DRAWS_AND_LAYS, LAYS
from playout.games.mexican_train.chains.plan import ROUND
from playout.games.mexican_train.display.history import events, shown_round
from playout.games.mexican_train.records import DREW, MEXICAN, STATE, VIEW
from playout.games.mexican_train.tiles import listed, numbers_of, tile_code
from playout.games.mexican_train.worlds import determinize
from tests.games.matches import stream
from tests.games.mexican_train.believing import begun, history_of, searching
from tests.reference.mexican_train import full_set

pytestmark = pytest.mark.slow  # takes half a minute to compile

NAMES = {CAREFUL: "careful", SEQUENCE: "sequence"}
SHOWN = ("trains", "open", "gate", "ends", "sizes", "lacks", "laid")


@pytest.mark.parametrize(
    ("strategies", "options"),
    [
        (["careful"] * 4, {}),
        (["random", "sequence"], {"set": 9}),
        (["random", "greedy", "careful"], {"start_open": "yes", "set": 8, "tiles": 9}),
        (["careful"] * 8, {"engine": "countdown"}),
    ],
)
def test_the_past_is_read_as_everybody_saw_it(
    strategies: list[str], options: dict[str, Any]
) -> None:
    players = len(strategies)
    options = {"players": players, "rounds": 2, **options}
    match = Match("mexican-train", strategy="+".join(strategies), seed=3, **options)
    used = [*range(players), MEXICAN]
    seen: list[tuple[int, int, dict[str, Any]]] = []  # round, seat, what the view showed
    tellings = 0
    while not match.is_over:
        view = match.view()
        if tellings % 7 == 0:
            history = history_of(match)
            assert history.is_known
            laid = [history.events[k] for k in range(history.count)]
            laid = [event for event in laid if event.kind in (LAYS, DRAWS_AND_LAYS)]
            own = [one[1:] for one in seen if one[0] == view.round_number]
            assert len(laid) == len(own)
            for event, (seat, shown) in zip(laid, own, strict=True):
                assert event.seat == seat
                for name, value in shown.items():
                    found = event[name][used] if name == "ends" else event[name]
                    assert np.array_equal(found, value), name
        tellings += 1
        shown = {name: np.copy(view[name]) for name in SHOWN}
        shown["ends"] = shown["ends"][used]
        seen.append((int(view.round_number), match.seat, shown))
        match.play(match.choose())
    assert tellings > 40


def test_a_round_that_cannot_be_read_is_not() -> None:
    others: list[dict[str, Any]]
    others = [{"variant": "seed"}, {"draw": "wait"}, {"first_turn": "train"}]
    for options in others:
        match = Match("mexican-train", strategy="careful", seed=1, rounds=1, **options)
        for _ in range(10):
            match.play(match.choose())
        assert history_of(match).is_known == 0
    match = Match("mexican-train", strategy="careful", seed=1, rounds=1)
    for _ in range(10):
        match.play(match.choose())
    assert history_of(match).is_known == 1
    position = match.game.drawing.format_position(match.state, match.rules.record())
    there = Match("mexican-train", position=position, rounds=1)
    assert history_of(there).is_known == 0  # nobody has seen how it came about


def put_truth(match: Match, belief: Any) -> None:
    """Write the true hands into a belief, and which tile came with which draw."""
    state, history = match.state, belief.history
    drawn = [e for e in events(state, shown_round(state)) if e.kind == DREW]
    kept: dict[int, list[Any]] = {}
    number = 0
    for k in range(history.count):
        event = history.events[k]
        if event.kind in (DRAWS, DRAWS_AND_LAYS):
            if event.kind == DRAWS:
                kept.setdefault(int(event.seat), []).append((k, drawn[number].tile))
            number += 1
    for k in range(history.count):
        belief.laid_came[k] = k if history.events[k].kind == DRAWS_AND_LAYS else -1
    for player in range(int(match.rules["players"])):
        hand = listed(state.hands[player])
        came = {tile: k for k, tile in kept.get(player, [])}
        belief.sizes[player] = len(hand)
        for place, tile in enumerate(hand):
            belief.hands[player, place] = tile_code(*tile)
            belief.came[player, place] = came.get(tile, -1)
        for k in range(history.count):
            event = history.events[k]
            tile = numbers_of(event.tile)
            if event.seat == player and event.kind == LAYS and tile in came:
                belief.laid_came[k] = came[tile]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [CAREFUL, SEQUENCE])
def test_the_truth_costs_nothing_if_the_others_are_who_they_are_taken_for(kind: int) -> None:
    match = Match("mexican-train", strategy=NAMES[kind], players=3, seed=4, rounds=2)
    costs: dict[int, int] = {CAREFUL: 0, SEQUENCE: 0}
    while not match.is_over:
        _, belief = begun(match, FEW, 1, stream(9, 1))
        put_truth(match, belief)
        for one in costs:
            for player in {0, 1, 2} - {match.seat}:
                belief.kinds[player] = one
                costs[one] += cost_of(belief, player, 1 << 40, stream(9, 2))
        for _ in range(4):
            if not match.is_over:
                match.play(match.choose())
    assert costs.pop(kind) == 0
    assert costs.popitem()[1] > 100


def moves_of_others(match: Match) -> Iterator[tuple[Any, int]]:
    """Go on until a seat has moved twice: what each other one sees as a world begins, and does."""
    asked = {match.seat}
    match.step()
    while not match.is_over and match.seat not in asked:
        there = match.view().copy()
        there.notes[:] = 0
        yield there, match.choose()
        asked.add(match.seat)
        match.step()


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [CAREFUL, SEQUENCE])
def test_the_others_go_on_with_the_plans_that_they_have(kind: int) -> None:
    match, kept = Match("mexican-train", strategy=NAMES[kind], players=3, seed=6, rounds=2), 0
    while not match.is_over:
        view, belief = begun(match, FEW, 2 + kind, stream(9, 1))
        put_truth(match, belief)
        for player in {0, 1, 2} - {match.seat}:
            take_for(belief, player, kind, stream(9, 2))
        for there, move in moves_of_others(match):
            if there.round_number == view.round_number:
                assert believing.believed_move(there, stream(9, 3), belief) == move
                kept += int(belief.plans[there.seat, ROUND] != 0)
    assert kept > 20


@pytest.mark.thorough
@pytest.mark.parametrize(("told", "kind"), [(1, CAREFUL), (2, CAREFUL), (3, SEQUENCE)])
def test_few_worlds_are_dealt_by_the_rules_and_the_others_play_as_is_said(
    told: int, kind: int
) -> None:
    match = Match("mexican-train", strategy=NAMES[kind], players=3, seed=6, rounds=2)
    rules, kept = match.rules.record(), 0
    while not match.is_over:
        view, belief = begun(match, FEW - 1, told, stream(9, 1))
        one, other = new_record(STATE), new_record(STATE)
        believing.deal_believed(view, rules, stream(9, 2), belief, one)
        determinize(view, rules, stream(9, 2), other)
        assert one.tobytes() == other.tobytes()
        for there, move in moves_of_others(match):
            for again in (there.copy(), there):  # the second time with the plan of the first
                assert believing.believed_move(again, stream(9, 3), belief) == move
                kept += int(belief.plans[there.seat, ROUND] != 0)
    assert kept > 40


@pytest.mark.thorough
def test_it_finds_out_who_the_others_are() -> None:
    names = ["careful", "sequence", "random", "careful"]
    match = Match("mexican-train", strategy="+".join(names), seed=2, rounds=12)
    found: dict[str, Counter[int]] = {name: Counter() for name in names}
    while not match.is_over:
        if match.seat == 3 and match.state.played % 3 == 0:
            _, belief = begun(match, 400, 1, stream(9, 5))
            assert belief.history.is_known
            for seat, name in enumerate(names[:3]):
                if belief.history.counts[seat] >= 12:  # to judge by
                    found[name][int(belief.kinds[seat])] += 1
        match.play(match.choose())
    for name, kind in (("careful", CAREFUL), ("sequence", SEQUENCE), ("random", ANYBODY)):
        assert found[name][kind] >= 0.6 * found[name].total() > 8, found


@pytest.mark.thorough
def test_it_remembers_from_round_to_round_who_the_others_seem_to_be() -> None:
    names = ["careful", "sequence", "random", "careful"]
    match = Match("mexican-train", strategy="+".join(names), seed=2, rounds=4)
    view, last = new_record(VIEW), dict[str, Any]()
    view.notes[:] = 0
    while not match.is_over:
        if match.seat == 3:
            notes, view = view.notes.copy(), searching(match)
            view.notes[:], view.parameters[:3] = notes, (200, 0, 1)
            belief = new_record(BELIEF)
            believing.believe(view, match.rules.record(), stream(9, 6), belief)
            before = belief.before[:3].tolist()
            if view.round_number == 0:
                assert before == [[0, 0, 0]] * 3
            elif last["round"] < view.round_number:  # what it said last of the round before
                total = np.array(last["before"]) + np.array(last["costs"])
                assert np.array_equal(before, total)
            else:
                assert before == last["before"]
            words = [int(view.notes[OF_SEARCH + player]) for player in range(3)]
            costs = [[believing._field(word, 0), believing._field(word, 1), 0] for word in words]
            last = {"round": int(view.round_number), "before": before, "costs": costs}
        match.play(match.choose())
    careful, sequence, unknown = np.array(last["before"])
    assert careful[CAREFUL] < min(careful[SEQUENCE], 0)
    assert sequence[SEQUENCE] < min(sequence[CAREFUL], 0)
    assert min(unknown) == unknown[ANYBODY]


@pytest.mark.thorough
def test_it_may_be_told_who_the_others_are() -> None:
    match = Match("mexican-train", strategy="random", seed=3, rounds=1)
    for _ in range(40):
        match.play(match.choose())
    for told, kind in ((2, CAREFUL), (3, SEQUENCE)):
        (view, belief), state = begun(match, 100, told, stream(9, 7)), new_record(STATE)
        for _ in range(10):
            believing.deal_believed(view, match.rules.record(), stream(9, 8), belief, state)
            assert {int(belief.kinds[k]) for k in range(4) if k != match.seat} == {kind}


@pytest.mark.thorough
def test_believed_worlds_agree_with_the_view_and_are_nearer_to_the_truth() -> None:
    match = Match("mexican-train", strategy="careful", seed=6, rounds=3)
    right = {"believed": 0, "dealt": 0}
    state, rules, every = new_record(STATE), match.rules.record(), set(full_set(12))
    while not match.is_over:
        if len(match.moves) % 9 == 8:
            rng = stream(9, 5)
            view, belief = begun(match, 200, 1, rng)
            for name in (*["believed"] * 20, *["dealt"] * 20):
                if name == "believed":
                    believing.deal_believed(view, rules, rng, belief, state)
                else:
                    determinize(view, rules, rng, state)
                hands = [set(listed(state.hands[player])) for player in range(4)]
                rest = [*state.deck[state.drawn : state.tiles].tolist()]
                assert state.tiles - state.drawn == view.boneyard
                assert hands[view.seat] == set(listed(view.hand))
                assert [len(hand) for hand in hands] == view.sizes[:4].tolist()
                seen: Counter[Any] = Counter(t for hand in hands for t in hand)
                seen.update([*listed(view.laid), *(numbers_of(t) for t in rest)])
                assert set(seen) == every
                assert max(seen.values()) == 1
                for player, hand in enumerate(hands):
                    if player != view.seat:
                        lacks = {k for k in range(13) if int(view.lacks[player]) >> k & 1}
                        assert not any(lacks & set(tile) for tile in hand)
                        right[name] += len(hand & set(listed(match.state.hands[player])))
        match.play(match.choose())
    assert right["believed"] > 1.1 * right["dealt"]
