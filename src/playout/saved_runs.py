"""What Playout offers to Python programs for runs that are files: one function for each command."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from playout.engine.words.reading import read_count, read_each, read_path, read_whole
from playout.questions.answers import answer_in, continued, merged, verified
from playout.report.answer import Answer
from playout.report.progress import Progress
from playout.runner.ledger import Ledger
from playout.runner.saved_runs import Verified

File = str | Path
Names = str | Iterable[str]


def load_run(path: File) -> Answer:
    """The answer of a run, as far as it is in its file, also while it is played."""
    with Ledger.open(read_path(path)) as ledger:
        return answer_in(ledger)


def resume(
    path: File, *, workers: object = None, progress: Progress | None = None, trust: Names = ()
) -> Answer:
    """Play what is left of a run: the answer is that of one that was never stopped.

    Code that the run names, and that others than you may have written, needs its name in ``trust``.
    """
    with Ledger.open(read_path(path), write=True) as ledger:
        return continued(ledger, None, workers, progress, trust)


def extend(
    path: File,
    games: int | str,
    *,
    workers: object = None,
    progress: Progress | None = None,
    trust: Names = (),
) -> Answer:
    """Play more games of a run, up to so many of each row in all.

    Its results were known before, so its intervals are anytime-valid from then on.
    """
    number = read_count(games)
    with Ledger.open(read_path(path), write=True) as ledger:
        return continued(ledger, number, workers, progress, trust)


def merge(into: File, parts: Iterable[File], *, trust: Names = ()) -> Path:
    """Put parts of one run together in a new file; returns its path.

    The parts must be of the same question (``playout run ... --part 1/4``), and have no game in
    common; PlayoutError with the reason if not.  If different code has played them, some games are
    played again, by no code of others than Playout that is not named in ``trust``.
    """
    path = read_path(into, "into")
    files = [read_path(part, "parts") for part in read_each("parts", parts)]
    return merged(path, files, trust)


def verify(path: File, sample: int | str = 20, *, trust: Names = ()) -> Verified:
    """Play some batches of a run again, chosen by chance, and compare bit for bit.

    The result says which were played (``batches``), and which gave other counts (``different``).
    """
    return verified(read_path(path), read_whole("sample", sample, 1, 2**31), trust)
