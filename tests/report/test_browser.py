"""A report is looked at as people do: wide and narrow, by day and by night, on paper, and aloud."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from playout.report.html_tables import for_notebook, html_table
from playout.report.text_tables import TextColumn
from tests.report.browser import PHONE, chromium, nobody_is_kept_out, report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser and a report of its own

WIDTHS = (1280, 800, 390)
PAPER = 688  # of A4 without its margins, in pixels of CSS
SHEET = 1016  # its height
INTO_VIEW = "element => element.scrollIntoView()"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def url(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> str:
    return report(tmp_path_factory.mktemp("looked-at")).as_uri()


def opened(browser: Browser, url: str, width: int = 1280, **more: Any) -> Page:
    """The report in a window of its own, everything that is folded unfolded."""
    page = browser.new_page(viewport={"width": width, "height": 800}, **more)
    page.goto(url)
    page.eval_on_selector_all("main details", "all => all.forEach(one => one.open = true)")
    return page


def too_wide(page: Page, room: int) -> list[str]:
    """What reaches beyond the page and cannot be scrolled to inside it, and cells that are cut."""
    found: list[str] = page.evaluate(
        """room => [...document.querySelectorAll("body *")].filter(one => {
            const box = one.getBoundingClientRect(), region = one.closest(".scroll, svg");
            const cut = /^T[DH]$/.test(one.tagName) && one.scrollWidth > one.clientWidth + 1;
            return cut || ((!region || region == one) && box.right > room + 1);
        }).map(one => `${one.tagName} ${one.textContent.slice(0, 60)}`)""",
        room,
    )
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_as_wide_as_the_window(browser: Browser, url: str, width: int) -> None:
    page = opened(browser, url, width)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert too_wide(page, width) == []
    page.close()


def test_only_the_lines_of_a_caption_are_lines_of_the_page(browser: Browser, url: str) -> None:
    page = opened(browser, url, PHONE)
    assert "\n" not in page.locator("footer").inner_text()
    assert "\n" not in page.locator("p.small", has_text="Files: ").first.inner_text()
    assert "\n" in page.locator("p.small", has_text="95 % intervals").first.inner_text()
    page.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (PHONE, "dark")])
def test_nothing_keeps_anybody_out(browser: Browser, url: str, width: int, scheme: Any) -> None:
    page = opened(browser, url, width, color_scheme=scheme)
    nobody_is_kept_out(page, url)
    page.close()


def test_links_lead_somewhere_and_no_two_things_have_one_name(browser: Browser, url: str) -> None:
    page = opened(browser, url)
    names = page.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert len(set(names)) == len(names)
    links = page.eval_on_selector_all("a[href^='#']", "all => all.map(a => a.hash.slice(1))")
    assert set(links) <= set(names)
    assert {"answers", "wide", "effects", "effects-effects", "luck"} <= set(links)
    page.close()


def test_answers_come_first_by_game_and_each_leads_to_its_section(
    browser: Browser, url: str
) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(url)
    answers = page.locator("#answers")
    assert answers.locator("h3").all_inner_texts() == [
        "Mexican Train",
        "The Game",
        "Random-turn Hex",
    ]
    first = answers.locator("li").first
    assert first.inner_text().startswith(
        "Which of three wins most often?\n\nCareful play wins most."
    )
    assert 100 < len(first.locator("p").inner_text()) <= 200
    assert answers.locator("li", has_text="Stopped early: ").count() == 1
    first.get_by_role("link").click()
    assert page.url == f"{url}#wide"
    page.close()


def test_contents_stay_in_view(browser: Browser, url: str) -> None:
    for width in WIDTHS:
        page = opened(browser, url, width)
        page.locator("footer").evaluate(INTO_VIEW)
        bar = page.get_by_role("navigation", name="Contents")
        box = bar.bounding_box()
        assert box is not None
        assert box["y"] == 0
        link = bar.get_by_role("link", name="Who wins?")
        assert link.is_visible() == (width == 1280)
        if width < 1280:
            assert box["height"] < 60
            page.get_by_text("Contents").click()
        link.click()
        page.wait_for_function("document.getElementById('wide').getBoundingClientRect().top < 80")
        top = page.locator("#wide").bounding_box()
        assert top is not None
        covered = bar.bounding_box()
        assert covered is not None
        assert width == 1280 or top["y"] >= covered["height"]  # it does not hide the section
        page.close()


def test_on_a_phone_the_first_columns_stay_and_a_shadow_says_that_there_is_more(
    browser: Browser, url: str
) -> None:
    page = opened(browser, url, PHONE)
    region = page.locator(".scroll", has=page.locator(".stays:nth-child(2)")).first
    region.evaluate(INTO_VIEW)
    at_first = edge(page, region)
    region.focus()
    names = [head.inner_text() for head in region.locator("thead .stays").all()]
    assert names == ["players", "min cards"]
    before = places(region)
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("region => region.scrollLeft > 60", arg=region.element_handle())
    region.evaluate("region => region.scrollLeft = 10000")
    assert places(region) == pytest.approx(before, abs=3)
    assert edge(page, region) > at_first + 30  # lighter
    page.close()


@pytest.mark.parametrize("width", [PHONE, 1000])
def test_on_a_phone_long_names_stand_above_a_first_value_that_is_seen(
    browser: Browser, width: int
) -> None:
    who = [
        TextColumn(head, ["hold:at=15,hold:at=25"], True, "key") for head in ("seats", "strategy")
    ]
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(for_notebook(html_table([*who, TextColumn("win", ["49.8 % (44.7 to 54.8)"])])))
    name, value = page.locator(".name"), page.locator("td").bounding_box()
    assert value is not None
    assert value["x"] + value["width"] <= width
    assert name.is_visible() == (width == PHONE)
    assert page.locator("thead .key").first.is_visible() == (width > PHONE)
    page.close()


def places(region: Any) -> list[float]:
    """Where the columns that stay are, from the left."""
    found: list[float] = region.evaluate(
        "region => [...region.querySelectorAll('thead .stays')].map("
        "cell => cell.getBoundingClientRect().left)"
    )
    return found


def edge(page: Page, region: Any) -> float:
    """How light the right edge of a region is, 0..255, where nothing is written."""
    from PIL import Image

    image = Image.open(io.BytesIO(region.screenshot())).convert("L")
    return float(np.asarray(image)[4, -2])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_dark_on_light_by_day_and_light_on_dark_by_night(
    browser: Browser, url: str, scheme: Any
) -> None:
    page = opened(browser, url, color_scheme=scheme)
    styles = [("body", "backgroundColor"), (".stays", "backgroundColor"), ("body", "color")]
    paper, cell, ink = page.evaluate(
        """styles => styles.map(([what, style]) =>
            +getComputedStyle(document.querySelector(what))[style].match(/[0-9]+/)[0])""",
        styles,
    )
    assert (paper > 200, ink > 200) == (scheme == "light", scheme == "dark")
    assert cell == paper
    page.close()


def test_on_paper_nothing_is_cut_or_left_out(browser: Browser, url: str) -> None:
    page = browser.new_page(viewport={"width": PAPER, "height": SHEET}, color_scheme="dark")
    page.goto(url)
    page.emulate_media(media="print")
    assert page.locator("main details[open]").count() == 0
    assert too_wide(page, PAPER) == []
    shown = page.locator("td:not(.asked *), details pre")
    assert shown.count() > 100
    assert shown.evaluate_all("all => all.every(one => one.checkVisibility())")
    assert not page.get_by_role("navigation").is_visible()
    sheets = page.evaluate("document.documentElement.scrollHeight") / SHEET
    printed = page.pdf(prefer_css_page_size=True)
    assert sheets <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 1.35 * sheets + 1
    page.close()


def test_pictures_and_tables_are_named_for_those_who_cannot_see_them(
    browser: Browser, url: str
) -> None:
    page = opened(browser, url)
    pictures = page.get_by_role("img")
    assert pictures.count() == page.locator("figure").count() >= 8  # of two sizes one is seen
    assert page.locator("svg").count() == 2 * pictures.count()
    first = page.get_by_role("img", name="Mexican Train: who wins? Picture 1 of 2. Careful play")
    assert first.count() == 1
    assert page.get_by_role("region", name="Mexican Train: who wins?: win, ").count() == 1
    assert page.locator("table").count() == page.get_by_role("region").count()
    page.close()


@pytest.mark.thorough
def test_a_notebook_scrolls_a_wide_table_and_keeps_its_own_style(browser: Browser) -> None:
    wide = [
        TextColumn("strategy", ["careful", "quick"], is_text=True, role="key"),
        *(TextColumn(f"measure {k}", ["144.2 (143.1 to 145.3)"] * 2) for k in range(4)),
    ]
    mine = "<table id='mine'><tr><td>a b</td></tr></table>"
    jupyter = (
        "<style>:root { --jp-layout-color0: #111 } body { color: #eee; width: 420px }"
        ".cell table { table-layout: fixed } .cell td { white-space: normal; padding: 1px }"
        ".cell tbody tr:nth-child(odd) { background: #f00 }</style>"
    )
    page = browser.new_page()
    looks = (
        "['color', 'padding', 'whiteSpace'].map(k => getComputedStyle(mine.rows[0].cells[0])[k])"
    )
    page.set_content(f"{jupyter}<div class='cell'>{mine}</div>")
    alone = page.evaluate(looks)
    page.set_content(f"{jupyter}<div class='cell'>{for_notebook(html_table(wide))}{mine}</div>")
    assert page.evaluate(looks) == alone
    region = page.locator(".scroll").first
    assert region.evaluate("one => one.scrollWidth > one.clientWidth && one.clientWidth <= 420")
    cell = page.locator(".scroll tbody td").first
    assert cell.evaluate(
        "one => one.clientHeight < 2.5 * parseFloat(getComputedStyle(one).fontSize)"
    )
    command = "<pre>playout odds " + "a=1 " * 99 + "b" * 99 + "</pre>"
    page.set_content(jupyter + for_notebook(command))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("pre").evaluate("one => one.scrollWidth <= one.clientWidth")
    page.set_content(f"{jupyter}<div class='cell'>{for_notebook(html_table(wide))}{mine}</div>")
    stays = page.locator(".scroll tbody .stays").first
    assert stays.evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(17, 17, 17)"
    assert stays.evaluate("one => getComputedStyle(one.parentElement).backgroundColor") == (
        "rgba(0, 0, 0, 0)"
    )
    page.close()
