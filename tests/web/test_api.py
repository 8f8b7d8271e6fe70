"""The JSON routes: what they do, and whatever is sent to them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from playout import Match
from playout.web import Settings, create_app

HERE = {"host": "localhost"}
CHECKS = [content_type_conformance, response_schema_conformance, status_code_conformance]


def sent(client: TestClient, path: str, **body: object) -> dict[str, Any]:
    answer = client.post(f"/api{path}", json=body)
    assert answer.status_code in (200, 201), answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_program_plays_a_whole_game(client: TestClient) -> None:
    state = sent(client, "/tables", game="pig", seats=["person", "hold"], seed=7)
    table = state["table"]
    while not state["over"]:
        if state["waits"]:
            made = {"move": state["moves"][0]["text"], "turn": state["turn"]}
            state = sent(client, f"/tables/{table}/moves", **made)
        else:
            state = sent(client, f"/tables/{table}/step")
    match = Match("pig", seed=7, players=2)
    for move in state["made"]:
        match.play(move)
    assert match.outcome() == state["outcome"]
    assert match.position == state["position"]
    assert client.get(f"/api/tables/{table}").json() == state


def test_hands_are_not_told(client: TestClient) -> None:
    state = sent(
        client,
        "/tables",
        game="the-game",
        seats=["person", "random"],
        options={"players": 2},
        seed=7,
    )
    assert re.fullmatch("piles=1,1,100,100 hands=[0-9,]+/[?]7 laid=-", state["position"])
    assert {text for move in state["moves"] for text in move["places"]} >= {"pile-1"}


def test_a_mistake_is_a_sentence(client: TestClient) -> None:
    body = {"game": "pig", "options": {"goal": -3}}
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 400
    assert "goal='-3': must be from" in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "pig", "seed": -1}, "seed: input should be greater than or equal to 0"),
        ({"game": "pig", "seats": ["hold", {}]}, "seats: input should be a valid string"),
        ({}, "game: field required"),
        ([], "body: input should be a valid dictionary"),
    ],
)
def test_what_is_not_understood_is_named_with_what_is_needed(
    client: TestClient, body: object, said: str
) -> None:
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert said in answer.json()["error"]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # those of the library that sends
def test_whatever_is_sent_it_does_not_fail(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path))
    schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HERE)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)

        @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=found.ok().as_strategy())
        def sends(case: Any) -> None:
            answer = case.call(headers={**(case.headers or {}), **HERE})
            assert answer.status_code < 500, answer.text
            assert "Traceback" not in answer.text
            case.validate_response(answer, checks=CHECKS)

        sends()
