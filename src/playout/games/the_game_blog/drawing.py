"""The blog's loop for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from playout.engine.game.drawings import does
from playout.engine.play.pieces import (
    deal_unknown,
    known_hands,
    not_in,
    read_draw_pile,
    read_hands,
)
from playout.engine.play.positions import (
    read_groups,
    read_list,
    read_number,
    read_words,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import index_of, nth
from playout.games.numbered_cards import drawing as shared
from playout.games.numbered_cards.positions import card_name, card_reader, check_size, write_deck
from playout.games.numbered_cards.seat_picture import SeatPicture
from playout.games.numbered_cards.sets import listed, put
from playout.games.the_game_blog.rules import (
    PILES,
    card_move,
    card_of,
    lay_down,
    pile_of,
)
from playout.games.the_game_blog.sentences import RISES
from playout.games.the_game_blog.sentences import events as events
from playout.games.the_game_blog.sentences import to_do as to_do
from playout.games.the_game_blog.sentences import why_over as why_over

NUMBERED = "pile"  # what moves name by a number
POSITION = ("piles", "hands", "seat", "draw", "over")


def format_move(move: int) -> str:
    """A move as people write it: ``61 on pile 1``."""
    return f"{card_of(move)} on pile {nth(pile_of(move))}"


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote; pile 0 is read as pile 1."""
    groups = re.fullmatch(r"(\d+) on pile ([0-4])", text.strip())
    if not groups or not 1 <= int(groups[1]) <= 126:
        raise PlayoutError(f"'{text}' is not a move: write '61 on pile 1'; the piles are 1 to 4")
    return card_move(int(groups[1]), index_of(int(groups[2])))


def format_position(state: Any, rules: Any) -> str:
    """A position: ``piles=5,18/-/97/- hands=20,30,33:4 draw=44,12``.

    docs/games/the-game-blog.md explains each word.
    """
    draw = write_list(state.deck[state.drawn : state.cards])
    return write_words(_on_the_table(state, "/".join(_hands(state, rules))) | {"draw": draw})


def known_position(state: Any, rules: Any, seat: int | None) -> str:
    """A position as a seat may know it: ``hands=20,30,33:4/?3``, with no word of the draw pile."""
    return write_words(_on_the_table(state, known_hands(_hands(state, rules), seat)))


def _hands(state: Any, rules: Any) -> list[str]:
    return [_hand(state, rules, player) for player in range(rules.players)]


def _on_the_table(state: Any, hands: str) -> dict[str, object]:
    piles = [listed(state.laid[pile])[:: 1 if up else -1][1:] for pile, up in enumerate(RISES)]
    return {
        "piles": "/".join(map(write_list, piles)),
        "hands": hands,
        "seat": int(state.player),
        "over": int(state.over),
    }


def _hand(state: Any, rules: Any, player: int) -> str:
    """A hand in the order of drawing, each card with its time unless that is the usual one."""
    cards = sorted(listed(state.hands[player]), key=lambda card: state.drawn_at[card])
    times = [int(state.drawn_at[card]) for card in cards]
    usual = [_dealt_at(rules, player, place) for place in range(len(cards))]
    return write_list(
        str(card) if time == then else f"{card}:{time}"
        for card, time, then in zip(cards, times, usual, strict=True)
    )


