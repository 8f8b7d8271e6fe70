"""From a job, a run file or a study to its answer, whatever kind of question it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from playout.engine.game.stored import game_of
from playout.engine.match.decisions import play_to_end
from playout.engine.match.match import Match
from playout.engine.words.errors import OtherFile, PlayoutError, RunsCode, suggest
from playout.engine.words.looking import looking
from playout.engine.words.reading import read_each, read_path
from playout.engine.words.spelling import IN_PYTHON, as_typed, spelled
from playout.questions import KINDS
from playout.report.answer import Answer
from playout.report.progress import Progress, Screen, screen
from playout.runner import saved_runs
from playout.runner.foreign_code import (
    announcements,
    check_named,
    check_permitted,
    code_of_others,
)
from playout.runner.jobs import Job, play_job
from playout.runner.ledger import Ledger
from playout.runner.precompile import parallel_compiler
from playout.runner.saved_runs import Verified, play_saved, resumed_job, saved_result
from playout.runner.workers import workers_of

if TYPE_CHECKING:
    from playout.report.study import Study


def _part_of(kind: str, name: str) -> Any:
    """The class ``Job``, ``Answer`` or ``Study`` of a kind; PlayoutError if there is none."""
    part = getattr(import_module(KINDS[kind]), name, None) if kind in KINDS else None
    if part is None:
        known = [other for other in KINDS if hasattr(import_module(KINDS[other]), name)]
        raise PlayoutError(f"{as_typed('kind', kind)}: {suggest(kind, known)}")
    return part


def answer_type(job: Job[Any]) -> Callable[[Any], Answer]:
    """The class that makes an answer of what was found for a job."""
    of_this_kind: Callable[[Any], Answer] = _part_of(job.kind, "Answer")
    return of_this_kind


def job_in(ledger: Ledger, trusted: object = ()) -> Job[Any]:
    """The job of a run file, to be played: this runs the files and packages that the run names.

    PlayoutError for one that is not the user's own and not ``trusted``, by its name.  Warns of each
    (RunsCode), and of those that may not be what the run was made with (OtherFile).
    """
    every = code_of_others(job_to_view(ledger))
    check_permitted(ledger.path, every, read_each("trust", trusted))
    for sentence, is_other in announcements(ledger, every):
        warnings.warn(sentence, OtherFile if is_other else RunsCode, stacklevel=2)
    return _restored(ledger)


def job_to_merge(ledger: Ledger, trusted: object = ()) -> Job[Any]:
    """The job of a part whose games are played again; PlayoutError for code that is not named."""
    job = job_to_view(ledger)
    every = code_of_others(job)
    check_named(ledger.path, every, read_each("trust", trusted))
    return job_in(ledger, trusted) if every else job


def game_in(path: Path, row: int, number: int, trusted: object = ()) -> Match:
    """A game of a run that is in a file, played to its end by the strategies of its row."""
    match = match_in(path, row, number, trusted)
    play_to_end(match)
    return match


def match_in(path: Path, row: int, number: int, trusted: object = ()) -> Match:
    """The same before its first move."""
    with Ledger.open(path) as ledger:
        job = job_in(ledger, trusted)
    match_of = getattr(job, "match", None)
    if match_of is None:
        raise PlayoutError(
            f"{path}: this is a saved run of playout {job.kind}; use a run of playout run"
        )
    try:
        match: Match = match_of(row, number)
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from None
    return match


def job_to_view(ledger: Ledger) -> Job[Any]:
    """The job of a run file, to be looked at: it comes from the file alone.

    Nothing that the file names is run, so a job of others than Playout's own cannot be played.
    """
    form = ledger.form
    with ledger.interpreting("the game"):
        game = None if form is None else game_of(form)
    with looking(game):
        return _restored(ledger)


def _restored(ledger: Ledger) -> Job[Any]:
    with ledger.interpreting("what was asked"), spelled(IN_PYTHON):
        job_type = _part_of(ledger.kind, "Job")
        job: Job[Any] = job_type.restored(ledger.asked, ledger.end, ledger.begin)
    return job


def answer_in(ledger: Ledger) -> Answer:
    """The answer of a run file, as far as it was played; nothing that the file names is run."""
    job = job_to_view(ledger)
    return answer_type(job)(saved_result(ledger, job))


A = TypeVar("A", bound=Answer)


def answered(
    job: Job[Any],
    answer_type: Callable[[Any], A],
    workers: object = None,
    save: str | Path | None = None,
    progress: Progress | Screen | None = None,
) -> A:
    """Play a job; returns the answer that ``answer_type`` makes of what was found.

    ``workers`` are as in :func:`~playout.runner.workers.workers_of`; ``save`` names a file that
    keeps the games; ``progress`` says where it is seen how far it is.  Stopped with Ctrl-C, it
    returns the answer of what was counted so far.  An error that ends it carries that answer as its
    ``partial``.
    """
    path, shown = None if save is None else read_path(save, "save"), screen(progress)
    with workers_of(workers) as pool, shown(job) as watch, _partial_as(answer_type):
        return answer_type(play_saved(job, pool, path, watch=watch))


def continued(
    ledger: Ledger,
    games: int | None,
    workers: object = None,
    progress: Progress | Screen | None = None,
    trusted: object = (),
) -> Answer:
    """Play what is left of a run file, or up to more ``games``; answers as :func:`answered` does.

    The file is only changed once there are workers.  ``trusted`` are as in :func:`job_in`.
    """
    shown = screen(progress)
    with workers_of(workers) as pool:
        job = resumed_job(ledger, lambda ledger: job_in(ledger, trusted), games)
        make = answer_type(job)
        with shown(job) as watch, _partial_as(make):
            return make(play_job(job, pool, store=ledger, watch=watch, helper=parallel_compiler))


def merged(into: Path, parts: Sequence[Path], trusted: object = ()) -> Path:
    """The new file with all parts of a run; ``trusted`` are as in :func:`job_in`."""
    saved_runs.merge(into, parts, lambda ledger: job_to_merge(ledger, trusted), job_to_view)
    return into


def verified(path: Path, sample: int, trusted: object = ()) -> Verified:
    """The result of playing some batches of a run again."""
    with Ledger.open(path) as ledger:
        return saved_runs.verify(ledger, job_in(ledger, trusted), sample)


@contextmanager
def _partial_as(answer_type: Callable[[Any], Answer]) -> Iterator[None]:
    """Let an error carry the answer that is made of what was counted until then."""
    try:
        yield
    except PlayoutError as error:
        if error.partial is not None:
            error.partial = answer_type(error.partial)
        raise


def ask(
    of_type: type[A], given: dict[str, Any], change: Callable[[Any], Any] = lambda asked: asked
) -> A:
    """Ask what the keywords of a public function say, play what it needs, and answer."""
    question = import_module(KINDS[of_type.kind])
    how = [given.pop(name) for name in ("workers", "save", "progress")]
    asked = question.ask(given.pop("game"), **given.pop("options"), **given)
    return answered(question.Job(change(asked)), of_type, *how)


def load_study(path: Path, *, rehearsed: bool = True, usual: str = "run") -> Study:
    """The study in a file; PlayoutError for any mistake in it, before it is played.

    ``usual`` is its kind if the file has no word of it.  With ``rehearsed=False`` its answer is not
    tried out, which takes a while for some studies.
    """
    from playout.report.toml import AS_KEYS, checked, read_toml

    text, data = read_toml(path)
    try:
        with spelled(AS_KEYS):
            kind = data.get("kind", "gate" if "expect" in data else usual)
            model = _part_of(str(kind), "Study")
            study: Study = checked(model, path, text, data)
            if rehearsed:
                study.rehearse()
    except PlayoutError as error:
        sentence = str(error)
        message = sentence if sentence.startswith(str(path)) else f"{path}: {sentence}"
        raise PlayoutError(message) from None
    return study
