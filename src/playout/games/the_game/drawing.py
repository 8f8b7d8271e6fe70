"""The Game for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from typing import Any

from playout.engine.errors import PlayoutError
from playout.games.the_game.cards import listed
from playout.games.the_game.hints import NOTHING, WORDS
from playout.games.the_game.rules import (
    BLOG,
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


def piles_text(state: Any, rules: Any) -> str:
    """The piles in a line: an arrow up or down and the top card of each."""
    count = rules.ascending + rules.descending
    arrows = ("↑" if pile < rules.ascending else "↓" for pile in range(count))
    return "  ".join(f"{arrow}{state.piles[k]:<3d}" for k, arrow in enumerate(arrows)).rstrip()


def hand_text(state: Any, seat: int) -> str:
    """The cards of a hand in rising order."""
    return " ".join(str(card) for card in listed(state.hands[seat])) or "empty"


def said_text(marks: Any, rules: Any, player: int) -> str:
    """What a player says of the piles (option hints)."""
    piles = range(rules.ascending + rules.descending)
    words = {pile: int(marks[player, pile]) for pile in piles}
    said = [f"{WORDS[word]} on pile {pile}" for pile, word in words.items() if word != NOTHING]
    return ", ".join(said) or WORDS[NOTHING]


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: piles, draw pile, every hand, what was said last; an arrow: the seat to move."""
    lines = [
        f"piles      {piles_text(state, rules)}   (pile 0 is the first)",
        f"draw pile  {state.cards - state.drawn} cards; {state.left} cards not laid yet",
    ]
    for player in range(rules.players):
        arrow = "->" if player == seat and not state.over else "  "
        lines.append(f"{arrow} seat {player}  {hand_text(state, player)}")
        if rules.hints != 0:
            lines.append(f"           said {said_text(state.marks, rules, player)}")
    if not state.over and state.needed > 0:
        lines.append(f"seat {seat} must lay {state.needed} more before the turn may end")
    return "\n".join(lines)


def transcript(match: Any) -> str:
    """A whole game, turn by turn: the hand, what the others say, what was laid, the piles then."""
    state, rules = match.state, match.rules.record()
    lines = [f"start           {piles_text(state, rules)}"]
    turn = 0
    while not match.is_over:
        turn, seat = turn + 1, match.seat
        lines.append(f"turn {turn:<3d} seat {seat}  hand {hand_text(state, seat)}")
        if rules.hints != 0:
            marks = match.view().marks
            lines.extend(
                f"                seat {player} says {said_text(marks, rules, player)}"
                for player in range(rules.players)
                if player != seat
            )
        lines.append(f"                {_turn(match, seat)}")
        lines.append(f"                {piles_text(state, rules)}")
    left = int(state.left)
    if left == 0:
        ending = "won: all cards are laid"
    else:
        ending = f"over: {left} {'card' if left == 1 else 'cards'} left" + (
            ", excellent (fewer than ten)" if left < 10 else ""
        )
        if match.moves and rules.variant != BLOG and match.moves[-1] != CONCEDE:
            ending += f"; seat {match.seat} had to lay a card and had none that fits"
    lines.extend(
        f"                seat {player} is left with {hand_text(state, player)}"
        for player in range(rules.players)
        if state.sizes[player] and left
    )
    return "\n".join([*lines, ending])


def _turn(match: Any, seat: int) -> str:
    """Play one turn; say what was laid, every trick marked."""
    said: list[str] = []
    while not match.is_over and match.seat == seat:
        before = match.state.piles.copy()
        laid = int(match.state.turn_cards)
        move = match.step()
        if move in (STOP, CONCEDE):
            said.append(format_move(move))
            break
        card, pile = card_of(move), pile_of(move)
        trick = (card < before[pile]) == (pile < match.rules["ascending"])
        said.append(f"{card} on {before[pile]}{' (trick)' if trick else ''}")
        if is_last(move) or match.state.turn_cards <= laid:
            break  # the turn has ended; with one player the same seat begins the next
    return "lays " + ", ".join(said) if said[0] not in ("stop", "concede") else said[0] + "s"


_CARD = (
    '<g transform="translate({x},{y})"><rect width="46" height="64" rx="6" fill="{fill}" '
    'stroke="#333" stroke-width="1.5"/><text x="23" y="40" text-anchor="middle" '
    'font-size="20" fill="{ink}">{card}</text></g>'
)


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the piles with their direction, then every hand."""
    count = int(rules.ascending + rules.descending)
    parts = []
    for pile in range(count):
        ascends = pile < rules.ascending
        x, arrow = 20 + 62 * pile, "▲" if ascends else "▼"
        fill = "#fde9d0" if ascends else "#d6e6f5"
        parts.append(_CARD.format(x=x, y=40, fill=fill, ink="#222", card=int(state.piles[pile])))
        parts.append(
            f'<text x="{x + 23}" y="28" text-anchor="middle" font-size="16" '
            f'fill="{"#c2571a" if ascends else "#1f5f99"}">{arrow}</text>'
        )
    x = 20 + 62 * count + 20
    parts.append(_CARD.format(x=x, y=40, fill="#444", ink="#fff", card=state.cards - state.drawn))
    parts.append(f'<text x="{x + 23}" y="28" text-anchor="middle" font-size="12">draw pile</text>')
    width = x + 80
    for player in range(int(rules.players)):
        y = 130 + 84 * player
        mark = "▶ " if player == seat and not state.over else ""
        parts.append(f'<text x="20" y="{y + 38}" font-size="13">{mark}seat {player}</text>')
        if rules.hints != 0:
            said = said_text(state.marks, rules, player)
            parts.append(f'<text x="90" y="{y + 78}" font-size="12">said {said}</text>')
        for k, card in enumerate(listed(state.hands[player])):
            parts.append(_CARD.format(x=90 + 52 * k, y=y, fill="#fffdf5", ink="#222", card=card))
            width = max(width, 90 + 52 * (k + 1) + 14)
    height = 130 + 84 * int(rules.players)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif"><rect width="100%" height="100%" '
        f'fill="#fff"/>{"".join(parts)}</svg>'
    )
