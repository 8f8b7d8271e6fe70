"""The Game for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from playout.engine.game.drawings import player_name, seat_name
from playout.engine.play.pieces import (
    UNKNOWN,
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
    seat_names,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import index_of, nth
from playout.engine.words.reading import brief, read_values
from playout.engine.words.spelling import as_typed
from playout.games.numbered_cards import drawing as shared
from playout.games.numbered_cards.positions import card_name, card_reader, check_size, write_deck
from playout.games.numbered_cards.seat_picture import SeatPicture
from playout.games.numbered_cards.sets import has, listed, put
from playout.games.the_game.hints import NOTHING, WORDS, may_say
from playout.games.the_game.rules import (
    CONCEDE,
    MOST_LEGAL,
    PILES,
    STOP,
    card_move,
    card_of,
    is_last,
    lay_down,
    legal_moves,
    minimum,
    pile_of,
)
from playout.games.the_game.sentences import events as events
from playout.games.the_game.sentences import rises
from playout.games.the_game.sentences import to_do as to_do
from playout.games.the_game.sentences import why_over as why_over

NUMBERED = "pile"  # what moves name by a number
POSITION = ("piles", "hands", "seat", "turn_cards", "laid", "draw", "marks", "over")


def format_move(move: int) -> str:
    """A move as people write it: ``61 on pile 1``, ``61 on pile 1, stop``, ``stop``..."""
    if move in (STOP, CONCEDE):
        return "stop" if move == STOP else "concede"
    return f"{card_of(move)} on pile {nth(pile_of(move))}" + (", stop" if is_last(move) else "")


GIVES_UP = CONCEDE
MOVE_KINDS = (
    "trick",
    "card 1 away",
    "card 2 to 5 away",
    "card 6 to 10 away",
    "card over 10 away",
    "stop",
)


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of: by how far a card is from the top of its pile."""
    if move in (STOP, CONCEDE):
        return MOVE_KINDS.index("stop")
    pile = pile_of(move)
    steps = card_of(move) - int(state.piles[pile])
    steps = steps if pile < rules.ascending else -steps
    return 0 if steps <= 0 else 1 + sum(steps > most for most in (1, 5, 10))


