"""What may not be known of a game that can still go on never leaves the server.

Two games that a seat cannot tell apart are laid on two tables: other hands, another draw pile,
other coins and dice to come.  By every door the person on that seat must get the same from both.
"""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from playout.engine.game.drawings import ONLOOKER
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
from playout.web.store.tables import guest_key
from tests.games.test_contract import of
from tests.web.conftest import lay, part, unversioned
from tests.web.playing import invited, make, moves_of, play_on, turn_of

SEED = 8_675_309_442_817  # found wherever it is told

# Game, rules, moves after which it is looked at.
MOMENTS: list[tuple[str, dict[str, Any], tuple[int, ...]]] = [
    ("the-game", {"players": 3}, (0, 3, 9)),
    ("the-game", {"players": 2, "hints": "marks", "high": 40}, (0, 5)),
    ("the-game-blog", {"players": 3}, (0, 2)),
    ("hearts", {}, (0, 4, 20)),
    ("hearts", {"players": 3, "points": 30}, (60,)),
    ("spades", {"points": 100}, (0, 3, 20)),
    ("hex", {"rows": 4}, (0, 2, 5)),
    ("hex", {"rows": 3, "p": 0.8}, (1, 3)),
    ("mexican-train", {"players": 3, "rounds": 2}, (0, 7, 30)),
    ("mexican-train", {"players": 2, "variant": "seed"}, (4,)),
    ("blackjack", {"decks": 1, "rounds": 5}, (0, 1, 4)),
    ("pig", {}, (0, 2, 7)),
    ("cant-stop", {}, (0, 5)),
    ("yahtzee", {"players": 2}, (0, 4)),
    ("risk-battle", {}, (0, 3)),
    ("snakes-and-ladders", {"players": 2}, (0, 7)),
]
ALONE = ("blackjack",)  # hides cards, and has one seat
FIRST = ("the-game", "hearts", "hex", "mexican-train", "blackjack", "pig")
"""Games that ordinary runs look at, by their first rules; slow ones look at all."""


def moments(games: list[str]) -> list[Any]:
    """The moments of games."""
    firsts = [next(one for one in MOMENTS if one[0] == game) for game in FIRST]
    return [
        pytest.param(*one, marks=() if one in firsts else pytest.mark.slow)
        for one in MOMENTS
        if one[0] in games
    ]


def alike(match: Match) -> str:
    """A position that the seat to move cannot tell from that of a match, but another one."""
    if match.game.chance_in_play:  # other dice will be thrown
        return re.sub("chance=[0-9]+", "chance=1000", match.position)
    hide, kept = of(match.game.name).hide, match.state.copy()
    options: dict[str, Any] = dict(match.rules.needed_options())
    for seed in range(1_000):
        hide(match.state, match.rules.record(), match.seat, Random(seed))
        position = match.position
        match.table["state"] = kept
        with suppress(PlayoutError):  # in Mexican Train a seat can have what it was seen to lack
            Match(match.game.name, position=position, **options)
            return position
    raise AssertionError(position)


def told(client: TestClient, table: str) -> dict[str, str]:
    """All that a person gets who tries every door, by door."""
    page = client.get(table).text
    places = re.findall('data-place="([^"]*)"', page)[:3]
    doors = {
        "page": page,
        "part": client.get(table, headers={"hx-request": "true"}).text,
        "program": client.get(f"/api/tables/{table.rpartition('/')[2]}").text,
        "transcript": client.get(f"{table}/transcript").text,
        "hints": client.get(f"{table}/hint").text,
        "why": client.get(f"{table}/why", params={"place": places}).text,
        "again": client.post(f"{table}/again").text,
        "review": client.post(f"{table}/review").text,
    }
    doors["link"] = client.get(part(page, r'href="(/play\?[^"]*)">Link')).text
    key = table.rpartition("/")[2]
    return {name: unversioned(text).replace(key, "KEY") for name, text in doors.items()}


