"""The pages as people use them: by clicking, by touch, by keyboard, on a phone, two at once.

The pictures of docs/start/web.md: PLAYOUT_PICTURES=docs/images pytest -m slow tests/web.
"""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import playout
from tests.report.browser import DESK, PHONE, look_at
from tests.web.browser.test_boards import GAMES
from tests.web.clicking import (
    LONG,
    board_at,
    expect,
    pictured,
    sit,
    turn,
    window,
)
from tests.web.served import ALONE, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.slow  # a browser and a server of its own


def test_take_back_make_again_ask_for_advice(browser: Browser, first: str) -> None:
    with window(browser) as page:
        page.goto(first)
        pictured(page, "home")
        sit(page, first, "the-game", "person", "random", seed="5")
        before = board_at(page, 0)
        page.locator("[data-place^=card].can:visible").first.click()
        page.locator("[data-place^=pile].can:visible").first.click()
        after = board_at(page, 1)
        page.get_by_role("button", name="Undo").click()
        assert board_at(page, 0) == before
        page.get_by_role("button", name="Redo").click()
        assert board_at(page, 1) == after
        page.get_by_text("The chance from here").click()
        expect(page.locator(".odds .value")).to_contain_text("%", timeout=LONG)
        page.get_by_text("What strategies would do").click()
        greedy = page.locator(".who li", has_text="greedy").locator("span")
        expect(greedy).to_contain_text("on pile", timeout=LONG)
        pictured(page, "table")


def test_a_phone_shows_the_first_game_at_once_and_starts_it_with_one_touch(
    browser: Browser, first: str
) -> None:
    with window(browser, 390) as page:
        page.goto(first)
        play = page.get_by_role("button", name="Play The Game with", exact=False).first
        box = play.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 844
        play.click()
        page.wait_for_url("**/table/*")
        page.wait_for_selector("[data-place].can >> visible=true")


def test_what_cannot_be_done_says_why(browser: Browser, first: str) -> None:
    position = "piles=90,95,10,5 hands=50,60,96/20,30,97 seat=0"
    with window(browser) as page:
        page.goto(f"{first}play?game=the-game&rule.players=2&position={position}")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/table/*")  # with its style, which hides one of two pictures
        card = page.locator("[data-place=card-50]:visible")
        assert "cannot" in (card.get_attribute("class") or "")
        card.click()
        expect(page.locator("#message")).to_contain_text("50 does not fit on 90", timeout=LONG)
        page.locator("[data-place=card-96].can:visible").click()
        page.locator("[data-place=pile-4]:visible").click()
        expect(page.locator("#message")).to_contain_text("96 does not fit on 5", timeout=LONG)


@pytest.mark.thorough
def test_giving_up_asks_first(browser: Browser, first: str) -> None:
    with window(browser) as page:
        sit(page, first, "the-game", "person", "random")
        answers = ["dismiss", "accept"]
        page.on("dialog", lambda dialog: getattr(dialog, answers.pop(0))())
        page.get_by_role("button", name="concede").click()
        assert answers == ["accept"]
        assert turn(page) == 0
        page.get_by_role("button", name="concede").click()
        expect(page.locator(".status")).to_contain_text("The game is over: you lose", timeout=LONG)


@pytest.mark.thorough
def test_nothing_can_be_touched_while_a_move_is_on_its_way(browser: Browser, first: str) -> None:
    with window(browser, may_fail=True) as page:
        sit(page, first, "hex", "person", "person", rows="3", cols="3")
        held: list[Route] = []
        asked: list[str] = []
        page.route("**/move", lambda route: held.append(route))
        page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
        for place in ("b2", "a1"):
            page.locator(f"[data-place={place}].can:visible").click()
        before = turn(page)
        assert len(held) == 1
        held.pop().abort()
        for _ in range(200):  # the move is sent again by itself
            if held:
                break
            page.wait_for_timeout(50)
        held.pop().continue_()
        expect(page.locator("#table")).not_to_have_attribute("data-turn", str(before))
        assert [one for one in asked if one.startswith(("move", "why"))] == ["move", "move"]


