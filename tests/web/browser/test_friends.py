"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.report.browser import PHONE
from tests.web.clicking import LONG, expect, sit, touch, turn, window
from tests.web.served import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow  # a browser and a server of its own


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("the-game", {"high": "20", "hints": "marks"}),
        pytest.param("hex", {"rows": "3", "cols": "3"}, marks=pytest.mark.thorough),
        pytest.param(
            "mexican-train", {"rounds": "1", "tiles": "2", "set": "6"}, marks=pytest.mark.thorough
        ),
    ],
)
def test_two_friends_play_each_on_a_device(
    browser: Browser, first: str, game: str, rules: dict[str, str]
) -> None:
    from playwright.sync_api import Error

    with window(browser) as host, window(browser, PHONE, has_touch=True, is_mobile=True) as guest:
        sit(host, first, game, "person", "friend", **rules)
        guest.goto(host.locator(".invite[open] a").first.inner_text())
        end, number = time.monotonic() + 150, 0
        while "The game is over" not in guest.locator(".status").inner_text():
            assert time.monotonic() < end, guest.locator("#table").inner_text()
            for page in (host, guest):
                if "your turn" in page.locator(".status").inner_text():
                    with suppress(Error):  # the table has changed meanwhile
                        touch(page, number)
            number += 1
            host.wait_for_timeout(50)
        expect(host.locator(".status")).to_contain_text("The game is over", timeout=LONG)
        host.get_by_role("button", name="Play again").click()
        guest.get_by_role("link", name="Go to the next game").click()
        expect(guest.locator(".status")).to_contain_text("turn", timeout=LONG)


def test_two_at_once_share_nothing_by_accident(browser: Browser, first: str) -> None:
    with window(browser) as one, window(browser) as other:
        for page in (one, other):
            sit(page, first, "pig", "person", "person", seed="5")
        one.get_by_role("button", name="roll").click()
        one.wait_for_selector("#table[data-turn='1']")
        other.reload()
        assert (turn(one), turn(other)) == (1, 0)
        other.goto(one.url)  # who knows the address sits at the same table
        other.get_by_role("button", name="roll").click()
        other.wait_for_selector("#table[data-turn='2']")
        one.wait_for_selector("#table[data-turn='2']")  # this page follows by itself


def test_a_lost_connection_comes_back_by_itself(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "web"
    with window(browser, may_fail=True) as host, window(browser, may_fail=True) as guest:
        with served(folder) as (first, _):
            sit(host, first, "hex", "person", "friend", rows="3", cols="3")
            guest.goto(host.locator(".invite a").first.inner_text())
            expect(host.locator(".seats [data-present]")).to_have_text("here")
            expect(host.locator(".invite[open]")).to_have_count(0)
            own = [page for page in (host, guest) if page.locator(".board .can:visible").count()]
        (mover,) = own
        mover.locator("[data-place=b2]:visible").click()
        expect(mover.locator("#lost")).to_contain_text("Your move is sent as soon as it is back")
        other = guest if mover is host else host
        expect(other.locator("#lost")).to_have_text("The connection is lost; trying again …")
        with served(folder, port=urlsplit(first).port or 0):
            for page in (mover, other):
                page.wait_for_selector("#table[data-turn='1']")
                expect(page.locator("#lost")).to_be_hidden()
