"""The best play of Blackjack and exact means, if each card is drawn from the same cards.

A table of play has a move for each cell: for the dealer's open card, the hand, and whether it may
be doubled, split or given up (:func:`cell`).  What has been dealt tells nothing of what will be,
so a hand is worth the same whatever happens to others, and worths add up.  The worth of a move
follows from those with more cards (dynamic programming); where the table is sought, each cell gets
the best move when its worth is first needed.

These are a full pack, or what is left of a shoe on average if a true count is known (Hi-Lo; the
surplus of tens and aces over cards from 2 to 6, for each pack): of each rank from 2 to 6 a tenth of
it less than four, of tens and aces as much more.

A worth is an array: the mean bets won, and the mean bets made; each for each of some true counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Player, Rules
from playout.engine.game.protocols import plain
from playout.engine.native.jit import jit
from playout.games.blackjack.rules import (
    ASKED,
    BET,
    CHIPS,
    DECLINE,
    DOUBLE,
    HIT,
    PURSE,
    SPLIT,
    STAND,
    SURRENDER,
    doubles,
    may_double,
    may_split,
    may_surrender,
)
from playout.games.blackjack.shoe import BETTING, VALUES, with_card

Worth = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]
Moves = npt.NDArray[np.int64] | int  # for each count
Choice = Callable[[int, Mapping[int, Worth]], Moves]  # of a cell, among the moves with their worths

NO_COUNT, COUNTS = (0,), tuple(range(-10, 11))
HIGH = {1: 1, 10: 1} | dict.fromkeys(range(2, 7), -1)  # of a value
BUST, NATURAL = 22, 23  # of the dealer
_HARD, _PAIRS, _HANDS, _UP = 22, 44, 64, 16  # places of hands, of pairs; room for hands, open cards
SIZE = 4 * _HANDS * _UP
NUMBERS = ("decks", "soft_17", "double", "double_after_split", "most_hands", "surrender", "natural",
           "peek")  # fmt: skip


@jit(inline=True)
def cell(up: int, points: int, soft: int, pair: int, double: int, give_up: int) -> int:
    """The place of a decision in a table; ``pair`` is the value of two cards that may be split."""
    hand = _PAIRS + pair if pair > 0 else _HARD * soft + points
    return ((double + 2 * give_up) * _HANDS + hand) * _UP + up


@jit(inline=True)
def move_by(table: Any, state: Any, rules: Any) -> int:
    """The move of a table of play: the lowest bet, no insurance, or what it says of a decision.

    The state may be a view, which has the rules too.
    """
    if state.phase == BETTING:
        return BET + 1
    if state.insured == ASKED:
        return DECLINE
    turn, pair = state.turn, 0
    if may_split(state, rules):
        pair = VALUES[state.hands[turn, 0]]
    double, give_up = int(may_double(state, rules)), int(may_surrender(state, rules))
    up = VALUES[state.dealer[0]]
    return int(table[cell(up, state.points[turn], state.soft[turn], pair, double, give_up)])


@cache
def value_chances(counts: tuple[int, ...]) -> dict[int, Worth]:
    """The chance of each value of a card, for each true count."""
    ranks = {value: 4 if value == 10 else 1 for value in range(1, 11)}
    tilt = np.array(counts) / 40
    return {value: n / 13 * (1 + HIGH.get(value, 0) * tilt) for value, n in ranks.items()}


@cache
def dealer_ends(
    points: int, soft: int, first: bool, hits_soft_17: bool, counts: tuple[int, ...]
) -> Worth:
    """The chance of each total of the dealer from 17 on, of BUST and of NATURAL, with these points.

    ``first``: of the open card alone.
    """
    if points < 17 or (points == 17 and soft and hits_soft_17):
        drawn = np.zeros((NATURAL - 16, len(counts)))
        for value, p in value_chances(counts).items():
            after = with_value(points, soft, value)
            ends = dealer_ends(*after, False, hits_soft_17, counts)
            is_natural = first and after[0] == 21
            drawn += p * (np.roll(ends, NATURAL - 21, axis=0) if is_natural else ends)
        return drawn
    return np.outer(np.arange(17, NATURAL + 1) == min(points, BUST), np.ones(len(counts)))


@cache
def with_value(points: int, soft: int, value: int) -> tuple[int, int]:
    """The points of a hand, and 1 if an ace counts 11, after a card of a value."""
    after: tuple[int, int] = plain(with_card)(points, soft, value)
    return after


class Against:
    """What hands are worth against an open card of the dealer, if the player moves by a choice."""

    def __init__(
        self, rules: Mapping[str, int], up: int, choice: Choice, counts: tuple[int, ...]
    ) -> None:
        self.rules, self.up, self.choice = rules, up, choice
        self.cards, self.one = value_chances(counts), np.ones(len(counts))
        ends = dealer_ends(*with_value(0, 0, up), True, rules["soft_17"] == 1, counts)
        chances = dict(enumerate(ends, 17))
        self.natural = chances[NATURAL]
        if rules["peek"] == 1:
            del chances[NATURAL]
        total = np.sum([*chances.values()], axis=0)
        self.chances = {points: p / total for points, p in chances.items()}
        self.stand, self.hit = cache(self._stand), cache(self._hit)
        self.double = cache(self._double)

    def _stand(self, points: int) -> Worth:
        """What a hand without further cards is worth."""
        if points > 21:
            return np.array([-self.one, self.one])
        won = sum(p for total, p in self.chances.items() if total < points or total == BUST)
        lost = sum(p for total, p in self.chances.items() if points < total != BUST)
        return np.array([won - lost, self.one])

    def _hit(self, points: int, soft: int) -> Worth:
        """What a hand that draws a card is worth."""
        total = np.zeros((2, len(self.one)))
        for value, p in self.cards.items():
            hand = with_value(points, soft, value)
            if hand[0] >= 21:
                total += p * self.stand(hand[0])
            else:
                worths = {STAND: self.stand(hand[0]), HIT: self.hit(*hand)}
                total += p * self._best(cell(self.up, *hand, 0, 0, 0), worths)
        return total

    def _double(self, points: int, soft: int) -> Worth:
        """What a hand is worth that gets one more card, with twice the bet."""
        drawn = ((with_value(points, soft, value)[0], p) for value, p in self.cards.items())
        return 2 * np.asarray(sum(p * self.stand(after) for after, p in drawn))

    def _best(self, place: int, worths: Mapping[int, Worth]) -> Worth:
        moves, best = self.choice(place, worths), np.zeros((2, len(self.one)))
        for move, worth in worths.items():
            best += worth * (moves == move)
        return best

    def two_cards(self, one: int, two: int, split: Worth | None, first: bool) -> Worth:
        """What a hand of two cards is worth.

        ``split`` is the worth of splitting it, None if that is not allowed; ``first``: it is not
        from a split.
        """
        points, soft = with_value(*with_value(0, 0, one), two)
        if points == 21:
            return self.stand(points)
        worths = {STAND: self.stand(points), HIT: self.hit(points, soft)}
        double = (first or self.rules["double_after_split"] == 1) and doubles(
            self.rules["double"], points
        )
        if double:
            worths[DOUBLE] = self.double(points, soft)
        if split is not None:
            worths[SPLIT] = split
        give_up = first and self.rules["surrender"] == 1
        if give_up:
            lost = self.chances.get(NATURAL, 0.0 * self.one)
            worths[SURRENDER] = np.array([-0.5 * (1 - lost) - lost, self.one])
        pair = one if split is not None else 0
        return self._best(cell(self.up, points, soft, pair, double, give_up), worths)

    def split(self, value: int) -> Worth:
        """What a pair is worth after it is split."""
        if value == 1:
            return self.double(11, 1)  # as much as two hands that get one card each

        @cache
        def worth(hands: int, splits: int) -> Worth:
            """Of so many hands with one card, if so many splits are left."""
            if hands == 0:
                return np.zeros((2, len(self.one)))
            rest = worth(hands - 1, splits)
            total = rest + others
            again = worth(hands + 1, splits - 1) - rest if splits > 0 else None
            return total + self.cards[value] * self.two_cards(value, value, again, False)

        others = np.asarray(
            sum(
                p * self.two_cards(value, two, None, False)
                for two, p in self.cards.items()
                if two != value
            )
        )

        return worth(2, self.rules["most_hands"] - 2)

    def round(self) -> Worth:
        """What a round is worth from the deal on."""
        pays, total = 1.5 if self.rules["natural"] == 0 else 1.2, np.zeros((2, len(self.one)))
        for one, p in self.cards.items():
            for two, q in self.cards.items():
                if {one, two} == {1, 10}:
                    total += p * q * np.array([(1 - self.natural) * pays, self.one])
                    continue
                may_be_split = one == two and self.rules["most_hands"] > 1
                split = self.split(one) if may_be_split else None
                played = self.two_cards(one, two, split, True)
                if self.rules["peek"] == 1:
                    lost = np.array([-self.one, self.one])
                    played = self.natural * lost + (1 - self.natural) * played
                total += p * q * played
        return total


def mean_round(
    rules: Mapping[str, int], choice: Choice, counts: tuple[int, ...] = NO_COUNT
) -> Worth:
    """The mean bets won, and made, in a round."""
    cards = value_chances(counts)
    rounds = [p * Against(rules, up, choice, counts).round() for up, p in cards.items()]
    return np.asarray(sum(rounds))


@lru_cache(maxsize=64)
def _best_table(numbers: tuple[int, ...], counts: tuple[int, ...] = NO_COUNT) -> Table:
    table = np.full((len(counts), SIZE), -1.0)

    def choose(place: int, worths: Mapping[int, Worth]) -> Moves:
        if table[0, place] < 0:
            best = np.argmax([won for won, _ in worths.values()], axis=0)
            table[:, place] = np.array([*worths])[best]
        return table[:, place].astype(np.int64)

    mean_round(dict(zip(NUMBERS, numbers, strict=True)), choose, counts)
    table[table < 0] = STAND
    table.flags.writeable = False
    return table.reshape(-1)


def _numbers(rules: Rules) -> tuple[int, ...]:
    """The options that matter to a round, without the shoe."""
    return tuple(0 if name == "decks" else rules.number(name) for name in NUMBERS)


def best_table(rules: Rules) -> Table:
    """The best move of each cell, if each card is drawn from a full pack: float64[SIZE]."""
    return _best_table(_numbers(rules))


def count_tables(rules: Rules) -> Table:
    """The best moves at each true count of COUNTS: float64[counts * SIZE]."""
    return _best_table(_numbers(rules), COUNTS)


def _hands() -> Iterator[tuple[int, int, bool]]:
    """All hands: the place in a table, points, and whether an ace counts 11."""
    for place in range(2 * _HARD):
        yield place, place % _HARD, place >= _HARD
    for value in range(1, 11):
        yield _PAIRS + value, 12 if value == 1 else 2 * value, value == 1


def careful_table(rules: Rules) -> Table:
    """The same, but without a card for hands that it could put above 21."""
    table = best_table(rules).reshape(-1, _HANDS, _UP).copy()
    for place, points, soft in _hands():
        if points >= 12 and not soft:
            moves = table[:, place]
            moves[(moves == HIT) | (moves == DOUBLE)] = STAND
    return table.reshape(-1)


def dealer_table(rules: Rules) -> Table:
    """The moves of the dealer for each cell."""
    table = np.full((SIZE // _HANDS // _UP, _HANDS, _UP), float(STAND))
    for place, points, soft in _hands():
        if points < 17 or (points == 17 and soft and rules.number("soft_17") == 1):
            table[:, place] = HIT
    return table.reshape(-1)


TABLES = (best_table, careful_table, dealer_table)
"""The lookup functions of strategies that play by such a table."""


@lru_cache(maxsize=64)
def _mean(numbers: tuple[int, ...], table: bytes) -> Worth:
    moves = np.frombuffer(table)
    rules = dict(zip(NUMBERS, numbers, strict=True))
    return mean_round(rules, lambda place, _: int(moves[place]))[:, 0]


def expected(rules: Rules, players: Sequence[Player]) -> dict[str, float]:
    """The exact chips and stakes of a strategy with a table, if there is no shoe."""
    lookup = players[0].strategy.lookup
    if lookup not in TABLES or rules.number("decks") > 0:
        return {}
    won, staked = _mean(_numbers(rules), lookup(rules).tobytes()).tolist()
    rounds = rules.number("rounds")
    purse = PURSE * rounds * rules.number("most_bet")
    return {"chips": purse + CHIPS * rounds * won, "staked": CHIPS * rounds * staked}
