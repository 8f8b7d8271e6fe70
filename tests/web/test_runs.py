"""Runs in a browser: they grow, stop, go on, are extended, and end as those of the command line."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from starlette.testclient import TestClient

import playout
from playout.engine.words.errors import PlayoutError
from playout.report.answer import Answer
from playout.report.csv import write_csv
from playout.web.forms import job_of
from playout.web.settings import Settings
from playout.web.store import computations, runs
from playout.web.store.runs import Run, Runs
from playout.web.store.server_state import ServerState
from tests.web.conftest import ask, events, opened

PIG = {"game": "pig", "strategy": ["hold", "hold:at=25"], "games": 5_000, "seed": 5}
LONG = 20_000_000  # games that nobody waits for


def expected() -> Answer:
    return playout.run("pig", strategy=["hold", "hold:at=25"], games=5_000, seed=5)


def begin(folder: Path, games: int) -> tuple[Runs, Run]:
    """A store of its own, with a run of Pig."""
    server = ServerState(Settings(folder))
    job = job_of(server.settings, {"game": ["pig"], "games": [str(games)], "seed": ["5"]})
    return server.runs, server.runs.begin(job, Run("", "Pig", job.kind, "pig"))


def wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not until():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


def test_a_run_ends_as_that_of_playout_run(client: TestClient) -> None:
    run = ask(client, **PIG)
    told = events(client, run)
    assert told[-1] == ("over", "")
    assert "Complete." in client.get(run).text
    found, wanted = client.get(f"{run}/run.json").json(), expected().data()
    for answer in (found, wanted):
        answer.pop("seconds")
    assert found == wanted
    assert client.get(f"{run}/table.csv").text == write_csv(expected().to_pandas())


def test_its_files_are_what_they_are_called_and_nothing_is_written_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, folder = tmp_path / "here", tmp_path / "folder"
    here.mkdir()
    monkeypatch.chdir(here)
    with opened(folder) as client:
        run = ask(client, **PIG)
        events(client, run)
        assert client.get(f"{run}/plot.svg").text.startswith("<svg")
        assert client.get(f"{run}/plot.png").content.startswith(b"\x89PNG")
        report = client.get(f"{run}/report.html").text
        assert client.get(f"{run}/pictures").status_code == 200
        games = client.get(f"{run}/games.run").content
    assert list(here.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "here"]
    assert expected().sentence() in report
    assert "playout run pig" in report
    assert report.count("<figure>") == 1
    Path("kept.run").write_bytes(games)
    assert playout.load_run("kept.run") == expected()


def test_before_anything_is_played_there_are_no_files(client: TestClient) -> None:
    run = ask(client, **PIG)
    assert "no finished games" in client.get(f"{run}/table.csv").text


@pytest.mark.slow
def test_a_server_that_was_restarted_goes_on(tmp_path: Path) -> None:
    store, run = begin(tmp_path, 600_000)
    playing = store.playing(run)
    with playing.looked_at():
        wait(lambda: playing.version > 0)
        playing.stop()
        playing.wait(60)
    answer = store.answer(run)
    assert answer is not None
    assert not answer.complete
    with opened(tmp_path) as client:
        assert events(client, f"/run/{run.key}")[-1] == ("over", "")
        rows = client.get(f"/run/{run.key}/run.json").json()["rows"]
        assert rows == playout.run("pig", games=600_000, seed=5).data()["rows"]


def test_one_that_was_stopped_waits_until_somebody_says_so(client: TestClient) -> None:
    run = ask(client, **{**PIG, "games": LONG})
    told = list[Any]()
    page = threading.Thread(target=lambda: told.extend(events(client, run)))
    page.start()
    wait(lambda: "so far are saved" in client.get(run).text or "<table" in client.get(run).text)
    assert client.post(f"{run}/stop").status_code == 303
    page.join(60)
    assert told[-1] == ("over", "")
    assert "Stopped." in client.get(run).text
    assert "event: over" in client.get(f"{run}/events").text
    assert client.post(f"{run}/resume").status_code == 303
    assert "data-events" in client.get(run).text
    client.post(f"{run}/stop")


def test_it_grows_with_an_interval_that_holds_whenever_one_stops(tmp_path: Path) -> None:
    store, run = begin(tmp_path, LONG)
    playing = store.playing(run)
    with playing.looked_at():
        wait(lambda: playing.version >= 2)
        assert playing.latest is not None
        assert not playing.latest.complete
        assert playing.latest.facts()["interval"].startswith("anytime")
        assert "<table" in playing.shown["html"]
        assert "So far: " in playing.shown["html"]
        assert "per second" in playing.words()
    playing.stop()


def test_all_who_look_share_one_computation(tmp_path: Path) -> None:
    store, run = begin(tmp_path, LONG)
    first, second = store.playing(run), store.playing(store.at(run.key))
    assert first is second
    with first.looked_at():
        with second.looked_at():
            wait(lambda: first.version > 0)
        assert first.is_running
    first.stop()


def test_a_page_that_is_closed_stops_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computations, "GRACE", 0.2)
    store, run = begin(tmp_path, LONG)
    playing = store.playing(run)
    with playing.looked_at():
        wait(lambda: playing.version > 0)
    wait(lambda: not playing.is_running)
    assert store.at(run.key).is_open  # and it goes on as soon as somebody looks
    answer = store.answer(run)
    assert answer is not None
    assert 0 < answer.games < LONG


def test_it_can_be_extended(client: TestClient) -> None:
    run = ask(client, **PIG)
    events(client, run)
    assert "give a larger number" in client.post(f"{run}/extend", data={"games": "5k"}).text
    assert client.post(f"{run}/extend", data={"games": "60k"}).status_code == 303
    assert events(client, run)[-1] == ("over", "")
    rows = client.get(f"{run}/run.json").json()["rows"]
    assert [row["games"] for row in rows] == [60_000, 60_000]
    assert "at most" in client.post(f"{run}/extend", data={"games": "1G"}).text


def test_one_that_is_deleted_is_gone(client: TestClient, tmp_path: Path) -> None:
    run = ask(client, **PIG)
    events(client, run)
    assert run in client.get("/ask").text
    assert client.post(f"{run}/delete").headers["location"] == "/ask"
    assert "no such run" in client.get(run).text
    assert run not in client.get("/ask").text
    assert list((tmp_path / "runs").iterdir()) == []


def test_runs_of_others_are_not_listed(tmp_path: Path) -> None:
    with opened(tmp_path) as one:
        run = ask(one, **PIG)
        assert run in one.get("/ask").text
    with opened(tmp_path) as other:
        assert run not in other.get("/ask").text
        assert other.get(run).status_code == 200  # whoever has the link can look


@pytest.mark.parametrize("key", ["", "x", "..%2f..%2fetc", "a" * 16, "a" * 15 + ".", "é" * 16])
def test_an_address_that_nobody_gave_is_no_run(client: TestClient, key: str) -> None:
    for path in (f"/run/{key}", f"/run/{key}/events", f"/run/{key}/games.run"):
        assert client.get(path).status_code in (400, 404)
    assert client.post(f"/run/{key}/delete").status_code in (400, 404, 405)


def test_no_more_runs_are_kept_than_there_is_room_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "MOST_RUNS", 1)
    ask(client, **PIG)
    assert "delete some of yours" in client.post("/ask", data=PIG).text
    monkeypatch.setattr(runs, "LEAST_FREE", 10**18)
    monkeypatch.setattr(runs, "MOST_RUNS", 9)
    assert "disk of this server" in client.post("/ask", data=PIG).text


def test_a_mistake_of_a_run_is_kept_and_can_be_tried_again(tmp_path: Path) -> None:
    store, run = begin(tmp_path, 1_000)
    kept = store.file(run.key).read_bytes()
    store.file(run.key).write_bytes(b"no database")
    playing = store.playing(run)
    playing.begin()
    wait(lambda: bool(store.at(run.key).error))
    assert str(tmp_path) not in store.at(run.key).error
    with pytest.raises(PlayoutError, match=r"^[^/]*$"):
        store.job(store.at(run.key))
    store.file(run.key).write_bytes(kept)
    store.resume(run.key)
    fresh = store.playing(store.at(run.key))
    fresh.begin()
    wait(lambda: store.at(run.key).complete)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(one.name, marks=pytest.mark.thorough if k % 4 else ())
        for k, one in enumerate(one for one in fields(Run) if one.name != "key")
    ],
)
def test_a_damaged_value_harms_one_run_alone(client: TestClient, tmp_path: Path, name: str) -> None:
    events(client, ask(client, **PIG))  # so nothing is compiled when a run is to be deleted
    values: list[object] = [None, 5, {"a": 1}, "\ud800"]
    for kept in values:
        run = ask(client, **PIG)
        path = tmp_path / "runs" / f"{run.removeprefix('/run/')}.json"
        words = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**words, name: kept}), encoding="utf-8")
        for page in ("/ask?game=pig", "/gallery", "/evening", "/"):
            assert client.get(page).status_code == 200, kept
        assert client.get(run).status_code in (200, 400), kept
        assert client.get(f"{run}/run.json").status_code in (200, 400), kept
        assert client.post(f"{run}/delete").headers["location"] == "/ask", kept


def test_a_run_that_another_program_plays_is_not_deleted(
    client: TestClient, tmp_path: Path
) -> None:
    run = ask(client, **PIG)
    lock = FileLock(tmp_path / "runs" / f"{run.removeprefix('/run/')}.run.lock", is_singleton=False)
    with lock:
        assert "Another process is using this run" in client.post(f"{run}/delete").text
    assert client.post(f"{run}/delete").headers["location"] == "/ask"


def test_a_batch_of_words_is_damage(client: TestClient, tmp_path: Path) -> None:
    run = ask(client, **PIG)
    assert events(client, run)[-1] == ("over", "")
    with closing(sqlite3.connect(tmp_path / "runs" / f"{run.removeprefix('/run/')}.run")) as file:
        file.execute("UPDATE batch SET count = 'abc'")
        file.commit()
    with opened(tmp_path) as fresh:
        assert "The file is damaged" in fresh.get(run).text


@pytest.mark.slow
def test_the_values_of_a_run_are_looked_at_more_closely(client: TestClient) -> None:
    run = ask(client, **PIG)
    events(client, run)
    page = client.get(run).text
    assert 'action="' + run + '/values"' in page
    assert 'placeholder="points&lt;=5"' in page
    query = "histogram=turns&histogram=throws&chance=turns<=12,turns=20..25&quantiles=0.1,0.9"
    whole = client.get(f"{run}/values?{query}").text
    part = client.get(f"{run}/values?{query}", headers={"HX-Request": "true"}).text
    assert part in whole
    assert part.count("<figure>") == 1
    for words in ("How often each value of turns and of throws", "turns &lt;= 12", "turns p10"):
        assert words in part
    link = f"{run}/table.csv?histogram=turns&amp;histogram=throws"
    assert link.replace("&amp;", "&") in part.replace("&amp;", "&")
    text = client.get(f"{run}/table.csv?histogram=turns").text
    assert text == write_csv(expected().histogram("turns").to_pandas())  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_effects_of_what_varies_are_looked_at(client: TestClient) -> None:
    run = ask(client, **PIG)
    events(client, run)
    assert '<option value="turns">on turns</option>' in client.get(run).text
    shown = client.get(f"{run}/values?effects=turns").text
    assert "What each factor changes" in shown
    assert shown.count("<figure>") == 1
    assert "What each factor changes" not in client.get(f"{run}/values?histogram=turns").text
    alone = ask(client, **{**PIG, "strategy": "hold", "games": 300})
    events(client, alone)
    assert 'name="effects"' not in client.get(alone).text
    shown = client.get(f"{alone}/values?effects=turns").text
    assert "least two values, such as players = 1,2" in shown


def test_values_that_cannot_be_shown_are_refused_in_a_sentence(client: TestClient) -> None:
    run = ask(client, **PIG)
    events(client, run)
    for query, wrong in (
        ("effects=nothing", "There is no measure"),
        ("chance=turns", "a measure, a sign and a value, such as"),
        ("quantiles=7", "must be numbers between 0 and 1"),
        ("histogram=nothing", "There is no measure"),
    ):
        said = client.get(f"{run}/values?{query}")
        assert said.status_code == 400
        assert wrong in said.text


@pytest.mark.slow
def test_a_course_is_asked_and_shown(client: TestClient) -> None:
    fields = {"game": "pig", "kind": "course", "by": "round", "games": 300, "seed": 5}
    run = ask(client, **fields, strategy="hold+random")
    events(client, run)
    answer = playout.course("pig", strategy="hold+random", by="round", games=300, seed=5)
    page = client.get(run).text
    assert answer.sentence() in page
    assert "player 1, hold" in page
    assert "Look closer" not in page
    assert client.get(f"{run}/pictures").text.count("<figure>") == 1
    assert client.get(f"{run}/values?chance=win=1").status_code == 400
    form = client.get("/ask?game=pig&kind=course").text
    assert form.index(">points</option>") < form.index(">win</option>")
