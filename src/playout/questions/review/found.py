"""The counts of each decision, and what follows: its cost, and the share of luck.

The *value* of a position is the mean of the measure over the worlds that agree with what the seat
to move knows, if the reviewer plays on from there.  With V the value before a decision, and W that
after the move that was made there, in the same worlds:

    skill of the decision          W - V      what the move is worth more than the reviewer's
    change until the next one      V' - W     luck: cards, dice, and what others held; and, between
                                              rivals, what the others' moves changed
    result                         V before the first decision + all skill + all changes

What was dealt, tossed or thrown before the first decision is luck too, where it is known what the
value was before: exactly, by the game, or as the mean of whole games that the reviewer plays.

which is an identity: the sum telescopes, and the value after the end is the result itself.  What a
rival's move changed is told as its skill is, in the rival's worlds and for each seat: the measure
of that seat after it less that after the reviewer's move.  Luck is the rest.  Between rivals the
sums of all seats begin before the first decision of the game, whose worlds value every seat.  If
the worlds are as likely as they say, luck is 0 on average, because W is what V' is on average if
the others play as the reviewer does, and what they do otherwise is taken out; that is the idea of
estimators that take luck out of matches (M. Zinkevich, M. Bowling, N. Bard, M. Kan and D. Billings,
"Optimal unbiased estimators for evaluating agent performance", AAAI 2006).  The sum of skill, over
many games, is by how much the players do better than the reviewer (S. Kakade and J. Langford,
"Approximately optimal approximate reinforcement learning", ICML 2002).

The *cost* of a decision is by how much the best move found is worth more than the one that was
made.  The best of many estimates is too high: so the intervals of costs hold for all moves of all
decisions at once (Bonferroni), and only what they show is called a mistake.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from shlex import quote

from playout.questions.judged import ZERO, ExactMoves, Moves
from playout.questions.review.asked import Asked
from playout.report.estimates import LEVEL
from playout.stats.intervals import Interval
from playout.stats.products import Choices, Products, summed
from playout.stats.sequential import Moments, moments_interval

UNKNOWN = Interval(math.nan, math.nan, math.nan)
SAME = 1e-9  # a difference of exact values that may be rounding, or the end of an iteration
UNSURE = 3  # decisions that are likely mistakes and are shown all the same


class Judged(Moves):
    """The moves of a decision, one of which was made."""

    asked: Asked

    def less(self, k: int) -> Interval:
        """How much worse for the seat the move made is than move k; valid for all moves at once."""
        made = self.decision.made
        return self.difference(k, made) if self.sign > 0 else self.difference(made, k)

    @cached_property
    def cost(self) -> Interval:
        """How much worse the move made is than the best.

        If it is the best one found, another one may still be better: by as much as its interval
        allows.
        """
        if self.best == self.decision.made:
            return Interval(0.0, 0.0, max(self.less(k).high for k in self.order))
        return self.less(self.best)

    @property
    def is_mistake(self) -> bool:
        """Whether it is clear that another move is better."""
        return self.cost.low > 0

    @property
    def is_likely(self) -> bool:
        """Whether the best move found is rather better than the one made than worse."""
        return -self.cost.low < self.cost.estimate

    @property
    def gain(self) -> Moments:
        """How much better the move made is than the reviewer's."""
        return self.counted.products.difference(self.decision.made, self.own_column)

    def gain_of(self, seat: int | None) -> Moments:
        """The same for any seat, if each seat has its own result."""
        return self.counted.products.difference(*self._columns(seat))

    def after_of(self, seat: int | None) -> Moments:
        """The value for that seat after the move made."""
        return self.counted.products.value(self._columns(seat)[0])

    def before_of(self, seat: int | None) -> Interval:
        """The value of the position for that seat."""
        return self.value(self._columns(seat)[1])

    def _columns(self, seat: int | None) -> tuple[int, int]:
        """The columns of a seat's measure after the move made, and after the reviewer's."""
        if seat is None or seat == self.seat:
            return self.decision.made, self.own_column
        others = self.asked.others(self.seat)
        made = self.own_column + 1 + others.index(seat)
        return made, made + len(others)

    def sum_of(self, values: Sequence[Moments], ends: tuple[float, float]) -> Interval:
        """The sum of independent values, of this decision and others."""
        return summed(values, self.asked.width, ends=ends)

    @property
    def is_usual(self) -> bool:
        """Whether the reviewer certainly makes the same move, so that there is no gain."""
        is_steady = not self.asked.reviewer.strategy.uses_chance
        return is_steady and self.share_chosen(self.decision.made) == 1

    @property
    def skill(self) -> Interval:
        """The mean of the gain."""
        if self.is_usual:
            return ZERO
        return moments_interval(self.gain, -self.asked.width, self.asked.width, LEVEL)

    @property
    def again(self) -> str:
        """The command that judges the moves once more."""
        asked, decision = self.asked, self.decision
        words = [f"playout odds {asked.game.word} --strategy {quote(asked.reviewer.reference)}"]
        words += [*asked.rules.command_options(), f"--measure {asked.measure.name}"]
        same = {player.reference for player in asked.players} == {asked.reviewer.reference}
        if same and asked.start is None and not asked.redraw:
            words.append(f"--game {asked.number} --turn {decision.number}")
        else:
            words.append(f"--position {quote(decision.position)}")
        return " ".join([*words, f"--seed {asked.seed}"])

    @property
    def before(self) -> Moments:
        """The value of the position."""
        return self.counted.products.value(self.own_column)

    @property
    def after(self) -> Moments:
        """The value after the move made."""
        return self.counted.products.value(self.decision.made)


