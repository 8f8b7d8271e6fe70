"""Draws the figures of the paper: ``python docs/paper/figures.py``, in two or three minutes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import playout
from playout.report.picture import Picture

FOLDER = Path(__file__).parent
PUBLISHED = FOLDER.parent / "results" / "published.md"
SECTION = "## Pig: a tournament of 21 strategies"
ROW = re.compile(r"^\| (\S+) \| `([^`]+)` \| (\d\d\.\d\d) \| \d\d\.\d\d", re.MULTILINE)
GAMES = 42_000_000  # as many as were published: 4,000,000 of each strategy
SHARP = 200  # dots per inch
BLUE, RED, INK = "#0072b2", "#d55e00", "#222222"


class Row(NamedTuple):
    """A strategy of the tournament, by its published name.

    Win rates are in per cent; ``half`` is half the interval of their difference.
    """

    name: str
    published: float
    ours: float
    half: float


def published() -> dict[str, tuple[str, float]]:
    """The strategies of Pig by their names here: published name, and win rate in per cent."""
    section = PUBLISHED.read_text(encoding="utf-8").split(SECTION)[1].split("\n## ")[0]
    return {here: (name, float(rate)) for name, here, rate in ROW.findall(section)}


def tournament(games: int = GAMES) -> list[Row]:
    """Play the published tournament of Pig."""
    rates = published()
    answer = playout.tournament("pig", strategies=list(rates), games=games, seed=1)
    rows = []
    for row in answer:
        name, rate = rates[row["strategy"]]
        own = 50 * (row["win_high"] - row["win_low"])
        theirs = 196 * (rate / 100 * (1 - rate / 100) / (2 * GAMES / len(rates))) ** 0.5
        half = (own**2 + theirs**2) ** 0.5
        rows.append(Row(name, rate, 100 * row["win"], half))
    return sorted(rows, key=lambda row: row.published)


def draw_tournament(rows: list[Row], path: Path) -> None:
    """Draw the differences between published and own win rates."""
    figure = Picture(figsize=(6.5, 4.2), layout="constrained")
    axes = figure.subplots()
    for place, row in enumerate(rows):
        difference = row.published - row.ours
        colour = BLUE if abs(difference) <= row.half else RED
        axes.plot([difference - row.half, difference + row.half], [place] * 2, color=colour)
        axes.plot(difference, place, "o", color=colour, markersize=4)
    axes.axvline(0, color=INK, linewidth=1)
    labels = [f"{row.name}  {row.published:.2f} %" for row in rows]
    axes.set_yticks(range(len(rows)), labels)
    axes.tick_params(labelsize=8)
    axes.set_xlabel("published win rate less ours (percentage points)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=SHARP)


def draw_comparison(path: Path, max_games: int | str = "1M") -> None:
    """Draw a comparison of two strategies, from its first deals to its verdict."""
    answer = playout.compare(
        "the-game", a="careful", b="quick", players=3, seed=1, max_games=max_games
    )
    answer.plot(6.5).savefig(path, dpi=SHARP)


if __name__ == "__main__":
    draw_comparison(FOLDER / "verdict.png")
    draw_tournament(tournament(), FOLDER / "pig.png")
