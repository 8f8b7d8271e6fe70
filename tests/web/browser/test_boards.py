"""Games to their end, dice that are held, columns and cells that are touched, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.browser import DESK, PHONE
from tests.web.clicking import (
    EXAMPLE,
    board_at,
    expect,
    play_to_end,
    press,
    sit,
    touch,
    turn,
    window,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow  # a browser and a server of its own


GAMES: list[tuple[str, tuple[str, ...], dict[str, str]]] = [
    ("the-game", ("person", "random"), {"high": "20"}),
    ("hex", ("person", "random"), {"rows": "3", "cols": "3"}),
    ("mexican-train", ("person", "random"), {"rounds": "1", "tiles": "2", "set": "6"}),
    ("pig", ("person", "hold"), {"goal": "10"}),
    ("cant-stop", ("person", "random"), {"columns_to_win": "1"}),
    ("yahtzee", ("person", "greedy"), {}),
    ("risk-battle", ("person",), {}),
    ("snakes-and-ladders", ("person", "throw"), {}),
    ("the-game-blog", ("person", "random"), {"high": "30"}),
    ("ur", ("person", "greedy"), {"pieces": "1"}),
    ("hearts", ("person", "random", "random"), {"players": "3", "lowest": "12"}),
    ("spades", ("person", "aces", "bidder", "aces"), {}),
    ("klondike", ("person",), {"passes": "1", "patience": "10"}),
    ("blackjack", ("person",), {"rounds": "2"}),
    (str(EXAMPLE), ("person", "random"), {"goal": "8"}),
]
TOUCHED = {"has_touch": True, "is_mobile": True}
WINDOWS: list[dict[str, Any]] = [
    {"width": DESK, "reduced_motion": "no-preference"},
    {"width": DESK, "color_scheme": "dark"},
    {"width": PHONE, "color_scheme": "dark", "reduced_motion": "no-preference", **TOUCHED},
    {"width": PHONE, **TOUCHED},
]
QUICK = {("the-game", 0), (str(EXAMPLE), 3)}  # the others take long in all


@pytest.mark.parametrize(
    ("game", "seats", "rules", "more"),
    [
        pytest.param(
            *one,
            more,
            id=f"{Path(one[0]).name}-{k}",
            marks=() if (one[0], k) in QUICK else pytest.mark.thorough,
        )
        for one in GAMES
        for k, more in enumerate(WINDOWS)
    ],
)
def test_a_whole_game_by_keyboard_or_by_touch(
    browser: Browser,
    first: str,
    game: str,
    seats: tuple[str, ...],
    rules: dict[str, str],
    more: dict[str, Any],
) -> None:
    with window(browser, **more) as page:
        sit(page, first, game, *seats, **rules)
        play_to_end(page, touch if "has_touch" in more else press)
        assert page.get_by_role("button", name="Same deal again").is_visible()


def sit_down(page: Page, address: str) -> None:
    """Sit down on both seats of a table."""
    page.goto(f"{address}&seat=person&seat=person")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    board_at(page, 0)


def test_dice_are_held_by_touching_and_the_others_are_thrown(browser: Browser, first: str) -> None:
    with window(browser) as page:
        sit_down(page, f"{first}play?game=yahtzee&seed=5")
        dice = page.locator("[data-place^='die-']:visible")
        button = page.locator("[data-place='button-throw']:visible")
        expect(button).to_have_attribute("aria-label", "Throw all 5, hold 0")
        for place in (0, 1, 2, 3):  # of which none may end the move
            dice.nth(place).click()
        expect(dice.nth(3)).to_have_attribute("aria-label", "die 5, held")
        dice.nth(3).click()
        held = [dice.nth(place).get_attribute("data-place") for place in (0, 1, 2)]
        expect(button).to_have_attribute("aria-label", "Throw the other 2, hold 3")
        assert turn(page) == 0
        button.click()
        board_at(page, 1)
        assert page.locator(".die.thrown:visible").count() == 2
        expect(page.locator(".board .chosen:visible")).to_have_count(3)
        again = [die.get_attribute("data-place") for die in dice.all()]
        assert all(again.count(one) >= held.count(one) for one in held)
        dice.first.click()
        page.locator("[data-place='box-chance']:visible").click()  # whatever is held
        board_at(page, 2)


def test_columns_are_chosen_on_the_board_and_then_a_button(browser: Browser, first: str) -> None:
    with window(browser, 390) as page:
        sit_down(page, f"{first}play?game=cant-stop&seed=4")
        columns = page.locator(".board [data-place^='column-'].can:visible")
        name = columns.first.get_attribute("data-place")
        columns.first.click()
        same = page.locator(f"[data-place='{name}']:visible")
        expect(page.locator(".chosen:visible")).to_have_count(same.count())
        assert turn(page) == 0
        page.locator("[data-place='button-stop']:visible").click()
        board_at(page, 1)
        expect(page.locator(".status")).to_contain_text("stopped")


def test_a_small_board_is_enlarged_by_a_first_touch(browser: Browser, first: str) -> None:
    with window(browser, 390, has_touch=True, is_mobile=True) as page:
        sit_down(page, f"{first}play?game=hex&seed=2")
        cell = page.locator("[data-place='f6']:visible")
        cell.tap()
        expect(page.locator(".zooms.large:visible")).to_have_count(1)
        box, shown = page.locator(".zooms:visible"), "box => [box.scrollLeft, box.scrollWidth]"
        before = box.evaluate(shown)
        size = cell.bounding_box()
        assert size is not None
        assert size["width"] >= 44
        assert turn(page) == 0
        cell.tap()
        board_at(page, 1)
        assert box.evaluate(shown) == before  # as large as before, and the same part
        page.locator("[data-less]:visible").click()
        page.locator("[data-less]:visible").click()
        expect(page.locator("[data-less]:visible")).to_be_disabled()
