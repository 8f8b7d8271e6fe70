"""A description as a picture: how long games are, and how many legal moves there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from playout.engine.game.game import line_up
from playout.engine.play.courses import TENTHS
from playout.questions.describe.found import Found
from playout.questions.describe.lines import tenths
from playout.questions.describe.watched import TURNS
from playout.report import figures
from playout.report.estimates import LEVEL
from playout.report.figures import COLOURS, PAGE, TEXT, readable_name
from playout.report.words import interval_in, several

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_BARS = 60  # numbers of turns; more are put together


def draw(found: Found, width: float = PAGE) -> Picture:
    """How many games have so many turns; below it the legal moves, in each tenth of a game."""
    asked = found.asked
    figure = figures.empty(
        4.6,
        width,
        f"{asked.game.title}: length and choices, {readable_name(line_up(asked.players))}",
        f"{several(found.table.games, 'game')}; legal moves: means, {100 * LEVEL:g} % intervals",
    )
    above, below = figure.subplots(2, 1)
    places, counts = found.histogram(asked.game.width + TURNS).seen
    low, high = int(places[0]), int(places[-1])
    step = -(-(high - low + 1) // MOST_BARS)
    bars = np.bincount((places - low) // step, counts)
    starts = low + step * np.arange(len(bars)) - 0.5
    above.bar(
        starts, 100 * bars / found.table.games, step, align="edge", color=COLOURS[0], linewidth=0
    )
    above.set_ylabel("games (%)")
    above.set_xlabel("turns" if found.seats == 1 else "turns of all players", fontsize=TEXT)
    values = [interval_in(row, "legal_moves") for row in tenths(found)]
    middles = [100 * (k + 0.5) / TENTHS for k in range(TENTHS)]
    below.fill_between(
        middles,
        [one.low for one in values],
        [one.high for one in values],
        color=COLOURS[1],
        alpha=0.35,
        linewidth=0,
    )
    below.plot(middles, [one.estimate for one in values], color=COLOURS[1], marker="o", ms=4)
    below.set_ylim(0, 1.1 * max(one.estimate for one in values if one.estimate == one.estimate))
    below.set_ylabel("legal moves")
    below.set_xlabel("part of the game (%)", fontsize=TEXT)
    for axes in (above, below):
        figures.tidy(axes)
    figure.align_ylabels([above, below])
    return figure
