"""Jobs and studies played as a test needs it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playout.report.answer import Answer
from playout.report.study import Study, play_study
from playout.runner.jobs import Job
from playout.runner.remote import Remote
from playout.runner.saved_runs import play_saved
from playout.runner.workers import Threads, workers_of


def played(job: Job[Any], workers: object = 2, save: Path | None = None, **more: Any) -> Any:
    """What a job finds, played by some threads or by workers that are there already.

    With ``save`` it is kept in that file, or gone on with.
    """
    if isinstance(workers, Threads | Remote):
        return play_saved(job, workers, save, **more)
    with workers_of(workers) as made:
        return play_saved(job, made, save, **more)


def played_study(study: Study, workers: object = 2, save: Path | None = None) -> Answer:
    """The answer of a study, played by some threads; with ``save`` its jobs are kept in files."""
    with workers_of(workers) as made:
        return play_study(study, made, save)
