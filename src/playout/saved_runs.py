"""What Playout offers to Python programs for saved runs: one function for each command."""

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
    """Return the answer of a saved run, with the games played so far.

    The file may be in use by another program that plays it.  PlayoutError if it is not a saved run.
    """
    with Ledger.open(read_path(path)) as ledger:
        return answer_in(ledger)


def resume(
    path: File, *, workers: object = None, progress: Progress | None = None, trust: Names = ()
) -> Answer:
    """Play the remaining games of a saved run.

    The answer is the same as if the run had never been stopped.

    Args:
        path: The file of the run.
        trust: Names of files and packages that the run may execute although somebody else may have
            written them.

    ``workers`` and ``progress`` are explained in :mod:`playout`.
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
    """Play more games of a saved run.

    The results so far were known before, so the intervals are anytime-valid from then on.

    Args:
        path: The file of the run.
        games: Total games per row, including those played already.
        trust: As in :func:`resume`.

    ``workers`` and ``progress`` are explained in :mod:`playout`.
    """
    number = read_count(games)
    with Ledger.open(read_path(path), write=True) as ledger:
        return continued(ledger, number, workers, progress, trust)


def merge(into: File, parts: Iterable[File], *, trust: Names = ()) -> Path:
    """Merge parts of one run into a new file, and return its path.

    The parts must be of the same question (``playout run ... --part 1/4``) and have no game in
    common; otherwise a PlayoutError says why.  If different versions of the code played them, some
    games are played again to compare.

    Args:
        into: The new file.
        parts: The files of the parts.
        trust: As in :func:`resume`.
    """
    path = read_path(into, "into")
    files = [read_path(part, "parts") for part in read_each("parts", parts)]
    return merged(path, files, trust)


def verify(path: File, sample: int | str = 20, *, trust: Names = ()) -> Verified:
    """Play some batches of a saved run again, and compare the counts bit for bit.

    Args:
        path: The file of the run.
        sample: How many batches to play again; they are chosen at random.
        trust: As in :func:`resume`.

    The result has the ``batches`` that were played again, and those that gave ``different`` counts.
    """
    return verified(read_path(path), read_whole("sample", sample, 1, 2**31), trust)
