"""Hearts for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import ONLOOKER, element
from playout.engine.game.drawn_pieces import GLOW, on_cloth, seat_disc, table_picture
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.hearts.positions import format_position as format_position
from playout.games.hearts.positions import known_position as known_position
from playout.games.hearts.positions import parse_position as parse_position
from playout.games.hearts.rules import points_now
from playout.games.hearts.sentences import events as events
from playout.games.hearts.sentences import standing, status
from playout.games.hearts.sentences import to_do as to_do
from playout.games.hearts.sentences import why_illegal as why_illegal
from playout.games.hearts.table_picture import TablePicture
from playout.kits.card_pictures import card_picture
from playout.kits.cards import CARDS, card_text, cards_of, hand_text, read_card, suit_of

MOVE_KINDS = ("pass", "lead", "follow", "throw")
_SMALL, _LINE = (32.0, 46.0), 74.0  # pixels


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    if state.passing:
        return MOVE_KINDS.index("pass")
    if not state.count:
        return MOVE_KINDS.index("lead")
    follows = suit_of(move) == suit_of(int(state.trick[0]))
    return MOVE_KINDS.index("follow" if follows else "throw")


def format_move(move: int) -> str:
    """A card as people write it: ``QS``."""
    return card_text(move)


def parse_move(text: str) -> int:
    """The card of a text, such as ``QS`` or ``10H``."""
    card = read_card(text)
    if card >= CARDS:
        raise PlayoutError(f"'{text}' is not a move: Hearts is played without jokers")
    return card


def places(move: int) -> Sequence[str]:
    """The card to touch."""
    return (f"card-{move}",)


def _table(state: Any) -> str:
    cards = [card_text(int(card)) for card in state.trick[: state.count]]
    return f"table, led by seat {nth(state.leader)}: {' '.join(cards)}" if cards else ""


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the hand and the points of every seat, and the trick on the table."""
    lines = [status(state, rules, ONLOOKER)]
    for player in range(rules.players):
        chosen = int(state.chosen[player])
        passes = f"  passes {hand_text(chosen)}" if chosen else ""
        hand = hand_text(int(state.hands[player])).replace(",", " ")
        mark = ">" if player == seat and not state.over else " "
        lines.append(
            f"{mark} seat {nth(player)}  {standing(state, player):>9}, "
            f"{state.tricks[player]} tricks  {hand}{passes}"
        )
    return "\n".join(filter(None, [*lines, _table(state)]))


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: all hands face up, and the trick on the table."""
    parts, y, wide = [], 10.0, 560.0
    for player in range(rules.players):
        cards = cards_of(int(state.hands[player]))
        told = f"{standing(state, player)}, {state.tricks[player]} tricks"
        to_move = player == state.player and not state.over
        parts += [
            seat_disc(22, y + 11, player, is_to_move=to_move),
            on_cloth(40, y + 16, f"seat {nth(player)}: {told}", 'font-size="14"'),
        ]
        step = min(_SMALL[0] + 2, (wide - 24 - _SMALL[0]) / max(len(cards) - 1, 1))
        for k, card in enumerate(cards):
            fill = {"fill": GLOW} if int(state.chosen[player]) >> card & 1 else {}
            parts.append(card_picture(card, 12 + k * step, y + 24, _SMALL, **fill))
        y += _LINE + 4
    title = f"Hearts, {status(state, rules, ONLOOKER)}"
    for k in range(int(state.count)):
        player, x = (int(state.leader) + k) % int(rules.players), 12 + k * 60.0
        parts.append(seat_disc(x + 16, y + 12, player))
        parts.append(card_picture(int(state.trick[k]), x, y + 28, _SMALL))
    return table_picture(wide, y + (82 if state.count else 4), title, parts)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: the own cards to be touched, the others' face down."""
    return TablePicture(state, rules, seat).svg(width)


def portrait() -> str:
    """A trick with the queen of spades, and a part of a hand."""
    parts = [
        element(
            "g",
            card_picture(card, 0, 0, (52, 74)),
            transform=f"translate({60 + 50 * k} {14 + 5 * (k % 2)}) rotate({5 - 6 * k % 11})",
        )
        for k, card in enumerate((44, 51, 49, 30))
    ]
    for k, card in enumerate((3, 8, 17, 21, 26, 31, 37)):
        parts.append(card_picture(card, 26 + 38 * k, 106, (50, 70)))
    return portrait_of("Hearts: the queen of spades falls under the ace", parts)


def transcript(match: Any) -> str:
    """A whole game: the hands, what is passed, a line for each trick, and the end."""
    state, players, lines = match.state, range(int(match.rules["players"])), list[str]()
    while not match.is_over:
        number = int(state.hand_number)
        lines.append(f"hand {number + 1}")
        lines += [f"  seat {nth(player)}  {_hand(state.hands[player])}" for player in players]
        while state.passing:
            seat, cards = match.seat, list[str]()
            while state.passing and match.seat == seat:
                cards.append(card_text(match.step()))
            lines.append(f"  seat {nth(seat)} passes {' '.join(cards)}")
        while not match.is_over and state.hand_number == number:
            lines.append(f"  {_trick(match)}")
        before = ", ".join(f"seat {nth(p)} {points_now(state, p)}" for p in players)
        lines.append(f"  points: {before}")
    return "\n".join([*lines, status(state, match.rules.record(), ONLOOKER)])


def _trick(match: Any) -> str:
    """Play one trick; its cards, and who takes it."""
    state, cards = match.state, list[str]()
    before, leader = state.tricks.copy(), match.seat
    while True:
        cards.append(card_text(match.step()))
        if (state.tricks != before).any():
            break
    winner = int((state.tricks - before).argmax())
    return f"seat {nth(leader)} leads {' '.join(cards)}: seat {nth(winner)}"


def _hand(cards: int) -> str:
    return hand_text(int(cards)).replace(",", " ")
