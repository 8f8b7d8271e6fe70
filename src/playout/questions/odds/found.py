"""The counts of each move, and what follows: which move is best, and by how much.

All moves are played in the same worlds.  The best of many estimates is too high, and so is its
lead: so the intervals hold for all moves at once, and those of differences for all pairs of moves
at once, whichever of them turns out best (Bonferroni).  They are those of confidence sequences,
from exact sums (stats/products.py): also at all looks at once, so playing may end at the first look
at which everything is known as precisely as was asked.

Moves with the same outcome in every world are one *choice*, and so are moves that come to the same
by the rules, of which one alone is played.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playout.questions import counted
from playout.questions.judged import ExactMoves, Moves
from playout.questions.odds.asked import Asked
from playout.report.estimates import LEVEL
from playout.report.words import half_width, listed
from playout.runner.plan import FIRST_LOOK
from playout.stats.intervals import Interval
from playout.stats.products import Choices
from playout.stats.sequential import moments_log_wealth

ERROR = 1 - LEVEL
MOST_NAMED = 4  # moves of a choice that are all named
SAME = 1e-9  # a difference of exact values that may be rounding, or the end of an iteration


@dataclass(frozen=True)
class Found(counted.Found[Choices]):
    """The counts of the moves of a position, of so many worlds."""

    asked: Asked

    @cached_property
    def moves(self) -> Moves:
        """The moves, and the move of the strategy itself."""
        number = len(self.asked.judged)
        values = 1 if number == 1 else number + 1
        known: dict[str, Any] = {
            "asked": self.asked,
            "decision": self.asked.decision,
            "counted": self.counted,
            "level": 1 - ERROR / pairs(number),
            "value_level": 1 - ERROR / values,
            "aim": self.asked.precision,
        }
        if self.asked.exact is None:
            return Moves(**known)
        return ExactMoves(**known, values=self.asked.exact, usual=self.asked.usual or ())

    @property
    def is_known(self) -> bool:
        """Whether there is an answer: worlds were played, or none is needed."""
        return self.games > 0 or self.asked.exact is not None

    @cached_property
    def choices(self) -> list[list[int]]:
        """The numbers of moves that come to the same in all worlds, the best first."""
        choices = list[list[int]]()
        for k in self.moves.order:
            choice = next((one for one in reversed(choices) if self._are_same(one[0], k)), None)
            if choice is None:
                choices.append([k])
            else:
                choice.append(k)
        return choices

    def _are_same(self, k: int, other: int) -> bool:
        """Whether two moves come to the same in all worlds, or have the same exact value."""
        products = self.counted.products
        if self.asked.exact is not None:
            return math.isclose(
                self.moves.total(k), self.moves.total(other), rel_tol=SAME, abs_tol=SAME
            )
        return (
            products.total(k) == products.total(other)
            and self.games >= FIRST_LOOK
            and products.difference(k, other).squares == 0
        )

    def name(self, choice: Sequence[int]) -> str:
        """The moves of a choice as people write them: ``23 on pile 1 or 2``."""
        asked = self.asked
        return either([asked.move(code) for k in sorted(choice) for code in asked.alike(k)])

    def share_chosen(self, choice: Sequence[int]) -> float:
        """The share of the worlds in which the strategy makes one of these moves itself."""
        return sum(map(self.moves.share_chosen, choice))

    @property
    def is_decided(self) -> bool:
        """Whether one choice is better than all others, at this look or at any before."""
        if not self.is_known:
            return False
        (best, *_), *others = self.choices
        return all(self._is_behind(choice[0], best) for choice in others)

    def _is_behind(self, k: int, best: int) -> bool:
        """Whether a move is certainly not as good as the best."""
        if self.asked.exact is not None:
            return True  # those that are as good are one choice
        (low, top), products = self.asked.ends, self.counted.products
        enough = math.log(pairs(len(self.asked.judged)) / ERROR)
        if products.total(k) == products.total(best):
            return False
        wealth = moments_log_wealth(products.difference(best, k), 0.0, low - top, top - low)
        return wealth >= enough

    @property
    def is_precise(self) -> bool:
        """Whether all that was asked for is known as precisely as was asked.

        The chance, the values of all moves that may be the best, and by how much these are apart.
        """
        moves, aim = self.moves, self.asked.precision
        assert aim is not None
        if self.games == 0 or moves.is_far_from(aim, moves.own_column):
            return False
        return all(reached <= 1.0 for reached in self._widths())

    def _widths(self) -> Iterator[float]:
        """The half-widths of all that was asked for, as multiples of that to be reached."""
        moves, aim = self.moves, self.asked.precision
        assert aim is not None
        chance = moves.value(moves.own_column)
        to_reach = aim.at(chance.estimate)

        def part(interval: Interval) -> float:
            reached = half_width(interval)
            return reached / to_reach if to_reach > 0.0 else math.inf if reached > 0.0 else 0.0

        yield part(chance)
        (best, *_), *others = self.choices
        yield part(moves.value(best))
        for k, *_ in others:
            if not self._is_behind(k, best):
                yield part(moves.value(k))
                yield part(moves.difference(k, best))

    @property
    def remaining(self) -> Interval | None:
        """About how many more worlds it takes until all is as precise as was asked.

        Half-widths shrink with the root of the number of worlds.
        """
        if self.asked.precision is None or self.games < FIRST_LOOK:
            return None
        more = self.games * max(0.0, max(self._widths()) ** 2 - 1.0)
        return Interval(more, more, more) if math.isfinite(more) else None


def pairs(moves: int) -> int:
    """The number of pairs of so many moves and the move of the strategy itself."""
    return (moves + 1) * moves // 2


def either(names: Sequence[str]) -> str:
    """Several moves as one: ``23 on pile 1 or 2``, ``a1 or c3``, ``a1, a2, a3 or 5 others``."""
    words = [re.findall(r"\w+|\W+", name) for name in names]
    if len({len(one) for one in words}) == 1 < len(names):
        different = [k for k, column in enumerate(zip(*words, strict=True)) if len({*column}) > 1]
        if len(different) == 1 and len(words[0]) > 1 and not _is_in_list(words[0], different[0]):
            (k,) = different
            first = words[0]
            return "".join([*first[:k], either([one[k] for one in words]), *first[k + 1 :]])
    if len(names) <= MOST_NAMED:
        return listed(names, "or")
    few = MOST_NAMED - 1
    return listed([*names[:few], f"{len(names) - few} others"], "or")


def _is_in_list(words: Sequence[str], k: int) -> bool:
    """Whether a word stands beside another number: the last 4 of ``keep 3 3 4``."""
    beside = [words[j] for j in (k - 2, k + 2) if 0 <= j < len(words)]
    return words[k].isdecimal() and any(word.isdecimal() for word in beside)
