"""A run that is played while somebody looks at it: a question, or all of a study."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playout.report.answer import Answer
from playout.report.study import Study, play_study
from playout.runner.jobs import Job, outcome_of
from playout.runner.ledger import Ledger
from playout.runner.saved_runs import counted
from playout.web.fragments import told
from playout.web.store.priority import Behind
from playout.web.store.running import Computation, Shown


class Playing(Computation):
    """The computation of a run, on all processors; the games are in its file, or its files."""

    def __init__(
        self,
        file: Path,
        study: Study | None = None,
        ended: Callable[[Playing], None] = lambda playing: None,
    ) -> None:
        """``ended`` is called, in another thread, when nothing more is played for now."""
        super().__init__(None, shown, file, workers=None)
        self._study, self._when_ended = study, ended

    def _answered(self) -> Answer:
        if self._study is None:
            return super()._answered()
        with Behind() as pool:
            return play_study(self._study, pool, self._file, self)

    def _ended(self) -> None:
        self._when_ended(self)

    def words(self) -> str:
        """How far it is, how fast it goes on, and how long that takes; or what it waits for."""
        words, view = super().words(), self._view
        if view is None or view.plan is None or view.job is None or not words:
            return words
        speed = view.job.units(1) * view.speed()
        return f"{words}, {speed:,.0f} {view.job.unit} a second" if speed >= 1 else words

    def progress(self) -> dict[str, Any]:
        """The words, and how much is done, 0 .. 1; None if nobody can tell."""
        share = None if self._view is None else self._view.share()
        return {"text": self.words(), "share": share}


def shown(answer: Answer) -> Shown:
    """What a page is told of an answer that grows."""
    return {"html": told(answer)}


def kept(study: Study, file: Path) -> Answer:
    """The answer of a study as far as it is in its files; nothing is played."""
    steps = study.steps()
    try:
        name, job = next(steps)
        while True:
            found = _found(job, file.with_name(f"{file.stem}{name}{file.suffix}"))
            name, job = steps.send(found)
    except StopIteration as end:
        answer: Answer = end.value
        return answer


def _found(job: Job[Any], file: Path) -> Any:
    if not file.exists():
        return job.result(outcome_of(job.plan(), True, False))
    with Ledger.open(file) as ledger:
        return counted(ledger, job)
