"""Jobs and studies played as a test needs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playout.engine.match.decisions import play_to_end
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError
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


def over(game: str, **how: Any) -> Match:
    """A game that strategies have played to its end."""
    match = Match(game, **how)
    play_to_end(match)
    return match


def refused(sentence: str, function: Callable[..., Any], *given: Any, **options: Any) -> None:
    """A function refuses what it is given, in one line that holds a sentence."""
    with pytest.raises(PlayoutError) as caught:
        function(*given, **options)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def played_study(study: Study, workers: object = 2, save: Path | None = None) -> Answer:
    """The answer of a study, played by some threads; with ``save`` its jobs are kept in files."""
    with workers_of(workers) as made:
        return play_study(study, made, save)
