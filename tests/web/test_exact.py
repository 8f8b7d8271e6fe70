"""What is worked out at once has a form and a page, as questions that are played have."""

from __future__ import annotations

import csv
import io
from html import unescape
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

import playout
from playout.engine.words.errors import PlayoutError
from playout.web.forms import EXACT, exact_question
from playout.web.pages import exact
from playout.web.settings import Settings
from tests.web.test_asking import wrong

SETTINGS = Settings(Path())
PIG = {"game": "pig", "kind": "policy", "rule.goal": "10"}


def address(path: str, fields: dict[str, str]) -> str:
    return f"{path}?{urlencode(fields)}"


def test_a_table_of_best_play_is_asked_and_shown(client: TestClient) -> None:
    form = client.get("/ask?game=pig&kind=policy").text
    assert 'placeholder="scores.0"' in form
    assert 'name="rule.goal"' in form
    sent = client.post("/ask", data={**PIG, "down": "0..8:4", "where": ""}, follow_redirects=False)
    assert sent.status_code == 303
    there = sent.headers["location"]
    assert there == address("/exact", {**PIG, "down": "0..8:4"})
    page = client.get(there).text
    assert f'hx-get="{there.replace("/exact", "/exact/answer").replace("&", "&amp;")}"' in page
    assert "playout policy pig --strategy best --players 2 --goal 10 --down scores.0=0..8:4" in page
    answer: Any = playout.policy("pig", goal=10, down="0..8:4")
    shown = client.get(there.replace("/exact", "/exact/answer")).text
    assert answer.sentence() in shown
    assert shown.count("<figure>") == 1
    table = client.get(there.replace("/exact", "/exact/table.csv")).text
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["moves"] for row in rows] == answer["moves"]
    data = client.get(there.replace("/exact", "/exact/answer.json")).json()
    assert data["rows"] == answer.to_dict()["rows"]
    assert "<svg" in client.get(there.replace("/exact", "/exact/plot.svg")).text


@pytest.mark.slow
def test_deals_that_can_be_won_are_found(client: TestClient) -> None:
    form = client.get("/ask?game=the-game&kind=winnable").text
    assert all(f'name="{name}"' in form for name in ("number", "deals", "seconds", "seed"))
    assert "kind=winnable" not in client.get("/ask?game=pig&kind=run").text
    small = {"game": "the-game", "kind": "winnable", "rule.players": "2", "rule.low": "90"}
    fields = {**small, "rule.hand": "3", "number": "5", "seconds": "2"}
    assert "playout winnable the-game" in client.get(address("/exact", fields)).text
    shown = client.get(address("/exact/answer", fields)).text
    assert "with all cards known, deal 6 can" in shown
    several = client.get(address("/exact/answer", {**fields, "deals": "3"})).text
    assert "of the 3 deals can be won" in several or "all 3 deals can be won" in several
    data = client.get(address("/exact/answer.json", {**fields, "deals": "3"})).json()
    assert data["yes"] + data["no"] + data["unknown"] == 3
    too_long = client.get(address("/exact", {**fields, "deals": "40"}))
    assert "deals times seconds" in unescape(too_long.text)


def test_a_game_is_solved(client: TestClient) -> None:
    fields = {**PIG, "kind": "solve", "strategy": "best+hold"}
    page = client.get(address("/exact", fields)).text
    assert "playout solve pig --strategy best+hold" in page
    shown = client.get(address("/exact/answer", fields)).text
    assert "best play, going first, wins" in shown
    assert "/exact/plot.svg" not in shown  # it has no picture
    assert client.get(address("/exact/plot.svg", fields)).status_code == 400


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"down": "0..8:0"}, "the step must be at least 1"),
        ({"where": "player"}, "where = player: add a value, as in player=0"),
        ({"strategy": "best+nobody"}, "no strategy 'nobody'"),
        ({"strategy": "mine.py:bold"}, "has no strategy"),
        ({"show": "all"}, "show = all"),
        ({"position": "scores=x"}, "position: scores=x: must"),
        ({"game": "risk-battle"}, "kind = policy"),
        ({"game": "cant-stop", "kind": "solve"}, "kind = solve: choose from policy"),
    ],
)
def test_a_mistake_is_told_in_the_form(
    client: TestClient, fields: dict[str, str], sentence: str
) -> None:
    filled = {"game": "pig", "kind": "policy", **fields}
    sent = client.post("/ask", data=filled)
    assert sent.status_code == 400
    assert sentence in wrong(sent.text)
    assert sentence in wrong(client.get(address("/exact", filled)).text)


def test_what_is_too_large_for_a_page_is_refused_there() -> None:
    _, asked = exact_question(
        SETTINGS, {"game": ["pig"], "kind": ["policy"], "states": ["9G"], "seconds": ["9999"]}
    )
    assert (asked.states, asked.seconds) == (1_000_000, 60)


def test_what_is_not_found_is_said_in_place_of_the_answer(client: TestClient) -> None:
    fields = {**PIG, "down": "foo"}
    shown = client.get(address("/exact/answer", fields), headers={"hx-request": "true"})
    assert "There is no field &#39;foo&#39;" in shown.text
    assert shown.headers["hx-retarget"] == "#message"


def test_a_game_that_is_too_large_is_searched_once_and_few_wait(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, found = address("/exact/answer", {**PIG, "kind": "solve", "rule.players": "5"}), []

    def find(asked: object) -> None:
        found.append(asked)
        raise PlayoutError("it is too large")

    monkeypatch.setattr("playout.questions.solve.find", find)
    assert all("is too large" in client.get(there).text for _ in range(2))
    assert len(found) == 1
    monkeypatch.setattr(exact, "_waiting", BoundedSemaphore(1))
    with exact._alone():
        assert "is too large" in client.get(there).text
        other = client.get(address("/exact/answer", {**PIG, "down": "0..4:2"}))
        assert "try again in a moment" in other.text


@pytest.mark.parametrize("kind", EXACT)
def test_every_game_with_a_choice_has_the_form(client: TestClient, kind: str) -> None:
    for name, game in SETTINGS.games.items():
        page = client.get(f"/ask?game={name}&kind={kind}")
        assert page.status_code == 200
        offered = f"kind={kind}" in page.text
        assert offered == EXACT[kind].suits(game), name
