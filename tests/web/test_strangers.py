"""Files of strangers in the folder of a server, and code of users that fails or never ends."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import playout
from playout.engine.words.errors import PlayoutError
from playout.web.server import serve, settings_for
from playout.web.settings import Settings
from tests.web.conftest import ask, events, lay, opened

STRATEGY = """
import pathlib, playout
pathlib.Path({mark!r}).touch()

@playout.strategy("pig")
def bold(view, rng):
    "Never holds."
    return 0
"""
STUDY = """
title = "A study"
game = "pig"
games = 20
[factors]
strategy = ["{file}:bold"]
"""
KEY = "A" * 16
RUN = {"title": "t", "kind": "run", "game": "pig", "asked": [], "begun": 1.0}


@pytest.fixture
def strange(tmp_path: Path) -> tuple[Path, Path]:
    """A file with a strategy, and the file that shows that it has run."""
    file, mark = tmp_path / "strange.py", tmp_path / "it-has-run"
    file.write_text(STRATEGY.format(mark=str(mark)), "utf-8")
    return file, mark


def a_table(folder: Path, file: Path) -> list[str]:
    with opened(folder) as client:
        path = lay(client, "pig", "person", "hold")
    kept = next((folder / "tables").iterdir())
    words = json.loads(kept.read_text("utf-8")) | {"seats": ["person", f"{file}:bold"]}
    kept.write_text(json.dumps(words), "utf-8")
    return [path, f"/api{path}s"]


def a_search(folder: Path, file: Path) -> list[str]:
    path = a_table(folder, file)[0]
    kept = next((folder / "tables").iterdir())
    words = json.loads(kept.read_text("utf-8"))
    words["seats"][1] = f"search:blueprint={file}:bold"
    kept.write_text(json.dumps(words), "utf-8")
    return [path]


def a_study(folder: Path, file: Path) -> list[str]:
    study = folder.parent / "strange.toml"
    study.write_text(STUDY.format(file=file), "utf-8")
    (folder / "runs").mkdir(parents=True)
    (folder / "runs" / f"{KEY}.json").write_text(json.dumps(RUN | {"study": str(study)}), "utf-8")
    return [f"/run/{KEY}"]


def a_run(folder: Path, file: Path) -> list[str]:
    (folder / "runs").mkdir(parents=True)
    playout.run("pig", strategy=f"{file}:bold", games=20, save=folder / "runs" / f"{KEY}.run")
    with closing(sqlite3.connect(folder / "runs" / f"{KEY}.run")) as database:
        database.execute("DELETE FROM batch")
        database.commit()
    (folder / "runs" / f"{KEY}.json").write_text(json.dumps(RUN), "utf-8")
    return [f"/run/{KEY}"]


@pytest.mark.parametrize("kind", [a_table, a_search, a_study, a_run])
def test_a_file_in_the_folder_runs_no_code_that_was_not_named(
    tmp_path: Path,
    strange: tuple[Path, Path],
    kind: Callable[[Path, Path], list[str]],
) -> None:
    file, mark = strange
    pages = kind(tmp_path / "web", file)
    mark.unlink(missing_ok=True)
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")  # so that it would run again
    with opened(tmp_path / "web") as client:
        for page in pages:
            assert client.get(page).status_code in (200, 400, 404)
        if kind is a_run:
            assert ("over", "") in events(client, pages[0])
            assert "was not named when this server was started" in client.get(pages[0]).text
            for action in ("look", "review", "extend"):
                sent = {"row": "1", "number": "0", "games": "50"}
                answer = client.post(f"{pages[0]}/{action}", data=sent)
                assert (answer.status_code, "was not named" in answer.text) == (400, True)
    assert not mark.exists()


def test_a_file_that_was_named_is_played(tmp_path: Path, strange: tuple[Path, Path]) -> None:
    file, _ = strange
    (page,) = a_run(tmp_path / "web", file)
    with opened(tmp_path / "web", strategies={"pig": [f"{file}:bold"]}) as client:
        events(client, page)
        assert "Complete." in client.get(page).text


RAISES = """
import playout

@playout.game("raises", options=[playout.Option("players", 1, "players", 1, 1)],
              measures=[playout.Measure("n", "mean", "n")])
