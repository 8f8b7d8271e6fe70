"""What every job promises: whoever plays, and in whatever parts, what is found is the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.questions import KINDS
from playout.questions.answers import answer_type, answered
from playout.report.answer import Answer
from playout.report.figures import PAGE
from playout.runner.jobs import Job
from playout.runner.plan import Batch, Outcome
from playout.runner.processes import Processes
from playout.runner.tasks import play_task, task_of
from playout.runner.workers import Threads
from playout.stats.packing import pack
from tests.playing import over, played

ROUND = {"rounds": 1, "set": 6}
START = ". . . X\n . O . .\n  . . . .\n   . . X ."


def job(kind: str, *given: Any, **more: Any) -> Callable[[], Job[Any]]:
    """What makes a job of a kind, made when it is needed."""

    def made() -> Job[Any]:
        module = import_module(KINDS[kind])
        one: Job[Any] = module.Job(module.ask(*given, **more))
        return one

    return made


TRAIN, GAME = "mexican-train", "the-game"
PIGS = [over("pig", strategy="random", seed=seed, goal=12) for seed in (1, 2)]
JOBS = {
    "run": job("run", GAME, players=[1, 3], strategy=["greedy", "combo"], games=400),
    "run, seats": job("run", TRAIN, seats=["random,greedy,greedy"], games=300, **ROUND),
    "run, precision": job("run", GAME, precision="20%", measure="cards_left", seed=5),
    "compare": job("compare", GAME, a="combo", b="greedy", margin=0.05, max_games=40_000),
    "compare, rules": job(
        "compare", GAME, strategy="combo", a_rules="min-cards=3,hints=marks", max_games=150
    ),
    "compare, table": job(
        "compare", TRAIN, a="greedy", b="random", players=3, measure="points", max_games=150
    ),
    "tune": job("tune", "pig", vary="goal=30,40", targets="seats=equal±6", max_games=400),
    "tune, best": job(
        "tune",
        "pig",
        vary=[],
        strategy="hold:at={9,20}",
        maximize="win(against random)",
        goal=40,
        max_games=900,
    ),
    "gate": job(
        "gate", "pig", expect=["win(random)<=40%", "seats=equal±1"], goal=20, max_games=400
    ),
    "tournament": job("tournament", TRAIN, strategies="random,greedy,path", games=150, **ROUND),
    "luck": job("luck", GAME, strategies="random,greedy", repeats=3, players=3, games=100),
    "luck, rivals": job("luck", TRAIN, strategies="random,greedy", games=100, **ROUND),
    "rare": job("rare", GAME, strategy="greedy+random", players=2, particles=50, repeats=20),
    "course": job("course", GAME, players=3, strategy="greedy", games=200),
    "course, seats": job("course", "pig", strategy="hold+random", by="move", steps=30, games=60),
    "describe": job("describe", "pig", knock_out="goal=30", goal=40, games=60),
    "describe, alone": job("describe", "pig", players=1, levels="none", goal=40, games=150),
    "odds": job("odds", GAME, strategy="quick", players=2, turn=9, games=300),
    "odds, precision": job("odds", "pig", strategy="random", goal=80, precision="6%"),
    "review": job("review", "pig", strategy="random", reviewer="hold", worlds=100, goal=20),
    "reviews": job("reviews", PIGS, worlds=20),
    "mistakes": job("mistakes", "pig", strategy="random", games=6, worlds=10, goal=20),
    "map": job("hex-map", stones=START, boards=40_000, p=0.4, seed=6),
    "compound": job("hex-compound", stones=START, boards=300, games=60, p=0.4, seed=6),
    "compound, confident": job("hex-compound", 4, boards=300, games=60, confidence=0.9),
}
answers: dict[str, Answer] = {}


OFTEN = ("run", "compare", "course, seats", "odds, precision", "map")
SELDOM = (
    "run, precision",
    "compare, rules",
    "compare, table",
    "tune, best",
    "luck",
    "course",
    "describe, alone",
    "odds",
    "compound, confident",
)
"""The jobs of ordinary runs, and those that only thorough ones have: a second of their kind."""


def _marks(name: str) -> Any:
    if name in SELDOM:
        return pytest.mark.thorough
    return () if name in OFTEN else pytest.mark.slow


@pytest.fixture(params=[pytest.param(name, marks=_marks(name)) for name in JOBS])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def whole(name: str) -> Answer:
    """The answer to the job, played once, by one thread."""
    if name not in answers:
        answers[name] = answer_of(JOBS[name](), 1)
    return answers[name]


def answer_of(job: Job[Any], workers: object, *more: Any) -> Answer:
    """What the job is answered."""
    found: Answer = answered(job, answer_type(job), workers, *more)
    return found


@pytest.fixture(scope="module")
def other() -> Iterator[Processes]:
    with Processes(1) as workers:
        yield workers


def test_every_kind_of_job_is_here() -> None:
    kinds = {kind for kind, module in KINDS.items() if hasattr(import_module(module), "Job")}
    assert {made().kind for made in JOBS.values()} == kinds


def test_an_answer_of_nothing_is_told(name: str) -> None:
    job = JOBS[name]()
    nothing = job.nothing()
    outcome = Outcome(nothing, [0.0] * len(nothing), 0.0, False)
    answer = answer_type(job)(job.result(outcome))
    assert answer.games == 0
    assert "nan" not in repr(answer)
    json.dumps(answer.data(), allow_nan=False)
    for figure in answer.figures():
        figure.draw(PAGE).draw_without_rendering()


def test_neither_threads_nor_batches_change_it(
    name: str, whole: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert whole.complete
    job = JOBS[name]()
    monkeypatch.setattr(type(job), "first", 7)
    monkeypatch.setattr(Threads, "batch_seconds", 0.002)
    assert answer_of(job, 3) == whole


def test_what_was_stopped_goes_on_from_its_file_to_the_same(
    name: str, whole: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    job, path = JOBS[name](), tmp_path / "one.run"
    with monkeypatch.context() as small:
        small.setattr(type(job), "first", 1)
        small.setattr(Threads, "batch_seconds", 1e-9)
        partial = answer_of(job, 1, path, stop)
    assert not partial.complete
    assert 0 < partial.games < whole.games
    assert playout.load_run(path) == partial
    assert answer_of(JOBS[name](), 2, path) == whole
    assert playout.resume(path) == whole  # nothing is left to be played
    assert playout.verify(path, 3).different == []


def test_names_and_numbers_are_enough_to_play_a_batch(name: str) -> None:
    job = JOBS[name]()
    words = json.dumps(job.asked.canonical())
    again = type(job).restored(json.loads(words), job.end, job.begin)
    assert json.dumps(again.asked.canonical()) == words
    assert (again.begin, again.end) == (job.begin, job.end)
    for count in (1, 2):
        due = pack(job.play(Batch(0, 1, count)))
        assert pack(again.play(Batch(0, 1, count))) == due
        assert play_task(task_of(job), 0, 1, count)[0] == due


@pytest.mark.slow
def test_another_process_finds_the_same(name: str, whole: Answer, other: Processes) -> None:
    job = JOBS[name]()
    assert answer_type(job)(played(job, other)) == whole
