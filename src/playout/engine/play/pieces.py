"""The pieces of a position, cards or tiles: named, or unknown and dealt at random.

In a hand ``?`` is an unknown piece, and ``?3`` are three.  In the draw pile a ``?`` at the end
stands for all remaining pieces.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from playout.engine.chance.rng import shuffle
from playout.engine.play.positions import read_groups, read_list, seat_names
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief

UNKNOWN = -1  # a piece that is not named
MOST = 512  # pieces of a game; as many as `shuffle` can put in order
TRIES = 20_000  # deals, of which one must be possible
_SLACK = 5  # items behind the end that `shuffle` needs

Pieces = list[int]


def read_pieces(name: str, text: str, read: Callable[[str], int]) -> Pieces:
    """Return the pieces of a list; ``read`` returns the number of each, or raises PlayoutError."""
    pieces: Pieces = []
    for item in read_list(text):
        unknown = re.fullmatch(r"\?([0-9]{0,3})", item)
        try:
            pieces += [UNKNOWN] * int(unknown[1] or 1) if unknown else [read(item)]
        except PlayoutError as error:
            raise PlayoutError(f"{name}: {error}") from None
        if len(pieces) > MOST:
            raise PlayoutError(f"{name}: more than {MOST} of them")
    return pieces


def known_hands(hands: Sequence[str], seat: int | None) -> str:
    """Return the hands of a position as a seat may know them: the others as ``?3``."""
    counts = [len(read_list(hand)) for hand in hands]
    return "/".join(
        hand if player == seat or not counts[player] else f"?{counts[player]}"
        for player, hand in enumerate(hands)
    )


def read_draw_pile(text: str, read: Callable[[str], int]) -> Pieces:
    """Return the draw pile, the next piece first; UNKNOWN at its end stands for all the rest."""
    pieces = read_pieces("draw", text, read)
    if UNKNOWN in pieces[:-1]:
        raise PlayoutError(
            f"draw={brief(text)}: the ? stands for all remaining ones, so it must come last"
        )
    return pieces


def not_in(deck: Iterable[int], *places: Iterable[int], name: Callable[[int], str]) -> Pieces:
    """Return the pieces of a deck that are in none of these places, in rising order.

    ``name`` names a piece, for the sentence about one that is there too often.
    """
    rest = Counter(deck)
    rest.subtract(piece for place in places for piece in place if piece != UNKNOWN)
    for piece, count in rest.items():
        if count < 0:
            raise PlayoutError(f"{name(piece)} appears more often than in the deck")
    return sorted(rest.elements())


def deal_unknown(
    unseen: Sequence[int],
    hands: Sequence[Pieces],
    draw: Pieces,
    stream: Any,
    name: Callable[[int], str],
    may_hold: Callable[[int, int], bool] | None = None,
) -> None:
    """Put the unseen pieces where the state has UNKNOWN; all ways are equally likely.

    ``may_hold(seat, piece)`` says whether a piece can be in a hand: the first of at most TRIES
    deals that it allows is taken, so that all allowed deals are equally likely.
    """
    owners = [seat for seat, hand in enumerate(hands) for piece in hand if piece == UNKNOWN]
    is_open = draw[-1:] == [UNKNOWN]
    extra = len(unseen) - len(owners)
    if extra < 0 or (extra > 0 and not is_open):
        named = " ".join(map(name, unseen[:10])) + (" ..." if len(unseen) > 10 else "")
        raise PlayoutError(
            f"{len(unseen)} pieces of the deck are in no place ({named or 'none'}), but the hands "
            f"have {len(owners)} unknown ones"
        )
    items = np.zeros(len(unseen) + _SLACK, np.int64)
    for _ in range(TRIES):
        items[: len(unseen)] = unseen
        shuffle(stream, items, len(unseen))
        dealt = items[: len(unseen)].tolist()
        if may_hold is None or all(map(may_hold, owners, dealt)):
            break
    else:
        raise PlayoutError(
            f"none of {TRIES:,} random deals of the unknown pieces fits what the hands lack; name "
            "more of the pieces"
        )
    if is_open:
        draw[-1:] = dealt[len(owners) :]
    for hand in hands:
        for place, piece in enumerate(hand):
            if piece == UNKNOWN:
                hand[place] = dealt.pop(0)


def read_hands(
    words: Mapping[str, str], players: int, full: int, read: Callable[[str], int]
) -> list[Pieces]:
    """Return the hands of a position; without any, full hands of unknown pieces."""
    seats = seat_names(players)
    groups = read_groups("hands", words.get("hands", "/".join([f"?{full}"] * players)), seats)
    return [
        read_pieces(f"hands, {seat}", group, read)
        for seat, group in zip(seats, groups, strict=True)
    ]
