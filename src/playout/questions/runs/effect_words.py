"""Effects in words: "one more card in a full hand adds 2.1 points of win rate (1.9 to 2.3)"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from playout.engine.game import Game, Measure
from playout.report.words import digits, head
from playout.stats.effects import Contrast, Effect
from playout.stats.intervals import Interval

UNEVEN = 0.05  # p of a straight line below which the steps of a slope are told
MOST_STEPS = 6  # told in a sentence


@dataclass(frozen=True)
class Words:
    """How the effects on a measure of a game are told; of so many games a row."""

    game: Game
    measure: Measure
    games: int

    @property
    def rate(self) -> bool:
        """Whether effects are told in points of a per cent."""
        return self.measure.is_rate

    @property
    def name(self) -> str:
        """The measure: "win rate", "cards left"."""
        return head(self.measure.name) + (" rate" if self.rate else "")

    def change(self, contrast: Contrast) -> str:
        """What is changed: "one more player", "careful instead of greedy"."""
        factor = contrast.factor
        if contrast.level is not None:
            if contrast.factor.numeric:
                return f"{head(factor.name)} from {contrast.base} to {contrast.level}"
            given = f"{contrast.level} instead of {contrast.base}"
            own = factor.name in ("strategy", "seats", "case")  # they say what they are
            return given if own else f"{head(factor.name)} = {given}"
        each = self.game.option(factor.name).each or head(factor.name)
        return f"{'one' if factor.per == 1 else f'{factor.per:g}'} more {each}"

    def shown(self, interval: Interval) -> str:
        """An effect with its sign and interval: ``-2.1 points (-2.3 to -1.9)``."""
        found, low, high = self._numbers(interval, signed=True)
        unit = " points" if self.rate else ""
        return f"{found}{unit} ({low} to {high})" if low else f"{found}{unit} (-)"

    def does(self, effect: Effect) -> str:
        """What a main effect does: ``costs 2.1 points of win rate (1.9 to 2.3)``."""
        estimate, low, high = effect.interval
        found, near, far = self._numbers(effect.interval, signed=low <= 0 <= high)
        if math.isinf(high):
            unit = " points" if self.rate else ""
            return f"changes {self.name} by {found}{unit} (too few games for an interval)"
        ends = f"({near} to {far})"
        if low <= 0 <= high:
            what = f"points of {self.name}" if self.rate else f"in {self.name}"
            return f"makes no difference that {self.games:,} games show: {found} {what} {ends}"
        if self.rate:
            return f"{'adds' if estimate > 0 else 'costs'} {found} points of {self.name} {ends}"
        verb, to = ("adds", "to") if estimate > 0 else ("takes", "from")
        return f"{verb} {found} {to} {self.name} {ends}"

    def depends(self, effect: Effect) -> str:
        """What an interaction does, as a sentence without its full stop."""
        assert effect.second is not None
        estimate, low, high = effect.interval
        found, near, far = self._numbers(effect.interval, signed=low <= 0 <= high)
        unit = " points" if self.rate else ""
        subject = f"The effect of {self.change(effect.first)} on {self.name}"
        other = self.change(effect.second)
        if math.isinf(high):
            return (
                f"{subject} is another by {found}{unit} with {other} (too few games for an "
                "interval)"
            )
        if low <= 0 <= high:
            return (
                f"{subject} does not depend on {head(effect.second.factor.name)}, as far as "
                f"{self.games:,} games show: {found}{unit} with {other} ({near} to {far})"
            )
        way = "higher" if estimate > 0 else "lower"
        return f"{subject} is {found}{unit} {way} with {other} ({near} to {far})"

    def sentences(self, found: Sequence[Effect]) -> list[str]:
        """A sentence for every main effect and interaction; steps are told with their slope."""
        told = []
        for effect in found:
            if effect.kind == "main":
                subject = self.change(effect.first)
                if effect.first.level is None:
                    subject = subject[0].upper() + subject[1:]
                told.append(f"{subject} {self.does(effect)}{self._steps(effect, found)}.")
            elif effect.kind == "interaction":
                told.append(f"{self.depends(effect)}.")
        return told

    def _steps(self, effect: Effect, found: Sequence[Effect]) -> str:
        """The steps of a slope, if its marginal means do not lie on a line."""
        if not effect.bend < UNEVEN:
            return ""
        factor = effect.first.factor
        steps = [e for e in found if e.kind == "step" and e.first.factor.name == factor.name]
        if len(steps) > MOST_STEPS:
            return ", but not evenly"
        each = (f"from {e.first.base} to {e.first.level} {self.shown(e.interval)}" for e in steps)
        return f", but not evenly: {', '.join(each)}"

    def _numbers(self, interval: Interval, signed: bool) -> tuple[str, str, str]:
        """Estimate and ends with the digits that they earn, the nearer end first if unsigned.

        Without ends if these are infinite.
        """
        scale = 100.0 if self.rate else 1.0
        found, low, high = (scale * value for value in interval)
        places = digits((high - low) / 2)
        if math.isinf(high):
            return f"{found:+z.{places}f}", "", ""
        if signed:
            return f"{found:+z.{places}f}", f"{low:+z.{places}f}", f"{high:+z.{places}f}"
        near, far = sorted((abs(low), abs(high)))
        return f"{abs(found):.{places}f}", f"{near:.{places}f}", f"{far:.{places}f}"
