"""The first page: every game starts with one click, with opponents of three strengths."""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from playout import Match
from playout.engine.find.games import find_game, game_names
from playout.engine.who.opponents import STRENGTHS, able, opponents, table_players
from playout.engine.who.references import listed_strategies
from playout.web.pages.home import line_of
from playout.web.store.setting import Setting
from playout.web.store.table_files import Tables

FORM = re.compile(r'<form method="post" action="/play">(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')
BUTTON = re.compile(r'<button class="button[^"]*"(?: name="([^"]*)" value="([^"]*)")?>')


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[Setting]:
    """The tables that are set up, at which nobody sits down."""
    settings: list[Setting] = []
    monkeypatch.setattr(Tables, "lay_soon", lambda self, setting: settings.append(setting))
    return settings


def click_each(client: TestClient) -> None:
    """Press each button of the first page that begins a game."""
    for form in FORM.findall(client.get("/").text):
        fields = dict[str, list[str]]()
        for name, value in FIELD.findall(unescape(form)):
            fields.setdefault(name, []).append(value)
        for name, value in BUTTON.findall(unescape(form)):
            answer = client.post("/play", data=fields | ({name: [value]} if name else {}))
            assert answer.status_code == 303


def test_each_button_sits_down_at_a_table(client: TestClient, laid: list[Setting]) -> None:
    click_each(client)
    example, *games = laid
    assert all(one.options["players"] == len(one.seats) for one in laid)
    seats = {
        name: [one.seats for one in those] for name, those in groupby(games, lambda one: one.game)
    }
    first = ["the-game", "hex", "mexican-train"]
    assert list(seats) == [*first, *(one for one in game_names() if one not in first)]
    assert seats["the-game"] == [("person", who, who) for who in ("careful", "combo", "learned")]
    assert seats["pig"] == [("person", who) for who in ("hold", "random", "optimal")]
    assert seats["risk-battle"] == [("person",), ("throw",)]
    assert seats["snakes-and-ladders"] == [("person", "throw"), ("throw", "throw")]
    assert example.seats == ("person", *["sequence"] * 3)
    match = Match(example.game, seed=example.seed, **example.options)
    moves = [match.format_move(move) for move in match.legal_moves()]
    assert {"8-12 on train 1", "3-12 on the Mexican train"} <= {*moves}


@pytest.mark.parametrize("name", game_names())
def test_opponents_are_strategies_of_the_game(name: str) -> None:
    game = find_game(name)
    known = [one.name for one in listed_strategies(game)]
    assert set(opponents(game).values()) <= set(known)
    assert game.option("players").low <= table_players(game) <= game.option("players").high


def test_opponents_can_play_with_so_many() -> None:
    pig = find_game("pig")
    assert [*opponents(pig, 1).values()] == [*opponents(pig, 2).values()]
    for players in range(3, 9):
        assert opponents(pig, players) == {"easy": "random", "good": "hold", "best": "hold:at=25"}
        names = ["optimal", "lead", "search"]
        assert able(pig, players, names) == names[1:]
    assert opponents(find_game("the-game-blog")) == dict(
        zip(STRENGTHS, ("trick", "minimal", "random"), strict=True)
    )


@pytest.mark.parametrize("name", game_names())
def test_a_line_about_a_game_does_not_repeat_its_title(name: str) -> None:
    game = find_game(name)
    assert not line_of(game).startswith(f"{game.title}:")
    assert line_of(game)[0].isupper()


def test_every_game_has_a_picture(client: TestClient) -> None:
    for source in re.findall(r'<img src="([^"]*)"', client.get("/").text):
        picture = client.get(unescape(source))
        assert picture.headers["content-type"] == "image/svg+xml"
        assert ElementTree.fromstring(picture.text).tag.endswith("svg")
