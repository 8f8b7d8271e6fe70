"""Positions of Klondike as text, both ways."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from playout.engine.play.positions import (
    read_groups,
    read_list,
    read_number,
    read_numbers,
    read_words,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.klondike.records import (
    COLUMNS,
    ENDINGS,
    HIDDEN,
    PLAYING,
    STOPPED,
    TALON,
    card_at_rank,
    is_red,
)
from playout.games.klondike.rules import deal, settle
from playout.games.klondike.worlds import deal_hidden, observe
from playout.kits.cards import (
    CARDS,
    RANKS,
    SUIT_NAMES,
    SUITS,
    card_text,
    low_rank_of,
    read_card,
)

_NAMES = ("columns", "down", "home", "waste", "stock")
_COUNTS = ("turned", "busy", "highest", "idle", "moves")
_MOST = 10**9  # of what is only counted


def format_position(state: Any, rules: Any) -> str:
    """A position: the columns and how many cards of each are face down, the foundations, the waste
    with its last card last, the stock with the next card first, and what was counted."""
    home = [int(count) for count in state.home]
    talon = [_card(card) for card in state.talon[: state.left].tolist()]
    columns = [
        write_list(_card(card) for card in state.cards[k, : state.sizes[k]].tolist())
        for k in range(COLUMNS)
    ]
    return write_words(
        {
            "columns": "/".join(columns),
            "down": write_list(state.down.tolist()),
            "home": write_list(home) if any(home) else "",
            "waste": write_list(talon[: state.waste]) if state.waste else "",
            "stock": write_list(talon[state.waste :]),
            **{name: int(state[name]) for name in _COUNTS},
            "ending": ENDINGS[STOPPED - 1] if state.over == STOPPED else "",
        }
    )


def known_position(state: Any, rules: Any, seat: int) -> str:
    """The position as the player knows it: unknown cards are ``?``."""
    known = state.copy()
    observe(state, rules, 0, known)
    return format_position(known, rules)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; unknown cards and a stock that is left out are dealt."""
    words = read_words(text, (*_NAMES, *_COUNTS, "ending"))
    deal(state, rules, stream)
    if "columns" in words:
        _read_cards(words, state)
        deal_hidden(state, stream)
    elif missing := [name for name in words if name in _NAMES]:
        raise PlayoutError(f"{missing[0]}: write columns too, as in columns=KS,QH/-/?,9D/-/-/-/-")
    for name in _COUNTS:
        state[name] = read_number(name, words.get(name, "0"), 0, 1 if name == "busy" else _MOST)
    state.highest = max(int(state.highest), int(state.home.sum()))
    if state.highest > CARDS:
        raise PlayoutError(f"highest={state.highest}: must be at most {CARDS}")
    if rules.passes and state.turned >= rules.passes:
        raise PlayoutError(
            f"turned={state.turned}: with {rules.passes} passes the stock is turned over at most "
            f"{rules.passes - 1} times"
        )
    settle(state, rules)
    if "ending" in words:
        if words["ending"] != ENDINGS[STOPPED - 1] or state.over != PLAYING:
            raise PlayoutError("ending: only stopped can be written; other endings follow")
        state.over = STOPPED


def _card(card: int) -> str:
    return "?" if card == HIDDEN else card_text(card)


def _read(text: str) -> list[int]:
    cards = [HIDDEN if word == "?" else read_card(word) for word in read_list(text)]
    for card in cards:
        if card >= CARDS:
            raise PlayoutError("Klondike is played without jokers")
    return cards


def _read_cards(words: dict[str, str], state: Any) -> None:
    """Write all cards; unknown ones are HIDDEN."""
    owners = [f"column {nth(k)}" for k in range(COLUMNS)]
    columns = [_read(group) for group in read_groups("columns", words["columns"], owners)]
    down = [cards.count(HIDDEN) for cards in columns]
    if "down" in words:
        down = read_numbers("down", words["down"], 0, COLUMNS - 1)
        if len(down) != COLUMNS:
            raise PlayoutError(f"down: must be {COLUMNS} numbers, one for each column")
    for k, column in enumerate(columns):
        _check_column(k, column, down[k])
    home = [0] * SUITS
    if "home" in words:
        home = read_numbers("home", words["home"], 0, RANKS)
        if len(home) != SUITS:
            raise PlayoutError(f"home: must be {SUITS} numbers, for {', '.join(SUIT_NAMES)}")
    waste = _read(words.get("waste", "-"))
    at_home = [card_at_rank(suit, k + 1) for suit in range(SUITS) for k in range(home[suit])]
    known = [card for column in columns for card in column] + at_home + waste
    stock = _read(words["stock"]) if "stock" in words else [HIDDEN] * (CARDS - len(known))
    known += stock
    seen = sorted(card for card in known if card != HIDDEN)
    for card, other in pairwise(seen):
        if card == other:
            raise PlayoutError(f"{card_text(card)} is there twice")
    if len(known) != CARDS:
        raise PlayoutError(f"there are {len(known)} cards, but must be {CARDS}")
    if len(waste) + len(stock) > TALON:
        raise PlayoutError(f"stock: at most {TALON} cards are possible, with those of the waste")
    if HIDDEN in waste:
        raise PlayoutError("waste: the cards must be known")
    state.cards[:] = HIDDEN
    for k, column in enumerate(columns):
        state.cards[k, : len(column)] = column
        state.sizes[k], state.down[k] = len(column), down[k]
    state.home[:] = home
    state.talon[:] = HIDDEN
    state.talon[: len(waste) + len(stock)] = waste + stock
    state.left, state.waste = len(waste) + len(stock), len(waste)


def _check_column(k: int, column: list[int], down: int) -> None:
    """Raise PlayoutError for a column that cannot be."""
    name = f"columns, column {nth(k)}"
    shown = column[down:]
    if down >= COLUMNS:
        raise PlayoutError(f"{name}: at most {COLUMNS - 1} cards can be face down")
    if column and (not shown or HIDDEN in shown):
        raise PlayoutError(
            f"{name}: the first {down} cards are face down, and at least one known card must follow"
        )
    for below, card in pairwise(shown):
        if low_rank_of(below) != low_rank_of(card) + 1 or is_red(below) == is_red(card):
            raise PlayoutError(f"{name}: {card_text(card)} cannot lie on {card_text(below)}")
    if down > len(column):
        raise PlayoutError(f"{name}: there are fewer than {down} cards")