class Raises:
    "Fails."
    def deal(self, rules, stream): self.n = 0
    def is_over(self, rules): return self.n > 3
    def legal_moves(self, rules): {legal}
    def play(self, rules, move, stream): {play}
    def score(self, rules): return {{"n": self.n}}
"""


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # for the log
@pytest.mark.parametrize("error", ["KeyError('secret')", "SystemExit(0)"])
def test_an_error_of_a_game_is_told_in_a_sentence(tmp_path: Path, error: str) -> None:
    file = tmp_path / "raises.py"
    file.write_text(RAISES.format(legal="return [0]", play=f"raise {error}"), "utf-8")
    with opened(tmp_path / "web", files=[str(file)]) as client:
        run = ask(client, game=str(file), kind="run", games=20)
        events(client, run)
        assert error.partition("(")[0] in client.get(run).text


def test_a_table_says_that_its_rules_have_failed(tmp_path: Path) -> None:
    file = tmp_path / "raises.py"
    file.write_text(RAISES.format(legal="raise KeyError('secret')", play="self.n += 1"), "utf-8")
    app = opened(tmp_path / "web", files=[str(file)])
    client = TestClient(app.app, base_url="http://localhost", raise_server_exceptions=False)
    answer = client.post("/play", data={"game": str(file), "seat": "person"})
    assert "secret" not in answer.text
    assert "failed: playout check says how" in answer.text


@pytest.mark.parametrize(
    ("host", "words"),
    [("nowhere.invalid", "there is no such host"), ("192.0.2.1", "must be an address of this")],
)
def test_a_host_that_is_none_of_this_machine(tmp_path: Path, host: str, words: str) -> None:
    with pytest.raises(PlayoutError, match=words):
        serve(Settings(tmp_path), host, 0, False, print)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PlayoutError, match="this is not a folder"):
        settings_for(tmp_path / "file", [], {}, "127.0.0.1")


@pytest.mark.thorough  # a server of its own, which waits
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
def test_ctrl_c_ends_a_server_whose_strategy_never_returns(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(RAISES.format(legal="return [0]", play="\n        while True: pass"), "utf-8")
    words = ["web", "--folder", str(tmp_path / "web"), "--port", "0", "--game", str(file)]
    words += ["--no-prepare"]
    command = [sys.executable, "-m", "playout", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        address = server.stderr.readline().split()[-1]
        sent = f"game={file}&seat=random".encode()
        with urllib.request.urlopen(f"{address}play", sent) as page:
            table = page.url
        with suppress(TimeoutError):
            urllib.request.urlopen(f"{table}/step", b"turn=0", timeout=1)
        begun = time.monotonic()
        server.send_signal(signal.SIGINT)
        server.wait(30)
        assert time.monotonic() - begun < 20
        assert "Traceback" not in server.stderr.read()


@pytest.mark.thorough  # a server of its own
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for one process")
def test_ctrl_c_ends_a_server_while_a_page_listens(tmp_path: Path) -> None:
    words = ["web", "--folder", str(tmp_path / "web"), "--port", "0", "--no-prepare"]
    command = [sys.executable, "-m", "playout", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        address = server.stderr.readline().split()[-1]
        with urllib.request.urlopen(f"{address}play", b"game=pig&seat=person&seat=person") as page:
            table = page.url
        with urllib.request.urlopen(f"{table}/news") as news:
            assert news.readline() == b"event: version\r\n"
            server.send_signal(signal.SIGINT)
            server.wait(30)
        # "playout: stopped", or nothing where programs in the background ignore Ctrl-C.
        assert "Traceback" not in server.stderr.read()


def test_a_damaged_run_is_no_file_to_take_along(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        run = ask(client, game="pig", kind="run", games=20)
        events(client, run)
        file = next((tmp_path / "runs").glob("*.run"))
        whole = file.read_bytes()
        assert whole.count(b"CREATE TABLE batch") == 1
        file.write_bytes(whole.replace(b"CREATE TABLE batch", b"CREATE TABL\x9f batch"))
        answer = client.get(f"{run}/games.run")
        assert (answer.status_code, "is damaged" in answer.text) == (400, True)
