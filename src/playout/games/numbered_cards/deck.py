"""The deck, one or more copies of the numbers between two bases; and what is counted of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from playout.engine.chance.rng import shuffle
from playout.engine.game.game import Measure, Option, Rules
from playout.engine.native.jit import jit
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed

LOW = Option(
    "low", 1, "base of the ascending piles", 0, 125, each="step in the base of the ascending piles"
)
HIGH = Option(
    "high",
    100,
    "base of the descending piles",
    2,
    127,
    each="step in the base of the descending piles",
)


def usual_hand(players: int) -> int:
    """Cards in a full hand of The Game, as its box says, for so many players."""
    return {1: 8, 2: 7}.get(players, 6)


def check_deck(low: int, high: int, copies: int, players: int, hand: int) -> None:
    """Refuse bases with nothing between them, and a deck too small for all hands."""
    if high - low < 2:
        raise PlayoutError(
            f"{as_typed('low', low)}, {as_typed('high', high)}: high must be at least low + 2"
        )
    cards = copies * (high - low - 1)
    if players * hand > cards:
        raise PlayoutError(
            f"{as_typed('players', players)}, {as_typed('hand', hand)}: this needs "
            f"{players * hand} cards, but the deck has {cards}; use fewer players or smaller hands"
        )


@jit
def shuffle_deck(deck: Any, low: int, high: int, copies: int, stream: Any) -> None:
    """Write `copies` of each number between `low` and `high` into a deck, in random order."""
    numbers = high - low - 1
    for copy in range(copies):
        for k in range(numbers):
            deck[copy * numbers + k] = low + 1 + k
    shuffle(stream, deck, copies * numbers)


@jit
def shuffle_rest(deck: Any, first: int, cards: int, stream: Any) -> None:
    """Put the cards of a deck from place `first` on into random order; it has `cards` in all."""
    shuffle(stream, deck[first:], cards - first)


@jit(inline=True)
def progress(state: Any, rules: Any) -> int:
    """How far a game has come: cards on the piles."""
    return state.cards - state.left


HOPELESS = 0.05
"""What the worth of a game is multiplied by if one of its cards can never be laid again.

Such a game is lost for certain, but may still have many cards to lay; so some of them are kept, for
questions about other things than the win."""

BURIED = 2.0
"""A game is worth 1 / (1 + BURIED * s) if a share s of the cards not yet laid is buried.

Both numbers are good ones of a few tried, with `random` only (docs/reference/rare-events.md).  They
change the worth by a factor of 60 at most.  If a few lost cards made a game worth a thousandth,
hardly any such game would be kept, and the estimate of how often they get far would rest on those
few."""


@jit
def promise(buried: int, left: int, is_hopeless: bool) -> float:
    """How promising a game is, 0 < h <= 1, with so many cards left, some of which fit no pile."""
    worth = 1.0 / (1.0 + BURIED * buried / max(left, 1))
    return worth * HOPELESS if is_hopeless else worth


@jit
def renew(state: Any, rules: Any, stream: Any) -> None:
    """Shuffle the draw pile again."""
    shuffle_rest(state.deck, state.drawn, state.cards, stream)


@jit
def put_unseen_last(deck: Any, low: int, high: int, copies: int, laid: Any, hand: Any) -> int:
    """Write all cards into a deck, those in `laid` or `hand` first; returns how many these are.

    Both are stacks of sets.  Every other card is behind them as often as it is in neither.
    """
    # Without branches, of which a processor guesses every second one wrong: a card is written to
    # both ends, and the next one overwrites it where it does not belong.
    first, last = 0, copies * (high - low - 1) - 1
    for card in range(low + 1, high):
        word, bit, known = card >> 6 & 1, card & 63, 0
        for level in range(copies):
            known += (laid[level, word] >> bit & 1) + (hand[level, word] >> bit & 1)
        for copy in range(copies):
            is_seen = int(copy < known)
            deck[first] = deck[last] = card
            first += is_seen
            last += is_seen - 1
    return first


def measures(
    cards: Callable[[Rules], int], endings: tuple[str, ...], main: str = "cards_left"
) -> tuple[Measure, ...]:
    """The measures, in the order of `write_outcome`; `cards` gives the size of the deck.

    Of the cards left and played, one tells the other: people see the ``main`` one.  ``endings``
    are the reasons why a game ends.
    """

    def mean(name: str, help: str, better: Literal["lowest", "highest"]) -> Measure:
        return Measure(name, "mean", help, most=cards, better=better, is_told=name == main)

    return (
        Measure("win", "rate", "all cards laid", better="highest"),
        Measure("excellent", "rate", "fewer than ten cards left", better="highest"),
        mean("cards_left", "cards not laid at the end", "lowest"),
        mean("cards_played", "cards laid", "highest"),
        Measure("ending", "category", "why the game ended", is_told=False, categories=endings),
    )


@jit
def write_outcome(outcome: Any, cards: int, left: int, ending: int) -> None:
    """Write the outcome of a game with `cards` cards, of which `left` were not laid at the end.

    `ending` is why it ended, the place of that word among the endings of the game.
    """
    outcome[0] = left == 0
    outcome[1] = left < 10
    outcome[2] = left
    outcome[3] = cards - left
    outcome[4] = ending
