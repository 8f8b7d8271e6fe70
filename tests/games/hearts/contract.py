"""What the contract suite must know of Hearts: where its cards are, and who sees them."""

from __future__ import annotations

from random import Random
from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.hearts.deck import PASSED, deck_of, distance_of, points_of
from playout.kits.cards import HEARTS, cards_of, hand_of, in_suit, size_of


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; short games where all runs as plain Python."""
    if not COMPILING:
        return [{}, {"players": 3, "lowest": 11, "points": 15, "queen_breaks": "yes"}]
    return [
        {},
        {"players": 3, "points": 40, "moon": "off"},
        {"players": 5, "passing": "right", "break_hearts": "no"},
        {"players": 4, "lowest": 7, "passing": "across", "first_trick_points": "yes"},
        {"players": 5, "lowest": 12, "points": 30, "queen_breaks": "yes"},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [*range(52)]


def longest(rules: Any) -> int:
    """More moves than any match has: each hand of it brings points."""
    deck = deck_of(rules)
    hands = rules.players * max(rules.points, 1) // points_of(deck) + 1
    return int(hands * (size_of(deck) + PASSED * rules.players))


def assert_conserved(state: Any, rules: Any) -> None:
    """Each card is in one hand or was played by one seat; tricks are whole."""
    players, deck = range(rules.players), deck_of(rules)
    places = [cards_of(sets[seat]) for sets in (state.hands, state.played) for seat in players]
    assert sorted(card for place in places for card in place) == cards_of(deck)
    assert not any(state[name][rules.players :].any() for name in ("hands", "played", "scores"))
    taken = [cards_of(state.taken[seat]) for seat in players]
    on_table = state.trick[: state.count].tolist()
    assert sorted([*on_table, *(card for one in taken for card in one)]) == cards_of(
        sum(int(state.played[seat]) for seat in players)
    )
    assert all(len(one) % rules.players == 0 for one in taken)
    for seat in players:
        for suit in range(4):
            assert not (state.empty[seat] >> suit & 1 and state.hands[seat] & in_suit(suit))
        assert state.chosen[seat] & ~state.hands[seat] == 0
        receiver = (seat + distance_of(rules, state.hand_number)) % rules.players
        whole = state.hands[receiver] | state.played[receiver]
        assert state.given[seat] & ~whole == 0
        assert size_of(state.given[seat]) in (0, PASSED)
    assert 0 <= state.player < rules.players
    assert state.over or state.scores.max() < max(rules.points, 1)
    assert state.over == (not state.hands.any())
    assert state.broken or not sum(int(one) for one in state.taken) & in_suit(HEARTS)


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Change all cards that a seat cannot see, as far as what was shown allows."""
    players = [player for player in range(rules.players) if player != seat]
    distance = int(distance_of(rules, state.hand_number))
    receiver, giver = (seat + distance) % rules.players, (seat - distance) % rules.players
    lead = cards_of(deck_of(rules))[0]
    fixed = dict.fromkeys(players, 0)
    if distance:
        fixed[receiver] = int(state.given[seat] & state.hands[receiver])
    if not state.passing and not state.played.any() and state.player != seat:
        fixed[int(state.player)] |= 1 << lead
    free = {player: cards_of(int(state.hands[player]) & ~fixed[player]) for player in players}
    for _ in range(60):  # exchanges of two cards that both players may hold
        one, other = chance.sample(players, 2)
        if not free[one] or not free[other]:
            continue
        i, k = chance.randrange(len(free[one])), chance.randrange(len(free[other]))
        a, b = free[one][i], free[other][k]
        if state.empty[other] >> a // 13 & 1 or state.empty[one] >> b // 13 & 1:
            continue
        free[one][i], free[other][k] = b, a
    for player in players:
        state.hands[player] = fixed[player] | hand_of(free[player])
    for player in players:
        if state.passing:
            count = size_of(int(state.chosen[player]))
            state.chosen[player] = hand_of(chance.sample(cards_of(state.hands[player]), count))
        elif distance and player != giver and state.given[player]:
            to = (player + distance) % rules.players
            whole = cards_of(int(state.hands[to] | state.played[to]))
            state.given[player] = hand_of(chance.sample(whole, PASSED))
    state.key = chance.getrandbits(60) if rules.points else 0
