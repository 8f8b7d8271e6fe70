"""Effects as a picture: a line each, with its interval, about the line of no effect."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from playout.questions.runs.effects.words import Words
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL
from playout.report.figures import COLOURS, INK, PAGE
from playout.report.words import half_width, number
from playout.stats.effects import Effect

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_ROWS = 60  # lines in one picture
HEADS = {
    "main": "on average",
    "step": "step by step",
    "interaction": "interactions",
    "knock-out": "each alone",
}
# The mark and the colour of each.
MARKS = {"main": ("o", 0), "step": ("^", 5), "interaction": ("s", 1), "knock-out": ("o", 0)}


def plot(effects: Sequence[Effect], words: Words, width: float = PAGE) -> Picture:
    """The figure: main effects, steps, interactions, from top to bottom; or knock-outs.

    Of more than can be read, the main effects and the clearest others.
    """
    clearest = _clearest(effects)
    kinds = [kind for kind in MARKS if any(effect.kind == kind for effect in clearest)]
    halves = (half_width(effect.interval) for effect in clearest)
    reach = words.unit.scale * max(halves, default=math.inf)
    groups = [
        Group(
            HEADS[kind] if len(kinds) > 1 else "",
            [_bar(effect, words, reach) for effect in clearest if effect.kind == kind],
        )
        for kind in kinds
    ]
    left = len(effects) - len(clearest)
    note = f"{100 * LEVEL:g} % intervals; at least {words.games:,} games a row"
    note += f"; {left} less clear ones left out" if left else ""
    changed = "knock-out" if "knock-out" in kinds else "factor"
    title = f"{words.game.title}: what each {changed} changes in {words.name}"
    label = words.unit.difference_head(f"effect on {words.name}")
    figure = draw_rows(groups, title, note, label, width, points=True, zero=False)
    figure.axes[0].axvline(0.0, color=INK, alpha=0.5, linewidth=0.9, zorder=0)
    return figure


def _bar(effect: Effect, words: Words, reach: float) -> Bar:
    """The point of an effect; its number has the digits that all can have."""
    mark, colour = MARKS[effect.kind]
    interval = effect.interval.times(words.unit.scale)
    value = number(interval.estimate, reach)
    signed = value if value.startswith("-") else f"+{value}"
    label = words.change(effect.first)
    if effect.second is not None:
        label += f" \N{MULTIPLICATION SIGN} {words.change(effect.second)}"
    return Bar(label, interval, signed, COLOURS[colour], mark=mark)


def _clearest(effects: Sequence[Effect]) -> list[Effect]:
    """At most so many as can be read, in their order; those whose p is smallest."""

    def order(k: int) -> tuple[bool, float, float]:
        error = effects[k].interval.high - effects[k].interval.estimate
        size = abs(effects[k].interval.estimate)
        ratio = size / error if error > 0 and math.isfinite(error) else size
        return effects[k].kind != "main", -ratio, k

    kept = sorted(sorted(range(len(effects)), key=order)[:MOST_ROWS])
    return [effects[k] for k in kept]
