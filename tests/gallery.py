"""Draws the pictures of the gallery again, in some minutes: ``python -m tests.gallery``."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

import playout
from playout.report.figures import svg
from playout.report.picture import Picture
from tests.command import playout as command
from tests.report.browser import chromium

DOCS = Path(__file__).parent.parent / "docs"
REPORT = ("study", "the-game-players", "--seed", "1")


def commands() -> dict[str, list[str]]:
    """The name of each picture that a command of the gallery draws -> the words of the command."""
    text = (DOCS / "results" / "gallery.md").read_text(encoding="utf-8")
    lines = [shlex.split(line) for line in re.findall(r"^playout (.+plot .+)$", text, re.MULTILINE)]
    return {words[-1]: words for words in lines}


def draw(*words: str) -> None:
    """Run a command, which may say meanwhile how long it takes."""
    said = command(*words)
    print(said.out, said.err)
    assert said.code == 0


def picture_report(path: Path) -> None:
    """Write a picture of how a report begins."""
    with TemporaryDirectory() as folder, chromium() as browser:
        draw(*REPORT, "--out", folder)
        page = browser.new_page(viewport={"width": 1000, "height": 1150})
        page.goto((Path(folder) / "index.html").as_uri())
        page.screenshot(path=path)


def picture_intervals(path: Path) -> None:
    """Draw the intervals of fifty runs that differ by their seed, and the true win rate."""

    def win_rates(games: str, seed: int) -> tuple[float, float, float]:
        answer = playout.run("the-game", players=3, strategy="quick", games=games, seed=seed)
        return tuple(100 * answer[0][name] for name in ("win", "win_low", "win_high"))

    truth = win_rates("10M", 1_000)[0]
    runs = {seed: win_rates("1k", seed) for seed in range(1, 51)}
    figure = Picture(figsize=(7.5, 3.2), layout="constrained")
    axes = figure.subplots()
    for seed, (rate, low, high) in runs.items():
        colour = "#0072b2" if low <= truth <= high else "#d55e00"
        axes.plot([seed, seed], [low, high], color=colour, linewidth=2)
        axes.plot(seed, rate, "o", color=colour, markersize=4)
    axes.axhline(truth, color="#222", linewidth=1)
    axes.set(xlabel="seed", ylabel="win (%)", xlim=(0, 51))
    axes.spines[["top", "right"]].set_visible(False)
    holds = sum(low <= truth <= high for _, low, high in runs.values())
    axes.set_title(
        f"Fifty runs of 1,000 games: {holds} of 50 intervals hold the true win rate", loc="left"
    )
    path.write_text(svg(figure), encoding="utf-8")


if __name__ == "__main__":
    os.chdir(DOCS / "images")
    picture_intervals(DOCS / "images" / "intervals.svg")
    picture_report(DOCS / "images" / "report.png")
    for words in commands().values():
        draw(*words)
