"""What can be done with runs that are files: go on, play more, put together, look, check."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playout.engine.errors import PlayoutError
from playout.runner.identity import code_of
from playout.runner.jobs import Found, Job, Progress, Workers, outcome_of, play_job
from playout.runner.ledger import Ledger, Stored
from playout.runner.plan import Batch, Plan
from playout.stats.packing import pack, same

Restore = Callable[[Ledger], Job[Any]]
"""The job of a file: only the questions, which lie above, know which class its kind is."""

TRIED = 3  # batches that are played again when the code is not the one that began a run
MOST_TRIED = 2_000_000  # games in them


def play_saved(
    job: Job[Any],
    workers: Workers,
    path: Path | None,
    *,
    progress: Progress | None = None,
    watch: Callable[[Plan[Any]], None] | None = None,
) -> Found:
    """Play a job, with a file that keeps it if there is a path; go on if it has begun before.

    PlayoutError if the file is of another job, or of code that plays other games.
    """
    if path is None:
        return play_job(job, workers, progress=progress, watch=watch)
    with Ledger.for_job(path, job) as ledger:
        check_code(ledger, job)
        return play_job(job, workers, keeper=ledger, progress=progress, watch=watch)


def counted(ledger: Ledger, job: Job[Any]) -> Found:
    """What the file of a job holds."""
    plan = job.plan()
    ledger.load(plan)
    return job.result(outcome_of(plan, ledger, True))


def facts(ledger: Ledger, job: Job[Any]) -> dict[str, Any]:
    """What a run is, how far it is and who has played it."""
    plan = job.plan()
    ledger.load(plan)
    rows = [
        {
            "games": job.units(one.games),
            "of": job.units(plan.end - plan.begin),
            "enough": plan.enough(k),
        }
        for k, one in enumerate(plan.tallies)
    ]
    whole = type(job).restored(ledger.asked, ledger.whole)  # of which this may be a part
    return {
        "file": str(ledger.path),
        "kind": ledger.kind,
        "asked": ledger.asked,
        "command": whole.command(),
        "hash": ledger.hash,
        "games": f"{ledger.begin} to {ledger.end - 1} of each row"
        + ("" if ledger.fixed else "; more than was asked at first"),
        "finished": job.units(plan.done),
        "unit": job.unit,
        "complete": plan.complete,
        "versions": [_version(job, code) for code in ledger.codes],
        "rows": rows,
    }


def _version(job: Job[Any], code: dict[str, Any]) -> str:
    game = f"{job.game.name} {code['game']}"
    return f"Playout {code['playout']}, {game}, Python {code['python']}, {code['at']}"


@dataclass(frozen=True)
class Verified:
    """What playing some batches of a run again has shown."""

    batches: list[Batch]  # that were played again
    different: list[Batch]  # of these, the ones that gave other counts

    @property
    def games(self) -> int:
        """Games played again."""
        return sum(batch.count for batch in self.batches)


def verify(ledger: Ledger, job: Job[Any], sample: int) -> Verified:
    """Play some batches again, chosen by chance, and compare bit for bit with what is stored."""
    stored = list(ledger.batches())
    chosen = random.sample(stored, min(sample, len(stored)))
    job.warm()
    different = [one.batch for one in chosen if not same(pack(job.play(one.batch)), one.counts)]
    return Verified([one.batch for one in chosen], different)


def check_code(ledger: Ledger, job: Job[Any]) -> None:
    """See that this program plays the same games as whoever began the run; PlayoutError if not.

    The same code does.  Of other code, some batches are played again.
    """
    if not ledger.codes:
        return
    last = ledger.codes[-1]
    if last["game"] != job.game.version:
        raise PlayoutError(
            f"{ledger.path}: it was played with version {last['game']} of {job.game.name}, this is "
            f"version {job.game.version}, which plays other games; Playout {last['playout']} can "
            "go on with it"
        )
    if last["digest"] == code_of(job):
        return
    small = sorted(ledger.batches(), key=lambda one: one.batch.count)
    tried, games = list[Stored](), 0
    for one in small[-1:] + small[:-1][:: max(1, len(small) // TRIED)]:
        if games + one.batch.count <= MOST_TRIED or not tried:
            tried.append(one)
            games += one.batch.count
    job.warm()
    for one in tried:
        if not same(pack(job.play(one.batch)), one.counts):
            raise PlayoutError(
                f"{ledger.path}: the code has changed since it was begun, and plays other games "
                f"now (game {one.batch.first} and following); go on with the code of then, Playout "
                f"{last['playout']} and the same strategy files, or begin a new run"
            )


def merge(into: Path, parts: Sequence[Path], restore: Restore) -> None:
    """Put parts of one run together in a new file.

    They must have been asked the same, and no game may be in two of them; else PlayoutError.
    """
    if len(parts) < 2:
        raise PlayoutError("merge: at least two runs are needed")
    ledgers = [Ledger.open(path) for path in parts]
    try:
        first = ledgers[0]
        for ledger in ledgers[1:]:
            if ledger.hash != first.hash:
                raise PlayoutError(
                    f"{first.path}, {ledger.path}: these were asked different things"
                    f"{_difference(first.asked, ledger.asked)}"
                )
            if ledger.codes and first.codes and ledger.codes[-1]["game"] != first.codes[-1]["game"]:
                raise PlayoutError(
                    f"{first.path}, {ledger.path}: these were played with different versions of "
                    f"{first.asked['game']}"
                )
        _check_disjoint(ledgers)
        job = restore(first)
        if job.decide is not None:
            raise PlayoutError(f"{first.path}: a run that chooses its number of games has no parts")
        if len({code["digest"] for ledger in ledgers for code in ledger.codes}) > 1:
            for ledger in ledgers:  # of different code: each must have played the games of now
                check_code(ledger, restore(ledger))
        job.begin = min(one.begin for one in ledgers)
        job.end = end = max(one.end for one in ledgers)
        # Parts of one run are a part of it again; of others the number of games was not fixed.
        wholes = {one.whole for one in ledgers}
        fixed = all(one.fixed for one in ledgers) and len(wholes) == 1
        with Ledger.create(into, job, wholes.pop() if fixed else end) as merged:
            for ledger in ledgers:
                merged.add(*ledger.batches(), codes=ledger.codes)
            if not fixed:
                merged.aim_at(end)
    finally:
        for ledger in ledgers:
            ledger.close()


def _difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    found = [name for name in one if one[name] != other.get(name)]
    return "".join(f"; {name}: {one[name]} and {other.get(name)}" for name in found[:1])


def _check_disjoint(ledgers: Sequence[Ledger]) -> None:
    """See that no game is in two files."""
    every = sorted(
        ((stored.batch, ledger.path) for ledger in ledgers for stored in ledger.batches()),
        key=lambda pair: (pair[0].arm, pair[0].first),
    )
    for (one, here), (other, there) in pairwise(every):
        if one.arm == other.arm and other.first < one.end:
            raise PlayoutError(
                f"{here}, {there}: both have game {other.first} of row {one.arm + 1}; "
                "only parts without a common game can be merged"
            )


def to_go_on(ledger: Ledger, restore: Restore, games: int | None = None) -> Job[Any]:
    """The job of a run that this program may go on with, up to more games if that is said."""
    check_code(ledger, restore(ledger))
    if games is not None:
        extend(ledger, restore(ledger), games)
    ledger.job = restore(ledger)
    return ledger.job


def extend(ledger: Ledger, job: Job[Any], games: int) -> None:
    """Let a run play more games of each row."""
    if not job.extendable:
        raise PlayoutError(
            f"{ledger.path}: a run of the kind {ledger.kind} cannot be extended; begin a new one"
        )
    if ledger.begin or ledger.whole != ledger.end:
        raise PlayoutError(f"{ledger.path}: this is a part of a run; merge the parts first")
    if games <= ledger.end:
        has = f"has {ledger.end}" if job.decide is None else f"may play up to {ledger.end}"
        raise PlayoutError(f"games = {games}: the run {has} already, more are needed")
    ledger.aim_at(games)
