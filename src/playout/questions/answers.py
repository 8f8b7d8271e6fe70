"""From a job, a run file or a study to its answer, whatever kind of question it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from playout.engine.find.strategy_files import file_of, looking
from playout.engine.match.decisions import play_to_end
from playout.engine.match.match import Match
from playout.engine.words.errors import OtherFile, PlayoutError, suggest
from playout.engine.words.reading import read_path
from playout.questions import KINDS
from playout.report.answer import Answer
from playout.report.progress import Progress, Screen, screen
from playout.runner.jobs import Job, play_job
from playout.runner.ledger import Ledger
from playout.runner.precompile import parallel_compiler
from playout.runner.saved_runs import (
    changed_files,
    check_code,
    own_files,
    play_saved,
    resumed_job,
    saved_result,
)
from playout.runner.workers import workers_of

if TYPE_CHECKING:
    from playout.report.study import Study


def _part_of(kind: str, name: str) -> Any:
    """The class ``Job``, ``Answer`` or ``Study`` of a kind; PlayoutError if there is none."""
    part = getattr(import_module(KINDS[kind]), name, None) if kind in KINDS else None
    if part is None:
        known = [other for other in KINDS if hasattr(import_module(KINDS[other]), name)]
        raise PlayoutError(f"kind = {kind!r}: {suggest(kind, known)}")
    return part


def answer_type(job: Job[Any]) -> Callable[[Any], Answer]:
    """The class that makes an answer of what was found for a job."""
    of_this_kind: Callable[[Any], Answer] = _part_of(job.kind, "Answer")
    return of_this_kind


def job_in(ledger: Ledger) -> Job[Any]:
    """The job of a run file, to be played: this runs the strategy files that the run names.

    Warns (OtherFile) of each that may not be the one that the run was made with.
    """
    for sentence in changed_files(ledger, job_before_resuming(ledger)):
        warnings.warn(sentence, OtherFile, stacklevel=2)
    return _restored(ledger)


def game_in(path: Path, row: int, number: int) -> Match:
    """A game of a run that is in a file, played to its end by the strategies of its row."""
    with Ledger.open(path) as ledger:
        job = job_in(ledger)
    match_of = getattr(job, "match", None)
    if match_of is None:
        raise PlayoutError(f"{path}: a file of playout {job.kind}, not of playout run")
    try:
        match: Match = match_of(row, number)
    except PlayoutError as error:
        raise PlayoutError(f"{path}: {error}") from None
    play_to_end(match)
    return match


def job_before_resuming(ledger: Ledger) -> Job[Any]:
    """The job of a run file that is gone on with: its game's file is run, its strategies' are not.

    Without its game nothing can be said of it.
    """
    own = file_of(ledger.asked["game"])
    return job_to_view(ledger, [own] if own else [])


def job_to_view(ledger: Ledger, run: Sequence[str] = ()) -> Job[Any]:
    """The job of a run file, to be looked at: no strategy file is run, and it cannot be played.

    A file that declares its game is run if it is one of these, or where the one was that played it.
    """
    with looking([*own_files(ledger), *run]):
        return _restored(ledger)


def _restored(ledger: Ledger) -> Job[Any]:
    with ledger.interpreting("what was asked"):
        job_type = _part_of(ledger.kind, "Job")
        job: Job[Any] = job_type.restored(ledger.asked, ledger.end, ledger.begin)
    return job


def answer_in(ledger: Ledger) -> Answer:
    """The answer of a run file, as far as it was played; no strategy file is run.

    But if the file of its game was edited: some games are played again then, lest the numbers stand
    under other measures.  PlayoutError if they are others, else it warns (OtherFile).
    """
    job, file = job_to_view(ledger), file_of(ledger.asked["game"])
    if file and not own_files(ledger).get(file, True):
        if ledger.codes[-1]["files"].keys() - own_files(ledger).keys():
            raise PlayoutError(
                f"{ledger.path}: {file}, with its game, was edited since this was played, and a "
                "strategy file is not where it was, so they are not run to look at it; playout "
                "resume runs them"
            )
        check_code(ledger, _restored(ledger))
        sentence = f"{ledger.path}: {file}, with its game, was edited since this was played"
        warnings.warn(sentence, OtherFile, stacklevel=2)
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
) -> Answer:
    """Play what is left of a run file, or up to more ``games``; answers as :func:`answered` does.

    The file is only changed once there are workers.
    """
    shown = screen(progress)
    with workers_of(workers) as pool:
        job = resumed_job(ledger, job_in, games)
        make = answer_type(job)
        with shown(job) as watch, _partial_as(make):
            return make(play_job(job, pool, store=ledger, watch=watch, helper=parallel_compiler))


@contextmanager
def _partial_as(answer_type: Callable[[Any], Answer]) -> Iterator[None]:
    """Let an error carry the answer that is made of what was counted until then."""
    try:
        yield
    except PlayoutError as error:
        if error.partial is not None:
            error.partial = answer_type(error.partial)
        raise


def load_study(path: Path, *, rehearsed: bool = True) -> Study:
    """The study in a file; PlayoutError for any mistake in it, before it is played.

    With ``rehearsed=False`` its answer is not tried out, which takes a while for some studies.
    """
    from playout.report.toml import checked, read_toml

    text, data = read_toml(path)
    try:
        model = _part_of(str(data.get("kind", "run")), "Study")
        study: Study = checked(model, path, text, data)
        if rehearsed:
            study.rehearse()
    except PlayoutError as error:
        sentence = str(error)
        message = sentence if sentence.startswith(str(path)) else f"{path}: {sentence}"
        raise PlayoutError(message) from None
    return study
