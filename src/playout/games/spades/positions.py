"""Positions of Spades as text: what each word says is in docs/games/spades.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import next_word
from playout.engine.play.positions import (
    read_number,
    read_numbers,
    read_words,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.games.spades.rules import MOST_HANDS, NO_BID, SEATS, SIDES, begin_hand
from playout.kits.cards import ALL, RANKS, SPADES, hand_text, in_suit
from playout.kits.trick_positions import (
    deal_known,
    last_words,
    read_table,
    sets_text,
    trick_words,
    with_unknown,
)
from playout.kits.trick_table import all_played

_MOST = 10**6
_COUNTS = {  # numbers of each seat, or side: the length, the least, the most
    "bids": (SEATS, NO_BID, RANKS),
    "tricks": (SEATS, 0, _MOST),
    "before": (SEATS, 0, _MOST),
    "all_bids": (SEATS, 0, _MOST),
    "points": (SIDES, -_MOST, _MOST),
    "bags": (SIDES, 0, _MOST),
    "made": (SIDES, 0, MOST_HANDS),
}
POSITION = (
    *("hands", "played", "trick", "leader", "lacks", *_COUNTS),
    *("hand_number", "last", "last_leader", "key"),
)


def format_position(state: Any, rules: Any) -> str:
    """A position: ``hands=2C,AH/3C,4C played=... bids=3,4,0,2``."""
    hands = "/".join(hand_text(int(hand)) for hand in state.hands)
    return write_words(_words(state, hands) | {"key": int(state.key)})


def known_position(state: Any, rules: Any, seat: int | None) -> str:
    """A position as a seat may know it: cards that it does not know are ``?``."""
    hands = [
        with_unknown(hand if player == seat else 0, hand)
        for player, hand in enumerate(state.hands.tolist())
    ]
    return write_words(_words(state, "/".join(hands)))


def _words(state: Any, hands: str) -> dict[str, object]:
    counts = {name: state[name].tolist() for name in _COUNTS}
    usual = {"bids": [NO_BID] * SEATS}
    return {
        "hands": hands,
        "played": sets_text(state.played, SEATS),
        **trick_words(state, SEATS),
        **{
            name: "" if values == usual.get(name, [0] * len(values)) else write_list(values)
            for name, values in counts.items()
        },
        **last_words(state),
    }


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; unknown cards are dealt where they can be."""
    words = read_words(text, POSITION)
    number = read_number("hand_number", words.get("hand_number", "0"), 0, MOST_HANDS)
    state.hand_number = number
    begin_hand(state)
    first = int(state.leader)
    words.setdefault("leader", str(first))
    read_table(words, SEATS, ALL, state)
    deal_known(words, SEATS, ALL, stream, state)
    for name, (length, least, most) in _COUNTS.items():
        usual = write_list([NO_BID if name == "bids" else 0] * length)
        numbers = read_numbers(name, words.get(name, usual), least, most)
        if len(numbers) != length:
            raise PlayoutError(f"{name}: must be {length} whole numbers")
        state[name] = numbers
    played = int(all_played(state, SEATS))
    state.broken = int(played & in_suit(SPADES) != 0)
    _set_player(state, rules, first, played)
    if int((state.tricks - state.before).sum()) != state.trick_number:
        raise PlayoutError(
            f"tricks: without those of hands before, they must be {int(state.trick_number)} in all"
        )
    state.over = int(not state.hands.any())
    far = int(np.abs(state.points).max()) >= rules.points
    if rules.points and far != state.over and number + 1 < MOST_HANDS:
        raise PlayoutError("points: the match is over if a side has them, and only then")
    if "key" in words:
        state.key = read_number("key", words["key"], 0, 2**63 - 1)
    elif rules.points:
        state.key = np.int64(next_word(stream) >> np.uint64(1))


def _set_player(state: Any, rules: Any, first: int, played: int) -> None:
    """Who is to move: seats bid one after another, and then cards are played."""
    turns = [(first + k) % SEATS for k in range(SEATS)]
    made = [seat for seat in turns if state.bids[seat] != NO_BID]
    if made != turns[: len(made)] or (played and made != turns):
        raise PlayoutError(
            f"bids: seats bid one after another from seat {first + 1}, all before a card is played"
        )
    if not rules.nil and 0 in state.bids:
        raise PlayoutError("bids: nobody may bid nil by these rules")
    if not played and state.leader != first:
        raise PlayoutError(f"leader: seat {first + 1} leads the first trick")
    state.player = turns[len(made)] if made != turns else (state.leader + state.count) % SEATS
