"""How tables are kept: in files, over restarts, and for several who want them at once."""

from __future__ import annotations

import json
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
from playout.runner.atomic_file import write_text
from playout.web.settings import Settings
from playout.web.store import table_files
from playout.web.store.setting import Setting
from playout.web.store.table_files import Tables
from tests.web.conftest import lay, opened, part, unversioned
from tests.web.playing import PIG, make, moves_of, play_a_turn, turn_of


def test_a_server_that_was_restarted_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        table = lay(client, "pig", "person", "hold", seed=3)
        make(client, table, "roll")
        before = unversioned(client.get(table).text)
    with opened(tmp_path) as client:
        assert unversioned(client.get(table).text) == before
        client.post(f"{table}/undo")
        undone = unversioned(client.get(table).text)
    with opened(tmp_path) as client:
        assert unversioned(client.get(table).text) == undone
        client.post(f"{table}/redo")
        assert turn_of(client.get(table).text) == "1"


@pytest.mark.parametrize("is_old", [False, True])
def test_a_table_of_before_has_piles_from_0(tmp_path: Path, is_old: bool) -> None:
    setting = Setting("the-game", {"players": 1}, ("person",), 1)
    table = Tables(Settings(tmp_path)).lay(setting)
    for _ in range(2):
        table.play(table.moves()[-1][0])
    table.undo()
    Tables(Settings(tmp_path)).save(table)
    path = next((tmp_path / "tables").iterdir())
    if is_old:
        data = json.loads(path.read_text("utf-8"))
        assert data.pop("counted_from") == 1
        for name in ("moves", "undone"):
            assert re.search("pile [1-4]", data[name][0])
            data[name] = [
                re.sub("pile (.)", lambda pile: f"pile {int(pile[1]) - 1}", data[name][0])
            ]
        path.write_text(json.dumps(data), "utf-8")
    with Tables(Settings(tmp_path)).at(table.key) as again:
        assert again.match.moves == table.match.moves
        assert again.undone == table.undone


