"""Where progress is seen, and what is said: in a notebook, in a terminal, by a user's function."""

from __future__ import annotations

import io
import os
import re
import sys
import time
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import playout
from playout.engine.native import jit
from playout.engine.words.errors import PlayoutError
from playout.questions.runs import Job, ask
from playout.report import progress
from playout.report.progress import Notebook, Screen, Terminal, View, duration, screen


class Kernel:
    """A Jupyter kernel as far as it is asked for here: what its front end is sent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[tuple[str, dict[str, str]]] = []
        ipython, displays = ModuleType("IPython"), ModuleType("IPython.display")
        ipython.get_ipython = lambda: SimpleNamespace(kernel=self)  # type: ignore[attr-defined]
        displays.display = self.display  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "IPython", ipython)
        monkeypatch.setitem(sys.modules, "IPython.display", displays)
        monkeypatch.setattr(progress, "SILENT", 0.0)
        monkeypatch.setattr(progress, "PAUSE", 0.01)

    def display(self, data: dict[str, str], *, raw: bool, display_id: bool) -> Any:
        self.sent.append(("new", data))
        return SimpleNamespace(update=self.update)

    def update(self, data: dict[str, str], *, raw: bool) -> None:
        self.sent.append(("update", data))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return Kernel(monkeypatch)


def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every batch take a moment, so that the bar is drawn between two of them."""
    play = Job.play

    def play_slowly(self: Any, batch: Any) -> Any:
        time.sleep(0.05)
        return play(self, batch)

    monkeypatch.setattr(Job, "play", play_slowly)


def test_a_notebook_has_a_bar_that_changes_in_place_and_is_empty_at_the_end(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch)
    playout.run("the-game", strategy=["greedy", "combo"], games=2000, workers=1)
    assert [how for how, _ in kernel.sent] == ["new"] + ["update"] * (len(kernel.sent) - 1)
    texts = [data["text/plain"] for _, data in kernel.sent]
    assert texts[-1] == kernel.sent[-1][1]["text/html"] == ""
    assert any(re.match(r"[\d,]+ of 4,000 games", text) for text in texts)
    bars = [data["text/html"] for _, data in kernel.sent if "<progress" in data["text/html"]]
    shares = [float(re.findall(r'value="([\d.]+)"', bar)[0]) for bar in bars]
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


def test_the_bar_is_there_before_the_first_batch_is_finished(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch)
    said: list[tuple[int, int]] = []
    playout.run("the-game", games=2, workers=1)
    first = next(data for _, data in kernel.sent if " of " in data["text/plain"])
    assert first["text/plain"] == "0 of 2 games"
    assert 'value="0.000"' in first["text/html"]
    playout.run("the-game", games=20, progress=lambda done, total: said.append((done, total)))
    assert min(said)[0] > 0  # a function is called when something is done


@pytest.mark.parametrize("given", [False, lambda done, total: None])
def test_a_notebook_has_no_bar_if_another_progress_is_asked_for(
    given: Any, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow(monkeypatch)
    playout.run("the-game", games=500, workers=1, progress=given)
    assert kernel.sent == []


def test_all_jobs_of_a_call_share_one_bar(kernel: Kernel) -> None:
    shown, job = screen(), Job(ask("the-game", games=16))
    for _ in range(2):
        with shown(job) as watch:
            assert watch is not None
            plan = job.plan()
            batch = plan.next()
            assert batch is not None
            plan.finish(batch, job.play(batch), 0.1)
            watch(plan)
            time.sleep(0.1)
    assert [how for how, _ in kernel.sent] == ["new", "update", "update", "update"]


def test_a_notebook_says_what_is_compiled(kernel: Kernel) -> None:
    with Notebook()(), jit.compiling("No Game"):
        time.sleep(0.1)
        with jit.compiling_as("careful for No Game"):
            jit.announce_compiling()
        time.sleep(0.1)
    told = [data["text/plain"] for _, data in kernel.sent]
    waiting = "waiting for another program that compiles"  # until the lock is had
    assert [text for text in told if text != waiting] == [
        "loading No Game",
        "compiling careful for No Game, once on this machine",
        "",
    ]


def test_nothing_is_said_of_what_takes_less_than_half_a_second() -> None:
    view = View(None)
    with jit.compiling("No Game"):
        assert view.words() == ""
        time.sleep(progress.SILENT + 0.05)
        assert view.words() == "loading No Game"
    assert view.words() == ""


def test_outside_a_notebook_nothing_is_shown_unless_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert type(screen()) is type(screen(False)) is Screen
    assert type(screen(True)) is Terminal
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    playout.run("the-game", games=100, progress=True)  # no terminal
    assert said.getvalue() == ""


def test_without_a_terminal_a_long_job_writes_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch)
    monkeypatch.delenv(progress.QUIET)
    monkeypatch.setattr(progress, "FIRST_LINE", 0.05)
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    playout.run("the-game", games=4000, workers=1, progress=True)
    first, *more = said.getvalue().splitlines()
    assert re.fullmatch(
        r"playout: run the-game: (\d+ of 4,000 games|still working after 1 s)", first
    )
    assert len(more) < 10
    monkeypatch.setenv(progress.QUIET, "1")
    said.truncate(0)
    playout.run("the-game", games=4000, workers=1, progress=True)
    assert said.getvalue() == ""


def test_a_wrong_progress_is_refused_in_one_sentence() -> None:
    wrong: Any
    for wrong, shown in (("yes", "'yes'"), (type, "<class 'type'>"), (dict, "<class 'dict'>")):
        with pytest.raises(PlayoutError, match=f"progress={shown}: must be True, False, or a"):
            playout.run("the-game", games=10, progress=wrong)


def test_durations_have_about_two_digits() -> None:
    seconds = [0.2, 42.4, 99.4, 100, 204, 594, 596, 5_900, 6_100, 7_200, 172_000, 400_000]
    assert [duration(number) for number in seconds] == [
        "1 s",
        "42 s",
        "99 s",
        "1 min 40 s",
        "3 min 20 s",
        "9 min 50 s",
        "10 min",
        "98 min",
        "1 h 40 min",
        "2 h",
        "47 h 45 min",
        "5 days",
    ]


@pytest.mark.slow
def test_in_a_real_notebook_the_bar_is_gone_at_the_end() -> None:
    notebooks = pytest.importorskip("nbformat.v4")
    client = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    code = "import time, playout\nfrom playout.questions.runs import Job\nplay = Job.play\n"
    code += "Job.play = lambda self, batch: (time.sleep(0.4), play(self, batch))[1]\n"
    code += "playout.run('the-game', games='1k', workers=1).games"
    notebook = notebooks.new_notebook(cells=[notebooks.new_code_cell(code)])
    said: list[str] = []

    class Client(client.NotebookClient):  # type: ignore[misc,name-defined]
        def process_message(self, message: Any, *rest: Any) -> Any:
            said.append(str(message["content"].get("data", {}).get("text/plain")))
            return super().process_message(message, *rest)

    Client(notebook, kernel_name="python3", resources={"metadata": {"path": os.getcwd()}}).execute()
    assert any(re.match(r"[\d,]+ of 1,000 games", one) for one in said)
    bar, result = notebook.cells[0].outputs
    assert bar["data"] == {"text/plain": "", "text/html": ""}
    assert result["data"]["text/plain"] == "1000"
