"""Recording games, in a new file or in place of those that a file has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from playout.engine.words.errors import PlayoutError
from playout.questions.answers import answered
from playout.questions.gate.answer import Answer
from playout.questions.gate.found import Found
from playout.questions.gate.job import Job
from playout.questions.gate.recorded import answer_recorded, number_of
from playout.report.progress import Progress, Screen
from playout.report.words import between, several
from playout.runner.atomic_file import DRAFT


def record(
    job: Job, path: Path, workers: object = None, progress: Progress | Screen | None = None
) -> Answer:
    """Play the games of a job into a file of recorded games, and return the answer.

    Games that the file has are replaced when all are played, and the answer says what has changed.
    A recording of the same games that was stopped is resumed.  PlayoutError if the file is
    something else.
    """
    before: Answer | None = answer_recorded(path)
    if before is None:
        return answered(job, Answer, workers, path, progress)
    if not before.complete:
        try:
            return answered(job, Answer, workers, path, progress)
        except PlayoutError as error:
            if error.partial is not None:
                raise  # else these are other games, so the file cannot be resumed
    kept = f"{path} keeps the games that were recorded before."
    try:
        with TemporaryDirectory(prefix=DRAFT, dir=path.parent) as folder:
            fresh = Path(folder, path.name)
            answer = answered(job, Answer, workers, fresh, progress)
            if answer.complete:
                fresh.replace(path)
    except PlayoutError as error:
        if error.partial is not None:
            error.partial = _told(error.partial, kept)
        raise
    return _told(answer, _changes(before.found, answer.found) if answer.complete else kept)


def _told(answer: Answer, replaced: str) -> Answer:
    return Answer(replace(answer.found, replaced=replaced))


def _changes(before: Found, now: Found) -> str:
    """What has changed since games were recorded before."""
    seed = before.asked.seed
    there = {(one.name, number_of(one)): k for k, one in enumerate(before.asked.expectations)}
    games = several(max(played.games for played in before.counted), "game")
    text = f"They replace the {games} that were recorded before"
    changes = [] if seed == now.asked.seed else [f"These deals are others: the seed was {seed}."]
    for k, one in enumerate(now.asked.expectations):
        at = there.get((one.name, number_of(one)))
        if at is None:
            changes.append(f"'{one.name}' is new.")
            continue
        both = min(before.counted[at].games, now.counted[k].games)
        old, new = (
            of.counted[n].values[:both] / of.asked.expectations[n].parts[0].unit
            for of, n in ((before, at), (now, k))
        )
        differ = np.count_nonzero(old != new)
        if differ:
            rate = one.target.goal.measure.is_rate
            was, is_now = (between(of.intervals[n][0], rate) for of, n in ((before, at), (now, k)))
            changes.append(
                f"'{one.name}' was {was} and is {is_now}; {differ:,} of {both:,} games differ."
            )
    return " ".join([f"{text}.", *changes] if changes else [f"{text}; no value has changed."])
