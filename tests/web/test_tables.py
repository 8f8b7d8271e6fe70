"""Games under way: what is made of clicks, what is kept, what is hidden."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from playout import Match
from playout.engine.find.games import find_game
from playout.web.settings import Settings
from playout.web.store.setting import Setting
from playout.web.store.table_files import Tables
from tests.web.conftest import lay, part, unversioned
from tests.web.playing import make, moves_of, play_a_turn, play_on, saved_table, turn_of


@pytest.mark.parametrize(
    ("game", "rules"), [("pig", {"rule_goal": 40}), ("hex", {"rule_rows": 5, "rule_cols": 5})]
)
def test_a_game_is_that_of_a_match(
    client: TestClient, tmp_path: Path, game: str, rules: dict[str, int]
) -> None:
    table = lay(client, game, "person", "random", seed=5, **rules)
    play_on(client, table)
    was = saved_table(tmp_path, table)
    match = Match(game, seed=5, **was["options"])
    for move in was["moves"]:
        match.play(move)
    assert match.is_over


def test_a_link_makes_the_same_position(client: TestClient) -> None:
    table = lay(client, "pig", "person", "hold", seed=8, rule_goal=40)
    make(client, table, "roll")
    page = client.get(table).text
    link = part(page, r'href="(/play\?[^"]*)">Link')
    assert client.get(link).status_code == 200
    other = client.post("/play", data=parse_qs(urlsplit(link).query)).headers["location"]
    assert other != table
    pictures = [
        text.partition('<div class="dock')[0].partition("<svg")[2]
        for text in (page, client.get(other).text)
    ]
    assert pictures[0] == pictures[1] != ""


def test_the_own_hand_is_shown_in_the_order_that_its_player_likes(client: TestClient) -> None:
    table = lay(client, "mexican-train", "person", "random", seed=5)
    longest = "longest train"

    def held() -> list[str]:
        return re.findall(r'data-place="tile-([^"]*)"', client.get(table).text)

    before, page = held(), client.get(table).text
    assert "Your longest train from 12" not in page
    assert 'value="by number" aria-pressed="true"' in page
    assert client.post(f"{table}/arrange", data={"order": longest}).headers["location"] == table
    assert sorted(held()) == sorted(before) != held()
    page = client.get(table).text
    assert "Your longest train from 12" in page
    assert f'value="{longest}" aria-pressed="true"' in page
    assert "aria-pressed" not in client.get(lay(client, "pig", "person", "random")).text
    client.post(f"{table}/arrange", data={"order": "by colour"})
    assert held() == before


def test_a_page_that_is_behind_makes_no_move(client: TestClient) -> None:
    table = lay(client, "pig", "person", "person")
    make(client, table, "roll")
    assert "has moved on" in make(client, table, "roll").text
    assert turn_of(client.get(table).text) == "1"


def test_the_same_deal_again_has_no_moves(client: TestClient, tmp_path: Path) -> None:
    table = lay(client, "pig", "random", "random", rule_goal=10)
    client.post(f"{table}/goto", data={"turn": "4000"})
    was = saved_table(tmp_path, table)
    again = client.post(f"{table}/again").headers["location"]
    now = saved_table(tmp_path, again)
    assert len(was["moves"]) > 2
    assert now == {**was, "moves": [], "mover": 0, "seen": True}


@pytest.mark.parametrize(
    ("game", "options", "moves", "seen"),
    [
        ("pig", {"players": 2}, ["roll"], True),
        ("hex", {"rows": 3}, ["a1", "b1"], False),
        ("the-game", {"players": 1}, ["31 on pile 1"], False),
        ("the-game", {"players": 1}, ["31 on pile 1", "34 on pile 1", "stop"], True),
    ],
)
def test_an_undo_that_has_shown_what_comes_is_noted(
    client: TestClient,
    tmp_path: Path,
    game: str,
    options: dict[str, Any],
    moves: list[str],
    seen: bool,
) -> None:
    rules = {f"rule_{name}": value for name, value in options.items()}
    seats = ["person"] * options.get("players", 2)
    table = lay(client, game, *seats, seed=3, **rules)
    for turn, move in enumerate(moves):
        assert make(client, table, move, str(turn)).status_code == 303
    client.post(f"{table}/undo")
    assert saved_table(tmp_path, table)["seen"] == seen
    assert ("what comes next was seen" in client.get(table).text) == seen


def test_watching_goes_to_any_turn_and_back(client: TestClient) -> None:
    table = lay(client, "pig", "hold", "hold", seed=2)
    pages = []
    for turn in (7, 3, 7, 0, 7):
        client.post(f"{table}/goto", data={"turn": str(turn)})
        page = client.get(table).text
        assert turn_of(page) == str(turn)
        pages.append(unversioned(page))
    assert pages[0] == pages[2] == pages[4]


def test_nobody_sees_the_other_hands(client: TestClient) -> None:
    """Hands dealt anew behind the back of the person change nothing on the page."""
    first = Match("the-game", players=3, seed=4, strategy="random")
    pages = []
    for seed in (1, 2):
        other = first.world(0, seed=seed)
        table = lay(
            client,
            "the-game",
            "person",
            "random",
            "random",
            rule_players=3,
            position=other.position,
            seed=1,
        )
        page = client.get(table).text
        assert other.position not in page
        pages.append(re.sub(r'/table/[\w-]+|href="/play[^"]*"', "", page))
    assert pages[0] == pages[1]


def test_several_persons_at_one_screen_do_not_see_each_other(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "person", rule_players=2, seed=4)
    covered = client.get(table).text
    assert "<svg xmlns" not in covered
    assert moves_of(covered) == []
    client.post(f"{table}/look")
    assert "<svg xmlns" in client.get(table).text
    assert "<svg xmlns" not in play_a_turn(client, table)
    for action in ("undo", "redo", "undo", "step", "goto"):  # by the one who is to move now
        client.post(f"{table}/{action}", data={"turn": 1})
        assert "<svg xmlns" not in client.get(table).text
    client.post(f"{table}/look")
    client.post(f"{table}/undo")
    assert "<svg xmlns" in client.get(table).text


def test_what_persons_say_is_heard(client: TestClient, tmp_path: Path) -> None:
    table = lay(client, "the-game", "person", "random", rule_players=2, rule_hints="marks")
    client.post(f"{table}/say/0", data={"mark": ["1", "2", "3", "0"]})
    assert saved_table(tmp_path, table)["marks"] == {"0": [1, 2, 3, 0]}
    client.post(f"{table}/say/0", data={"mark": ["", "2", "3", "0"]})
    assert saved_table(tmp_path, table)["marks"] == {}


BAD = [
    ({"game": "nothing"}, "There is no game 'nothing'"),
    ({"game": "mine.py"}, "There is no game 'mine.py'"),
    ({"game": "pig", "seat": ["person", "/etc/passwd:bold"]}, "has no strategy"),
    ({"game": "pig", "seat": ["person", "search:blueprint=mine.py"]}, "blueprint needs"),
    ({"game": "pig", "seat": ["person", "hold:at=x"]}, "at needs a number"),
    ({"game": "pig", "rule.goal": "many"}, "goal = many"),
    ({"game": "pig", "rule.nothing": "1"}, "no rule option 'nothing'"),
    ({"game": "pig", "seed": "-1"}, "seed"),
    ({"game": "pig", "position": "scores=1,2,3,4,5,6,7,8,9,10,11,12"}, "Position"),
    ({"game": "pig", "moves": "roll|jump"}, "Move 2: 'jump'"),
    ({"game": "snakes-and-ladders", "rule.board": "/etc/passwd"}, "board = /etc/passwd"),
    ({"game": "snakes-and-ladders", "rule.dice": "2"}, "a token on 99 never reaches the last"),
    (
        {"game": "risk-battle", "rule.retreat_at": "10"},
        "the attackers would retreat before the first round",
    ),
    ({"game": "the-game", "position": "x" * 100_000}, "Position"),
]


@pytest.mark.parametrize(("sent", "sentence"), BAD)
def test_what_cannot_be_played_is_told_in_a_sentence(
    client: TestClient, tmp_path: Path, sent: dict[str, Any], sentence: str
) -> None:
    answer = client.post("/play", data=sent)
    assert answer.status_code == 400
    assert sentence in answer.text.replace("&#39;", "'")
    assert not re.search("Traceback|--(position|seed|game)", answer.text)
    assert list((tmp_path / "tables").iterdir()) == []
    part = client.post("/play", data=sent, headers={"hx-request": "true"})
    assert (part.status_code, part.headers["hx-retarget"]) == (200, "#message")


@pytest.mark.parametrize("key", ["nothing", "..%2f..%2fetc", "a" * 300, "%00", "ä"])
def test_there_is_no_such_table(client: TestClient, key: str) -> None:
    for answer in (client.get(f"/table/{key}"), client.post(f"/table/{key}/undo")):
        assert answer.status_code in (400, 404)
        assert "There" in answer.text or "there is no" in answer.text


def test_no_mistake_shows_a_hand(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "random", rule_players=2, seed=5)
    hands = Match("the-game", players=2, seed=5).position.partition("hands=")[2].split(" ")[0]
    other, key = hands.partition("/")[2].split(","), table.rpartition("/")[2]
    move: dict[str, Any] = {"move": "50 on pile 1", "turn": 0}
    for answer in (
        client.post(f"{table}/move", data=move, headers={"hx-request": "true"}),
        client.post(f"/api/tables/{key}/moves", json=move),
    ):
        assert "there is no 50 in the hand of seat 1" in answer.text
        assert not [card for card in other if re.search(rf"\b{card}\b", answer.text)]


def test_of_other_hands_nothing_is_told(client: TestClient) -> None:
    theirs = lay(client, "the-game", "random", "person", rule_players=2)
    covered = lay(client, "the-game", "person", "person", rule_players=2)
    for table in (theirs, covered):
        for path in ("/why?place=card-50&place=pile-1", "/hint?who=greedy", "/odds"):
            assert client.get(f"{table}{path}").status_code == 400, path
        assert make(client, table, "stop").status_code == 400
    key = covered.rpartition("/")[2]
    assert client.post(f"/api/tables/{key}/look").json()["moves"]


@pytest.mark.parametrize(
    ("game", "position", "places", "told"),
    [
        ("the-game", "piles=90,95,10,5 hands=50,60,96/20,30,97 seat=0", ["card-50"], "on 90; 50"),
        (
            "the-game",
            "piles=90,95,10,5 hands=50,60,96/20,30,97 seat=0",
            ["pile-4"],
            "not possible now. Lay at least",
        ),
        ("mexican-train", None, ["train-2"], "train 2 is closed"),
        ("hex", None, ["nowhere"], "That is not possible now. "),
    ],
)
def test_why_a_place_cannot_be_touched(
    tmp_path: Path, game: str, position: str | None, places: list[str], told: str
) -> None:
    options = {} if game == "hex" else {"players": 2}
    setting = Setting(game, options, ("person", "person"), 1, 0, position)
    table = Tables(Settings(tmp_path)).lay(setting)
    table.look()
    assert told in table.why(places)


def test_a_table_of_hex_has_a_map(client: TestClient) -> None:
    table = lay(client, "hex", "person", "shortest", seed=1)
    assert f'data-live="{table}/map"' in client.get(table).text
    with client.stream("GET", f"{table}/map") as stream:
        lines = [line for line in stream.iter_lines() if line.startswith("data: {")]
    answer = json.loads(lines[-1].removeprefix("data: "))
    assert "is the most critical cell" in answer["text"] or "boards are too few" in answer["text"]
    assert answer["html"].count("<svg") == 2


def test_only_hex_has_a_map(client: TestClient) -> None:
    table = lay(client, "pig", "person", "hold")
    assert "/map" not in client.get(table).text
    assert "There is no map" in client.get(f"{table}/map").text


def test_nobody_says_anything_for_who_does_not_look(client: TestClient) -> None:
    table = lay(client, "the-game", "person", "person", rule_players=2, rule_hints="marks")
    said = {"mark": ["0", "0", "0", "0"]}
    assert "has to look first" in client.post(f"{table}/say/1", data=said).text
    client.post(f"{table}/look")
    assert "has to look first" in client.post(f"{table}/say/1", data=said).text
    assert client.post(f"{table}/say/0", data=said).status_code == 303


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("the-game", "Touch a card, then a pile."),
        ("mexican-train", "Touch a tile, then a train."),
    ],
)
def test_a_table_says_what_is_touched(client: TestClient, game: str, told: str) -> None:
    table = lay(client, game, "person", "random", rule_players=2, seed=1)
    assert told in client.get(table).text


def test_a_table_says_who_has_won(client: TestClient) -> None:
    table = lay(client, "pig", "hold", "random", seed=1, rule_goal=30)
    client.post(f"{table}/goto", data={"turn": "4000"})
    assert re.search(r"The game is over: (Hold|Random) wins\.", client.get(table).text)
    table = lay(client, "the-game", "random", seed=1, rule_players=1)
    client.post(f"{table}/goto", data={"turn": "4000"})
    assert "The game is over: lost." in client.get(table).text


@pytest.mark.parametrize("seats", [("hold", "random"), ("hold", "person")])
def test_only_people_who_play_are_called_you(client: TestClient, seats: tuple[str, str]) -> None:
    page = client.get(lay(client, "pig", *seats, seed=3)).text
    board = part(page, r'(?s)<div class="board[^>]*>(.*?)</div>')
    assert (">you<" in board) == ("person" in seats)
    assert ">Hold<" in board
    assert "seat" not in board


def test_a_strategy_that_cannot_play_here_says_so_in_its_place(client: TestClient) -> None:
    table = lay(client, "hex", "person", "person")
    told = client.get(f"{table}/hint?who=exact", headers={"hx-request": "true"})
    assert "strategy 'exact' is for boards of at most 25 cells" in unescape(told.text)
    assert "hx-retarget" not in told.headers


@pytest.mark.parametrize(
    ("game", "seat", "offered"), [("risk-battle", "throw", False), ("pig", "hold", True)]
)
def test_a_review_is_offered_only_where_somebody_can_decide(
    client: TestClient, game: str, seat: str, offered: bool
) -> None:
    table = lay(client, game, *[seat] * (2 if game == "pig" else 1))
    client.post(f"{table}/goto", data={"turn": 4_000})
    page = client.get(table).text
    assert (f"{table}/review" in page) == offered
    assert ("luck alone decided it" in page) != offered


def test_the_browser_tells_it_before_and_at_the_table(client: TestClient) -> None:
    first = find_game("pig").how_to_play[0]
    assert f"<h2>How to play</h2>\n<ul><li>{first}" in client.get("/play?game=pig").text
    table = client.get(lay(client, "pig", "person", "hold")).text
    told = table.partition('<details class="told-how"><summary>How to play</summary>')[2]
    assert told.lstrip().startswith('<img src="/static/portrait.svg?game=pig"')
    assert f"<ul><li>{first}" in told
