"""Effects in words: "one more card in a full hand raises the win rate by about 2 points"."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from playout.engine.game.game import Game, Measure
from playout.report.estimates import size_or_range
from playout.report.words import (
    NOTHING,
    Unit,
    capitalised,
    digits,
    head,
    listed,
    measured,
    quantity,
    turned,
    unit_of,
)
from playout.stats.effects import Contrast, Effect
from playout.stats.intervals import Interval

UNEVEN = 0.05  # p of a straight line below which the steps of a slope are told
UNSURE = "(too few games to tell)"
MOST_STEPS = 6  # told in a sentence


@dataclass(frozen=True)
class Words:
    """The effects on a measure of a game in words; each row has so many ``games``."""

    game: Game
    measure: Measure
    games: int

    @property
    def unit(self) -> Unit:
        """The unit of effects: percentage points of rates."""
        return unit_of(self.measure)

    @property
    def name(self) -> str:
        """The measure: "win rate", "cards left"."""
        return measured(self.measure)

    def change(self, contrast: Contrast) -> str:
        """Return the change in words: "one more player", "careful instead of greedy"."""
        factor = contrast.factor
        if contrast.level is not None:
            if contrast.factor.numeric:
                return f"{head(factor.name)} from {contrast.base} to {contrast.level}"
            given = f"{contrast.level} instead of {contrast.base}"
            own = factor.name in ("strategy", "seats", "case")  # they say what they are
            return given if own else f"{factor.name}={given}"
        each = self.game.option(factor.name).each or head(factor.name)
        return f"{'one' if factor.per == 1 else f'{factor.per:g}'} more {each}"

    def amount(self, interval: Interval) -> str:
        """An effect with its sign and interval: ``-2.1 (-2.3 to -1.9)``; - of few games."""
        found, low, high = interval.times(self.unit.scale)
        places = digits((high - low) / 2)
        if math.isinf(high):
            return NOTHING
        return f"{found:+z.{places}f} ({low:+z.{places}f} to {high:+z.{places}f})"

    def does(self, effect: Effect) -> str:
        """Return a main effect in words: ``lowers the win rate by about 2.1 percentage points``."""
        if math.isinf(effect.interval.high):
            return f"may raise or lower {quantity(self.measure)} {UNSURE}"
        if not effect.interval.is_clear:
            return f"makes no clear difference to {quantity(self.measure)} in {self._games}"
        verb = "raises" if effect.interval.estimate > 0 else "lowers"
        return f"{verb} {quantity(self.measure)} by {self._size(effect.interval)}"

    @property
    def _games(self) -> str:
        return f"{self.games:,} games per row"

    def _changing(self, contrast: Contrast) -> str:
        """A change as the subject of a sentence: "changing hand from 6 to 7"."""
        given = self.change(contrast)
        return (
            f"changing {given}" if contrast.level is not None and contrast.factor.numeric else given
        )

    def _changing_within(self, contrast: Contrast) -> str:
        """The same with the values that were played: "one more player (from 2 to 5)"."""
        if contrast.level is not None:
            return self._changing(contrast)
        factor, levels = contrast.factor, [float(level) for level in contrast.factor.levels]
        low, high = (f"{end:.12g}" for end in (min(levels), max(levels)))
        if len(levels) == 2 and max(levels) - min(levels) == factor.per:
            return f"changing {head(factor.name)} from {low} to {high}"
        return f"{self.change(contrast)} (from {low} to {high})"

    def depends(self, effect: Effect) -> str:
        """Return an interaction as a sentence without its full stop."""
        assert effect.second is not None
        subject = f"The effect of {self._changing(effect.first)} on {quantity(self.measure)}"
        other = self.change(effect.second)
        if math.isinf(effect.interval.high):
            return f"{subject} may depend on {head(effect.second.factor.name)} {UNSURE}"
        if not effect.interval.is_clear:
            return (
                f"{subject} does not clearly depend on {head(effect.second.factor.name)} in "
                f"{self._games}"
            )
        way = "higher" if effect.interval.estimate > 0 else "lower"
        return f"{subject} is {self._size(effect.interval)} {way} with {other}"

    def sentences(self, effects: Sequence[Effect]) -> list[str]:
        """A sentence for every main effect and interaction; steps stand with their slope."""
        return [
            f"{self.of_one(effect, effects)}."
            for effect in effects
            if effect.kind in ("main", "knock-out", "interaction")
        ]

    def of_one(self, effect: Effect, effects: Sequence[Effect], begins: bool = True) -> str:
        """The sentence on one of some effects, without its full stop.

        ``begins`` is False if it stands after other words.
        """
        if effect.kind == "interaction":
            return self.depends(effect)
        first = effect.first
        subject, does = self._changing_within(first), self.does(effect)
        mains = dict.fromkeys(e.first.factor.name for e in effects if e.kind == "main")
        others = [_same(name) for name in mains if name != first.factor.name]
        if effect.kind == "main" and others:
            subject = f"with the same {listed(others)}, {subject}"
            does += " on average" if effect.interval.is_clear else ""
        is_name = first.level is not None and not first.factor.numeric and not others
        subject = capitalised(subject) if begins and not is_name else subject
        return f"{subject} {does}{self._steps(effect, effects)}"

    def _steps(self, effect: Effect, effects: Sequence[Effect]) -> str:
        """The steps of a slope, if its marginal means do not lie on a line."""
        if not effect.bend < UNEVEN:
            return ""
        factor = effect.first.factor
        steps = [e for e in effects if e.kind == "step" and e.first.factor.name == factor.name]
        if len(steps) > MOST_STEPS:
            return ", but not evenly"
        each = (f"{self._step(e)} from {e.first.base} to {e.first.level}" for e in steps)
        return f", but not evenly: {', '.join(each)}"

    def _step(self, effect: Effect) -> str:
        if not effect.interval.is_clear:
            return "no clear change"
        return f"{self._size(effect.interval)} {'up' if effect.interval.estimate > 0 else 'down'}"

    def _size(self, interval: Interval) -> str:
        """How large an effect is, without its sign, for a sentence."""
        size = turned(interval) if interval.estimate < 0 else interval
        return size_or_range(size, self.unit)


def _same(factor: str) -> str:
    """A factor after "the same": ``hand``, ``number of players``."""
    return f"number of {factor}" if factor == "players" else head(factor)
