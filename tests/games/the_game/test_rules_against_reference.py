"""Whatever the rules, the compiled game and the slow reference allow and do the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.games.numbered_cards.sets import listed
from tests.games.the_game.deals import dealt, hands, legal_moves
from tests.reference import the_game as plain

pytestmark = pytest.mark.rules

EXAMPLES = settings(max_examples=100 if COMPILING else 25)


@st.composite
def small_rules(draw: st.DrawFn) -> plain.Rules:
    """Rules with a small deck that is enough for all hands."""
    ascending = draw(st.integers(0, 3))
    players, hand = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    copies, low = draw(st.integers(1, 3)), draw(st.sampled_from([0, 1, 7, 55, 60, 63, 110]))
    numbers = draw(st.integers(-(-players * hand // copies), 16))
    return plain.Rules(
        players=players,
        low=low,
        high=low + numbers + 1,
        copies=copies,
        ascending=ascending,
        descending=draw(st.integers(0 if ascending else 1, 3)),
        jump=draw(st.integers(0, 6)),
        hand=hand,
        min_cards=draw(st.integers(1, 4)),
    )


def shuffled(rules: plain.Rules, chance: Random) -> list[int]:
    """A deck of these rules in random order."""
    deck = rules.full_deck()
    chance.shuffle(deck)
    return deck


def moves_of(table: plain.Table) -> set[int]:
    """The legal moves, in the numbers of the compiled rules."""
    if table.over:
        return set()
    last = [0, 1] if table.needed <= 1 else [0]
    cards = {card * 16 + pile * 2 + end for card, pile in table.legal() for end in last}
    return cards | ({0} if table.needed <= 0 else {1})


def make(table: plain.Table, move: int) -> None:
    """Make a move of the compiled rules in the reference."""
    if move == 0:
        table.stop()
    elif move == 1:
        table.concede()
    else:
        emptied = len(table.hands[table.player]) == 1
        table.lay(move >> 4, move >> 1 & 7)
        if move & 1 and not emptied and not table.over:
            table.stop()


def assert_same(match: Match, table: plain.Table) -> None:
    """The same position, and the same in everybody's view."""
    piles, players = len(table.piles), table.rules.players
    assert hands(match) == [sorted(hand) for hand in table.hands]
    assert match.state.piles[:piles].tolist() == table.piles
    assert listed(match.state.played) == sorted(table.on_piles)
    assert match.is_over == table.over
    assert match.state.left == table.left
    for seat in range(players):
        view = match.view(seat)
        assert listed(view.hand) == sorted(table.hands[seat])
        assert view.piles[:piles].tolist() == table.piles
        assert listed(view.played) == sorted(table.on_piles)
        assert view.sizes[:players].tolist() == [len(hand) for hand in table.hands]
        assert (view.draw_pile, view.left) == (len(table.draw_pile), table.left)
    if not table.over:
        assert match.seat == table.player
        assert match.state.needed == table.needed


@EXAMPLES
@given(rules=small_rules(), seed=st.integers(0, 2**32), bold=st.floats(0, 1))
def test_any_game_under_any_rules_goes_as_in_the_reference(
    rules: plain.Rules, seed: int, bold: float
) -> None:
    chance = Random(seed)
    deck = shuffled(rules, chance)
    match, table = dealt(deck, **vars(rules)), plain.Table(rules, deck)
    while not table.over:
        assert_same(match, table)
        legal = moves_of(table)
        assert (legal_moves(match) if not match.is_over else set()) == legal
        laying = sorted(legal - {0, 1}) if chance.random() < bold else []
        move = chance.choice(laying or sorted(legal))
        match.play(move)
        make(table, move)
        assert len(match.moves) <= 2 * len(deck) + 1
    assert_same(match, table)


def with_best_first(rules: plain.Rules, deck: list[int]) -> int:
    """The first seat that can lay the minimum (or its hand) with the least movement; else 0."""
    start = plain.Table(rules, deck)
    count = min(start.needed, rules.hand)
    costs = [
        min((cost for cost, _ in plain.sequences(rules, hand, start.piles, count)), default=10**9)
        for hand in start.hands
    ]
    return costs.index(min(costs))


@EXAMPLES
@given(rules=small_rules(), seed=st.integers(0, 2**32))
def test_the_best_first_player_is_found_by_trying_everything(rules: plain.Rules, seed: int) -> None:
    deck = shuffled(rules, Random(seed))
    match = dealt(deck, first_player="best", **vars(rules))
    assert match.seat == with_best_first(rules, deck)


POLICIES = {"greedy": plain.greedy, "sequence": plain.greedy_sequence}


def assert_same_game(name: str, rules: plain.Rules, deck: list[int]) -> None:
    """A strategy lays the same cards on the same piles as in the reference."""
    options: dict[str, Any] = vars(rules)
    match = dealt(deck, strategy=name, **options)
    list(match.run())
    table = plain.play(rules, deck, POLICIES[name])
    assert [move >> 4 for move in match.moves if move > 1] == table.on_piles
    assert match.state.piles[: len(table.piles)].tolist() == table.piles


@pytest.mark.parametrize("name", POLICIES)
@EXAMPLES
@given(rules=small_rules(), seed=st.integers(0, 2**32))
def test_a_strategy_plays_as_its_reference_under_any_rules(
    name: str, rules: plain.Rules, seed: int
) -> None:
    assert_same_game(name, rules, shuffled(rules, Random(seed)))


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("copies", [1, 2])
def test_a_strategy_plays_as_its_reference_with_the_real_cards(
    name: str, players: int, copies: int
) -> None:
    hand = 6 if copies == 2 else {1: 8, 2: 7}.get(players, 6)
    rules = plain.Rules(players=players, hand=hand, copies=copies)
    chance = Random(players)
    assert_same_game(name, rules, shuffled(rules, chance))
