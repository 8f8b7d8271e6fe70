"""A browser for tests, and a small report to look at with it that nobody had to play."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import playout
from playout.engine.game.game import SHARE
from playout.games.hex.maps import BoardCounts
from playout.questions.hex import maps
from playout.questions.hex.maps.found import sampled
from playout.questions.runs import Answer, Found, Study
from playout.questions.runs.plots.plots import Plot
from playout.report.answer import Answer as AnyAnswer
from playout.report.page import Section, write
from playout.stats.tally import Tally

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Chromium draws two pages of its own for each window, of its address bar, which take most of its
# time. Of what Playwright turns off only the last list counts.
UNUSED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "LensOverlay", "MediaRouter", "HttpsUpgrades"),
    *("DestroyProfileOnBrowserClose", "OptimizationHints", "PaintHolding"),
)
NEEDED = "PLAYOUT_NEEDS_BROWSER"  # if it is set in the environment, a test without one fails
GAMES = 310


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a screen; where it is missing, the test is skipped or fails."""
    program = shutil.which("chromium")
    missing = [name for name in ("playwright", "axe_playwright_python") if find_spec(name) is None]
    if program is None or missing:
        told = "no browser: it takes Debian's package chromium, and pip install -e '.[dev]'"
        (pytest.fail if os.environ.get(NEEDED) else pytest.skip)(told)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        flags = ["--no-sandbox", f"--disable-features={','.join(UNUSED)}"]
        browser = driver.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


PHONE, DESK = 390, 1280  # pixels
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def look_at(page: Page, what: str) -> None:
    """Look at a page on a desk by day, and on a phone by night: it fits, and is for everybody."""
    looks: list[tuple[int, Any]] = [(DESK, "light"), (PHONE, "dark")]
    for width, scheme in looks:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.evaluate(DRAWN)  # what a page does when its window is resized, it does before that
        nobody_is_kept_out(page, f"{what}, {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (what, width)


def nobody_is_kept_out(page: Page, what: str) -> None:
    """Axe has nothing against a page: neither its colours, nor what is read aloud."""
    from axe_playwright_python.sync_playwright import Axe

    # Its tale of what is right takes longer than to find what is wrong.
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, f"{what}: {found.generate_report()}"


def invented(study: Study) -> Answer:
    """The answer of a study from what nobody played: any values for every measure."""
    asked, draw = study.asked(), np.random.default_rng(1)
    most = {"rate": 2, "share": SHARE + 1, "mean": 90, "category": 2}
    tallies = [
        Tally.of(
            np.stack([draw.integers(0, most[m.kind], GAMES) for m in asked.game.measures], axis=1)
        )
        for _ in asked.rows
    ]
    return Answer(
        Found(asked, asked.rows, tallies, [0.0] * len(tallies), 0.0, True), study.report()
    )


def report(folder: Path) -> Path:
    """A page of all kinds of answers; the first has by far the widest table."""
    wide = Study(
        game="mexican-train",
        title="Mexican Train: who wins?",
        question="Which of three wins most often?",
        answer="Careful play wins most. " + "The rest is luck, as ever. " * 12,
        factors={"seats": ["careful,sequence,random", "longest,path,random"], "tiles": [5, 15]},
        plots=[Plot(), Plot(kind="distribution", measure="points")],
    )
    factors: dict[str, Any] = {"players": [1, 2, 3], "min_cards": [1, 2]}
    effects = Study(game="the-game", question="What matters?", factors=factors, effects="win")
    other = Study(game="the-game", title="The Game: no more to say", notes="No more.")
    boards = maps.ask(11, boards=1_000)
    counts = replace(BoardCounts.empty(121), games=1, boards=1_000, pivotal=np.arange(121))
    told: list[tuple[str, Study, AnyAnswer]] = [
        ("wide", wide, invented(wide)),
        ("effects", effects, invented(effects)),
        ("hex", other, maps.Answer(sampled(boards, counts, 0.0, complete=False))),
    ]
    pair: dict[str, Any] = {"players": 2, "seed": 1}
    played: list[AnyAnswer] = [
        playout.compare("the-game", a="greedy", b="quick", max_games=500, **pair),
        playout.luck("the-game", strategies=["greedy", "quick"], games=50, **pair),
        playout.tournament("mexican-train", strategies=["greedy", "random", "path"], games=60),
    ]
    told += [(answer.kind, other, answer) for answer in played]
    sections = [Section(*one, f"playout study {one[0]} --seed 1") for one in told]
    return write(sections, folder)