@dataclass(frozen=True)
class ExactJudged(ExactMoves, Judged):
    """The same of a decision whose moves have values that the game knows."""

    def difference(self, k: int, other: int) -> Interval:
        more = self.total(k) - self.total(other)
        return Interval.exact(0.0 if abs(more) < SAME else more)

    @cached_property
    def order(self) -> list[int]:
        """The moves from the best to the worst; the move made before all that are as good."""
        best = max(range(self.own_column), key=lambda k: self.sign * self.total(k))
        order = sorted(range(self.own_column), key=lambda k: -self.sign * self.total(k))
        made = self.decision.made
        if not any(self.difference(best, made)):
            order.insert(0, order.pop(order.index(made)))
        return order

    @property
    def gain(self) -> Moments:
        return self.gain_of(None)

    @property
    def skill(self) -> Interval:
        return Interval.exact(self.gain.mean)

    @property
    def before(self) -> Moments:
        return _exactly(self.total(self.own_column))

    @property
    def after(self) -> Moments:
        return self.after_of(None)

    def gain_of(self, seat: int | None) -> Moments:
        gain = self.difference(self.decision.made, self.own_column).estimate
        return _exactly(gain if self._is_own(seat) else -gain)

    def after_of(self, seat: int | None) -> Moments:
        return _exactly(self._for(seat, self.decision.made))

    def before_of(self, seat: int | None) -> Interval:
        return Interval.exact(self._for(seat, self.own_column))

    def _for(self, seat: int | None, k: int) -> float:
        """The value after move k for a seat: for a rival what the win leaves."""
        value = self.total(k)
        return value if self._is_own(seat) else 1.0 - value

    def _is_own(self, seat: int | None) -> bool:
        """Whether a seat is on the side that moves."""
        return seat is None or (seat - self.seat) % self.asked.rules.sides == 0

    def sum_of(self, values: Sequence[Moments], ends: tuple[float, float]) -> Interval:
        return Interval.exact(math.fsum(one.mean for one in values))


def _exactly(value: float) -> Moments:
    """A value that is known, as the mean of one number."""
    return Moments(1, Fraction(value), Fraction(value) ** 2)


@dataclass(frozen=True)
class Story:
    """How the decisions of a seat, or of all seats, led to the result."""

    seat: int | None  # whose measure it is; None: one for all seats
    judged: Sequence[Judged]  # its decisions
    result: float
    every: Sequence[Judged]  # all decisions, also of the others
    start: Moments | None = None  # the value before all luck, if that is known

    @property
    def rivals(self) -> list[Judged]:
        """The decisions of the others."""
        return [one for one in self.every if self.seat not in (None, one.seat)]

    @property
    def begin(self) -> Interval:
        """The value before all luck, or else before the first decision of all."""
        if self.start is None:
            return self.every[0].before_of(self.seat)
        if self.start.n == 1:
            return Interval.exact(self.start.mean)
        return moments_interval(self.start, *self.every[0].asked.ends, LEVEL)

    @property
    def skill(self) -> Interval:
        """How much better all moves together were than the reviewer's."""
        return skill_of(self.judged)

    @property
    def others(self) -> Interval:
        """How much the moves of the others changed for this seat, compared with the reviewer's."""
        gains = self._gains(self.rivals)
        return self.every[0].sum_of(gains, self._sum_of(gains)) if gains else ZERO

    @property
    def luck(self) -> Interval:
        """The rest: neither skill nor the moves of the others."""
        first, *later = self.every
        begin = first.after_of(self.seat)
        if self.start is not None:
            begin, later = self.start, list(self.every)
        gains = self._gains(later)
        if (
            self.start is None and first.is_usual and not gains
        ):  # the value at the start is all that is not known
            return Interval(*(self.result - self.begin[k] for k in (0, 2, 1)))
        (low, top), (least, most) = first.asked.ends, self._sum_of(gains)
        known = first.sum_of([begin, *gains], (low + least, top + most))
        return Interval(*(self.result - known[k] for k in (0, 2, 1)))

    def others_after(self, k: int) -> float:
        """How much the moves of the others changed from decision k to the next, or the end.

        With k = -1: before the first decision.
        """
        begin, end = self.judged[k].decision.number if k >= 0 else -1, math.inf
        if k + 1 < len(self.judged):
            end = self.judged[k + 1].decision.number
        between = [one for one in self.rivals if begin < one.decision.number < end]
        return sum(one.mean for one in self._gains(between))

    def luck_after(self, k: int) -> float:
        """How much luck changed from decision k to the next one, or to the end."""
        last = k + 1 == len(self.judged)
        then = self.result if last else self.judged[k + 1].before.mean
        return then - self.judged[k].after.mean - self.others_after(k)

    @property
    def luck_before(self) -> float:
        """How much luck changed before the first decision of the seat."""
        return self.judged[0].before.mean - self.begin.estimate - self.others_after(-1)

    def _gains(self, judged: Sequence[Judged]) -> list[Moments]:
        """What some decisions changed for this seat, where that is not certainly nothing."""
        return [one.gain_of(self.seat) for one in judged if not one.is_usual]

    def _sum_of(self, gains: Sequence[Moments]) -> tuple[float, float]:
        """The ends of what so many gains can be together."""
        most = self.judged[0].asked.width * len(gains)
        return -most, most


