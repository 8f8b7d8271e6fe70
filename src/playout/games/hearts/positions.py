"""Positions of Hearts as text: what each word says is in docs/games/hearts.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import next_word
from playout.engine.play.pieces import UNKNOWN, read_pieces
from playout.engine.play.positions import (
    read_groups,
    read_number,
    read_numbers,
    read_words,
    seat_names,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.hearts.deck import PASSED, QUEEN_OF_SPADES, deck_of, distance_of
from playout.games.hearts.records import SEATS
from playout.games.hearts.rules import begin_hand
from playout.kits.cards import (
    HEARTS,
    card_text,
    hand_of,
    hand_text,
    holds,
    in_suit,
    lowest,
    read_card,
    size_of,
)
from playout.kits.trick_positions import (
    deal_known,
    holds_all,
    last_words,
    read_sets,
    read_table,
    sets_text,
    trick_words,
    with_unknown,
)
from playout.kits.trick_table import all_played
from playout.kits.tricks import draw

_SETS = ("played", "taken", "given", "chosen")
_COUNTS = ("scores", "tricks", "queens")
POSITION = (
    *("hands", *_SETS, "trick", "leader", "lacks", *_COUNTS, "moons"),
    *("hand_number", "last", "last_leader", "key"),
)
MOST_COUNTED = 10**9


def format_position(state: Any, rules: Any) -> str:
    """A position: ``hands=2C,AH/3C,4C played=... trick=5D leader=2``."""
    players = int(rules.players)
    hands = "/".join(hand_text(state.hands[seat]) for seat in range(players))
    sets = {name: sets_text(state[name], players) for name in _SETS}
    return write_words(_words(state, rules, hands, sets) | {"key": int(state.key)})


def known_position(state: Any, rules: Any, seat: int | None) -> str:
    """A position as a seat may know it: cards that it does not know are ``?``."""
    players, own = int(rules.players), -1 if seat is None else int(seat)
    distance = int(distance_of(rules, state.hand_number))
    hands, chosen, given = list[str](), list[str](), list[str]()
    for player in range(players):
        giver, hand = (player - distance) % players, int(state.hands[player])
        known = hand if player == own else int(state.given[own]) & hand if giver == own else 0
        if not state.passing and not _played(state) and player == state.player:
            known |= hand & -hand  # who leads has the lowest club
        hands.append(with_unknown(known, hand))
        knows = own in (player, (player + distance) % players)
        chosen.append(
            with_unknown(state.chosen[player] if player == own else 0, state.chosen[player])
        )
        given.append(with_unknown(state.given[player] if knows else 0, state.given[player]))
    sets = {name: sets_text(state[name], players) for name in ("played", "taken")}
    for name, texts in (("given", given), ("chosen", chosen)):
        sets[name] = "/".join(texts) if any(map(int, state[name])) else ""
    return write_words(_words(state, rules, "/".join(hands), sets))


def _words(state: Any, rules: Any, hands: str, sets: dict[str, str]) -> dict[str, object]:
    players = int(rules.players)
    counts = {name: state[name][:players].tolist() for name in _COUNTS}
    return {
        "hands": hands,
        **sets,
        **trick_words(state, players),
        **{name: write_list(values) if any(values) else "" for name, values in counts.items()},
        "moons": int(state.moons),
        **last_words(state),
    }


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; unknown cards are dealt where they can be.

    If nothing was played and passed, the cards to pass are chosen first, where the rules pass any.
    """
    words, players = read_words(text, POSITION), int(rules.players)
    deck = int(deck_of(rules))
    number = read_number("hand_number", words.get("hand_number", "0"), 0, MOST_COUNTED)
    state.hand_number = number
    begin_hand(state, rules)
    distance = int(state.passing)
    passed = {name: _read_passed(name, words, players) for name in ("given", "chosen")}
    read_table(words, players, deck, state)
    state.taken[:players] = read_sets("taken", words, players, deck)
    _check_taken(state, players)
    deal_known(words, players, deck, stream, state)
    state.broken = int(bool(_played(state) & in_suit(HEARTS)))
    if rules.queen_breaks:
        state.broken |= int(holds(_played(state), QUEEN_OF_SPADES))
    begins = not _played(state) and not any(passed["given"])
    state.passing = distance if begins else 0
    if state.passing:
        _read_chosen(state, passed["chosen"], players, stream)
    elif any(passed["chosen"]):
        raise PlayoutError("chosen: the cards are passed already")
    elif any(passed["given"]):
        _read_given(state, passed["given"], distance, stream)
    _set_leader(state, rules, deck)
    _read_counts(words, rules, state)
    if "key" in words:
        state.key = read_number("key", words["key"], 0, 2**63 - 1)
    elif rules.points:
        state.key = np.int64(next_word(stream) >> np.uint64(1))


