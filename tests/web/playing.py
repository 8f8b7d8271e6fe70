"""Moves at tables, as a browser makes them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from playout.engine.game.drawings import ONLOOKER
from playout.web.store.setting import Setting
from tests.web.conftest import part

PIG = Setting("pig", {}, ("person", "hold"), 1)


def moves_of(page: str) -> list[str]:
    return [move["text"] for move in json.loads(part(page, 'data-moves="(.*?)"'))]


def turn_of(page: str) -> str:
    return part(page, r'data-turn="(\d+)"')


def invited(client: TestClient, table: str) -> dict[int, str]:
    """The paths of a table for its guests, by seat; ONLOOKER for who looks on."""
    keys = re.findall(r">http://localhost(/table/[^<]+)<", client.get(table).text)
    seats = saved_seats(client, table)
    return dict(zip([*seats, ONLOOKER], keys, strict=True))


def saved_seats(client: TestClient, table: str) -> list[int]:
    """The seats of friends."""
    page = client.get(table).text
    return [int(seat) for seat in re.findall(r'data-seat="(\d+)"[^\n]*a friend', page)]


def make(client: TestClient, table: str, move: str, turn: str = "0") -> Any:
    return client.post(f"{table}/move", data={"move": move, "turn": turn})


def play_on(client: TestClient, table: str, most: int = 400) -> str:
    """Play a table to its end: always the first move; returns the last page."""
    for _ in range(most):
        page = client.get(table).text
        if "The game is over" in page:
            return page
        if moves := moves_of(page):
            assert make(client, table, moves[0], turn_of(page)).status_code == 303
        else:
            assert client.post(f"{table}/step").status_code == 303
    raise AssertionError("it does not end")


def play_a_turn(client: TestClient, table: str) -> str:
    """Play cards of The Game until the turn can be ended, and end it; returns the page."""
    page = client.get(table).text
    while "stop" not in moves_of(page):
        card = next(move for move in moves_of(page) if "on pile" in move)
        make(client, table, card, turn_of(page))
        page = client.get(table).text
    make(client, table, "stop", turn_of(page))
    return client.get(table).text


def saved_table(folder: Path, table: str) -> dict[str, Any]:
    path = folder / "tables" / f"{table.rpartition('/')[2]}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
