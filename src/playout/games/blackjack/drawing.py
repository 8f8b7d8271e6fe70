"""Blackjack for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER, Rows, paragraph, part, seat_name
from playout.engine.game.drawn_pieces import ON_CLOTH, back, hand, on_cloth, ring, table_picture
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.words.spelling import capitalised
from playout.games.blackjack.positions import dealer_cards, hand_cards
from playout.games.blackjack.positions import format_position as format_position
from playout.games.blackjack.positions import known_position as known_position
from playout.games.blackjack.positions import parse_position as parse_position
from playout.games.blackjack.rules import BET, CHIPS, INSURED, PURSE, is_legal, is_over
from playout.games.blackjack.sentences import dealer_text, points_text, result_text, signs, status
from playout.games.blackjack.sentences import events as events
from playout.games.blackjack.sentences import to_do as to_do
from playout.games.blackjack.sentences import why_over as why_over
from playout.games.blackjack.shoe import BETTING, PLAYING
from playout.kits.card_pictures import CARD, card_picture
from playout.kits.dice_pictures import HIGH, button_svg, button_width

NAMES = ("hit", "stand", "double", "split", "surrender", "insure", "decline")
MOVE_KINDS = (*NAMES, "bet")
_TITLES = (
    "Hit: draw a card",
    "Stand: draw no more",
    "Double the bet, and draw one card",
    "Split the pair into two hands",
    "Surrender: give up half the bet",
    "Insure: half the bet that the dealer has a natural",
    "Decline: no insurance",
)
_MOST_BUTTONS = 5  # of bets; more of them are no part of the picture
_LEFT, _GAP, _LABEL = 14.0, 8.0, 20.0  # pixels
_ROW = CARD[1] + _LABEL + 14


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    return min(move, BET + 1)


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the dealer's cards, each hand of the player, and the chips."""
    cards = dealer_cards(state)
    shown = f"{signs(cards[:1])} ?" if state.phase == PLAYING else f"{signs(cards)}"
    lines = [f"dealer  {shown}  {dealer_text(state)}".rstrip()] if cards else []
    for number in range(state.count):
        arrow = " <-" if state.phase == PLAYING and number == state.turn else ""
        doubled = ", doubled" if state.bets[number] > 1 else ""
        own = f"{signs(hand_cards(state, number))}  {points_text(state, number)}{doubled}{arrow}"
        lines.append(f"player  {own}")
    return "\n".join([*lines, f"chips   {_chips(state, rules):,}", status(state, rules)])


