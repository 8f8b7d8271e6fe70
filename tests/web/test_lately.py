"""What a table says of the last moves, and of what can be done."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from playout.engine.match.match import Match
from playout.web.pages.lately import deeds_of, joined
from tests.web.conftest import lay, part
from tests.web.playing import invited, make, moves_of, turn_of


@pytest.mark.parametrize(
    ("deeds", "sentence"),
    [
        (["laid 52 on pile 2", "laid 54 on pile 2", "drew 2 cards"],
         "laid 52 and 54 on pile 2 and drew 2 cards"),
        (["laid 52 on pile 2", "laid 7 on pile 1"], "laid 52 on pile 2 and 7 on pile 1"),
        (["rolled 4", "rolled 6", "rolled 1", "lost 10 points"],
         "rolled 4, 6 and 1 and lost 10 points"),
        (["passed"], "passed"),
        (["held 3", "threw 3 4", "held 3 4", "wrote 7 points"],
         "threw 3 4, held 3 4 and wrote 7 points"),
        (["took a1", "took a2"], "took a1 and a2"),
        (["won the toss for a1", "won the toss for a2"], "won the toss for a1 and a2"),
        (["rolled 4"] * 7, "rolled … 4, 4, 4, 4 and 4"),
        (["moved up 7", "moved up 8", "moved up 7", "stopped"], "moved up 7 and 8 and stopped"),
        (["played a, then b"], "played a, then b"),
    ],
)  # fmt: skip
def test_what_a_player_did_is_one_sentence(deeds: list[str], sentence: str) -> None:
    assert joined(deeds) == sentence


def status(client: TestClient, table: str) -> str:
    return " ".join(
        unescape(part(client.get(table).text, r'(?s)<span class="told">(.*?)</sp')).split()
    )


def test_a_table_tells_what_happened_since_the_own_move(client: TestClient) -> None:
    position = "piles=5,6,95,96 hands=20,30,33/40,50,60 draw=44,55,66,77"
    table = lay(client, "the-game", "person", "friend", rule_players=2, position=position)
    friend = invited(client, table)[1]
    assert "Lay at least 2 cards. Touch a card, then a pile." in client.get(table).text
    make(client, table, "20 on pile 1")
    assert status(client, table) == "You laid 20 on pile 1."
    assert "Lay at least 1 more card." in client.get(table).text
    make(client, table, "30 on pile 1, stop", "1")
    assert status(client, table) == "You laid 30 on pile 1 and drew 44, 55, 66 and 77."
    assert status(client, friend) == "Player 1 laid 20 and 30 on pile 1 and drew 4 cards."
    make(client, friend, "40 on pile 2", "2")
    assert status(client, table) == "Player 2 laid 40 on pile 2."


def test_what_the_dice_did_to_the_viewer_is_told_first(client: TestClient) -> None:
    table = lay(client, "pig", "person", "hold", seed=4, rule_goal=60)
    for turn in range(20):
        page = client.get(table).text
        if "Waiting" in page or "is thinking" in page:
            break
        make(client, table, "hold" if turn == 3 else "roll", turn_of(page))
    client.post(f"{table}/step")
    told = status(client, table)
    assert told.startswith("You ")
    assert ". Hold rolled " in told


def test_the_last_move_is_marked(client: TestClient) -> None:
    table = lay(client, "hex", "person", "person", rule_rows=3)
    make(client, table, moves_of(client.get(table).text)[4], turn_of(client.get(table).text))
    marked = re.findall(r'data-part="(\w+)" data-lately', client.get(table).text)
    assert set(marked) == {"b2"}


def test_only_dice_that_were_thrown_are_told() -> None:
    match = Match("yahtzee", seed=3)  # 4 4 5 5 6
    match.play("keep 4 4")
    (_, held), (_, thrown) = deeds_of(match, 1, 0)
    assert held == "held 4 4"
    assert re.fullmatch(r"threw \d \d \d", thrown)
