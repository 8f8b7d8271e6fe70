"""The names of the players of a table."""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from playout.engine.game.drawings import NamedSeat, WatchedSeat, does, hand_name, seat_name
from playout.web.store.setting import Setting
from tests.web.conftest import lay, part
from tests.web.playing import invited, make, play_on


@pytest.mark.parametrize(
    ("seats", "names", "viewer", "called"),
    [
        (("person", "hold"), (), [0], ["you", "Hold"]),
        (("person", "hold", "hold"), ("Ann",), [0], ["Ann", "Hold 1", "Hold 2"]),
        (("person", "person"), (), [0, 1], ["player 1", "player 2"]),
        (("person", "friend"), ("", "Ben"), [0], ["you", "Ben"]),
        (("person", "friend"), ("", "Ben"), [1], ["player 1", "Ben"]),
        (("person", "friend"), ("Ann", "ann"), [1], ["Ann 1", "ann 2"]),
        (("person",) * 3, ("Ann", "ann", "Ann 2"), [0, 1, 2], ["Ann 1", "ann 3", "Ann 2"]),
        (("search:worlds=50", "search:worlds=400"), (), [], ["Search 1", "Search 2"]),
        (("mine.py:bold:x=2", "hold"), (), [], ["Bold", "Hold"]),
    ],
)
def test_everyone_has_a_name(
    seats: tuple[str, ...], names: tuple[str, ...], viewer: list[int], called: list[str]
) -> None:
    assert Setting("pig", {}, seats, 1, names=names).names_for(viewer) == called


def test_a_drawing_calls_players_by_their_names() -> None:
    own = NamedSeat(0, ["you", "Ann"])
    assert [does(0, own, "lays"), does(1, own, "lays")] == ["you lay", "Ann lays"]
    assert hand_name(own) == "Your hand"
    named = NamedSeat(1, ["careful", "Ann Bell"])
    assert [seat_name(1, named), hand_name(named)] == ["Ann Bell (you)", "Your hand, Ann Bell"]
    assert seat_name(1, WatchedSeat(1, named.names), 6) == "Ann B…"
    assert [seat_name(1, 1), seat_name(0, 1)] == ["seat 2 (you)", "seat 1"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("A very long name indeed", "a name can have at most 16 letters"),
        ("<b>", "use letters, digits and spaces"),
        ("a&amp;", "use letters, digits and spaces"),
        ('"x', "use letters, digits and spaces"),
        ("a\u202eb", "use letters, digits and spaces"),
    ],
)
def test_a_bad_name_is_refused(client: TestClient, name: str, says: str) -> None:
    data = {"game": "pig", "seat": ["person", "hold"], "name": [name, ""]}
    answer = client.post("/play", data=data)
    assert answer.status_code == 400
    assert says in unescape(answer.text)


def test_names_are_everywhere_and_come_along(client: TestClient, tmp_path: Path) -> None:
    more: dict[str, Any] = {"name": ["Ann's", "Ignored"]}
    table = lay(client, "pig", "person", "hold", seed=1, rule_goal=12, **more)
    make(client, table, "roll")
    page = unescape(client.get(table).text)
    for text in (">Ann's (you)<", ">Hold</span>", "Ann's:</span> roll", "name=Ann%27s&name="):
        assert text in page
    assert "Ignored" not in page
    assert "seat 1" not in part(page, r'(?s)<div class="board[^>]*>(.*?)<div class="side')
    link = part(client.get(table).text, r'href="(/play\?[^"]*)">Link')
    assert "Ann's" in unescape(client.get(unescape(link)).text)
    again = parse_qs(urlsplit(unescape(link)).query, keep_blank_values=True)
    assert again["name"] == ["Ann's", ""]
    over = unescape(play_on(client, table))
    assert "The game is over: Ann's wins." in over or "The game is over: Hold wins." in over
    other = client.post(f"{table}/again", data={"deal": "other"}).headers["location"]
    assert "Ann's (you)" in unescape(client.get(other).text)


def test_a_friend_sees_the_names(client: TestClient) -> None:
    more: dict[str, Any] = {"name": ["Ann", "Ben"]}
    table = lay(client, "the-game", "person", "friend", rule_players=2, seed=5, **more)
    mine, theirs = (client.get(link).text for link in (table, invited(client, table)[1]))
    assert "Ann (you): " in mine
    assert ">Ben (" in mine
    assert ">Ben (you)<" in theirs
    assert "It is Ann’s turn." in theirs
    assert "Waiting for Ann" in theirs
