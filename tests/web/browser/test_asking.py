"""Questions in words as people ask them: by keyboard, on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.report.browser import PHONE, nobody_is_kept_out
from tests.web.clicking import LONG, expect, window

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser and a server of its own


def test_a_sentence_is_filled_in_and_asked_by_keyboard(browser: Browser, first: str) -> None:
    with window(browser, PHONE, has_touch=True, is_mobile=True) as page:
        page.goto(f"{first}ask?game=pig")
        blank = page.get_by_label("goal: points that win").first
        page.get_by_role("link", name="Ask", exact=True).focus()
        for _ in range(60):
            page.keyboard.press("Tab")
            if blank.evaluate("one => one === document.activeElement"):
                break
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("20")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Ask"
        page.keyboard.press("Enter")
        page.wait_for_url("**/run/*")
        told = page.locator(".answer strong")
        expect(told).to_contain_text("turns on average", timeout=LONG)
        expect(told).to_contain_text("goal=20")
        expect(page.locator(".pictures svg").first).to_be_attached(timeout=LONG)
        assert not page.get_by_text("the true value lies inside").is_visible()
        page.get_by_text("How sure is this?").click()
        assert page.get_by_text("the true value lies inside").is_visible()
        nobody_is_kept_out(page, "a result")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        page.get_by_role("link", name="Change the question").click()
        assert page.locator("[name='rule.goal']").input_value() == "20"


def test_a_wide_table_is_cards_on_a_phone(browser: Browser, first: str) -> None:
    with window(browser, PHONE) as page:
        page.goto(f"{first}ask?game=pig&kind=luck&games=100")
        page.get_by_role("button", name="Ask", exact=True).click()
        page.wait_for_url("**/run/*")
        card = page.locator(".folds tbody tr").first
        expect(card).to_be_visible(timeout=LONG)
        edges = card.evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert edges[0] <= edges[1] <= PHONE
        assert card.locator("[data-head]").count() > 2
        page.set_viewport_size({"width": 1280, "height": 900})
        expect(page.locator(".folds")).to_have_count(0)
