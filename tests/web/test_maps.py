"""Maps of Hex: stones are set by touching cells, and the map is that of the command line."""

from __future__ import annotations

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from playout import hex
from tests.web.conftest import events, part


def cells(page: str, owner: str) -> set[str]:
    return set(re.findall(rf'aria-label="(\w+), {owner}"', page))


def test_touching_a_cell_gives_it_to_the_next(client: TestClient) -> None:
    page, owners = client.get("/hex?rows=4&p=0.3").text, []
    for _ in range(3):
        page = client.get(part(page, r'<a href="([^"]*)" data-cell="b3"')).text
        owners += [(cells(page, "player 1"), cells(page, "player 2"))]
        assert 'name="p" value="0.3"' in page
    assert owners == [({"b3"}, set()), (set(), {"b3"}), (set(), set())]


@pytest.mark.parametrize(("rows", "boards"), [(3, ["only"]), (11, ["wide", "narrow"])])
def test_a_board_that_is_too_broad_for_a_phone_is_drawn_twice(
    client: TestClient, rows: int, boards: list[str]
) -> None:
    page = client.get(f"/hex/board?rows={rows}").text
    assert re.findall(r'<div class="(\w+)">', page) == boards
    broad = [float(one) for one in re.findall(r'<svg [^>]*width="([\d.]+)"', page)]
    assert broad[-1] <= 350
    assert len(broad) == len(boards)


def test_a_smaller_board_keeps_the_stones_it_has_room_for(client: TestClient) -> None:
    page = client.get("/hex/board?rows=3&ones=a1+d4&twos=c3").text
    assert (cells(page, "player 1"), cells(page, "player 2")) == ({"a1"}, {"c3"})


def test_a_map_is_that_of_criticality(client: TestClient) -> None:
    sent = {"rows": "4", "cols": "3", "ones": "b2", "twos": "a3 c1", "boards": "5k", "seed": "6"}
    run = client.post("/hex", data={**sent, "p": "0.4"}).headers["location"]
    assert events(client, run)[-1] == ("over", "")
    stones = hex.parse_stones("..O\n.X.\nO..\n...")
    wanted = hex.criticality(stones=stones, boards=5000, p=0.4, seed=6)
    assert client.get(f"{run}/run.json").json()["rows"] == wanted.data()["rows"]
    page = client.get(run).text
    assert "<svg" in page
    assert "/hex?rows=4" in page


@pytest.mark.slow
def test_games_with_best_play_begin_on_a_board_too(client: TestClient) -> None:
    form = client.get("/hex?kind=hex-compound&rows=3").text
    assert 'aria-current="page">Games with best play' in form
    sent = {"kind": "hex-compound", "rows": "3", "ones": "b2", "games": "20", "boards": "300"}
    run = client.post("/hex", data={**sent, "seed": "6"}).headers["location"]
    assert events(client, run)[-1] == ("over", "")
    stones = hex.parse_stones("...\n.X.\n...")
    wanted = hex.compound(stones=stones, games=20, boards=300, seed=6)
    assert client.get(f"{run}/run.json").json()["sentence"] == wanted.sentence()
    page = client.get(run).text
    assert "Hex: games with best play on 3 x 3, from a position" in page
    assert "/hex?kind=hex-compound&amp;rows=3" in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rows": "3", "ones": "a1 a2 a3"}, "the position is decided"),
        ({"ones": "33"}, "not a cell"),
        ({"rows": "31"}, "rows = 31"),
        ({"boards": "2G"}, "boards: at most 1,000,000,000"),
        ({"confidence": "0.3"}, "confidence = "),
    ],
)
def test_a_mistake_is_told_beside_the_board(
    client: TestClient, fields: dict[str, str], sentence: str
) -> None:
    answer = client.post("/hex", data=fields)
    assert answer.status_code == 400
    assert sentence in unescape(answer.text)
    assert all(f'value="{text}"' in answer.text for text in fields.values())
