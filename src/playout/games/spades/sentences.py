"""What happens in Spades, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import seat_name
from playout.games.spades.rules import BID, NO_BID, SEATS, SIDES
from playout.kits.cards import SPADES, card_sign, in_suit, suit_of
from playout.kits.trick_words import must_follow, why_not_played


def bid_text(bid: int) -> str:
    """A bid: ``nil``, ``3``."""
    return str(bid) if bid else "nil"


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did."""
    player = int(before.player)
    if move >= BID:
        return [(player, f"bid {bid_text(move - BID)}")]
    said = [(player, f"played {card_sign(move)}")]
    if before.count + 1 == SEATS:
        winner = next(s for s in range(SEATS) if after.tricks[s] > before.tricks[s])
        said.append((winner, "took the trick"))
    if after.over or after.hand_number > before.hand_number:
        for side in range(SIDES):
            brought = int(after.points[side] - before.points[side])
            said += [(s, f"got {brought} points") for s in range(side, SEATS, SIDES)]
    return said


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    if state.bids[state.player] == NO_BID:
        return "Bid how many tricks you will take."
    if state.count:
        return must_follow(state)
    return "Lead a card." if state.broken else "Lead a card, no spade."


def status(state: Any, rules: Any, own: int) -> str:
    """How the game stands, in a sentence without its point."""
    if state.over:
        points = state.points.tolist()
        names = [seat_name(s, own, 14) for s in range(SEATS) if points[s % SIDES] == max(points)]
        return f"over: {' and '.join(names)} have {max(points)} points, the others {min(points)}"
    number = f"hand {state.hand_number + 1}, " if rules.points else ""
    name = seat_name(int(state.player), own, 14)
    if state.bids[state.player] == NO_BID:
        return f"{number}bids: {name} to bid"
    return f"{number}trick {state.trick_number + 1}: {name} to play"


def taken(state: Any, player: int) -> str:
    """The tricks that a player has taken in this hand, of those bid: ``took 2 of 3``."""
    bid = int(state.bids[player])
    if bid == NO_BID:
        return "no bid"
    tricks = int(state.tricks[player] - state.before[player])
    return f"took {tricks} of {bid}" if bid else f"nil, took {tricks}"


def points_of(state: Any, player: int) -> str:
    """The points of a player's side."""
    points = int(state.points[player % SIDES])
    return f"{points} point{'' if points == 1 else 's'}"


def standing(state: Any, player: int) -> str:
    """The tricks that a player has taken and bid, and the points of the partners."""
    return f"{taken(state, player)}, {points_of(state, player)}"


def why_illegal(state: Any, rules: Any, move: int) -> str:
    """Why a card may not be played, or a bid not be made; empty if it may."""
    is_bid, bids = move >= BID, state.bids[state.player] == NO_BID
    if is_bid != bids:
        return "bids are made before the first card" if is_bid else "bids are made first"
    if is_bid:
        return "nobody may bid nil by these rules" if move == BID and not rules.nil else ""
    if why := why_not_played(state, move):
        return why
    others = int(state.hands[state.player]) & ~in_suit(SPADES)
    if state.count == 0 and not state.broken and others and suit_of(move) == SPADES:
        return "spades may not be led before a spade was thrown"
    return ""
