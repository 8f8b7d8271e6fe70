"""What happens in Blackjack, and what can be done, in words for people at a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playout.engine.words.numbering import nth
from playout.engine.words.spelling import capitalised
from playout.games.blackjack.positions import dealer_cards, hand_cards
from playout.games.blackjack.rules import (
    ASKED,
    CHIPS,
    DOUBLE,
    HIT,
    INSURE,
    SPLIT,
    STAND,
    SURRENDER,
    is_natural,
    is_over,
    may_double,
    may_split,
    may_surrender,
)
from playout.games.blackjack.shoe import BETTING, dealer_total
from playout.kits.cards import card_sign


def signs(cards: Iterable[int]) -> str:
    """Cards in a line: ``10♦ 7♣``."""
    return " ".join(map(card_sign, cards))


def total_text(points: int, soft: int) -> str:
    """Points in words; of a soft hand an ace may also count 1."""
    return f"{'soft ' if soft and points < 21 else ''}{points}"


def points_text(state: Any, hand: int) -> str:
    """The points of a hand of the player."""
    points = int(state.points[hand])
    if is_natural(state):
        return "natural"
    return f"{points}: bust" if points > 21 else total_text(points, int(state.soft[hand]))


def dealer_text(state: Any) -> str:
    """The points of the dealer, as far as they are known."""
    if state.phase != BETTING or state.dealer_size == 0:
        return ""
    points, soft = dealer_total(state)
    if points == 21 and state.dealer_size == 2:
        return "natural"
    return f"{points}: bust" if points > 21 else total_text(points, soft)


def result_text(state: Any) -> str:
    """What the last round has brought."""
    chips = int(state.result)
    if chips == 0:
        return "the bet comes back"
    return f"{'won' if chips > 0 else 'lost'} {abs(chips):,} chips"


def status(state: Any, rules: Any) -> str:
    """The phase of the game, in a line."""
    number = f"round {min(nth(int(state.done)), int(rules.rounds))} of {rules.rounds}: "
    before = number if rules.rounds > 1 else ""
    if state.phase != BETTING:
        hand = f", hand {nth(int(state.turn))} of {state.count}" if state.count > 1 else ""
        up = card_sign(dealer_cards(state)[0])
        asked = ", insurance?" if state.insured == ASKED else ""
        return f"{before}{points_text(state, state.turn)} against {up}{hand}{asked}"
    if state.dealer_size == 0:
        return f"{before}place a bet to get cards"
    ended = f"{result_text(state)}, {_meeting(state)}"
    if is_over(state, rules):
        total = f"; {int(state.net):+,} chips in all" if rules.rounds > 1 else ""
        return f"the game is over: {ended}{total}"
    return f"{before}place a bet; before {ended}"


def _meeting(state: Any) -> str:
    """The points of both in the round that has ended."""
    if state.gave_up == 1:
        return f"surrendered with {points_text(state, 0)}"
    own = " and ".join(points_text(state, hand) for hand in range(state.count))
    return f"{own} against {dealer_text(state)}"


def events(before: Any, move: int, after: Any, rules: Any, seat: int) -> list[tuple[int, str]]:
    """What a move did, and how the round ended."""
    turn = int(before.turn)
    if before.phase == BETTING:
        up = card_sign(dealer_cards(after)[0])
        did = f"bet {CHIPS * int(after.bet)} chips: {signs(hand_cards(after, 0))} against {up}"
    elif move in (HIT, DOUBLE):
        verb = "doubled, " if move == DOUBLE else ""
        did = f"{verb}drew {signs(hand_cards(after, turn)[-1:])} ({points_text(after, turn)})"
    elif move == SPLIT:
        did = f"split, drew {signs(hand_cards(after, turn)[-1:])}"
    elif move == STAND:
        did = f"stood with {points_text(before, turn)}"
    else:
        half = CHIPS // 2 * int(after.bet)
        did = {SURRENDER: "surrendered", INSURE: f"insured the bet for {half} chips"}.get(
            move, "took no insurance"
        )
    told = [(0, did)]
    if after.phase == BETTING:
        told.append((0, f"{result_text(after)}: the dealer has {signs(dealer_cards(after))}"))
    return told


def to_do(state: Any, rules: Any, seat: int) -> str:
    """What the player can do."""
    if state.phase == BETTING:
        return f"Bet {CHIPS} chips." if rules.most_bet == 1 else "Choose a bet."
    if state.insured == ASKED:
        half = CHIPS // 2 * int(state.bet)
        return f"Insure, {half} chips that the dealer has a natural, or decline."
    more = [
        text
        for text, may in (
            ("double", may_double(state, rules)),
            ("split", may_split(state, rules)),
            ("surrender", may_surrender(state, rules)),
        )
        if may
    ]
    *first, last = ["Hit", "stand", *more]
    return f"{', '.join(first)} or {last}: you have {points_text(state, state.turn)}."


def why_over(match: Any, seat: int) -> str:
    """How the last round ended."""
    state = match.state
    return capitalised(f"{result_text(state)}, {_meeting(state)}.")