@pytest.mark.thorough
def test_a_map_of_hex_follows_the_game(browser: Browser, first: str) -> None:
    with window(browser) as page:
        page.goto(f"{first}play?game=hex&seat=person&seat=person&rule.rows=5&rule.cols=5&seed=2")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/table/*")
        page.get_by_text("Which cells decide").click()
        expect(page.locator(".map .value")).to_contain_text("c3", timeout=LONG)
        assert page.locator(".map .drawn circle:visible").count() == 0
        page.locator("[data-place=c3]:visible").click()
        page.wait_for_selector("#table[data-turn='1']")
        expect(page.locator(".map .value")).not_to_contain_text("c3", timeout=LONG)
        expect(page.locator(".map .drawn:not(.old) circle:visible")).to_have_count(1, timeout=LONG)


@pytest.mark.thorough
def test_a_card_can_be_dragged(browser: Browser, first: str) -> None:
    with window(browser) as page:
        sit(page, first, "the-game", "person", "random", seed="5")
        page.locator("[data-place^=card]:visible").first.drag_to(
            page.locator("[data-place=pile-1]:visible")
        )
        page.wait_for_selector("#table[data-turn='1']")


def test_by_keyboard_alone(browser: Browser, first: str) -> None:
    with window(browser) as page:
        sit(page, first, "the-game", "person", "random", seed="5")
        for kind in ("card", "pile"):
            for _ in range(60):
                page.keyboard.press("Tab")
                place = page.evaluate("document.activeElement.dataset.place || ''")
                if place.startswith(kind):
                    break
            page.keyboard.press("Enter")
        page.wait_for_selector("#table[data-turn='1']")
        expect(page.locator("#heard")).to_contain_text("It is your turn. You laid")
        expect(page.locator("[data-place^=card]:focus")).to_have_count(1)
        page.keyboard.press("ArrowUp")
        expect(page.locator("[data-place^=pile]:focus")).to_have_count(1)


def test_on_a_phone_by_touch(browser: Browser, first: str) -> None:
    with window(browser, PHONE, has_touch=True, is_mobile=True) as page:
        sit(page, first, "the-game", "person", "random", seed="5")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
        page.locator("[data-place^=card].can:visible").first.tap()
        page.locator("[data-place^=pile].can:visible").first.tap()
        page.wait_for_selector("#table[data-turn='1']")


@pytest.mark.thorough
def test_on_a_phone_the_hand_stays_in_sight_in_the_order_of_its_player(
    browser: Browser, first: str
) -> None:
    with window(browser, PHONE, has_touch=True, is_mobile=True) as page:
        sit(page, first, "mexican-train", "person", "random", seed="5", set="9", tiles="8")
        hand = page.get_by_role("region", name="Your hand")
        hand.wait_for()
        assert hand.locator("[data-place]").count() == 8
        assert page.locator("[data-place^=tile]:visible").count() == 8
        page.get_by_role("button", name="longest train").tap()
        expect(hand).to_contain_text("Your longest train from 9", timeout=LONG)
        for at in (0, 10_000):
            page.evaluate(f"scrollTo(0, {at})")
            expect(hand).to_be_in_viewport(ratio=1)
        before = str(turn(page))
        page.locator("[data-place^=tile].can:visible").first.tap()
        page.locator("[data-place^=train].can:visible").first.tap()
        expect(page.locator("#table")).not_to_have_attribute("data-turn", before, timeout=LONG)
        expect(hand).to_contain_text("Your longest train from")


def test_without_scripts_every_move_is_a_button(browser: Browser, first: str) -> None:
    with window(browser, java_script_enabled=False) as page:
        page.goto(f"{first}play?game=the-game")
        page.get_by_role("button", name="Start the game").click()
        page.locator("summary", has_text="moves").first.click()
        page.get_by_role("button", name=re.compile("on pile")).first.click()
        page.wait_for_selector("#table[data-turn='1']")


def test_a_review_and_once_more(browser: Browser, first: str) -> None:
    with window(browser) as page:
        sit(page, first, "the-game", "random", "random", seed="3", high="40")
        page.locator(".goto input").fill("500")
        page.get_by_role("button", name="Go", exact=True).click()
        page.get_by_role("button", name="See what mattered").click()
        page.wait_for_url("**/review/*")
        expect(page.locator(".decisions li").first).to_be_visible(timeout=LONG)
        assert not page.get_by_text(re.compile("etter: ")).first.is_visible()  # nor which move
        pictured(page, "review")
        page.locator(".curve:visible .mark").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".decisions li:target")).to_be_visible()
        look_at(page, "a review")
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save a picture to share").click()
        png = saved.value.path().read_bytes()
        assert [int.from_bytes(png[k : k + 4], "big") for k in (16, 20)] == [1200, 630]
        added = page.evaluate(
            """[...document.querySelectorAll("main table:has(th) tbody tr")]
                .filter(row => row.cells.length == 7)
                .map(row => [...row.cells].slice(3, 6).map(cell => Number(cell.innerText)))"""
        )
        total = added[0][0] + sum(skill + luck for _, skill, luck in added)
        assert abs(total) < 0.06 * len(added) + 0.1  # it was lost; each number is rounded
        page.get_by_role("button", name=re.compile("Try it again")).first.click()
        page.wait_for_url("**/table/*")
        assert "It is your turn" in page.locator(".status").inner_text()
        expect(page.locator(".odds .value")).to_contain_text("%", timeout=LONG)  # open by itself
        page.get_by_role("link", name=re.compile("with its solution")).click()
        expect(page.locator(".bar .at").first).to_be_visible(timeout=LONG)
        assert not page.get_by_text("best found").is_visible()
        page.get_by_text("Show the solution").click()
        look_at(page, "a decision")
        expect(page.get_by_text("best found").first).to_be_visible()
        page.get_by_role("link", name="Show how the game continues after both moves").click()
        page.wait_for_selector(".ways section")


@pytest.mark.thorough
def test_a_run_survives_a_killed_server(browser: Browser, tmp_path: Path) -> None:
    folder, games = tmp_path / "kept", 300_000
    with window(browser, may_fail=True) as page:
        with served(folder, program=("-c", ALONE)) as (url, process):
            page.goto(f"{url}ask?game=the-game&rule.players=1..5&strategy=quick")
            page.get_by_label("games", exact=False).first.fill(str(games))
            page.get_by_role("button", name="Ask", exact=True).click()
            page.wait_for_selector(".grows table")
            page.reload()
            page.wait_for_selector(".grows table")
            page.get_by_role("button", name="Stop").click()
            page.get_by_role("button", name="Resume").click()
            page.wait_for_selector(".words")
            key = page.url.rpartition("/")[2]
            process.send_signal(signal.SIGKILL)
            process.wait()
        page.goto("about:blank")
    kept = playout.load_run(folder / "runs" / f"{key}.run")
    assert 0 < kept.games <= 5 * games
    with served(folder) as (url, _), window(browser) as page:
        page.goto(f"{url}run/{key}")
        page.get_by_text("Complete.", exact=True).wait_for(timeout=3 * LONG)
        pictured(page, "run")
    again = playout.run("the-game", players="1..5", strategy="quick", games=games, seed=1)
    assert list(playout.load_run(folder / "runs" / f"{key}.run")) == list(again)


@pytest.mark.thorough
def test_paper_is_white_and_words_on_it_are_dark_by_night_too(browser: Browser, first: str) -> None:
    with window(browser, color_scheme="dark") as page:
        page.goto(f"{first}ask?game=pig")
        look = """() => ["backgroundColor", "color"].map(
            name => +getComputedStyle(document.body)[name].match(/[0-9]+/)[0])"""
        paper, ink = page.evaluate(look)
        assert paper < 50 < 200 < ink
        page.emulate_media(media="print", color_scheme="dark")
        paper, ink = page.evaluate(look)
        assert ink < 50 < 200 < paper
        assert not page.locator("header.top").is_visible()


@pytest.mark.parametrize("width", [pytest.param(DESK, marks=pytest.mark.thorough), PHONE])
def test_a_board_of_hex_can_be_read_and_touched_at_every_width(
    browser: Browser, first: str, width: int
) -> None:
    with window(browser, width) as page:
        page.goto(f"{first}hex")
        sizes = page.locator("#hex text:visible").evaluate_all(
            "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getCTM().a)"
        )
        assert min(sizes) >= 10.9
        page.locator("[data-cell=c3]:visible").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        expect(page.locator("[name=ones]")).to_have_value("d3")
        assert page.evaluate("document.activeElement.dataset.cell") == "d3"


PAGES = [
    "",
    "play?game=the-game",
    "ask",
    "ask?game=mexican-train",
    "ask?game=mexican-train&kind=run",
    "glossary",
    "exact?game=pig&kind=policy&rule.goal=12",
    "gallery",
    "hex",
    "evening",
]


OUT_OF_SIGHT = """() => [...document.querySelectorAll(".can, .dock button")].filter(one => {
    const box = one.getBoundingClientRect();
    if (!box.width) return false;
    const under = document.elementFromPoint(box.left + box.width / 2, box.bottom - 3);
    return box.top < 0 || !under || one.closest("svg, button") !== under.closest("svg, button");
}).map(one => one.dataset.place || one.textContent)"""


def test_nothing_keeps_anybody_out(browser: Browser, first: str) -> None:
    with window(browser) as page:
        for path in PAGES:
            page.goto(f"{first}{path}")
            page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
            look_at(page, path)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game == "the-game" else pytest.mark.thorough)
        for game, *_ in GAMES[:-1]  # of the last one every move is a button
    ],
)
def test_a_table_keeps_nobody_out_and_what_to_press_is_in_view(
    browser: Browser, first: str, game: str
) -> None:
    with window(browser) as page:
        page.goto(f"{first}play?game={game}&seed=4")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url("**/table/*")
        page.wait_for_selector(":is(.board, .held) .can >> visible=true")
        for width, height in ((DESK, 800), (PHONE, 844)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUT_OF_SIGHT) == [], width
        if game == "the-game":
            for summary in page.locator("summary").all():
                summary.click()  # and it is worked out, for which a game is compiled
        look_at(page, game)


def click_when_still(page: Page, places: str) -> None:
    """Click the first of some places; the page would be scrolled where a piece still glides."""
    while page.evaluate("document.getAnimations().length"):
        page.wait_for_timeout(20)
    page.locator(places).first.click()


@pytest.mark.thorough
def test_pieces_glide_and_nothing_jumps(browser: Browser, first: str) -> None:
    motion = "no-preference"
    with window(browser, PHONE, has_touch=True, is_mobile=True, reduced_motion=motion) as page:
        page.add_init_script(
            "window.glided = []; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (frames, timing) {"
            "  const name = this.dataset.part || this.dataset.place;"
            "  window.glided.push([name, Object.keys(frames[0])[0]]);"
            "  return animate.call(this, frames, timing); };"
        )
        sit(page, first, "the-game", "person", "random", seed="5")
        board = page.locator(".board")
        for _ in range(2):
            at = board.bounding_box()
            number = turn(page)
            click_when_still(page, "[data-place^=card].can:visible")
            card = page.locator(".chosen:visible").get_attribute("data-place")
            click_when_still(page, "[data-place^=pile].can:visible")
            board_at(page, number + 1)
            assert [card, "translate"] in page.evaluate("glided")
            assert board.bounding_box() == at
        assert page.locator(f"[data-lately][data-part={card}]:visible").count() == 1