@pytest.mark.parametrize(("game", "options", "turns"), moments([one[0] for one in MOMENTS]))
def test_what_a_seat_cannot_know_leaves_by_no_door(
    client: TestClient, game: str, options: dict[str, Any], turns: tuple[int, ...]
) -> None:
    match, chance = Match(game, seed=SEED, **options), Random(SEED)
    rules = {f"rule_{name}": value for name, value in options.items()}
    for turn in turns:
        while len(match.moves) < turn:
            match.play(chance.choice(match.legal_moves()))
        others = "throw" if game in ("risk-battle", "snakes-and-ladders") else "random"
        seats = [others] * int(match.rules["players"])
        seats[match.seat] = "person"
        positions = [match.position, alike(match)]
        assert positions[0] != positions[1]
        tables = [
            lay(client, game, *seats, position=position, seed=SEED, **rules)
            for position in positions
        ]
        one, other = (told(client, table) for table in tables)
        assert one == other
        assert not any(str(SEED) in text for text in one.values())


@pytest.mark.parametrize(
    ("game", "options", "turns"),
    moments([one[0] for one in MOMENTS if hasattr(of(one[0]), "hide") and one[0] not in ALONE]),
)
def test_guests_get_no_more_than_their_seat_may_know(
    client: TestClient, game: str, options: dict[str, Any], turns: tuple[int, ...]
) -> None:
    match, chance = Match(game, seed=SEED, **options), Random(SEED)
    rules = {f"rule_{name}": value for name, value in options.items()}
    while len(match.moves) < turns[-1]:
        match.play(chance.choice(match.legal_moves()))
    seats = ["person", *["friend"] * (int(match.rules["players"]) - 1)]
    tables = [
        lay(client, game, *seats, position=position, seed=SEED, **rules)
        for position in (match.position, alike(match))
    ]
    links = [invited(client, table) for table in tables]
    for guest in [seat for seat in (match.seat, ONLOOKER) if seat != 0]:
        one, other = (told(client, link[guest]) for link in links)
        assert one == other
        assert not any(str(SEED) in text for text in one.values())
    assert not re.search('data-place="(card|tile)|name="move"', one["page"])


def test_the_link_of_a_game_that_goes_on_deals_what_is_hidden_anew(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "random", rule_players=2, seed=SEED)
    page = client.get(table).text
    assert f"seed={SEED}" not in page
    fields = parse_qs(urlsplit(part(page, r'href="(/play\?[^"]*)">Link')).query)
    pages = [client.get(client.post("/play", data=fields).headers["location"]) for _ in range(2)]
    assert [moves_of(one.text) for one in pages] == [moves_of(page)] * 2


def test_the_question_about_a_position_has_what_the_seat_may_see(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "random", rule_players=2, seed=SEED)
    link = part(client.get(table).text, 'href="([^"]*)">What should I do here')
    fields = parse_qs(urlsplit(link).query)
    assert fields["position"][0].count("?") == 1
    assert client.post("/ask", data=fields).headers["location"].startswith("/run/")
    assert fields["position"][0] in unescape(client.get(link).text)


def test_the_same_deal_can_be_played_again_only_after_its_end(client: TestClient) -> None:
    table = lay(client, "hex", "person", "random", rule_rows=3, seed=SEED)
    refused = client.post(f"{table}/again")
    assert refused.status_code == 400
    assert "again when it is over" in refused.text
    assert f"seed={SEED}" in play_on(client, table)
    again = client.post(f"{table}/again").headers["location"]
    assert "This deal was played before" in client.get(again).text


def test_after_all_was_shown_undo_makes_another_game(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "person", rule_players=2, seed=SEED)
    client.post(f"{table}/look")
    make(client, table, "concede")
    ended = client.get(table).text
    assert f"seed={SEED}" in ended
    other = client.post(f"{table}/undo").headers["location"]
    assert other != table
    page = client.get(other).text
    assert "This deal was played before" in page
    assert turn_of(page) == "0"
    assert client.get(table).text == ended
    onlooker = guest_key(table.rpartition("/")[2], ONLOOKER)
    for action in ("undo", "goto"):
        refused = client.post(f"/table/{onlooker}/{action}", data={"turn": 0})
        assert "look on cannot do this" in refused.text
    state = client.post(f"/api/tables/{table.rpartition('/')[2]}/undo").json()
    assert state["table"] != table.rpartition("/")[2]
    assert not state["over"]