@dataclass(frozen=True)
class Found:
    """The counts of all decisions of a game."""

    asked: Asked
    counted: tuple[Choices, ...]  # of each decision
    seconds: float
    complete: bool  # False: stopped before all worlds of all decisions were played
    start: Products | None = None  # of the measure for each seat, in whole games

    @property
    def games(self) -> int:
        """Worlds in which all moves of a decision were played, of all decisions."""
        return sum(one.games for one in self.counted)

    @cached_property
    def judged(self) -> list[Judged]:
        """All decisions in which worlds were played."""
        pairs = sum(len(decision.moves) - 1 for decision in self.asked.decisions)
        level = 1 - (1 - LEVEL) / pairs
        exact, usual = self.asked.exact, self.asked.usual
        if exact is not None and usual is not None:
            every = zip(self.asked.decisions, self.counted, exact, usual, strict=True)
            return [
                ExactJudged(self.asked, one, counted, level, LEVEL, None, *known)
                for one, counted, *known in every
            ]
        return [
            Judged(self.asked, decision, counted, level)
            for decision, counted in zip(self.asked.decisions, self.counted, strict=True)
            if counted.games
        ]

    @property
    def losers(self) -> set[int]:
        """The seats that clearly lost by their moves, compared with the reviewer's."""
        seats = {one.seat for one in self.judged}
        own = {seat: [one for one in self.judged if one.seat == seat] for seat in seats}
        lost = {seat for seat in seats if self._lost(seat, own[seat])}
        is_team = self.asked.measure.seat is None and any(one.seat is None for one in self.stories)
        return seats if is_team and self._lost(0, self.judged) else lost

    @property
    def gainers(self) -> set[int]:
        """The seats whose moves were clearly better than the reviewer's."""
        own: dict[int, list[Judged]] = {}
        for one in self.judged:
            own.setdefault(one.seat, []).append(one)
        sign = self.asked.measure.sign_for
        skills = {seat: skill_of(judged) for seat, judged in own.items()}
        return {seat for seat, it in skills.items() if it.is_clear and sign(seat) * it.estimate > 0}

    def _lost(self, seat: int, judged: Sequence[Judged]) -> bool:
        skill = skill_of(judged)
        return skill.is_clear and self.asked.measure.sign_for(seat) * skill.estimate < 0

    @cached_property
    def stories(self) -> list[Story]:
        """One for each seat that decided, if each seat has its own result; else one for all.

        There are none before worlds of all decisions were played.
        """
        if len(self.judged) < len(self.asked.decisions):
            return []
        if not self.asked.measure.per_seat:
            start = self.start_of(0)
            return [Story(None, self.judged, self.asked.result(0), self.judged, start)]
        stories = list[Story]()
        for seat in sorted({one.seat for one in self.judged}):
            own = [one for one in self.judged if one.seat == seat]
            every, start = own if self.is_apart else self.judged, self.start_of(seat)
            stories.append(Story(seat, own, self.asked.result(seat), every, start))
        return stories

    @property
    def is_apart(self) -> bool:
        """Whether of each seat only the effect of its own decisions is known."""
        return self.asked.exact is not None and not self.asked.is_shared

    def start_of(self, seat: int) -> Moments | None:
        """The value for a seat before all luck, if that is known."""
        if self.asked.begin is not None:
            return _exactly(self.asked.begin[seat])
        return self.start.value(seat) if self.start is not None and self.start.games else None

    @property
    def mistakes(self) -> list[Judged]:
        """The decisions in which another move was clearly better, the costliest first."""
        clear = [one for one in self.judged if one.is_mistake]
        return sorted(clear, key=lambda one: -one.cost.estimate)

    def costliest(self, most: int) -> list[Judged]:
        """Mistakes, the costliest first, then decisions that are likely ones."""
        others = [one for one in self.judged if not one.is_mistake and one.is_likely]
        others.sort(key=lambda one: -one.cost.estimate)
        return [*self.mistakes, *others[:UNSURE]][:most]


def skill_of(judged: Sequence[Judged]) -> Interval:
    """How much better the moves of some decisions were than the reviewer's."""
    changed = [one for one in judged if not one.is_usual]
    most = sum(one.asked.width for one in changed)
    return changed[0].sum_of([one.gain for one in changed], (-most, most)) if changed else ZERO