def _read_passed(name: str, words: dict[str, str], players: int) -> list[list[int]]:
    """The cards that each seat passes, some of them perhaps UNKNOWN."""
    seats = seat_names(players)
    groups = read_groups(name, words.get(name, "/".join("-" * players)), seats)
    return [
        read_pieces(f"{name}, {seat}", group, read_card)
        for seat, group in zip(seats, groups, strict=True)
    ]


def _named_cards(name: str, cards: list[int], among: int, stream: Any) -> int:
    """The set of some cards among others; unknown ones are any of these."""
    known = [card for card in cards if card != UNKNOWN]
    if len(set(known)) < len(known) or not holds_all(among, known) or len(cards) > size_of(among):
        raise PlayoutError(f"{name}: a card is there twice, or is not where it should be")
    rest = among & ~hand_of(known)
    return hand_of(known) | draw(rest, len(cards) - len(known), stream, np.zeros(60, np.int64))


def _played(state: Any) -> int:
    return int(all_played(state, SEATS))


def _check_taken(state: Any, players: int) -> None:
    taken = [int(cards) for cards in state.taken[:players]]
    ended = _played(state) & ~hand_of(state.trick[: state.count].tolist())
    together = 0
    for cards in taken:
        together |= cards
    if together != ended:
        raise PlayoutError("taken: must be the cards played in the tricks that have ended")
    if any(size_of(cards) % players for cards in taken):
        raise PlayoutError("taken: each seat must have whole tricks")


def _read_chosen(state: Any, chosen: list[list[int]], players: int, stream: Any) -> None:
    """The cards chosen to pass: all of some seats, then some of the seat to move."""
    counts = [len(cards) for cards in chosen]
    seat = next((seat for seat in range(players) if counts[seat] < PASSED), -1)
    if seat < 0 or max(counts) > PASSED or any(counts[seat + 1 :]):
        raise PlayoutError(
            f"chosen: seats choose {PASSED} cards each, one after another, and the last has not"
        )
    for player, cards in enumerate(chosen):
        name = f"chosen, seat {nth(player)}"
        state.chosen[player] = _named_cards(name, cards, int(state.hands[player]), stream)
    state.player = seat


def _read_given(state: Any, given: list[list[int]], distance: int, stream: Any) -> None:
    """The cards passed, which their receivers have, or have played."""
    for seat, cards in enumerate(given):
        receiver, name = (seat + distance) % len(given), f"given, seat {nth(seat)}"
        if not distance or len(cards) not in (0, PASSED):
            raise PlayoutError(f"{name}: must be {PASSED if distance else 0} cards")
        whole = int(state.hands[receiver]) | int(state.played[receiver])
        state.given[seat] = _named_cards(name, cards, whole, stream)


def _set_leader(state: Any, rules: Any, deck: int) -> None:
    """Who is to move: while cards are passed it is said by the cards chosen."""
    players, lead = int(rules.players), lowest(deck)
    first = next((seat for seat in range(players) if holds(int(state.hands[seat]), lead)), -1)
    if state.passing:
        state.leader = 0
        return
    if first >= 0 and _played(state):
        raise PlayoutError(f"{card_text(lead)} leads the first trick, so it cannot be in a hand")
    if state.trick_number == 0 and state.count and state.trick[0] != lead:
        raise PlayoutError(f"trick: {card_text(lead)} leads the first trick")
    if first >= 0:
        state.leader = first
    state.player = (int(state.leader) + int(state.count)) % players


def _read_counts(words: dict[str, str], rules: Any, state: Any) -> None:
    players, points = int(rules.players), int(rules.points)
    state.over = int(not state.hands.any())
    for name in _COUNTS:
        numbers = read_numbers(name, words.get(name, write_list([0] * players)), 0, MOST_COUNTED)
        if len(numbers) != players:
            raise PlayoutError(f"{name}: must be {players} whole numbers")
        state[name][:players] = numbers
    if not state.over and int(state.scores.max()) >= max(points, 1):
        raise PlayoutError(f"scores: a seat has {state.scores.max()} points, so the game is over")
    if state.over and int(state.scores.max()) < points:
        raise PlayoutError(f"scores: no seat has {points} points, so another hand is dealt")
    state.moons = read_number("moons", words.get("moons", "0"), 0, MOST_COUNTED)
