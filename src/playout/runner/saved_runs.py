"""Run files: resume, extend, merge, show, verify."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playout.engine.words.errors import PlayoutError
from playout.engine.words.looking import looking
from playout.engine.words.spelling import as_typed
from playout.runner.database import StoredBatch
from playout.runner.identity import code_of, difference, digest_of
from playout.runner.jobs import Found, Job, Progress, Workers, play_job
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch, Plan
from playout.runner.precompile import parallel_compiler
from playout.stats.packing import pack, same

Restore = Callable[[Ledger], Job[Any]]
"""Makes the job of a file; the layer of questions, above, knows the class of its kind."""

TRIED = 3  # about so many batches are played again if the code has changed since a run began
MOST_READ = 200  # characters of a setting in a sentence
MOST_TRIED = 2_000_000  # games in them, at most


def play_saved(
    job: Job[Any],
    workers: Workers,
    path: Path | None,
    *,
    progress: Progress | None = None,
    watch: Callable[[Plan[Any]], None] | None = None,
) -> Found:
    """Play a job; with a path, save its batches in that file, or resume the run that it holds.

    PlayoutError if the file is of another job, or of code that plays other games.
    """
    if path is None:
        return play_job(job, workers, progress=progress, watch=watch, helper=parallel_compiler)
    with Ledger.open(path, write=True) if path.is_file() else Ledger.create(path, job) as ledger:
        _check_same(ledger, job)
        ledger.job = job
        check_code(ledger, job)
        return play_job(
            job, workers, store=ledger, progress=progress, watch=watch, helper=parallel_compiler
        )


def _check_same(ledger: Ledger, job: Job[Any]) -> None:
    """Raise PlayoutError if a file belongs to another job."""
    path, asked = ledger.path, job.asked.canonical()
    if ledger.kind != job.kind:
        raise PlayoutError(
            f"{path}: this is a saved run of another kind, {ledger.kind}; choose another file"
        )
    if ledger.hash != digest_of(job.kind, json.dumps(asked)):
        with ledger.interpreting("what was asked"):
            different = difference(ledger.asked, asked)
            if len(different) > MOST_READ and (words := job.in_words(ledger.asked)):
                different = f": {words}"
        raise PlayoutError(
            f"{path}: this saved run belongs to another question{different}; choose another file"
        )
    if (ledger.begin, ledger.end) != (job.begin, job.end):
        way = "for more: playout extend" if job.extendable else "choose another file"
        raise PlayoutError(
            f"{path}: this saved run plays {job.unit_name} {_range(job, ledger)} of each row, "
            f"not {_range(job, job)}; {way}"
        )


def _range(job: Job[Any], part: Ledger | Job[Any]) -> str:
    """The first and the last unit of a part of a job."""
    return f"{job.units(part.begin)} to {job.units(part.end) - 1}"


def saved_result(ledger: Ledger, job: Job[Any]) -> Found:
    """The result of the games in the file of a job."""
    plan = job.plan()
    ledger.load(plan)
    return job.result(plan.outcome(ledger.fixed, True))


def facts(ledger: Ledger, job: Job[Any]) -> dict[str, Any]:
    """The question, the progress and the versions of a run; no strategy file is run.

    ``finished`` games are those in its table.  The file may have more, ``beyond`` the last one that
    was needed, or after one that is missing.
    """
    plan = job.plan()
    ledger.load(plan)
    rows = [
        {
            "games": job.units(tally.games),
            "of": job.units(plan.end - plan.begin),
            "enough": plan.enough(k),
        }
        for k, tally in enumerate(plan.tallies)
    ]
    with looking(job.game):
        asked = type(job).restored(ledger.asked, ledger.whole)
    asked.begin, asked.end = ledger.begin, ledger.end  # it may be a part of that
    return {
        "file": str(ledger.path),
        "kind": ledger.kind,
        "asked": ledger.asked,
        "in_words": job.in_words(ledger.asked),
        "command": asked.command(),
        "hash": ledger.hash,
        "games": f"{ledger.begin} to {ledger.end - 1} of each row"
        + ("" if ledger.fixed else "; more than was asked at first"),
        "finished": sum(row["games"] for row in rows),
        "beyond": job.units(plan.done) - sum(row["games"] for row in rows),
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
    """The result of `verify`: the batches that were played again."""

    batches: list[Batch]  # all that were played again
    different: list[Batch]  # those of them that gave other counts
    games: int  # that were played again, in units of the question
    unit: str  # what they are: games, boards, replications


def verify(ledger: Ledger, job: Job[Any], sample: int) -> Verified:
    """Play some batches again, chosen at random, and compare them bit for bit with the file."""
    every = list(ledger.batches())
    chosen = random.sample(every, min(sample, len(every)))
    job.warm()
    different = [
        stored.batch for stored in chosen if not same(pack(job.play(stored.batch)), stored.counts)
    ]
    batches = [stored.batch for stored in chosen]
    games = job.units(sum(batch.count for batch in batches))
    return Verified(batches, different, games, job.unit)


def check_code(ledger: Ledger, job: Job[Any]) -> None:
    """Raise PlayoutError if this program plays other games than the one that began the run.

    If the code is not the same, some batches are played again and compared.
    """
    with closing(ledger.batches()) as batches:
        if next(batches, None) is None:  # whatever code plays it will be the first
            return
    last = ledger.codes[-1]
    if last["game"] != job.game.version:
        own = f"{job.game.source.name} as it was then"
        old = f"Playout {last['playout']}" if job.game.is_ours else own
        raise PlayoutError(
            f"{ledger.path}: this run was played with version {last['game']} of {job.game.name}, "
            f"but this is version {job.game.version}, which plays other games; {old} can continue "
            "it"
        )
    if last["digest"] == code_of(job.game, job.players()):
        return
    by_size = sorted(ledger.batches(), key=lambda stored: stored.batch.count)
    tried, games = list[StoredBatch](), 0
    for stored in by_size[-1:] + by_size[:-1][:: max(1, len(by_size) // TRIED)]:
        if games + stored.batch.count <= MOST_TRIED or not tried:
            tried.append(stored)
            games += stored.batch.count
    job.warm()
    packages = "".join(f", {text.partition(' ')[0]}" for text in job.game.built_on)
    for stored in tried:
        if not same(pack(job.play(stored.batch)), stored.counts):
            raise PlayoutError(
                f"{ledger.path}: the code has changed since the run began and now plays other "
                f"games (from game {stored.batch.first} on); continue with the code that began the "
                f"run (Playout {last['playout']} and its strategy files{packages}), or start a new "
                "run"
            )


def merge(into: Path, parts: Sequence[Path], restore: Restore, look: Restore) -> None:
    """Put parts of one run together in a new file.

    They must be of the same question, and no game may be in two of them; else PlayoutError.  If
    different code has played them, some of it is played again: ``restore`` makes the job for that,
    and refuses to if this would run what the user has not named.  Else a look at their job is
    enough (``look``).
    """
    if len(parts) < 2:
        raise PlayoutError("merge: name at least two runs")
    ledgers = [Ledger.open(path) for path in parts]
    try:
        first = ledgers[0]
        for ledger in ledgers[1:]:
            if ledger.kind != first.kind:
                raise PlayoutError(
                    f"{first.path}, {ledger.path}: only runs of one kind can be merged; these are "
                    f"{first.kind} and {ledger.kind}"
                )
            if ledger.hash != first.hash:
                with ledger.interpreting("what was asked"):
                    different = difference(first.asked, ledger.asked)
                raise PlayoutError(
                    f"{first.path}, {ledger.path}: these runs belong to different "
                    f"questions{different}"
                )
            if ledger.codes and first.codes and ledger.codes[-1]["game"] != first.codes[-1]["game"]:
                raise PlayoutError(
                    f"{first.path}, {ledger.path}: these runs were played with different versions "
                    f"of {first.asked['game']}"
                )
        _check_disjoint(ledgers)
        job = look(first)
        if job.chooses:
            raise PlayoutError(
                f"{first.path}: this run chooses its number of games, so it has no parts to merge"
            )
        if len({code["digest"] for ledger in ledgers for code in ledger.codes}) > 1:
            for ledger in ledgers:  # of different code: each must have played the same games
                check_code(ledger, restore(ledger))
        job.begin = min(ledger.begin for ledger in ledgers)
        job.end = end = max(ledger.end for ledger in ledgers)
        # Parts of one run make a part of it again; parts of several make one whose number of games
        # was not fixed in advance.
        wholes = {ledger.whole for ledger in ledgers}
        fixed = all(ledger.fixed for ledger in ledgers) and len(wholes) == 1

        def fill(merged: Ledger) -> None:
            for ledger in ledgers:
                merged.add(*ledger.batches(), codes=ledger.codes)
            if not fixed:
                merged.aim_at(end)

        Ledger.create(into, job, wholes.pop() if fixed else end, fill).close()
    finally:
        for ledger in ledgers:
            ledger.close()


def _check_disjoint(ledgers: Sequence[Ledger]) -> None:
    """Raise PlayoutError if a game is in two files."""
    every = sorted(
        ((stored.batch, ledger.path) for ledger in ledgers for stored in ledger.batches()),
        key=lambda pair: (pair[0].arm, pair[0].first),
    )
    for (batch, path), (following, other_path) in pairwise(every):
        if batch.arm == following.arm and following.first < batch.end:
            raise PlayoutError(
                f"{path}, {other_path}: both contain game {following.first} of row "
                f"{batch.arm + 1}; parts can be merged only if they have no game in common"
            )


def resumed_job(ledger: Ledger, restore: Restore, games: int | None = None) -> Job[Any]:
    """The job that resumes a run; with ``games``, up to so many of each row."""
    job = restore(ledger)
    check_code(ledger, job)
    if games is not None:
        extend(ledger, job, games)
        job = type(job).restored(ledger.asked, ledger.end, ledger.begin)
    ledger.job = job
    return job


def extend(ledger: Ledger, job: Job[Any], games: int) -> None:
    """Let a run play more games of each row."""
    if not job.extendable:
        raise PlayoutError(
            f"{ledger.path}: a run of the kind {ledger.kind} cannot be extended; start a new one"
        )
    if ledger.begin or ledger.whole != ledger.end:
        raise PlayoutError(f"{ledger.path}: this is one part of a run; merge the parts first")
    plan = job.plan()
    ledger.load(plan)
    if job.chooses and all(plan.enough(arm) for arm in range(len(plan.tallies))):
        raise PlayoutError(
            f"{ledger.path}: this run chooses its number of games and has reached its goal; for "
            "more, such as a smaller --precision, start a new run"
        )
    if games <= ledger.end:
        has = "may already play" if job.chooses else "already has"
        raise PlayoutError(
            f"{as_typed('games', games)}: the run {has} {ledger.end:,} games; give a larger number"
        )
    if games > job.most:
        raise PlayoutError(
            f"{as_typed('games', games)}: at most {job.most:,} {job.unit_name} are allowed"
        )
    ledger.aim_at(games)
