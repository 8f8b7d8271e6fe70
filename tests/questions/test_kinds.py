"""The list of questions is the only one, and whatever is played is answered in the same way."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from playout import questions
from playout.engine.words.errors import IllegalMove, PlayoutError, WorkersLost
from playout.questions import KINDS
from playout.questions.answers import (
    _partial_as,
    answered,
    load_study,
)
from playout.questions.runs import Answer, Found, Job, ask
from playout.report import answer as answers
from playout.report import study as studies
from playout.runner import jobs
from tests.playing import played
from tests.runner.small_runs import write_bold

FOLDER = Path(str(questions.__file__)).parent
SHARED = ("targets",)  # below several questions, and none itself
LATE = "if view.left <= 72: return -77"  # with seed 1 so few are left in game 24 for the first time


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_what_plays_and_what_answers_it(kind: str) -> None:
    module = import_module(KINDS[kind])
    found = [name for name in ("Job", "Answer", "Study") if hasattr(module, name)]
    if hasattr(module, "find"):  # what is found at once: nothing of it is played or kept
        found.append("Job")
    assert "Study" in found or {"Job", "Answer"} <= set(found)
    assert ("Job" in found) <= ("Answer" in found)  # what is played and kept can be told
    if hasattr(module, "Job"):
        assert issubclass(module.Job, jobs.Job)
        assert module.Job.kind == kind
        assert hasattr(module, "Asked")
        assert hasattr(module, "Found")
    if "Answer" in found:
        assert issubclass(module.Answer, answers.Answer)
        assert module.Answer.kind == kind
    if "Study" in found:
        assert issubclass(module.Study, studies.Study)
        assert module.Study.model_fields["kind"].default == kind


def test_every_folder_of_a_question_is_in_the_list() -> None:
    folders = [path.parent for path in FOLDER.rglob("job.py")]
    assert len(folders) >= 7
    for folder in folders:
        name = ".".join(("playout", "questions", *folder.relative_to(FOLDER).parts))
        assert name in KINDS.values()
    for folder in FOLDER.iterdir():
        if folder.is_dir() and folder.name not in ("__pycache__", *SHARED):
            name = f"playout.questions.{folder.name}"
            assert any(module.startswith(name) for module in KINDS.values())


def test_every_class_that_answers_is_of_a_kind_in_the_list() -> None:
    for module in KINDS.values():
        import_module(module)
    for base in (answers.Answer, jobs.Job):
        ours = [one for one in all_below(base) if one.__module__.startswith("playout.")]
        found = [one for one in ours if not one.__subclasses__()]  # without what they share
        assert found
        assert {one.kind for one in found} <= set(KINDS)


def all_below(base: Any) -> list[Any]:
    """All classes made of a class."""
    return [one for made in base.__subclasses__() for one in (made, *all_below(made))]


def test_a_kind_that_there_is_not_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for kind, told in (
        ("runs", "kind = 'runs': did you mean 'run'"),
        ("luck", "kind = 'luck': choose from compare, gate, hex-"),
    ):
        path.write_text(f'kind = "{kind}"\ngame = "the-game"\n')
        with pytest.raises(PlayoutError, match=rf"mine\.toml: {told}") as caught:
            load_study(path)
        assert "review" not in str(caught.value)  # of which there are no studies


@pytest.mark.parametrize("line", ["games = 1.000", 'games = "1.000"', "seed = 1.000"])
def test_a_number_of_a_study_that_may_be_a_thousand_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'game = "pig"\nquestion = "?"\n{line}\n')
    with pytest.raises(PlayoutError, match=r"= '?1\.000'?: .*; did you mean 1000"):
        load_study(path)


# ---------------------------------------------------------------- what is answered


def test_an_illegal_move_carries_the_answer_of_what_was_counted_before(tmp_path: Path) -> None:
    asked = ask("the-game", strategy=write_bold(tmp_path, LATE), games=5_000)
    with pytest.raises(IllegalMove, match="playout replay the-game --strategy") as told:
        answered(Job(asked), Answer, 2)
    partial = told.value.partial
    assert type(partial) is Answer
    assert not partial.complete
    assert 0 < partial.games <= 24
    assert partial.note.startswith("Stopped early")
    assert json.loads(json.dumps(partial.data()))["complete"] is False
    with pytest.raises(IllegalMove) as again:
        played(Job(asked))
    assert type(again.value.partial) is Found
    assert not again.value.partial.complete


def test_an_error_with_nothing_counted_has_no_answer() -> None:
    with pytest.raises(PlayoutError, match="cannot be written") as told:
        answered(Job(ask("the-game")), Answer, 1, Path("/dev/null/nowhere/one.run"))
    assert told.value.partial is None


def test_lost_workers_carry_the_answer_too() -> None:
    lost = WorkersLost("gone")
    lost.partial = played(Job(ask("the-game", games=10)), 1)
    with pytest.raises(WorkersLost) as told, _partial_as(Answer):
        raise lost
    assert type(told.value.partial) is Answer
