"""The Game for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from typing import Any

from playout.engine.errors import PlayoutError
from playout.games.numbered_cards import drawing as shared
from playout.games.numbered_cards.sets import has, listed
from playout.games.the_game.hints import NOTHING, WORDS
from playout.games.the_game.rules import (
    CONCEDE,
    STOP,
    card_move,
    card_of,
    is_last,
    pile_of,
)


def format_move(move: int) -> str:
    """A move as people write it: ``61 on pile 1``, ``61 on pile 1, stop``, ``stop``..."""
    if move in (STOP, CONCEDE):
        return "stop" if move == STOP else "concede"
    return f"{card_of(move)} on pile {pile_of(move)}" + (", stop" if is_last(move) else "")


def why_illegal(state: Any, rules: Any, move: int) -> str:
    """Why a move is not allowed; empty if it is."""
    if move == STOP:
        return "" if state.needed <= 0 else f"{state.needed} more must be laid before the turn ends"
    if move == CONCEDE:
        stop = "the minimum is met, so the turn ends with 'stop'"
        return "" if state.needed > 0 else stop
    card, pile = card_of(move), pile_of(move)
    if not 0 <= pile < rules.ascending + rules.descending:
        return f"there is no pile {pile}"
    if not has(state.hands[state.player, 0], card):
        return f"there is no {card} in the hand of seat {state.player}"
    if not has(state.fitting[pile], card):
        return f"{card} does not fit on {state.piles[pile]}"
    if is_last(move) and state.needed > 1:
        return f"{state.needed - 1} more must be laid after it before the turn ends"
    return ""


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote."""
    if text in ("stop", "concede"):
        return STOP if text == "stop" else CONCEDE
    found = re.fullmatch(r"(\d+) on pile (\d)(, stop)?", text.strip())
    if not found or not 1 <= int(found[1]) <= 126 or int(found[2]) > 7:
        raise PlayoutError(
            f"'{text}' is no move: write '61 on pile 1', '61 on pile 1, stop', 'stop' or 'concede'"
        )
    return card_move(int(found[1]), int(found[2]), found[3] is not None)


def rises(rules: Any) -> list[bool]:
    """Whether each pile rises."""
    return [pile < rules.ascending for pile in range(rules.ascending + rules.descending)]


def said_text(marks: Any, rules: Any, player: int) -> str:
    """What a player says about the piles (option hints)."""
    piles = range(rules.ascending + rules.descending)
    words = {pile: int(marks[player, pile]) for pile in piles}
    parts = [f"{WORDS[word]} on pile {pile}" for pile, word in words.items() if word != NOTHING]
    return ", ".join(parts) or WORDS[NOTHING]


def all_said(state: Any, rules: Any) -> list[str]:
    """What everybody said last; empty without the option hints."""
    players = range(rules.players if rules.hints != 0 else 0)
    return [f"said {said_text(state.marks, rules, player)}" for player in players]


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: piles, draw pile, every hand, the last hints; an arrow marks the seat to move."""
    drawn = shared.text(state, rises(rules), rules.players, seat, all_said(state, rules))
    if state.over or state.needed <= 0:
        return drawn
    return f"{drawn}\nseat {seat} must lay {state.needed} more before the turn may end"


def transcript(match: Any) -> str:
    """A whole game, turn by turn: hand, hints of the others, cards laid and drawn, piles."""
    state, rules = match.state, match.rules.record()
    lines = [f"start           {shared.piles_text(state, rises(rules))}"]
    turn = 0
    while not match.is_over:
        turn, seat = turn + 1, match.seat
        lines.append(f"turn {turn:<3d} seat {seat}  hand {shared.hand_text(state, seat)}")
        if rules.hints != 0:
            marks = match.view().marks
            lines.extend(
                f"                seat {player} says {said_text(marks, rules, player)}"
                for player in range(rules.players)
                if player != seat
            )
        lines.append(f"                {_turn(match, seat)}")
        lines.append(f"                {shared.piles_text(state, rises(rules))}")
    stuck = match.moves and match.moves[-1] != CONCEDE
    why = f"; seat {match.seat} had to lay a card and had none that fits" if stuck else ""
    return "\n".join([*lines, shared.ending(state, rules.players, why)])


def _turn(match: Any, seat: int) -> str:
    """Play one turn; the cards laid as text, with every trick marked, and the cards drawn."""
    parts: list[str] = []
    laid: list[int] = []
    hand = listed(match.state.hands[seat])
    while not match.is_over and match.seat == seat:
        tops = match.state.piles.copy()
        cards_before = int(match.state.turn_cards)
        move = match.step()
        if move in (STOP, CONCEDE):
            parts.append(format_move(move))
            break
        card, pile = card_of(move), pile_of(move)
        laid.append(card)
        trick = (card < tops[pile]) == (pile < match.rules["ascending"])
        parts.append(f"{card} on {tops[pile]}{' (trick)' if trick else ''}")
        if is_last(move) or match.state.turn_cards <= cards_before:
            break  # the turn has ended; with one player the same seat begins the next
    if not laid:
        return f"{parts[0]}s"
    return (
        f"lays {', '.join(parts)}{shared.drawn_text(hand, laid, listed(match.state.hands[seat]))}"
    )


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the piles with their direction, then every hand."""
    return shared.svg(state, rises(rules), int(rules.players), seat, all_said(state, rules))
