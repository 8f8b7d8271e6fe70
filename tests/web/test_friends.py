"""Friends at one table, each by a link of their own: who may see and do what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import aclosing
from itertools import count
from pathlib import Path

import anyio
import pytest
from starlette.testclient import TestClient

from playout.engine.game.drawings import ONLOOKER
from playout.web import Settings
from playout.web.pages.tables import _news
from playout.web.store.presence import Presence
from playout.web.store.server_state import ServerState
from tests.web.conftest import heard, lay, opened, part
from tests.web.playing import invited, make, moves_of, saved_table, turn_of


def play_all(client: TestClient, table: str) -> Iterator[tuple[str, str]]:
    """Play a table of people to its end, each by the own link: yields (link, page) before moves."""
    links = [table, *(link for seat, link in invited(client, table).items() if seat >= 0)]
    for number in count():
        found = [(link, client.get(link).text) for link in links]
        if "The game is over" in found[0][1]:
            return
        movers = [(link, page) for link, page in found if moves_of(page)]
        assert len(movers) <= 1
        for link, page in movers:
            yield link, page
            moves = [move for move in moves_of(page) if move != "concede"] or moves_of(page)
            assert make(client, link, moves[number % len(moves)], turn_of(page)).status_code == 303
        if not movers:
            assert client.post(f"{table}/step").status_code == 303


@pytest.mark.parametrize(
    ("game", "seats", "rules"),
    [
        ("the-game", ("person", "friend"), {"rule_hints": "marks"}),
        ("hex", ("person", "friend"), {"rule_rows": 4}),
        pytest.param(
            "mexican-train",
            ("person", "friend", "random"),
            {"rule_rounds": 1, "rule_set": 6},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_friends_play_a_game_each_by_the_own_link(
    client: TestClient, game: str, seats: tuple[str, ...], rules: dict[str, object]
) -> None:
    table = lay(client, game, *seats, seed=2, rule_players=len(seats), **rules)
    movers = {link for link, _ in play_all(client, table)}
    assert len(movers) == 2
    assert table in movers


def test_a_guest_sees_the_own_hand_and_moves_in_the_own_turn(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "friend", rule_players=2, seed=5)
    links = invited(client, table)
    host, guest, other = (client.get(one).text for one in (table, links[1], links[ONLOOKER]))
    cards = [set(cards_of(page)) for page in (host, guest, other)]
    assert len(cards[0]) == len(cards[1]) == 7
    assert not cards[0] & cards[1]
    assert cards[2] == set()
    key = table.rpartition("/")[2]
    assert key not in guest
    assert key not in other
    card = f"{min(cards[1])} on pile 1"
    assert "It is not your turn." in make(client, links[1], card).text
    assert "look on cannot" in make(client, links[ONLOOKER], moves_of(host)[1]).text
    move = moves_of(host)[1]
    assert make(client, table, move).status_code == 303
    assert "is not yours" in client.post(f"{links[1]}/say/0", data={"mark": ["1"] * 4}).text


def cards_of(page: str) -> list[int]:
    """The cards that can be touched."""
    return [int(card) for card in re.findall('data-place="card-([0-9]+)"', page)]


def test_a_guest_comes_back_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        table = lay(client, "the-game", "person", "friend", rule_players=2, seed=5)
        links = invited(client, table)
        before = client.get(links[1]).text
    with opened(tmp_path) as client:
        assert cards_of(client.get(links[1]).text) == cards_of(before) != []


def test_no_move_is_taken_back_among_friends(client: TestClient) -> None:
    table = lay(client, "hex", "person", "friend", rule_rows=3, seed=1)
    links = [table, invited(client, table)[1]]
    mover = next(link for link in links if moves_of(client.get(link).text))
    make(client, mover, "b2")
    for link in links:
        assert "taken back" in client.post(f"{link}/undo").text
        assert "Undo" not in client.get(link).text
    assert turn_of(client.get(table).text) == "1"


def test_who_plays_again_first_lays_the_next_table_for_all(
    client: TestClient, tmp_path: Path
) -> None:
    table = lay(client, "the-game", "person", "friend", rule_players=2, seed=5)
    links = invited(client, table)
    make(client, table, "concede")
    assert "look on cannot" in client.post(f"{links[ONLOOKER]}/again").text
    assert 'class="doing' not in part(
        client.get(links[ONLOOKER]).text, r'(?s)class="dock(.*?)<div class="players-here'
    )
    assert "Play again" in client.get(links[1]).text
    fresh = client.post(f"{links[1]}/again", data={"deal": "other"}).headers["location"]
    for link, who in ((table, 0), (links[1], 1), (links[ONLOOKER], ONLOOKER)):
        follows = part(client.get(link).text, 'href="(/table/[^"]+)">Go to the next game')
        assert follows == {0: follows, **invited(client, host_of(client, table))}[who]
        assert who == 0 or client.post(f"{table}/again").headers["location"] != fresh
    host = host_of(client, table)
    assert fresh == invited(client, host)[1]
    assert saved_table(tmp_path, host)["seed"] != 5
    assert saved_table(tmp_path, host)["seen"] is False


def host_of(client: TestClient, table: str) -> str:
    """The next table, for who set the first one up; it is laid once."""
    return str(client.post(f"{table}/again").headers["location"])


def test_who_has_a_link_needs_no_token(tmp_path: Path) -> None:
    with opened(tmp_path, token="secret", hosts=("*",)) as host:
        host.get("/?token=secret")
        table = lay(host, "the-game", "person", "friend", rule_players=2, seed=5)
        links = invited(host, table)
        with TestClient(host.app, base_url="http://localhost", follow_redirects=False) as guest:
            assert cards_of(guest.get(links[1]).text)
            for path in ("/", "/ask", "/api/games", "/play?game=pig"):
                assert guest.get(path).status_code == 403


def test_a_friend_gets_the_review_of_the_own_seat(tmp_path: Path) -> None:
    with opened(tmp_path, token="secret", hosts=("*",)) as host:
        host.get("/?token=secret")
        table = lay(host, "pig", "person", "friend", rule_goal=20, seed=3)
        links = invited(host, table)
        with TestClient(host.app, base_url="http://localhost", follow_redirects=False) as guest:
            guest_table = links[1]
            assert "not over" in guest.post(f"{guest_table}/review").text
            for _ in play_all(host, table):
                pass
            assert "See what mattered" in guest.get(guest_table).text
            told = [
                [value["text"] for name, value in heard(one, f"{at}/mattered") if name == "answer"]
                for one, at in ((guest, guest_table), (host, table))
            ]
            assert {told[0][-1][:7], told[1][-1][:7]} == {"You won", "You los"}
            review = guest.post(f"{guest_table}/review").headers["location"]
            assert review.endswith("?side=2")
            assert review.partition("?")[0] in host.post(f"{table}/review").headers["location"]
            page = guest.get(review).text
            assert re.search(r'aria-current="page">Player 2<', page)
            turn = part(page, r'action="(/review/[^"]+/try)"')
            seats = saved_table(tmp_path, guest.post(turn).headers["location"])["seats"]
            assert (seats.count("person"), seats.count("friend")) == (1, 0)
            assert "players without names" in guest.get("/evening").text
            assert guest.get(review.partition("?")[0].replace("review", "run")).status_code == 403


def test_all_pages_of_a_table_hear_of_a_change_and_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[tuple[str, str]] = []

    async def listen(server: ServerState, key: str) -> None:
        with anyio.move_on_after(10):
            async with (
                aclosing(_news(server, key, [0])) as own,
                aclosing(_news(server, key, [1])) as other,
            ):
                heard.extend([told(await anext(own)), told(await anext(own))])
                server.tables.versions[key] += 1
                await anext(other)
                heard.extend([told(await anext(own)), told(await anext(own))])
            assert server.present.seats(key) == []

    def told(one: dict[str, str]) -> tuple[str, str]:
        return one["event"], one["data"]

    with opened(tmp_path) as client:
        table = lay(client, "hex", "person", "friend", rule_rows=3)
        assert 'class="invite" open' in client.get(table).text
        server, key = ServerState(Settings(tmp_path)), table.rpartition("/")[2]
        server.tables.versions[key] = 4
        anyio.run(listen, server, key)
        monkeypatch.setattr(Presence, "seats", lambda self, key: [1])
        page = client.get(table).text
        assert 'class="invite" open' not in page
        assert 'data-present="1">here<' in page
    assert heard == [("version", "4"), ("here", "[0]"), ("version", "5"), ("here", "[0, 1]")]


def test_the_first_page_lists_the_games_in_progress_of_a_browser(tmp_path: Path) -> None:
    with opened(tmp_path) as host:
        table = lay(
            host, "the-game", "person", "friend", rule_players=2, seed=5, name=["Ann", "Ben"]
        )
        friend = invited(host, table)[1]  # which looks at the page
        with TestClient(host.app, base_url="http://localhost", follow_redirects=False) as guest:
            assert "games in progress" not in guest.get("/").text
            guest.get(friend)
            assert f'"{friend}">The Game with Ann</a>: Ann’s turn, after 0' in guest.get("/").text
            assert f'"{table}">The Game with Ben</a>: your turn' in host.get("/").text
            make(host, table, "concede")
            assert "games in progress" not in guest.get("/").text + host.get("/").text
