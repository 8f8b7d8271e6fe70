"""Who plays is one option, --workers; the three of before are understood, with a sentence."""

from __future__ import annotations

import json
import socketserver
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from tests.command import mistake, playout, printed

pytestmark = pytest.mark.slow

RUN = "run the-game --strategy greedy,combo --games 300"
PLAY = [
    RUN,
    "compare the-game --a combo --b greedy",
    "tournament mexican-train --strategies random,greedy",
    "luck the-game --strategies greedy,combo",
    "rare the-game --strategy random",
    "odds the-game",
    "map --size 3",
    "compound --size 3",
    "study the-game-blog --out FOLDER",
    "resume FOLDER/one.run",
    "extend FOLDER/one.run --games 900",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a run in it."""
    printed(f"{RUN} --save {tmp_path / 'one.run'}")
    return tmp_path


@pytest.mark.parametrize("command", PLAY, ids=lambda command: command.split()[0])
def test_every_command_that_plays_has_it(command: str, folder: Path) -> None:
    err = mistake(f"{command.replace('FOLDER', str(folder))} --workers 0")
    assert err == "playout: --workers 0: must be from 1 to 1,024\n"


@pytest.mark.parametrize("workers", ["--workers 2", "--workers=2", "--workers processes:1"])
def test_what_is_counted_does_not_depend_on_the_workers(workers: str) -> None:
    usual, other = playout(f"{RUN} --json"), playout(f"{RUN} --json {workers}")
    assert (usual.code, usual.err) == (0, "")
    assert (other.code, other.err) == (0, "")
    assert json.loads(usual.out)["rows"] == json.loads(other.out)["rows"]


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        pytest.param(bytes(range(256)), marks=pytest.mark.thorough),
    ],
)
def test_a_program_that_is_no_scheduler_is_told_in_a_sentence(answer: bytes) -> None:
    class Other(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                self.request.sendall(answer)
                self.request.recv(1000)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        port = other.server_address[1]
        words = ["run", "the-game-blog", "--games", "20", "--workers", f"tcp://127.0.0.1:{port}"]
        ended = subprocess.run(
            [sys.executable, "-m", "playout", *words], capture_output=True, text=True
        )
        other.shutdown()
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"playout: cluster tcp://127.0.0.1:{port}: no scheduler answers")
    assert ended.stderr.count("\n") == 1