def why_illegal(state: Any, rules: Any, move: int) -> str:
    """Why a move is not allowed; empty if it is."""
    if move == STOP:
        return "" if state.needed <= 0 else f"{state.needed} more must be laid before the turn ends"
    if move == CONCEDE:
        stop = "the minimum is met, so the turn ends with 'stop'"
        return "" if state.needed > 0 else stop
    card, pile = card_of(move), pile_of(move)
    if not 0 <= pile < rules.ascending + rules.descending:
        return f"there is no pile {nth(pile)}"
    if not has(state.hands[state.player, 0], card):
        return f"there is no {card} in the hand of seat {nth(state.player)}"
    if not has(state.fitting[pile], card):
        return f"{card} does not fit on {state.piles[pile]}"
    if is_last(move) and state.needed > 1:
        return f"{state.needed - 1} more must be laid after it before the turn ends"
    return ""


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote; pile 0 is read as pile 1."""
    if text in ("stop", "concede"):
        return STOP if text == "stop" else CONCEDE
    groups = re.fullmatch(r"(\d+) on pile (\d)(, stop)?", text.strip())
    if not groups or not 1 <= int(groups[1]) <= 126 or int(groups[2]) > PILES:
        raise PlayoutError(
            f"'{text}' is not a move: write '61 on pile 1', '61 on pile 1, stop', 'stop' or "
            "'concede'"
        )
    return card_move(int(groups[1]), index_of(int(groups[2])), groups[3] is not None)


def format_position(state: Any, rules: Any) -> str:
    """A position: ``piles=18,1,100,73 hands=20,30,33/4,5 seat=1 draw=44,12``.

    docs/games/the-game.md explains each word.
    """
    draw = write_list(state.deck[state.drawn : state.cards])
    return write_words(_on_the_table(state, rules, "/".join(_hands(state, rules))) | {"draw": draw})


def known_position(state: Any, rules: Any, seat: int | None) -> str:
    """A position as a seat may know it: ``hands=20,30,33/?2``, and all cards that were laid."""
    hands = known_hands(_hands(state, rules), seat)
    return write_words(
        _on_the_table(state, rules, hands) | {"laid": write_list(listed(state.played))}
    )


def _hands(state: Any, rules: Any) -> list[str]:
    return [write_list(listed(state.hands[player])) for player in range(rules.players)]


def _on_the_table(state: Any, rules: Any, hands: str) -> dict[str, object]:
    piles = rules.ascending + rules.descending
    marks = ["".join(map(str, state.marks[player, :piles])) for player in range(rules.players)]
    return {
        "piles": write_list(state.piles[:piles]),
        "hands": hands,
        "seat": int(state.player),
        "turn_cards": int(state.turn_cards),
        "marks": "/".join(marks) if rules.hints != 0 and any(map(int, marks)) else "",
        "over": int(state.over),
    }


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of a text as :func:`format_position` writes it, or of one by hand.

    Unknown cards, and those that are nowhere if the draw pile ends with a ``?`` or is left out, are
    dealt in any order, all equally likely.  Cards known to be laid are those in ``laid`` and the
    tops of the piles; without a ``?`` and ``laid``, all that are in no hand and not in the draw
    pile.
    """
    words = read_words(text, POSITION)
    read, players = card_reader(rules), int(rules.players)
    seat = read_number("seat", words.get("seat", "0"), 0, players - 1)
    _read_piles(words, rules, state)
    tops = [int(top) for top in state.piles if rules.low < top < rules.high]
    hands = read_hands(words, players, rules.hand, read)
    draw = read_draw_pile(words.get("draw", "?"), read)
    deck = list(range(rules.low + 1, rules.high)) * int(rules.copies)
    if "laid" in words or UNKNOWN in chain(draw, *hands):
        named = Counter(read(card) for card in read_values(words.get("laid", "").strip("-")))
        laid = sorted((named | Counter(tops)).elements())
    else:
        laid = not_in(deck, draw, *hands, name=card_name)
        not_in(laid, tops, name=_top_name)
    deal_unknown(not_in(deck, laid, draw, *hands, name=card_name), hands, draw, stream, card_name)
    if laid and not tops:
        raise PlayoutError(f"{len(laid)} cards have been laid, but every pile shows its base")
    for player, hand in enumerate(hands):
        for card in hand:
            put(state.hands[player], rules.copies, card)
        state.sizes[player] = len(hand)
    for card in laid:
        put(state.played, rules.copies, card)
    write_deck(state, laid, hands, draw)
    state.player = seat
    state.turn_cards = read_number(
        "turn_cards", words.get("turn_cards", "0"), 0, min(rules.hand, len(laid))
    )
    state.needed = minimum(state, rules) - state.turn_cards
    _read_marks(words, rules, state)
    for player, hand in enumerate(hands):
        check_size(player, hand, rules.hand - (state.turn_cards if player == seat else 0))
    is_over = read_number("over", words.get("over", "0"), 0, 1) != 0 or state.left == 0
    if state.sizes[seat] == 0 and not is_over:
        raise PlayoutError(f"seat {nth(seat)} has no cards, so it cannot be to move")
    out = np.zeros(MOST_LEGAL, np.int64)
    is_stuck = state.needed > 0 and legal_moves(state, rules, out) == 1  # it can only concede
    state.over = is_over or is_stuck


def _read_piles(words: dict[str, str], rules: Any, state: Any) -> None:
    rising = rises(rules)
    bases = [rules.low if up else rules.high for up in rising]
    text = words.get("piles", write_list(bases))
    tops = read_list(text)
    if len(tops) != len(bases):
        raise PlayoutError(
            f"piles={brief(text)}: must be one top card for each of the {len(bases)} piles"
        )
    state.piles[:] = rules.high  # as in every deal
    for pile, (base, top) in enumerate(zip(bases, tops, strict=True)):
        lay_down(state, rules, base if top == str(base) else card_reader(rules)(top), pile)


def _top_name(card: int) -> str:
    return f"piles: {card_name(card)} on a pile is in a hand or in the draw pile, or it"


def _read_marks(words: dict[str, str], rules: Any, state: Any) -> None:
    if "marks" not in words:
        return
    if rules.hints == 0:
        raise PlayoutError("marks: these rules have no hints")
    piles = rules.ascending + rules.descending
    for player, marks in enumerate(read_groups("marks", words["marks"], seat_names(rules.players))):
        if not re.fullmatch(rf"[0-{len(WORDS) - 1}]{{{piles}}}", marks):
            raise PlayoutError(
                f"marks={brief(marks)}: must be {piles} digits from 0 to {len(WORDS) - 1}, one for "
                "each pile"
            )
        if not all(may_say(rules, int(mark)) for mark in marks):
            raise PlayoutError(
                f"marks={brief(marks)}: the hint 1 (trick) does not exist with "
                f"{as_typed('hints', 'vague')}"
            )
        state.marks[player, :piles] = list(map(int, marks))


