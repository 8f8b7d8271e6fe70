"""Blackjack without a shoe, by a table of play: the same games as by rules.py, only faster.

A hand is a walk: each card leads from a step to another one, whatever came before, up to an end,
which has an outcome.  So a card costs a look into a table, without a branch that a processor could
foresee wrongly, and the random words of 16 games are made at once.  Rounds with a split or with
many cards go card by card.  Tests check that each game ends as by the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from playout.engine.chance.rng import DEAL, STREAM, randrange, start
from playout.engine.game.game import Player, Rules
from playout.engine.native.bits import multiply
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.engine.vectors.philox import words_of_games
from playout.engine.vectors.vectors import WORDS, aligned_rows, store
from playout.games.blackjack.optimum import NUMBERS, TABLES, Table, cell, with_value
from playout.games.blackjack.rules import (
    CHIPS,
    DOUBLE,
    MOST_HANDS,
    PURSE,
    SPLIT,
    STAND,
    SURRENDER,
    doubles,
)
from playout.games.blackjack.shoe import VALUES
from playout.kits.cards import CARDS

AHEAD = 8  # words that are made at once: nine rounds in ten need no more
HIT_OR_DOUBLE, DEALERS, IS_SPLIT, ENDS = range(4)  # kinds of steps
KINDS = {"hit": 0, "double": 0, "second": 0, "dealer": DEALERS, "split": IS_SPLIT, "end": ENDS}
CARD_VALUES = VALUES[1:].copy()

Hand = tuple[int, int]  # points, and 1 if an ace counts 11
Step = tuple[Any, ...]


class Walk(NamedTuple):
    """All steps of a hand, numbered: which follows, and with what outcome it ends."""

    first: npt.NDArray[np.int16]  # by the values of the first four cards, in the order of the deal
    after: npt.NDArray[np.int16]  # [step, value]: the step after a card
    second: npt.NDArray[np.int16]  # [split, whether it may be split again]: each hand from it
    kinds: npt.NDArray[np.int8]
    outcomes: npt.NDArray[np.int64]  # [step, measure], of those that end
    won: npt.NDArray[np.int64]  # chips, at an end


def kernel(rules: Rules, player: Player) -> Callable[..., None] | None:
    """The kernel for games of a strategy with a table, without a shoe; None for others."""
    lookup = player.strategy.lookup
    if lookup not in TABLES or rules.number("decks") > 0:
        return None
    numbers = tuple(rules.number(name) for name in (*NUMBERS, "rounds", "most_bet"))
    walk = walk_of(numbers, lookup(rules).tobytes())

    def play(record: Any, seed: int, repeat: int, first: int, outcomes: Any) -> None:
        scratch = aligned_rows(AHEAD), new_record(STREAM), np.zeros(MOST_HANDS, np.int64)
        play_games(walk, scratch, record, seed, first, outcomes)

    return play


@jit
def play_games(walk: Any, scratch: Any, rules: Any, seed: int, first: int, outcomes: Any) -> None:
    """Write the outcomes of games first, first + 1, ..., as ``score`` does."""
    words, stream, steps = scratch
    for place in range(0, len(outcomes), WORDS):
        for block in range(AHEAD // 4):
            for k, word in enumerate(words_of_games(seed, first + place, DEAL, block)):
                store(words, 4 * block + k, word)
        for lane in range(min(WORDS, len(outcomes) - place)):
            game = place + lane
            one, rejects = _value(words[0, lane], rules.rounds > 1)
            up, rejects = _value(words[1, lane], rejects)
            two, rejects = _value(words[2, lane], rejects)
            hole, rejects = _value(words[3, lane], rejects)
            step = walk.first[one, up, two, hole]
            for k in range(4, AHEAD):
                value, rejects = _value(words[k, lane], rejects)
                step = walk.after[step, value]
            if rejects or walk.kinds[step] != ENDS:
                start(stream, seed, first + game, DEAL)
                _play_game(walk, rules, stream, steps, outcomes[game])
            else:
                for k in range(outcomes.shape[1]):  # faster than a slice
                    outcomes[game, k] = walk.outcomes[step, k]


@jit(inline=True)
def _value(word: Any, rejects: bool) -> Any:
    """The value of a card, as `randrange` draws it, and whether it may have to reject a word."""
    high, low = multiply(word, np.uint64(CARDS))
    return CARD_VALUES[np.int64(high)], rejects | (low < np.uint64(CARDS))


@jit(inline=True)
def _draw(stream: Any) -> int:
    """The value of a card."""
    return int(CARD_VALUES[randrange(stream, CARDS)])


@jit
def _play_game(walk: Any, rules: Any, stream: Any, steps: Any, outcome: Any) -> None:
    """Write the outcome of a game that is played card by card; ``steps`` is room for its hands."""
    net, staked = 0, 0
    for _ in range(rules.rounds):
        one, up = _draw(stream), _draw(stream)
        two, hole = _draw(stream), _draw(stream)
        step, hands, ended = walk.first[one, up, two, hole], 1, 0
        split = step
        while ended < hands:
            while walk.kinds[step] == HIT_OR_DOUBLE:
                step = walk.after[step, _draw(stream)]
            if walk.kinds[step] == IS_SPLIT:
                split = step
                hands += 1
            else:
                steps[ended] = step
                ended += 1
            step = walk.second[split, int(hands < rules.most_hands)]
        for hand in range(hands):  # the dealer draws the same cards against all
            if walk.kinds[steps[hand]] == DEALERS:
                while walk.kinds[steps[hand]] == DEALERS:
                    value = _draw(stream)
                    for k in range(hands):
                        steps[k] = walk.after[steps[k], value]
            net += walk.won[steps[hand]]
            staked += walk.outcomes[steps[hand], 4]
    outcome[0] = PURSE * rules.rounds * rules.most_bet + net
    outcome[1] = net > 0
    outcome[2] = net == 0
    outcome[3] = net < 0
    outcome[4] = staked


@lru_cache(maxsize=64)
def walk_of(numbers: tuple[int, ...], table: bytes) -> Walk:
    """The walk by some rules (NUMBERS, the rounds and the most bets) and a table of play."""
    rules = dict(zip((*NUMBERS, "rounds", "most_bet"), numbers, strict=True))
    steps = _Steps(rules, np.frombuffer(table))
    places, first, after = dict[Step, int](), np.zeros((11,) * 4, np.int16), list[list[int]]()

    def place(step: Step) -> int:
        return places.setdefault(step, len(places))

    for cards in np.ndindex((10,) * 4):
        one, up, two, hole = (value + 1 for value in cards)
        first[one, up, two, hole] = place(steps.first(one, up, two, hole))
    for step in (waiting := list(places)):
        for again in (False, True) if step[0] == "split" else ():
            place(("second", *step[1:], again))
    while len(after) < len(places):
        waiting = waiting if len(waiting) > len(after) else list(places)
        step = waiting[len(after)]
        after.append([0, *(place(steps.after(step, value)) for value in range(1, 11))])
    second, won = np.zeros((len(places), 2), np.int16), np.zeros(len(places), np.int64)
    outcomes = np.zeros((len(places), 5), np.int64)
    for step, k in places.items():
        if step[0] == "split":
            second[k] = [places["second", *step[1:], again] for again in (False, True)]
        elif step[0] == "end":
            _, won[k], staked = step
            chips = PURSE * rules["most_bet"] + won[k]
            outcomes[k] = chips, won[k] > 0, won[k] == 0, won[k] < 0, staked
    kinds = np.array([KINDS[step[0]] for step in places], np.int8)
    return Walk(first, np.array(after, np.int16), second, kinds, outcomes, won)


class _Steps:
    """The steps of a hand, against two cards of the dealer: the open one, and the one face down.

    ("hit", hand, up, hole) and ("double", ...): a card for the player.  ("dealer", points, bets,
    theirs): a card for the dealer, if the player has so many points; all up to 16 are alike.
    ("split", value, up, hole), and ("second", value, up, hole, again): the second card for a hand
    from it, which may be split again.  ("end", chips won, chips bet).
    """

    def __init__(self, rules: dict[str, int], table: Table) -> None:
        self.rules, self.table = rules, table

    def first(self, one: int, up: int, two: int, hole: int) -> Step:
        """The step after the deal."""
        rules, theirs = self.rules, _two(up, hole)
        if _two(one, two)[0] == 21:
            return "end", 0 if theirs[0] == 21 else (150 if rules["natural"] == 0 else 120), CHIPS
        if theirs[0] == 21 and rules["peek"] == 1:
            return "end", -CHIPS, CHIPS
        return self._two_cards(one, two, up, hole, rules["most_hands"] > 1, True)

    def after(self, step: Step, value: int) -> Step:
        """The step after a card; an end is followed by itself."""
        if step[0] in ("split", "end"):
            return step
        if step[0] == "dealer":
            return self._dealers(step[1], step[2], _with(step[3], value))
        if step[0] == "second":
            _, one, up, hole, again = step
            if one == 1:
                return self._stood(_two(1, value)[0], 1, up, hole)
            return self._two_cards(one, value, up, hole, again, False)
        kind, hand, up, hole = step
        hand = _with(hand, value)
        if kind == "double" or hand[0] >= 21:
            return self._stood(hand[0], 1 + (kind == "double"), up, hole)
        return self._moved(self.table[cell(up, *hand, 0, 0, 0)], hand, up, hole)

    def _two_cards(self, one: int, two: int, up: int, hole: int, again: bool, first: bool) -> Step:
        """The step of a hand of two cards, which is the first one, or from a split."""
        rules, hand = self.rules, _two(one, two)
        if hand[0] == 21:
            return self._stood(21, 1, up, hole)
        double = (first or rules["double_after_split"] == 1) and doubles(rules["double"], hand[0])
        pair = one if one == two and again else 0
        move = self.table[cell(up, *hand, pair, double, first and rules["surrender"])]
        return ("split", one, up, hole) if move == SPLIT else self._moved(move, hand, up, hole)

    def _moved(self, move: float, hand: Hand, up: int, hole: int) -> Step:
        if move == STAND:
            return self._stood(hand[0], 1, up, hole)
        if move == SURRENDER:
            return "end", -CHIPS if _two(up, hole)[0] == 21 else -CHIPS // 2, CHIPS
        return "double" if move == DOUBLE else "hit", hand, up, hole

    def _stood(self, points: int, bets: int, up: int, hole: int) -> Step:
        theirs = _two(up, hole)
        if points > 21 or theirs[0] == 21:
            return "end", -CHIPS * bets, CHIPS * bets
        return self._dealers(max(points, 16), bets, theirs)

    def _dealers(self, points: int, bets: int, theirs: Hand) -> Step:
        if theirs[0] < 17 or (theirs == (17, 1) and self.rules["soft_17"] == 1):
            return "dealer", points, bets, theirs
        wins = theirs[0] > 21 or points > theirs[0]
        return "end", CHIPS * bets * (wins - (points < theirs[0] <= 21)), CHIPS * bets


def _two(one: int, two: int) -> Hand:
    """The points of two cards, and 1 if an ace counts 11."""
    return _with(_with((0, 0), one), two)


def _with(hand: Hand, value: int) -> Hand:
    return with_value(hand[0], hand[1], value)
