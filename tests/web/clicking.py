"""Playing in a browser by clicking: what several files of tests need."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.report.browser import DESK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

EXAMPLE = Path(__file__).parents[2] / "examples" / "pig.py"
LONG = 120_000  # milliseconds in which something may be compiled


@contextmanager
def window(
    browser: Browser, width: int = DESK, *, may_fail: bool = False, **more: Any
) -> Iterator[Page]:
    """A window of a person who has not been here before; nothing else may fail in it.

    Pieces jump, unless ``reduced_motion`` is given: a picture of every instant takes long.
    """
    size: Any = {"width": width, "height": 900}
    context = browser.new_context(**{"viewport": size, "reduced_motion": "reduce", **more})
    page = context.new_page()
    page.set_default_timeout(LONG)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
    yield page
    context.close()
    assert may_fail or wrong == []


def expect(what: Locator) -> Any:
    """Playwright's own, which waits for what is expected: no page may be asked to run a text."""
    from playwright.sync_api import expect as waits

    return waits(what)


def sit(page: Page, first: str, game: str, *seats: str, **rules: str) -> None:
    """Set a table up with the form."""
    page.goto(f"{first}play?game={game}")
    players = page.locator("[name='rule.players']")
    if players.count():
        players.select_option(str(len(seats)))
        expect(page.locator("[name=seat]")).to_have_count(len(seats))
    for number, seat in enumerate(seats):
        page.locator("[name=seat]").nth(number).select_option(seat)
    for summary in page.locator("form.setup summary").all():
        summary.click()
    for name, value in rules.items():
        field = page.locator(f"[name='{'seed' if name == 'seed' else f'rule.{name}'}']")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")


def board_at(page: Page, number: int) -> str:
    """The board of this turn, once the page has marked what can be touched (all at once)."""
    page.wait_for_selector(f"#table[data-turn='{number}'] .board .can >> visible=true")
    return page.locator(".board").inner_html()


def turn(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-turn") or -1)


def touch(page: Page, number: int) -> None:
    """Make a move by what can be touched, or with a button; nothing while others are to move."""
    chosen = page.locator(".chosen").first
    kind = chosen.get_attribute("data-place", timeout=100) if chosen.count() else None
    other = f":not([data-place^='{kind.split('-')[0]}'])" if kind and "die" not in kind else ""
    can = page.locator(f"[data-place].can:visible{other}")
    buttons = page.locator("#chosen button:visible, #buttons button:visible")
    places, words = can.count(), buttons.count()
    how = "tap" if page.evaluate("navigator.maxTouchPoints > 0") else "click"
    if words and (not places or number % 3 == 2):
        getattr(buttons.nth(number % words), how)(timeout=2_000)
    elif places:
        getattr(can.nth(number % places), how)(timeout=2_000)


GOES_ON = "e => e.matches('.can:not(.chosen), #buttons button, #chosen button, .ending button')"


def press(page: Page, number: int) -> None:
    """Make a move by keyboard; after one the focus is where the game goes on."""
    useful, at = page.locator(".can:visible, #buttons button:visible"), page.locator(":focus")
    if number == 0:
        page.keyboard.press("Tab")
    if useful.count() and not page.locator(".chosen").count():
        expect(at).to_have_count(1, timeout=2_000)
    for _ in range(60):
        if not useful.count():  # others are to move
            break
        if at.count() and at.evaluate(GOES_ON):
            page.keyboard.press("Enter")
            break
        page.keyboard.press("Tab")


def play_to_end(
    page: Page, make: Callable[[Page, int], None] = touch, seconds: float = 150
) -> None:
    """Play until the game is over; no part becomes lower, and the board stays to the end."""
    from playwright.sync_api import Error

    page.wait_for_selector("#table:not([data-turn='-1'])")  # no longer the page that waits
    end, number, high = time.monotonic() + seconds, 0, [0.0, 0.0]
    top = page.locator(".board").evaluate("board => board.offsetTop")
    while "The game is over" not in page.locator(".status").inner_text():
        assert time.monotonic() < end, page.locator("#table").inner_text()
        with suppress(Error):  # the table has changed meanwhile
            make(page, number)
            boxes = [page.locator(name).bounding_box(timeout=500) for name in (".board", ".dock")]
            now = [box["height"] for box in boxes if box]
            if len(now) == 2 and "The game is over" not in page.locator(".status").inner_text():
                assert all(new > old - 1 for new, old in zip(now, high, strict=True)), (high, now)
                high = now
        number += 1
        page.wait_for_timeout(50)
    there = page.locator(".board").evaluate("board => board.offsetTop")
    assert there == top, page.locator(".status").inner_text()


def pictured(page: Page, name: str) -> None:
    """Take a picture for the docs, if it is wanted."""
    if folder := os.environ.get("PLAYOUT_PICTURES"):
        page.wait_for_timeout(15_000)  # until all of it has come
        page.screenshot(path=f"{folder}/web-{name}.png")