def hint_text(marks: Any, rules: Any, player: int) -> str:
    """Return a player's hints about the piles (option hints)."""
    piles = range(rules.ascending + rules.descending)
    words = {pile: int(marks[player, pile]) for pile in piles}
    parts = [
        f"{WORDS[word]} on pile {nth(pile)}" for pile, word in words.items() if word != NOTHING
    ]
    return ", ".join(parts) or WORDS[NOTHING]


def hints_of(state: Any, rules: Any) -> list[str]:
    """The last hints of all players; empty without the option hints."""
    players = range(rules.players if rules.hints != 0 else 0)
    return [f"said {hint_text(state.marks, rules, player)}" for player in players]


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: piles, draw pile, every hand, the last hints; an arrow marks the seat to move."""
    drawn = shared.text(state, rises(rules), rules.players, seat, hints_of(state, rules))
    if state.over or state.needed <= 0:
        return drawn
    return f"{drawn}\nseat {nth(seat)} must lay {state.needed} more before the turn may end"


def transcript(match: Any) -> str:
    """A whole game, turn by turn: hand, hints of the others, cards laid and drawn, piles."""
    state, rules = match.state, match.rules.record()
    lines = [f"start           {shared.piles_text(state, rises(rules))}"]
    turn = 0
    while not match.is_over:
        turn, seat = turn + 1, match.seat
        lines.append(f"turn {turn:<3d} seat {nth(seat)}  hand {shared.hand_text(state, seat)}")
        if rules.hints != 0:
            marks = match.view().marks
            lines.extend(
                f"                seat {nth(player)} says {hint_text(marks, rules, player)}"
                for player in range(rules.players)
                if player != seat
            )
        lines.append(f"                {_turn(match, seat)}")
        lines.append(f"                {shared.piles_text(state, rises(rules))}")
    stuck = match.moves and match.moves[-1] != CONCEDE
    why = f"; seat {nth(match.seat)} had to lay a card and had none that fits" if stuck else ""
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
    return shared.svg(state, rises(rules), int(rules.players), seat, hints_of(state, rules))


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: piles and own hand to be touched, other cards face down."""
    remarks = _remarks(state, rules, seat) if rules.hints != 0 else ()
    status, jump = _status(state, seat), int(rules.jump)
    return SeatPicture(state, rules, rises(rules), seat, status, remarks, jump).svg(width)


def portrait() -> str:
    """A small picture of a table, with a trick to be made: 47 goes on 57."""
    piles = ((57, 1, True), (1, 1, True), (100, 100, False), (73, 100, False))
    return shared.portrait("The Game: two piles rise, two fall", piles, (8, 47, 62, 71, 98), 47)


def places(move: int) -> Sequence[str]:
    """The parts to touch for a move: a card and a pile; `stop` and `concede` are buttons.

    A move that lays a card and ends the turn has a place that is never drawn: it differs from the
    move that only lays the card by its text.
    """
    if move in (STOP, CONCEDE):
        return ()
    touched = (f"card-{card_of(move)}", f"pile-{nth(pile_of(move))}")
    return (*touched, "stop") if is_last(move) else touched


def _remarks(state: Any, rules: Any, seat: int) -> list[list[str]]:
    return [
        [
            f"{player_name(player, seat)} {WORDS[mark]}"
            for player in range(rules.players)
            if (mark := int(state.marks[player, pile])) != NOTHING
        ]
        for pile in range(rules.ascending + rules.descending)
    ]


def _status(state: Any, seat: int) -> str:
    if state.left == 0:
        return "Won: all cards are laid"
    if state.over:
        left = "1 card is" if state.left == 1 else f"{state.left} cards are"
        return f"The game is over: {left} left"
    name, cards = seat_name(int(state.player), seat), "card" if state.needed == 1 else "cards"
    if state.needed > 0:
        more = "more " if state.turn_cards > 0 else ""
        return f"{name} must lay {state.needed} {more}{cards} before the turn may end"
    return f"{name} may lay more cards, or stop"
