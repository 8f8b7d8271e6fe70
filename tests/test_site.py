"""The site: every page has its place, and everybody can read it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.gallery import REPORT, commands
from tests.report.browser import NEEDED, chromium
from tests.tour import notebook

DOCS = Path(__file__).parent.parent / "docs"
PHONE, DESK = 390, 1280
# What people ask, and the section that answers it, of a page of how-do-i or another.
BETTER = "strategy#i-counted-54-wins-in-100-games-is-it-better"
STOPPED = "numbers#i-stopped-it-with-ctrl-c-is-everything-lost"
TABLE = "numbers#how-do-i-get-the-table-into-excel"
TEAM = "strategy#who-plays-well-with-whom"
FIRST = "rule#is-it-an-advantage-to-go-first"
QUESTIONS = {
    "my bot won 54 of 100 games is it better": BETTER,
    "54 of 100": BETTER,
    "60 wins out of 100": BETTER,
    "is my bot better": BETTER,
    "significant": "strategy#is-one-strategy-really-better-or-was-that-luck",
    "must I believe this": "strategy#is-one-strategy-really-better-or-was-that-luck",
    "enough games": "numbers#how-many-games-do-i-need",
    "95 %": "explanation/intervals#what-does-95-promise",
    "unfair second player": FIRST,
    "who should go first": FIRST,
    "first player advantage snakes and ladders longer board": (
        "rule#does-a-longer-board-help-the-second-player"
    ),
    "house rule": "rule#does-one-more-card-per-turn-make-the-game-harder",
    "knock-out": "rule#which-rule-matters-most",
    "crossplay": TEAM,
    "mixed team": TEAM,
    "which partner": TEAM,
    "aborted": STOPPED,
    "my team stopped it early, is everything lost?": STOPPED,
    "interrupt a run": STOPPED,
    "pandas": TABLE,
    "data frame": TABLE,
    "excel": TABLE,
    "longest game": "winnable#how-long-does-a-game-take-and-the-longest-ones",
    "at which turn is a game decided": "luck-or-skill#when-is-a-game-decided",
    "was I unlucky": "luck-or-skill#was-it-bad-luck-or-did-we-play-badly",
    "best way to play my own dice game": "own-game#what-is-the-best-way-to-play-my-own-dice-game",
    "simulate a game": "own-game#how-do-i-simulate-a-game-of-my-own",
    "Risk attack 8 against 6": "winnable#what-are-the-odds-of-an-attack-in-risk",
    "reinforcement learning": "learners#how-do-i-train-an-agent-on-these-games",
    "Newcombe": "explanation/intervals#differences",
    "to_pandas": "reference/python/answers#playout.report.answer.Answer.to_pandas",
}
PAGES = [
    "index",
    "start/index",
    "start/tour",
    "how-do-i/rule",
    "games/the-game",
    "reference/commands/run",
    "reference/python/playout.hex",
    "contributing",
    "search",
]


def listed(index: Path) -> set[Path]:
    """The pages that the lines of an index begin with, and those of the indexes among them."""
    text = index.read_text(encoding="utf-8")
    links = re.findall(r"^(?:- (?:\*\*)?|\*\*)\[.+?\]\(([^)#\s]+)", text, re.MULTILINE)
    pages = {(index.parent / link).resolve() for link in links}
    return pages.union(*(listed(page) for page in pages if page.name == "index.md"))


def test_every_page_is_in_the_list_of_its_part() -> None:
    pages = set(DOCS.rglob("*.md")) - set((DOCS / "paper").iterdir())  # a text of its own
    assert len(pages) > 40
    assert pages - listed(DOCS / "index.md") == {DOCS / "index.md"}
    for page in pages:
        assert page.parent == DOCS or (page.parent / "index.md").is_file()


def test_a_command_of_the_gallery_draws_the_picture_above_it() -> None:
    text = (DOCS / "results" / "gallery.md").read_text(encoding="utf-8")
    pattern = r"images/(\S+)\)\n\n```console\nplayout .+plot (\S+)\n"
    pairs = re.findall(pattern, text)
    assert [drawn for _, drawn in pairs] == list(commands())
    assert all(shown == drawn for shown, drawn in pairs)
    assert len(pairs) >= 8
    assert f"playout {shlex.join(REPORT)}\n" in text


@pytest.mark.slow  # it compiles games
def test_the_notebook_of_the_tour_runs_and_shows_its_answers() -> None:
    cells = [cell for cell in notebook()["cells"] if cell["cell_type"] == "code"]
    exec("\n".join("".join(cell["source"]) for cell in cells), {"__name__": "tour"})
    shows = [bool(cell["outputs"]) for cell in cells]
    assert shows == [False] + [True] * (len(cells) - 1)


@pytest.mark.slow  # it builds the site, and starts a browser
def test_the_site_is_built_without_a_warning_and_nobody_is_kept_out(tmp_path: Path) -> None:
    if find_spec("sphinx") is None or find_spec("furo") is None:
        missing = "the site takes pip install -e '.[docs]'"
        (pytest.fail if os.environ.get(NEEDED) else pytest.skip)(missing)
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(DOCS), str(site)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.stderr == ""
    assert (built.returncode, built.stdout) == (0, "")
    for page in site.rglob("*.html"):  # nothing is fetched from elsewhere
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r'(?:src|rel="stylesheet" href)="(https?:[^"]+)', text)
        assert fetched == [], page
    look(site)


def look(site: Path) -> None:
    """Look at some pages on a phone and a desk, by day and by night, and search."""
    from axe_playwright_python.sync_playwright import Axe

    with chromium() as browser:
        for width, scheme in [(DESK, "light"), (PHONE, "dark")]:
            how: Any = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
            page = browser.new_context(**how).new_page()
            for name in PAGES:
                page.goto((site / f"{name}.html").as_uri())
                found = Axe().run(page)
                assert found.violations_count == 0, f"{name}: {found.generate_report()}"
                assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            search(page, site)
            page.goto((site / "index.html").as_uri())
            chart = page.locator("article img").first
            inverted = chart.evaluate("it => getComputedStyle(it).filter") != "none"
            assert inverted == (scheme == "dark")


def search(page: Any, site: Path) -> None:
    """The search finds the section that answers, whatever words people use."""
    for question, answer in QUESTIONS.items():
        page.goto((site / "search.html").as_uri() + "?q=" + quote(question))
        links = page.locator(".found li a")
        links.first.wait_for()
        found = [link.get_attribute("href") or "" for link in links.all()[:3]]
        page_of_it, _, section = answer.partition("#")
        assert f"{page_of_it}.html#{section}" in [
            link.removeprefix("how-do-i/") for link in found
        ], question
    page.goto((site / "search.html").as_uri() + "?q=xyzzy")
    assert page.locator(".found li").count() == 0
    page.get_by_role("link", name="How do I ...?").last.click()
    page.get_by_role("heading", name="How do I ...?").wait_for()
