"""Can a deal be won at all, by players who know every card and its order?

A breadth-first search, one card per level, over positions made with the game's own rule functions.
It keeps the `width` best positions of each level.  A winning line proves "yes".  If there is none
and no position was dropped, "no" is certain.  Otherwise the search is repeated with eight times the
width, until the time is up or the greatest width was tried: then the answer is "unknown".
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.match.match import Match
from playout.engine.native.jit import compiling, jit
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import read_each, read_seconds, whole
from playout.engine.words.signs import for_print
from playout.engine.words.spelling import as_typed, named
from playout.games.numbered_cards.sets import (
    NO_CARD_ABOVE,
    count_between,
    next_above,
    write_fitting,
)
from playout.games.the_game.rules import (
    MOVES,
    STATE,
    card_move,
    card_of,
    is_last,
    is_legal,
    pile_of,
    play,
    set_up,
)

# Answers of one search.  CUT: no win seen, but positions were dropped; LATE: the time was up.
NO, YES, CUT, LATE = 0, 1, 2, 3
WIDTHS = (32, 256, 2_048, 16_384, 131_072)  # the last takes about 1 GB of memory
_DEAD = 30  # a card that fits no pile now counts like so many steps of a pile


Limit = Literal["time", "width", "memory"]
GAVE_UP: dict[Limit, str] = {
    "time": "the time was up",
    "width": "it cannot be made wider",
    "memory": "there was no memory for a wider search",
}


@dataclass(frozen=True, repr=False)
class Winnable:
    """The answer, and the line of moves that proves a yes; printed, it tells both."""

    answer: Literal["yes", "no", "unknown"]
    line: tuple[str, ...]  # moves as they are written, empty unless the answer is yes
    width: int  # positions kept of each level by the last search that came to its end
    seconds: float = field(compare=False)
    rules: Rules
    seats: tuple[int, ...] = ()  # who makes each move of the line
    transcript: str = ""  # the line turn by turn: hands, cards laid and drawn, piles
    limit: Limit | None = None  # what ended the search if the answer is unknown

    def sentence(self) -> str:
        """The answer in a sentence, or in a few."""
        if self.answer == "yes":
            return f"This deal can be won (found in {self.seconds:.2f} s).{self._who_begins()}"
        if self.answer == "no":
            return f"This deal cannot be won, however it is played ({self.seconds:.2f} s)."
        more = f" To allow more time, use {named('seconds')}." if self.limit == "time" else ""
        return (
            "It is not known whether this deal can be won. The search found no way to win, and "
            f"{self.why()} ({self.seconds:.2f} s).{more}"
        )

    def _who_begins(self) -> str:
        """The seat that makes the first move of the line, and why, if it need not be the first."""
        how = "drawn at random"
        if self.rules["first_player"] == "best":
            how = "because its first cards move the piles least"
        if int(self.rules["players"]) == 1 or self.rules["first_player"] == "seat-1":
            return ""
        return f" Seat {nth(self.seats[0])} begins, {how}."

    def why(self) -> str:
        """What ended the search if the answer is unknown, else ""."""
        return GAVE_UP[self.limit] if self.limit else ""

    def __repr__(self) -> str:
        players = int(self.rules["players"])
        options = self.rules.changed_options()
        changed = ", ".join(f"{name}={value}" for name, value in options.items())
        who = f"{self.rules.game.title} with {players} player{'s' if players > 1 else ''}"
        rules = f" ({changed})" if changed else ""
        parts = [f"{who}{rules}, all cards known.", self.sentence()]
        return for_print("\n".join([*parts, *([self.transcript] if self.transcript else [])]))


class _Line(Match):
    """A match that plays the line which a search has found."""

    links: Sequence[int]  # the moves; their piles are those of a table with piles sorted by top
    seats: list[int]  # who has made each move

    def _ask(self) -> int:
        self.seats.append(self.seat)
        code = self.links[len(self.moves)]
        tops = [int(top) for top in self.state.piles]
        ascending, pile = int(self.rules["ascending"]), pile_of(code)
        first, count = (0, ascending)
        if pile >= ascending:
            first, count = ascending, int(self.rules["descending"])
        sorted_piles = sorted(range(first, first + count), key=lambda k: tops[k])
        return card_move(card_of(code), sorted_piles[pile - first], is_last(code))


@jit
def _sort_piles(state: Any, rules: Any) -> None:
    """Sort the piles of each direction by their tops, so that equal positions look equal."""
    for first, stop in (
        (0, rules.ascending),
        (rules.ascending, rules.ascending + rules.descending),
    ):
        for i in range(first + 1, stop):
            k = i
            while k > first and state.piles[k - 1] > state.piles[k]:
                state.piles[k - 1], state.piles[k] = state.piles[k], state.piles[k - 1]
                for pile in (k - 1, k):
                    top = state.piles[pile]
                    write_fitting(state.fitting[pile], top, pile < rules.ascending, rules.jump)
                k -= 1


@jit
def _cost(state: Any, rules: Any) -> int:
    """Return how bad a position looks: how far its piles have moved, how many cards fit nowhere."""
    lowest, highest, moved = 128, -1, 0
    for pile in range(rules.ascending + rules.descending):
        top = state.piles[pile]
        if pile < rules.ascending:
            lowest = min(lowest, top)
            moved += top - rules.low
        else:
            highest = max(highest, top)
            moved += rules.high - top
    if lowest <= highest:
        return moved
    # Cards from the highest descending to the lowest ascending top fit no pile.
    dead = (min(lowest, rules.high - 1) - max(highest, rules.low + 1) + 1) * rules.copies
    for level in range(rules.copies):
        dead -= count_between(
            state.played[level], max(highest, rules.low + 1) - 1, min(lowest, rules.high - 1) + 1
        )
    return moved + _DEAD * dead


@jit
def _hash(state: Any, rules: Any) -> int:
    """A number that is the same for equal positions."""
    mixed = state.player * 64 + max(state.needed, 0)
    for pile in range(rules.ascending + rules.descending):
        mixed = (mixed ^ state.piles[pile]) * 1_000_003
        mixed ^= mixed >> 29
    for player in range(rules.players):
        for level in range(rules.copies):
            for word in range(2):
                mixed = (mixed ^ state.hands[player, level, word]) * 0x5851F42D4C957F2D
                mixed ^= mixed >> 31
    return mixed & 0x7FFFFFFFFFFFFFFF


@jit
def _same(a: Any, b: Any, rules: Any) -> bool:
    """Whether two positions of the same level are equal in all that matters from here on."""
    if a.player != b.player or max(a.needed, 0) != max(b.needed, 0) or a.drawn != b.drawn:
        return False
    for pile in range(rules.ascending + rules.descending):
        if a.piles[pile] != b.piles[pile]:
            return False
    for player in range(rules.players):
        for level in range(rules.copies):
            for word in range(2):
                if a.hands[player, level, word] != b.hands[player, level, word]:
                    return False
    return True


@jit
def _children(state: Any, rules: Any, work: Any, moves: Any, costs: Any, at: int) -> int:
    """Write every move that does not end the game, and its cost, from place `at`; count them.

    Returns -1 - at if a move wins: it stands at place `at`.
    """
    hand = state.hands[state.player, 0]
    card = next_above(hand, -1)
    while card != NO_CARD_ABOVE:
        for pile in range(rules.ascending + rules.descending):
            for last in range(2):
                move = card_move(card, pile, last == 1)
                if is_legal(state, rules, move):
                    work[0] = state
                    play(work[0], rules, move, None)
                    moves[at], costs[at] = move, _cost(work[0], rules)
                    if work[0].left == 0:
                        return -1 - at
                    if work[0].over == 0:
                        at += 1
        card = next_above(hand, card)
    return at


@jit
def search_level(
    rules: Any, levels: Any, links: Any, room: Any, depth: int, count: int
) -> tuple[int, int]:
    """Try every move of the `count` positions of a level; what came of it, how many it kept.

    YES: a move wins; CUT: positions were dropped; else NO.  `levels`: states, shape (2, width); the
    positions are those of `depth & 1`, at depth 0 the start alone, and those kept come into the
    other.  `links`: int64, shape (cards, width): parent * MOVES + move of every position kept; the
    winning move ends up in place 0 of its level.  `room`: int64, shape (4, width * most moves + 1):
    work space.
    """
    width = levels.shape[1]
    slots = room.shape[1] - 1
    moves, costs, parents, table = room[0], room[1], room[2], room[3]
    work = np.empty(1, levels.dtype)
    if depth == 0:
        _sort_piles(levels[0, 0], rules)
    now, later = levels[depth & 1], levels[1 - (depth & 1)]
    children = 0
    for k in range(count):
        stop = _children(now[k], rules, work, moves, costs, children)
        if stop < 0:
            links[depth, 0] = k * MOVES + moves[-1 - stop]
            return YES, 0
        parents[children:stop] = k
        children = stop
    table[:] = -1
    kept = 0
    for child in np.argsort(costs[:children]):
        if kept == width:
            return CUT, kept
        later[kept] = now[parents[child]]
        play(later[kept], rules, moves[child], None)
        _sort_piles(later[kept], rules)
        slot = _hash(later[kept], rules) % slots
        while table[slot] >= 0 and not _same(later[table[slot]], later[kept], rules):
            slot = slot + 1 if slot + 1 < slots else 0
        if table[slot] < 0:
            table[slot] = kept
            links[depth, kept] = parents[child] * MOVES + moves[child]
            kept += 1
    return NO, kept


def _search(start: Any, rules: Any, buffers: tuple[Any, Any, Any], end: float) -> int:
    """Search from a position, until the clock shows `end`: NO, YES, CUT or LATE."""
    levels, links, room = buffers
    levels[0, 0] = start
    count, cut = 1, False
    for depth in range(int(start.left)):
        if time.perf_counter() > end:
            return LATE
        answer, count = search_level(rules, levels, links, room, depth, count)
        if answer == YES:
            return YES
        cut = cut or answer == CUT
        if count == 0:
            break
    return CUT if cut else NO


def winnable(
    *,
    seed: int = 1,
    game: int = 0,
    deck: str | Sequence[int] | None = None,
    seconds: float | str = 10.0,
    **options: Any,
) -> Winnable:
    """Search for a way to win a deal if all cards were known.

    >>> playout.the_game.winnable(seed=1, game=3, players=2).answer
    'yes'

    Args:
        seed: The seed of a run.
        game: The number of the game in that run, from 0.
        deck: The whole deck instead, in the order in which it is dealt (round the table, card by
            card) and drawn; or a word of the rule option ``deck``.
        seconds: Time limit in seconds.
        **options: Rule options.

    The answer is "yes", with the winning line; "no", which is certain; or "unknown", with the
    ``limit`` that ended the search: "time", "width" or "memory".  The search plays for all players
    together, with open hands.
    """
    limit = read_seconds(seconds)
    if isinstance(deck, str):
        options["deck"], deck = deck, None
    find_game("the-game").with_options(options)  # refuses what else a Match can be given
    match = _Line("the-game", seed=seed, game_number=game, **options)
    rules = match.rules.record()
    if deck is not None:
        _lay_deck(match, rules, deck)
    # The search is compiled, or loaded, before the clock starts.
    with compiling("the search for The Game"):
        _search(match.state, rules, buffers(match.rules, 1), math.inf)
    started, searched = time.perf_counter(), 0
    ended_by: Limit = "width"
    for width in WIDTHS:
        try:
            room = buffers(match.rules, width)
        except MemoryError:
            ended_by = "memory"
            break
        # The narrowest search always comes to its end.
        end = started + limit if searched else math.inf
        answer = _search(match.state, rules, room, end)
        took = time.perf_counter() - started
        if answer == LATE:
            ended_by = "time"
            break
        searched = width
        if answer == YES:
            return _won(match, room[1], width, took)
        if answer == NO:
            return Winnable("no", (), width, took, match.rules)
    took = time.perf_counter() - started
    return Winnable("unknown", (), searched, took, match.rules, limit=ended_by)


def buffers(rules: Rules, width: int) -> tuple[Any, Any, Any]:
    """The arrays that a search of this width works in."""
    hand, piles = int(rules["hand"]), int(rules["ascending"]) + int(rules["descending"])
    cards = int(rules["copies"]) * (int(rules["high"]) - int(rules["low"]) - 1)
    levels = new_record(STATE, 2, width)
    return (
        levels,
        np.zeros((cards, width), np.int64),
        np.zeros((4, width * min(hand, 126) * piles * 2 + 1), np.int64),
    )


def _lay_deck(match: Match, rules: Any, deck: Sequence[int]) -> None:
    """Deal from a deck in known order; PlayoutError if it is not the deck of these rules."""
    low, high, copies = (int(match.rules[name]) for name in ("low", "high", "copies"))
    try:
        deck = [whole(card) for card in read_each("deck", deck)]
    except (TypeError, ValueError):
        raise PlayoutError(
            f"{as_typed('deck', deck)}: must be a list of the cards in their order, as whole "
            "numbers"
        ) from None
    if sorted(deck) != sorted(list(range(low + 1, high)) * copies):
        raise PlayoutError(
            f"{named('deck')}: must contain each card from {low + 1} to {high - 1} "
            f"{'once' if copies == 1 else f'{copies} times'}, {copies * (high - low - 1)} cards in "
            f"all, but has {len(deck)}"
        )
    match.state.deck[: len(deck)] = deck
    set_up(match.state, rules, match.streams[0])


def _won(match: _Line, links: Any, width: int, seconds: float) -> Winnable:
    """The answer of a search that has found a line: the line played, turn by turn."""
    depth = int(match.state.left) - 1
    place, coded = 0, []
    for level in range(depth, -1, -1):
        link = int(links[level, place])
        place = link // MOVES
        coded.append(link % MOVES)
    match.links, match.seats = coded[::-1], []
    told = match.transcript()
    line = tuple(match.format_move(move) for move in match.moves)
    return Winnable("yes", line, width, seconds, match.rules, tuple(match.seats), told)
