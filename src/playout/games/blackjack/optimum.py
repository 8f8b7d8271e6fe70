"""The best play of Blackjack and exact means, if each card is drawn from a full pack.

A table of play has a move for each cell: for the dealer's open card, the hand, and whether it may
be doubled, split or given up (:func:`cell`).  What has been dealt tells nothing of what will be,
so a hand is worth the same whatever happens to others, and worths add up.  The worth of a move
follows from those with more cards (dynamic programming); where the table is sought, each cell gets
the best move when its worth is first needed.

A worth is an array: the mean bets won, and the mean bets made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Player, Rules
from playout.engine.native.jit import jit
from playout.games.blackjack.rules import (
    BET,
    CHIPS,
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
from playout.games.blackjack.shoe import (
    BETTING,
    VALUES,
    with_card,
)

Worth = npt.NDArray[np.float64]
Table = npt.NDArray[np.float64]
Choice = Callable[[int, Mapping[int, Worth]], int]  # of a cell, among the moves with their worths

CHANCES = {value: (4 if value == 10 else 1) / 13 for value in range(1, 11)}
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
    """The move of a table of play: the lowest bet, or what it says of a decision.

    The state may be a view, which has the rules too.
    """
    if state.phase == BETTING:
        return BET + 1
    turn, pair = state.turn, 0
    if may_split(state, rules):
        pair = VALUES[state.hands[turn, 0]]
    double, give_up = int(may_double(state, rules)), int(may_surrender(state, rules))
    up = VALUES[state.dealer[0]]
    return int(table[cell(up, state.points[turn], state.soft[turn], pair, double, give_up)])


@cache
def dealer_chances(up: int, hits_soft_17: bool) -> dict[int, float]:
    """The chance of each total of the dealer with this open card, of BUST, and of NATURAL."""
    chances = dict.fromkeys((*range(17, 22), BUST, NATURAL), 0.0)

    def draw(points: int, soft: int, chance: float, cards: int) -> None:
        if points > 21:
            chances[BUST] += chance
        elif points == 21 and cards == 2:
            chances[NATURAL] += chance
        elif points >= 17 and not (points == 17 and soft and hits_soft_17):
            chances[points] += chance
        else:
            for value, p in CHANCES.items():
                draw(*with_value(points, soft, value), chance * p, cards + 1)

    draw(*with_value(0, 0, up), 1.0, 1)
    return chances


@cache
def with_value(points: int, soft: int, value: int) -> tuple[int, int]:
    """The points of a hand, and 1 if an ace counts 11, after a card of a value."""
    after: tuple[int, int] = with_card(points, soft, value)
    return after


class Against:
    """What hands are worth against an open card of the dealer, if the player moves by a choice."""

    def __init__(self, rules: Mapping[str, int], up: int, choice: Choice) -> None:
        self.rules, self.up, self.choice = rules, up, choice
        chances = dict(dealer_chances(up, rules["soft_17"] == 1))
        self.natural = chances[NATURAL]
        if rules["peek"] == 1:
            del chances[NATURAL]
        total = sum(chances.values())
        self.chances = {points: p / total for points, p in chances.items()}
        self._worths: dict[tuple[int, int], Worth] = {}

    def stand(self, points: int) -> Worth:
        """What a hand without further cards is worth."""
        if points > 21:
            return np.array([-1.0, 1.0])
        won = sum(p for total, p in self.chances.items() if total < points or total == BUST)
        lost = sum(p for total, p in self.chances.items() if points < total != BUST)
        return np.array([won - lost, 1.0])

    def play_on(self, points: int, soft: int) -> Worth:
        """What a hand of three cards or more is worth."""
        if points >= 21:
            return self.stand(points)
        if (points, soft) not in self._worths:
            place = cell(self.up, points, soft, 0, 0, 0)
            self._worths[points, soft] = self._best(place, self._plain(points, soft))
        return self._worths[points, soft]

    def _plain(self, points: int, soft: int) -> dict[int, Worth]:
        """What it is worth to stand and to hit."""
        hit = sum(p * self.play_on(*with_value(points, soft, value))
                  for value, p in CHANCES.items())  # fmt: skip
        return {STAND: self.stand(points), HIT: np.asarray(hit)}

    def _best(self, place: int, worths: Mapping[int, Worth]) -> Worth:
        return worths[self.choice(place, worths)]

    def two_cards(self, one: int, two: int, split: Worth | None, first: bool) -> Worth:
        """What a hand of two cards is worth.

        ``split`` is the worth of splitting it, None if that is not allowed; ``first``: it is not
        from a split.
        """
        points, soft = with_value(*with_value(0, 0, one), two)
        if points == 21:
            return self.stand(points)
        worths = self._plain(points, soft)
        double = (first or self.rules["double_after_split"] == 1) and doubles(
            self.rules["double"], points
        )
        if double:
            drawn = (p * self.stand(with_value(points, soft, value)[0])
                     for value, p in CHANCES.items())  # fmt: skip
            worths[DOUBLE] = 2 * np.asarray(sum(drawn))
        if split is not None:
            worths[SPLIT] = split
        give_up = first and self.rules["surrender"] == 1
        if give_up:
            lost = self.chances.get(NATURAL, 0.0)
            worths[SURRENDER] = np.array([-0.5 * (1 - lost) - lost, 1.0])
        pair = one if split is not None else 0
        return self._best(cell(self.up, points, soft, pair, double, give_up), worths)

    def split(self, value: int) -> Worth:
        """What a pair is worth after it is split."""
        if value == 1:
            drawn = (p * self.stand(with_value(11, 1, two)[0]) for two, p in CHANCES.items())
            return 2 * np.asarray(sum(drawn))

        @cache
        def worth(hands: int, splits: int) -> Worth:
            """Of so many hands with one card, if so many splits are left."""
            if hands == 0:
                return np.zeros(2)
            rest = worth(hands - 1, splits)
            total = rest + others
            again = worth(hands + 1, splits - 1) - rest if splits > 0 else None
            return total + CHANCES[value] * self.two_cards(value, value, again, False)

        others = np.asarray(
            sum(
                p * self.two_cards(value, two, None, False)
                for two, p in CHANCES.items()
                if two != value
            )
        )

        return worth(2, self.rules["most_hands"] - 2)

    def round(self) -> Worth:
        """What a round is worth from the deal on."""
        pays, total = 1.5 if self.rules["natural"] == 0 else 1.2, np.zeros(2)
        for one, p in CHANCES.items():
            for two, q in CHANCES.items():
                if {one, two} == {1, 10}:
                    total += p * q * np.array([(1 - self.natural) * pays, 1.0])
                    continue
                may_be_split = one == two and self.rules["most_hands"] > 1
                split = self.split(one) if may_be_split else None
                played = self.two_cards(one, two, split, True)
                if self.rules["peek"] == 1:
                    lost = np.array([-1.0, 1.0])
                    played = self.natural * lost + (1 - self.natural) * played
                total += p * q * played
        return total


def mean_round(rules: Mapping[str, int], choice: Choice) -> Worth:
    """The mean bets won, and made, in a round."""
    rounds = [p * Against(rules, up, choice).round() for up, p in CHANCES.items()]
    return np.asarray(sum(rounds))


@lru_cache(maxsize=64)
def _best_table(numbers: tuple[int, ...]) -> Table:
    table = np.full(SIZE, -1.0)

    def choose(place: int, worths: Mapping[int, Worth]) -> int:
        if table[place] < 0:
            table[place] = max(worths, key=lambda move: worths[move][0])
        return int(table[place])

    mean_round(dict(zip(NUMBERS, numbers, strict=True)), choose)
    table[table < 0] = STAND
    table.flags.writeable = False
    return table


def _numbers(rules: Rules) -> tuple[int, ...]:
    """The options that matter to a round, without the shoe."""
    return tuple(0 if name == "decks" else rules.number(name) for name in NUMBERS)


def best_table(rules: Rules) -> Table:
    """The best move of each cell, if each card is drawn from a full pack: float64[SIZE]."""
    return _best_table(_numbers(rules))


def _every_hand() -> list[tuple[int, int, int, int]]:
    """The place of a cell, points, whether soft, and the open card, of all hands but pairs."""
    return [
        (kind * _HANDS * _UP + cell(up, points, soft, 0, 0, 0), points, soft, up)
        for kind in range(4)
        for soft in (0, 1)
        for points in range(_HARD)
        for up in range(1, 11)
    ]


def careful_table(rules: Rules) -> Table:
    """The same, but without a card for hands that it could put above 21."""
    table = best_table(rules).copy()
    for place, points, soft, _ in _every_hand():
        if points >= 12 and not soft and table[place] in (HIT, DOUBLE):
            table[place] = STAND
    for pair in range(6, 11):
        for kind in range(4):
            for up in range(1, 11):
                place = kind * _HANDS * _UP + cell(up, 0, 0, pair, 0, 0)
                if table[place] in (HIT, DOUBLE):
                    table[place] = STAND
    return table


def dealer_table(rules: Rules) -> Table:
    """The moves of the dealer for each cell."""
    table = np.full(SIZE, float(STAND))
    hits = rules.number("soft_17") == 1
    for place, points, soft, _ in _every_hand():
        if points < 17 or (points == 17 and soft and hits):
            table[place] = HIT
    for pair in range(1, 9):  # two of them have fewer than 17 points
        for kind in range(4):
            for up in range(1, 11):
                table[kind * _HANDS * _UP + cell(up, 0, 0, pair, 0, 0)] = HIT
    return table


TABLES = (best_table, careful_table, dealer_table)
"""The lookup functions of strategies that play by such a table."""


@lru_cache(maxsize=64)
def _mean(numbers: tuple[int, ...], table: bytes) -> Worth:
    moves = np.frombuffer(table)
    return mean_round(dict(zip(NUMBERS, numbers, strict=True)), lambda place, _: int(moves[place]))


def expected(rules: Rules, players: Sequence[Player]) -> dict[str, float]:
    """The exact chips and stakes of a strategy with a table, if there is no shoe."""
    lookup = players[0].strategy.lookup
    if lookup not in TABLES or rules.number("decks") > 0:
        return {}
    won, staked = _mean(_numbers(rules), lookup(rules).tobytes()).tolist()
    rounds = rules.number("rounds")
    purse = PURSE * rounds * rules.number("most_bet")
    return {"chips": purse + CHIPS * rounds * won, "staked": CHIPS * rounds * staked}