WHOLE = """{"game": "pig", "options": %s, "seats": ["hold", "hold"], "seed": 1, "moves": [],
"undone": %s, "marks": %s}"""
DAMAGED = [
    *("", "{", "[]", '{"game": "pig"}', '{"undone": 1}', "[" * 100_000),
    *(WHOLE % parts for parts in [("{}", "5", "{}"), ("[]", "[]", "{}"), ("{}", "[]", "[1]")]),
    *(WHOLE % ("{}", "[]", marks) for marks in ('{"x": [1]}', '{"0": 5}')),
    WHOLE % ('{"seed": 4}', "[]", "{}"),
    *(
        (WHOLE % ("{}", "[]", "{}")).replace('"seed": 1', new)
        for new in (
            '"seed": null',
            '"seed": 1, "seats": ["person"]',
            '"seed": 1, "next": "javascript:alert(1)"',
            '"seed": 1, "next": 5',
            '"seed": 1, "solution": "javascript:alert(1)"',
            '"seed": 1, "solution": "/review/a/turn/1e5"',
            '"seed": 1, "review": "../x"',
            '"seed": 1, "seen": "yes"',
            '"seed": 1, "game": "snakes-and-ladders", "options": {"board": "/etc/passwd"}',
        )
    ),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_refused(tmp_path: Path, text: str) -> None:
    with opened(tmp_path) as client:
        table = lay(client, "pig", "person", "hold")
    path = next((tmp_path / "tables").iterdir())
    path.write_text(text, "utf-8")
    with opened(tmp_path) as client:
        answer = client.get(table)
        assert (answer.status_code, "cannot be read" in answer.text) == (400, True)
        assert "root:" not in answer.text
        assert path.read_text("utf-8") == text


def test_a_draft_of_a_server_that_was_killed_is_deleted(tmp_path: Path) -> None:
    draft = tmp_path / "tables" / ".playout-1a2b.new.json"
    draft.parent.mkdir()
    draft.write_text("{", "utf-8")
    with opened(tmp_path):
        assert not draft.exists()


def test_old_tables_are_forgotten(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playout.web.store.table_files.MOST_TABLES", 3)
    tables = [lay(client, "pig", "person", "hold") for _ in range(5)]
    assert len(list((tmp_path / "tables").iterdir())) == 3
    assert client.get(tables[-1]).status_code == 200
    gone = client.get(tables[0])
    assert gone.status_code == 404
    assert "There is no such table: it may have been deleted" in gone.text


def test_tables_are_forgotten_while_others_are_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Many, so that no table is forgotten between two lines of a thread that the system lets wait.
    monkeypatch.setattr("playout.web.store.table_files.MOST_TABLES", 100)
    tables = Tables(Settings(tmp_path))

    def play(seed: int) -> int:
        table = tables.lay(replace(PIG, seed=seed))
        with tables.at(table.key) as same:
            same.act("move", 0, "roll")
            tables.save(same)
        return same.turn

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(play, range(250))) == {1}
    tables.lay(PIG)
    assert len(list((tmp_path / "tables").iterdir())) == 100


def test_a_table_that_is_forgotten_when_it_is_saved_is_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playout.web.store.table_files.MOST_TABLES", 2)
    tables = Tables(Settings(tmp_path))
    table = tables.lay(PIG)

    def write_late(path: Path, text: str) -> None:
        patch.undo()
        write_text(path, text)
        tables.lay(PIG)
        tables.lay(PIG)

    with monkeypatch.context() as patch:
        patch.setattr("playout.web.store.table_files.write_text", write_late)
        tables.save(table)
    tables.lay(PIG)
    assert len(list((tmp_path / "tables").iterdir())) == 2


def test_a_table_is_saved_though_its_file_is_forgotten_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(Settings(tmp_path))
    table = tables.lay(PIG)
    [file] = (tmp_path / "tables").iterdir()

    def copymode(of: Path, to: Path) -> None:
        of.unlink()
        shutil.copymode(of, to)

    monkeypatch.setattr("playout.runner.atomic_file.copymode", copymode)
    tables.save(table)
    assert file.exists()


def test_a_table_that_somebody_has_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playout.web.store.table_files.MOST_OPEN", 2)
    tables = Tables(Settings(tmp_path))
    first = tables.lay(PIG)
    others = [replace(PIG, seed=seed) for seed in range(4)]
    with tables.at(first.key) as mine:
        for other in others:
            tables.lay(other)
        with tables.at(first.key) as same:
            assert same is mine
    for other in others:
        tables.lay(other)
    with tables.at(first.key) as again:
        assert again is not mine


def test_who_waits_for_a_table_that_thinks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playout.web.store.table_files.LONGEST", 0.1)
    tables = Tables(Settings(tmp_path))
    table = tables.lay(PIG)

    def look() -> None:
        with tables.at(table.key):
            pass

    with tables.at(table.key), ThreadPoolExecutor() as other:
        refused = other.submit(look).exception()
    assert "still thinking" in str(refused)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Tables are prepared only when this event comes."""
    ready, seated = Event(), Tables._seated
    monkeypatch.setattr(table_files, "SOON", 0.05)

    def wait(*given: Any) -> Match:
        assert ready.wait(60)
        return seated(*given)

    monkeypatch.setattr(Tables, "_seated", wait)
    return ready


def test_a_table_that_is_prepared_has_a_page_that_waits(client: TestClient, slow: Event) -> None:
    table = lay(client, "pig", "person", "hold", seed=5)
    whole, asks = client.get(table).text, part(client.get(table).text, 'hx-get="(.*?)"')
    assert "is being prepared" in whole
    as_part = {"hx-request": "true"}
    assert part(client.get(asks, headers=as_part).text, 'hx-get="(.*?)"') == asks
    answer = client.post(f"{table}/move", data={"move": "roll"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    slow.set()
    while "is being prepared" in (answer := client.get(asks, headers=as_part)).text:
        pass
    assert answer.headers["hx-redirect"] == table
    assert moves_of(client.get(table).text) == ["roll"]


def test_a_table_that_cannot_be_prepared_says_why_once(client: TestClient, slow: Event) -> None:
    table = lay(client, "pig", "person", "hold", position="scores=1000")
    asks = part(client.get(table).text, 'hx-get="(.*?)"')
    slow.set()
    as_part = {"hx-request": "true"}
    while "is being prepared" in (page := client.get(asks, headers=as_part).text):
        pass
    assert "position: " in page
    assert "hx-get" not in page


def test_what_persons_said_is_there_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        seats = ("person", "random", "random")
        table = lay(client, "the-game", *seats, rule_players=3, rule_hints="marks", seed=5)
        client.post(f"{table}/say/0", data={"mark": ["3", "3", "3", "3"]})
        play_a_turn(client, table)
        client.post(f"{table}/step")
        before = unversioned(client.get(table).text)
    with opened(tmp_path) as client:
        assert unversioned(client.get(table).text) == before


def test_what_cannot_be_kept_was_not_done(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lay(client, "pig", "person", "hold")
    with monkeypatch.context() as full:

        def fails(path: Path, text: str) -> None:
            raise OSError(28, "No space left on device")

        full.setattr(table_files, "write_text", fails)
        refused = make(client, table, "roll")
        assert refused.status_code == 400
        assert "cannot write to its folder: the disk is full" in refused.text
        assert "the disk is full" in client.post("/play", data={"game": "pig"}).text
    assert turn_of(client.get(table).text) == "0"


def test_more_than_a_few_do_not_wait_for_one_table(tmp_path: Path) -> None:
    store = Tables(Settings(tmp_path))
    table = store.lay(PIG)
    table.users = table_files.MOST_WAITING
    with pytest.raises(PlayoutError, match="still thinking"), store.at(table.key):
        pass
    table.users = 0
    with store.at(table.key):
        pass
