"""The plan hands out every game once, fairly, and counts only what has no gap before it."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playout.runner.plan import (
    FIRST,
    FIRST_LOOK,
    GROWTH,
    LOOKS,
    SECONDS,
    Batch,
    Plan,
    Ruling,
    next_look,
)
from playout.stats.tally import Tally


def counted(first: int, count: int) -> Tally:
    """A tally that tells its games apart: game g scores g mod 101."""
    return Tally.of((np.arange(first, first + count, dtype=np.int64) % 101)[:, np.newaxis])


def same(one: Tally, other: Tally) -> bool:
    a, b = one.histograms[0].counts, other.histograms[0].counts
    return np.array_equal(np.trim_zeros(a, "b"), np.trim_zeros(b, "b"))


def play_in_any_order(plan: Plan[Tally], chance: Random) -> None:
    """Play a plan whose batches come back in any order, and some not at all."""
    out: list[Batch] = []
    while not plan.complete:
        batch = plan.next() if chance.random() < 0.5 or not out else None
        if batch is not None:
            # No batch goes across a look.
            assert batch.end <= next_look(batch.first)
            out.append(batch)
        elif out:
            batch = out.pop(chance.randrange(len(out)))
            if chance.random() < 0.1:
                plan.put_back(batch)
                continue
            seconds = chance.choice([1e-6, 0.01, 3.0])
            plan.finish(batch, counted(batch.first, batch.count), seconds)


@settings(max_examples=20)
@given(st.data(), st.integers(1, 4), st.integers(1, 300))
def test_every_game_is_played_once_whatever_order_batches_finish_in(
    data: st.DataObject, arms: int, games: int
) -> None:
    plan = Plan(games, [Tally.empty(1)] * arms)
    out: list[Batch] = []  # handed out, not finished
    finished: list[set[int]] = [set() for _ in range(arms)]
    handed = [0] * arms
    more = True
    while more or out:
        if more and (not out or data.draw(st.booleans())):
            batch = plan.next()
            if batch is None:
                more = False
                assert handed == [games] * arms
                continue
            # From an arm that is least far, and exactly where that arm's last batch ended.
            assert handed[batch.arm] == min(handed)
            assert batch.first == handed[batch.arm]
            assert 1 <= batch.count <= games - batch.first
            assert batch.count <= max(FIRST, GROWTH * len(finished[batch.arm]))
            handed[batch.arm] += batch.count
            out.append(batch)
        elif out:
            batch = out.pop(data.draw(st.integers(0, len(out) - 1)))
            seconds = data.draw(st.sampled_from([0.0, 1e-6, 0.01, 3.0]))
            plan.finish(batch, counted(batch.first, batch.count), seconds)
            finished[batch.arm] |= set(range(batch.first, batch.first + batch.count))
            prefix = next(g for g in range(games + 1) if g not in finished[batch.arm])
            assert plan.tallies[batch.arm].games == prefix
            assert same(plan.tallies[batch.arm], counted(0, prefix) if prefix else Tally.empty(1))
    assert plan.done == arms * games
    assert all(same(tally, counted(0, games)) for tally in plan.tallies)
    assert plan.next() is None


def test_a_batch_does_not_count_before_its_predecessors() -> None:
    plan = Plan(3 * FIRST, [Tally.empty(1)])
    first, second, third = plan.next(), plan.next(), plan.next()
    assert first
    assert second
    assert third
    plan.finish(third, counted(third.first, third.count), 1.0)
    plan.finish(second, counted(second.first, second.count), 1.0)
    assert plan.tallies[0].games == 0
    assert plan.done == 2 * FIRST
    plan.finish(first, counted(first.first, first.count), 1.0)
    assert plan.tallies[0].games == 3 * FIRST


def test_batches_grow_to_the_length_aimed_for() -> None:
    plan, speed = Plan(10**9, [Tally.empty(1)]), 1_000_000
    for _ in range(12):
        batch = plan.next()
        assert batch
        # A tally is as good as any: only its number of games is looked at here.
        plan.finish(batch, Tally.of(np.zeros((batch.count, 1), np.int64)), batch.count / speed)
    batch = plan.next()
    assert batch
    assert batch.count == int(speed * SECONDS)


def test_a_game_that_takes_longer_than_a_batch_is_a_batch_of_its_own() -> None:
    plan = Plan(100, [Tally.empty(1)])
    first = plan.next()
    assert first
    plan.finish(first, counted(first.first, first.count), 60.0 * first.count)
    following = plan.next()
    assert following
    assert following.count == 1


def test_looks_are_a_tenth_apart_and_the_same_for_everybody() -> None:
    assert LOOKS[0] == FIRST_LOOK
    assert all(b == a + -(-a // 10) for a, b in itertools.pairwise(LOOKS))
    assert len(LOOKS) <= 400
    assert next_look(0) == FIRST_LOOK
    assert next_look(FIRST_LOOK - 1) == FIRST_LOOK
    assert next_look(FIRST_LOOK) == LOOKS[1]


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 3_000), st.integers(1, 3_000))
def test_a_verdict_depends_on_the_games_alone(
    seed: int, arms: int, games: int, enough: int
) -> None:
    """Whatever the order and the sizes: an arm ends at the first look with enough games."""

    def decide(arm: int, tally: Tally) -> bool:
        assert same(tally, counted(0, tally.games))  # all of the games before, and no others
        asked.setdefault(arm, []).append(tally.games)
        return tally.games >= enough * (arm + 1)

    asked: dict[int, list[int]] = {}
    chance = Random(seed)
    plan = Plan(games, [Tally.empty(1)] * arms, decide=decide)
    play_in_any_order(plan, chance)
    for arm in range(arms):
        looks = [look for look in LOOKS if look < games] + [games]
        last = next((look for look in looks if look >= enough * (arm + 1)), games)
        assert plan.tallies[arm].games == last
        assert asked[arm] == [look for look in looks if look <= last]
        assert plan.enough(arm) == (last >= enough * (arm + 1))


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(1, 2_000))
def test_arms_that_are_judged_together_wait_for_each_other(seed: int, games: int) -> None:
    """Whatever the order: at each look all that play have as many games; then others begin."""

    def judge(playing: Mapping[int, Tally]) -> Ruling:
        (look,) = {tally.games for tally in playing.values()}
        assert all(same(tally, counted(0, look)) for tally in playing.values())
        rulings.append((look, sorted(playing)))
        if 3 in playing:
            return Ruling([3] if look >= 600 else [])
        enough = [k for k in playing if look >= 300 * (k + 1)]
        over = look == games or len(enough) == len(playing)
        return Ruling(enough, [3] if over else [])

    rulings: list[tuple[int, list[int]]] = []
    chance = Random(seed)
    plan = Plan(games, [Tally.empty(1)] * 5).judged(judge, [3, 4])
    before = {(arm, 0): 16 for arm in (0, 3) if chance.random() < 0.5}
    for (arm, first), count in before.items():  # of an earlier program, also of one that waits
        count = min(count, games)
        plan.restore(Batch(arm, first, count), counted(first, count))
    play_in_any_order(plan, chance)
    looks = [look for look in LOOKS if look < games] + [games]
    expected: list[tuple[int, list[int]]] = []
    playing = [0, 1, 2]
    for look in looks:
        if playing:
            expected.append((look, playing))
            playing = [k for k in playing if look < 300 * (k + 1)]
    for look in looks:
        expected.append((look, [3]))
        if look >= 600:
            break
    assert rulings == expected
    assert plan.tallies[4].games == 0
    assert plan.total == plan.done


@settings(max_examples=40)
@given(st.data(), st.integers(1, 400))
def test_batches_that_were_played_before_are_not_played_again(
    data: st.DataObject, games: int
) -> None:
    plan = Plan(games, [Tally.empty(1)], first=data.draw(st.integers(1, 50)))
    cuts = data.draw(st.sets(st.integers(0, games), max_size=8))
    ends = sorted({0, games} | cuts)
    held = set[int]()
    for first, end in itertools.pairwise(ends):
        if data.draw(st.booleans()):
            plan.restore(Batch(0, first, end - first), counted(first, end - first))
            held |= set(range(first, end))
    while batch := plan.next():
        numbers = set(range(batch.first, batch.end))
        assert not numbers & held
        held |= numbers
        plan.finish(batch, counted(batch.first, batch.count), 0.01)
    assert held == set(range(games))
    assert plan.complete
    assert same(plan.tallies[0], counted(0, games))


def test_a_part_begins_where_it_is_told() -> None:
    plan = Plan(100, [Tally.empty(1)], begin=40)
    seen: list[int] = []
    while batch := plan.next():
        seen += range(batch.first, batch.end)
        plan.finish(batch, counted(batch.first, batch.count), 0.01)
    assert seen == list(range(40, 100))
    assert plan.complete
    assert plan.done == plan.total == 60
    assert same(plan.tallies[0], counted(40, 60))
