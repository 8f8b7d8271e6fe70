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
from tests.report.browser import NEEDED, chromium, look_at
from tests.tour import notebook

DOCS = Path(__file__).parent.parent / "docs"
# What people ask, and the section that answers it, of a page of how-do-i or another.
BETTER = "strategy#i-counted-54-wins-in-100-games-is-it-better"
STOPPED = "numbers#i-stopped-it-with-ctrl-c-is-everything-lost"
TABLE = "numbers#how-do-i-get-the-table-into-excel"
TEAM = "strategy#who-plays-well-with-whom"
BALANCED = "own-game#is-my-game-balanced-and-how-long-is-it"
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
    "same random deals both bots": "reference/comparing#how-a-deal-is-played-twice",
    "reinforcement learning": "learners#how-do-i-train-an-agent-on-these-games",
    "Newcombe": "explanation/intervals#differences",
    "to_pandas": "reference/python/answers#playout.report.answer.Answer.to_pandas",
}
# What people asked in forums and issues: the section that answers is the first that is found.
FOUND_FIRST = {
    "balance turn order": FIRST,
    "compensate second player": FIRST,
    "fail CI if bot gets worse": "own-game#how-do-i-notice-that-my-bot-has-become-worse",
    "how many iterations": "numbers#how-many-games-do-i-need",
    "how many playtests is enough": "numbers#how-many-games-do-i-need",
    "dice battle standard deviation": "winnable#what-are-the-odds-of-an-attack-in-risk",
    "how many armies to attack": "winnable#what-are-the-odds-of-an-attack-in-risk",
    "exact probability not simulation": "numbers#can-i-have-the-exact-chance-without-simulation",
    "distribution of game length": "winnable#how-long-does-a-game-take-and-the-longest-ones",
    "how long is a game": "winnable#how-long-does-a-game-take-and-the-longest-ones",
    "how unlucky was my draw": "luck-or-skill#was-it-bad-luck-or-did-we-play-badly",
    "bots playing with other bots matrix": TEAM,
    "count events during games": "own-game#how-often-does-something-happen-in-a-game",
    "is my game balanced": BALANCED,
    "does this card shorten the game": BALANCED,
    "percentage of solvable deals": "winnable#are-some-deals-impossible-to-win",
    "fair hand size": "rule#which-hand-size-makes-the-game-about-even",
    "going first in Mexican Train": FIRST,
    "best columns Can't Stop": "games/cant-stop#which-columns-are-best",
    "chance of busting can't stop": "games/cant-stop#exact-values-how-likely-is-a-bust",
    "pig hold at 20 or 25": "strategy#when-should-i-stop-rolling-in-pig",
    "yahtzee average score perfect play": "strategy#what-is-a-good-score-in-yahtzee",
    "probabilty of winning yatzee": "strategy#what-is-a-good-score-in-yahtzee",
    "yahtzee keep pair or straight": "position#which-dice-should-i-keep-in-yahtzee",
    "mexican train play doubles first": "strategy#which-way-of-playing-mexican-train-wins",
    "mexican train 90% luck": "luck-or-skill#is-mexican-train-luck-or-skill",
    "55% after 400 games": BETTER,
    "SPRT stop early": "strategy#is-one-strategy-really-better-or-was-that-luck",
    "action mask illegal moves": "learners#how-do-i-train-an-agent-on-these-games",
    "gym environment for my card game": "learners#how-do-i-train-an-agent-on-these-games",
    "The Game easier with two players": "winnable#how-often-is-the-game-won",
    "Hex swap rule": "strategy#where-should-i-place-the-first-stone-in-hex",
    "does trick back 10 help": "games/the-game#what-is-the-trick-worth",
    "play against the computer": "position#how-do-i-play-against-the-computer",
    "how to add a new game": "own-game#how-do-i-simulate-a-game-of-my-own",
    "make simulation faster": "numbers#how-do-i-make-it-faster",
    "run on cluster": "reference/scaling#a-cluster",
    "monte carlo tree search": "explanation/search#",
    "what is an interval": "reference/glossary#interval",
    "what does pivotal mean": "reference/glossary#pivotal",
}
COMMANDS = ("Reference", "Every command, with all options")  # where the last of these is
PAGES = [  # one of each kind
    "index",
    "start/tour",
    "how-do-i/rule",
    "games/risk-battle",
    "reference/python/playout.hex",
    "search",
    "reference/commands/run",
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
    with chromium() as browser:
        page = browser.new_page()
        for name in PAGES:
            page.goto((site / f"{name}.html").as_uri())
            look_at(page, name)
        here = page.locator(".sidebar-tree li:has(> :checked) > a, .current-page > a")
        assert here.all_text_contents() == [*COMMANDS, "playout run"]
        page.goto((site / "index.html").as_uri())
        chart = page.locator("article img").first
        schemes: list[tuple[Any, str]] = [("light", "none"), ("dark", "invert")]
        for scheme, how in schemes:
            page.emulate_media(color_scheme=scheme)
            assert chart.evaluate("it => getComputedStyle(it).filter").startswith(how)
        search(page, site)


def search(page: Any, site: Path) -> None:
    """The search finds the section that answers, whatever words people use."""
    asked = [(*pair, 3) for pair in QUESTIONS.items()]
    asked += [(*pair, 1) for pair in FOUND_FIRST.items()]
    page.goto((site / "search.html").as_uri() + "?q=" + quote(asked[0][0]))
    links = page.locator(".found li a")
    links.first.wait_for()
    box = page.locator(".search-box input").first
    for question, answer, places in asked:
        if question != box.input_value():
            box.fill(question)
        found = [link.get_attribute("href") or "" for link in links.all()[:places]]
        target = answer.replace("#", ".html#").removesuffix("#")
        assert target in [link.removeprefix("how-do-i/") for link in found], question
    page.goto((site / "search.html").as_uri() + "?q=xyzzy")
    assert page.locator(".found li").count() == 0
    page.get_by_text("No page has these words").wait_for()
    page.get_by_role("link", name="How do I ...?").last.click()
    page.get_by_role("heading", name="How do I ...?").wait_for()