def _dealt_at(rules: Any, player: int, place: int) -> int:
    """When the card in this place of a hand was dealt: 0 for the first card of all."""
    return int(place * rules.players + player)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of a text as :func:`format_position` writes it, or of one by hand.

    Unknown cards, and those that are nowhere if the draw pile ends with a ``?`` or is left out, are
    dealt in any order, all equally likely.
    """
    words = read_words(text, POSITION)
    read, players = card_reader(rules), int(rules.players)
    laid = _read_piles(words, rules, state)
    times: dict[int, int] = {}  # card -> when it was drawn, where the text says it

    def read_drawn(text: str) -> int:
        card, _, time = text.partition(":")
        if time:
            times[read(card)] = read_number(card, time, 0, rules.high - rules.low - 2)
        return read(card)

    hands = read_hands(words, players, rules.hand, read_drawn)
    draw = read_draw_pile(words.get("draw", "?"), read)
    unseen = not_in(range(rules.low + 1, rules.high), laid, draw, *hands, name=card_name)
    deal_unknown(unseen, hands, draw, stream, card_name)
    for player, hand in enumerate(hands):
        check_size(player, hand, rules.hand)
        for place, card in enumerate(hand):
            put(state.hands[player], 1, card)
            state.drawn_at[card] = times.get(card, _dealt_at(rules, player, place))
    write_deck(state, laid, hands, draw)
    _check_times(hands, state)
    state.player = read_number("seat", words.get("seat", "0"), 0, players - 1)
    is_over = read_number("over", words.get("over", "0"), 0, 1) != 0
    state.over = is_over or (not draw and state.player == 0)
    for player in range(0 if draw else state.player, players):
        if not hands[player] and not state.over:
            raise PlayoutError(f"seat {nth(player)} has no cards, and the game is not over")


def _read_piles(words: dict[str, str], rules: Any, state: Any) -> list[int]:
    laid: list[int] = []
    lines = words.get("piles", "/".join("-" * PILES))
    names = [f"pile {nth(pile)}" for pile in range(PILES)]
    for pile, line in enumerate(read_groups("piles", lines, names)):
        cards = [rules.low if RISES[pile] else rules.high]
        lay_down(state, cards[0], pile)
        for text in read_list(line):
            cards.append(card_reader(rules)(text))
            if (cards[-1] > cards[-2]) != RISES[pile] or cards[-1] == cards[-2]:
                raise PlayoutError(f"{names[pile]}: {cards[-1]} does not fit on {cards[-2]}")
            lay_down(state, cards[-1], pile)
        laid += cards[1:]
    return laid


def _check_times(hands: list[list[int]], state: Any) -> None:
    for hand in hands:
        if hand and state.drawn_at[hand[-1]] >= state.drawn:
            raise PlayoutError(
                f"hands: {hand[-1]} drawn at {state.drawn_at[hand[-1]]} (counted from 0), but only "
                f"{state.drawn} cards have been drawn"
            )
        for card, later in pairwise(hand):
            if state.drawn_at[card] >= state.drawn_at[later]:
                raise PlayoutError(
                    f"hands: {card} drawn at {state.drawn_at[card]} before {later} drawn at "
                    f"{state.drawn_at[later]}; a hand is in the order of drawing"
                )


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: piles, draw pile and every hand; an arrow marks the seat to move."""
    return shared.text(state, RISES, int(rules.players), seat)


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the piles with their direction, then every hand."""
    return shared.svg(state, RISES, int(rules.players), seat)


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: piles and own hand to be touched, other cards face down."""
    status = f"{does(int(state.player), seat, 'proposes')} a card for a pile"
    if state.over:
        left = "1 card is" if state.left == 1 else f"{state.left} cards are"
        status = f"The game is over: {left} left"
    return SeatPicture(state, rules, RISES, seat, status).svg(width)


def portrait() -> str:
    """A small picture of a table."""
    piles = ((12, 1, True), (34, 1, True), (88, 100, False), (100, 100, False))
    return shared.portrait("The Game as in the blog: two piles rise, two fall", piles, (20, 45, 80))


def places(move: int) -> Sequence[str]:
    """The parts to touch for a move: a card and a pile."""
    return (f"card-{card_of(move)}", f"pile-{nth(pile_of(move))}")


def transcript(match: Any) -> str:
    """A whole game, turn by turn: hand, card proposed and on which top, card drawn, piles."""
    state = match.state
    lines = [f"start           {shared.piles_text(state, RISES)}"]
    while not match.is_over:
        turn, seat, left, tops = len(match.moves) + 1, match.seat, state.left, state.piles.copy()
        hand = listed(state.hands[seat])
        lines.append(f"turn {turn:<3d} seat {nth(seat)}  hand {shared.hand_text(state, seat)}")
        move = match.step()
        verb, why = "proposes", ": it does not fit"
        if state.left < left:
            verb, why = "lays", shared.drawn_text(hand, [card_of(move)], listed(state.hands[seat]))
        lines.append(f"                {verb} {card_of(move)} on {tops[pile_of(move)]}{why}")
        lines.append(f"                {shared.piles_text(state, RISES)}")
    return "\n".join([*lines, shared.ending(state, int(match.rules["players"]))])
