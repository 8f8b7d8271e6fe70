"""What happens in Hearts, and what can be done, in words for people at a table."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import seat_name
from playout.games.hearts.deck import PASSED, points_of
from playout.games.hearts.rules import points_now
from playout.kits.cards import card_name, card_sign, holds, in_suit, size_of, suit_of
from playout.kits.trick_words import must_follow, why_not_played


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did; what others pass stays hidden."""
    player = int(before.player)
    if before.passing:
        what = card_sign(move) if player == seat else "a card"
        said = [(player, f"chose {what} to pass")]
        return said if after.passing else [*said, (player, "was the last, so the cards changed")]
    said = [(player, f"played {card_sign(move)}")]
    if before.count + 1 == rules.players:
        winner = next(s for s in range(rules.players) if after.tricks[s] > before.tricks[s])
        points = int(points_of(_trick(after)))
        worth = f" with {_points(points)}" if points else ""
        said.append((winner, f"took the trick{worth}"))
    if after.over or after.hand_number > before.hand_number:
        for player in range(rules.players):
            brought = int(after.scores[player] - before.scores[player])
            said.append((player, f"got {_points(brought)} in this hand"))
    return said


def _trick(state: Any) -> int:
    return sum(1 << int(card) for card in state.last[: state.last_count])


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player to move can do."""
    if state.passing:
        left = PASSED - int(size_of(state.chosen[state.player]))
        to = seat_name((int(state.player) + int(state.passing)) % int(rules.players), seat)
        return f"Choose {left} more card{'s' if left > 1 else ''} to pass to {to}."
    if state.count:
        return must_follow(state)
    hand = int(state.hands[state.player])
    if state.trick_number == 0:
        return f"Lead the {card_name((hand & -hand).bit_length() - 1)}."
    return "Lead a card." if state.broken or not rules.break_hearts else "Lead a card, no heart."


def status(state: Any, rules: Any, own: int) -> str:
    """How the game stands, in a sentence without its point."""
    players = range(int(rules.players))
    if state.over:
        points = [int(state.scores[player]) for player in players]
        best = [seat_name(p, own, 14) for p in players if points[p] == min(points)]
        how = "has" if len(best) == 1 and best[0].lower() != "you" else "have"
        return f"over: {' and '.join(best)} {how} the fewest points, {min(points)}"
    number = f"hand {state.hand_number + 1}, " if rules.points else ""
    name = seat_name(int(state.player), own, 14)
    if state.passing:
        return f"{number}cards are passed: {name} to choose"
    return f"{number}trick {state.trick_number + 1}: {name} to play"


def standing(state: Any, player: int) -> str:
    """The points of a player, those of this hand included."""
    return _points(int(points_now(state, player)))


def why_illegal(state: Any, rules: Any, move: int) -> str:
    """Why a card may not be played; empty if it may."""
    hand = int(state.hands[state.player])
    if state.passing and holds(hand, move):
        return "this card is chosen already" if state.chosen[state.player] >> move & 1 else ""
    if why := why_not_played(state, move):
        return why
    if state.count == 0:
        if state.trick_number == 0:
            return "the lowest club leads the first trick" if hand & -hand != 1 << move else ""
        others = hand & ~in_suit(2)
        bound = rules.break_hearts and not state.broken and others and suit_of(move) == 2
        return "hearts may not be led before a heart was thrown" if bound else ""
    if state.trick_number == 0 and not rules.first_trick_points and points_of(1 << move):
        return "points may not be thrown into the first trick"
    return ""


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