def _chips(state: Any, rules: Any) -> int:
    """The chips of the player, without those that are bet."""
    own = PURSE * int(rules.rounds) * int(rules.most_bet) + int(state.net)
    bets = 2 * int(state.bets.sum()) + (int(state.insured) == INSURED)
    return own - (CHIPS // 2 * int(state.bet) * bets if state.phase else 0)


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string."""
    parts, height = _table(state, rules, 480, ONLOOKER, "Player")
    return table_picture(480, height, _title(state, rules), parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position for somebody who plays, with buttons below it."""
    parts, height = _table(state, rules, width, seat, seat_name(0, seat, 16))
    if not is_over(state, rules):
        buttons, more = _buttons(state, rules, width, height + 10) if seat == 0 else ([], 0.0)
        if buttons:
            parts.append(hand(width, height, more, "What to do", buttons))
            height += more
    return table_picture(width, height, _title(state, rules), parts)


def _title(state: Any, rules: Any) -> str:
    """The description of a picture for people who cannot see it."""
    lines = text(state, rules, 0).replace("?", "and a card face down").splitlines()
    return "\n".join([f"Blackjack, {lines[-1]}.", *lines[:-1]])


def _table(state: Any, rules: Any, width: float, seat: int, name: str) -> tuple[list[str], float]:
    """What lies on the table, and how high that is."""
    line = status(state, rules)
    how = f'fill="{ON_CLOTH}" font-weight="bold"'
    parts, y = paragraph(_LEFT, 8, capitalised(line), width - 2 * _LEFT, 15, how)
    y += 6
    cards, inside = dealer_cards(state), width - 2 * _LEFT
    parts += _hand(
        f"Dealer: {dealer_text(state)}".removesuffix(": "),
        cards,
        _LEFT,
        y,
        inside,
        state.phase == PLAYING,
    )
    y += _ROW
    across = 1 if state.count < 2 else 2
    room = (inside - _GAP * (across - 1)) / across
    for number in range(max(int(state.count), 1)):
        x = _LEFT + (number % across) * (room + _GAP)
        top, label = y + (number // across) * _ROW, name
        if number < state.count:
            bet = CHIPS * int(state.bet) * int(state.bets[number])
            label = name if across == 1 else f"Hand {number + 1}"
            label += f": {points_text(state, number)}, bet {bet:,}"
        own = hand_cards(state, number)
        if state.phase == PLAYING and number == state.turn and state.count > 1:
            parts.append(_mark(x, top, room))
        parts += _hand(label, own, x, top, room, False, number)
    y += _ROW * -(-max(int(state.count), 1) // across)
    chips = f"{_chips(state, rules):,} chips"
    if state.phase == BETTING and state.dealer_size:
        chips = f"{chips} ({result_text(state)})"
    parts.append(on_cloth(_LEFT, y + 8, chips, 'font-size="15"'))
    return parts, y + 24


def _mark(x: float, y: float, width: float) -> str:
    """A frame around the hand that is played."""
    frame = ring(x - 5, y - 1, width + 6, _ROW - 4)
    return frame.replace('stroke="none"', 'stroke="#ffd34d" stroke-width="2"')


def _hand(
    label: str, cards: Sequence[int], x: float, y: float, room: float, hides: bool, number: int = -1
) -> list[str]:
    """A hand with its label above; the second card of a dealer may be hidden."""
    parts = [on_cloth(round(x, 1), y + 14, label, 'font-size="14" font-weight="bold"')]
    step = min(CARD[0] + 6 if number < 0 else 34.0, (room - CARD[0]) / max(len(cards) - 1, 1))
    for k, card in enumerate(cards):
        at, top = x + k * step, y + _LABEL
        if hides and k == 1:
            parts.append(back(round(at, 1), top, *CARD))
        else:
            owner = "dealer" if number < 0 else f"hand-{number + 1}"
            parts.append(part(f"{owner}-{k + 1}", [card_picture(card, at, top)]))
    return parts


def _buttons(state: Any, rules: Any, width: float, y: float) -> tuple[list[str], float]:
    """The buttons of all legal moves, in rows, and how high they are with the space around."""
    wanted = [
        (NAMES[move], _TITLES[move], NAMES[move].capitalize())
        for move in range(BET + 1)
        if is_legal(state, rules, move)
    ]
    if state.phase == BETTING and rules.most_bet <= _MOST_BUTTONS:
        chips = {k: f"Bet {CHIPS * k}" for k in range(1, int(rules.most_bet) + 1)}
        wanted = [(f"bet-{k}", f"{text} chips", text) for k, text in chips.items()]
    rows = Rows(_LEFT, width - _LEFT, y, _GAP)
    drawn = [
        button_svg(name, title, text, *rows.next(button_width(text), HIGH))
        for name, title, text in wanted
    ]
    return drawn, rows.end() - y + 12


def portrait() -> str:
    """A natural against a ten."""
    parts = [
        card_picture(36, 150, 16),
        back(204, 16, *CARD),
        card_picture(51, 60, 96),
        card_picture(23, 114, 96),
        on_cloth(182, 136, "natural", 'font-size="20" font-weight="bold"'),
    ]
    return portrait_of("Blackjack: an ace and a queen against a card of the dealer", parts)


def places(move: int) -> Sequence[str]:
    """The button of a move."""
    return (f"button-bet-{move - BET}" if move > BET else f"button-{NAMES[move]}",)


def transcript(match: Any) -> str:
    """A whole game: what each move did, and what each round brought."""
    lines = list[str]()
    while not match.is_over:
        before = match.state.copy()
        move = match.step()
        told = events(before, move, match.state, match.record, 0)
        lines += [
            f"{'' if move > BET and not k else '  '}{text}" for k, (_, text) in enumerate(told)
        ]
    return "\n".join([*lines, f"{_chips(match.state, match.record):,} chips"])
