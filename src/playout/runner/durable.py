"""What can be done with runs that are files: go on, play more, put together, look, check."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playout.engine.errors import PlayoutError
from playout.stats.packing import pack, same
from playout.study.identity import code_of
from playout.study.jobs import Job, Progress, Workers, outcome_of, play_job
from playout.study.ledger import Ledger, Stored
from playout.study.plan import Batch, Plan

TRIED = 3  # batches that are played again when the code is not the one that began a run
MOST_TRIED = 2_000_000  # games in them


def play_saved(
    job: Job[Any],
    workers: Workers,
    path: Path | None,
    *,
    progress: Progress | None = None,
    watch: Callable[[Plan[Any]], None] | None = None,
) -> Any:
    """Play a job, with a file that keeps it if there is a path; go on if it has begun before.

    PlayoutError if the file is of another job, or of code that plays other games.
    """
    if path is None:
        return play_job(job, workers, progress=progress, watch=watch)
    with Ledger.for_job(path, job) as ledger:
        check_code(ledger, job)
        return play_job(job, workers, keeper=ledger, progress=progress, watch=watch)


def counted(ledger: Ledger) -> Any:
    """The result of a run as far as it is in its file."""
    job = ledger.job()
    plan = job.plan()
    ledger.load(plan)
    return job.result(outcome_of(plan, ledger, True))


def facts(ledger: Ledger) -> dict[str, Any]:
    """What a run is, how far it is and who has played it."""
    job, plan = ledger.job(), ledger.job().plan()
    ledger.load(plan)
    rows = [
        {"games": one.games, "of": plan.games - plan.begin, "enough": plan.enough(k)}
        for k, one in enumerate(plan.tallies)
    ]
    return {
        "file": str(ledger.path),
        "kind": ledger.kind,
        "asked": ledger.asked,
        "command": _command(ledger) if ledger.kind == "run" else "",
        "hash": ledger.hash,
        "games": f"{ledger.begin} to {ledger.games - 1} of each row"
        + ("" if ledger.fixed else "; more than was asked at first"),
        "finished": plan.done,
        "complete": plan.complete,
        "versions": [_version(job, code) for code in ledger.codes],
        "rows": rows,
    }


def _command(ledger: Ledger) -> str:
    """The command that asks for all of a run; of a part, without its number of games."""
    found = command_of(ledger.asked)
    if not found or ledger.begin or ledger.whole != ledger.games:
        return found
    option = "--games" if ledger.asked["precision"] is None else "--max-games"
    return f"{found} {option} {ledger.games}"


def command_of(asked: Mapping[str, Any]) -> str:
    """The command that asks for a run, without its number of games; "" if none does."""
    if asked["cases"]:
        return ""
    words = ["playout run", asked["game"]]
    for name, values in [*asked["factors"], *asked["rules"]]:
        several = values if isinstance(values, list) else [values]
        option = f"--{name.replace('_', '-')}"
        if name == "seats":
            words += [f"{option} {shlex.quote(str(one))}" for one in several]
        else:
            words.append(f"{option} {shlex.quote(','.join(map(str, several)))}")
    words += [] if asked["rotate"] else ["--no-rotate"]
    words += [] if asked["by"] == "strategy" else [f"--by {asked['by']}"]
    if asked["precision"] is not None:
        words += [f"--precision {asked['precision']}", f"--measure {asked['measure']}"]
    return " ".join([*words, f"--seed {asked['seed']}"])


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


def verify(ledger: Ledger, sample: int, job: Job[Any] | None = None) -> Verified:
    """Play some batches again, chosen by chance, and compare bit for bit with what is stored."""
    job = job or ledger.job()
    if sample < 1:
        raise PlayoutError(f"sample = {sample}: at least 1 is needed")
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


def merge(into: Path, parts: Sequence[Path]) -> None:
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
        job = first.job()
        if job.decide is not None:
            raise PlayoutError(f"{first.path}: a run that chooses its number of games has no parts")
        if len({code["digest"] for ledger in ledgers for code in ledger.codes}) > 1:
            for ledger in ledgers:  # of different code: each must have played the games of now
                check_code(ledger, ledger.job())
        job.begin = min(one.begin for one in ledgers)
        job.games = end = max(one.games for one in ledgers)
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
        key=lambda found: (found[0].cell, found[0].first),
    )
    for (one, here), (other, there) in pairwise(every):
        if one.cell == other.cell and other.first < one.end:
            raise PlayoutError(
                f"{here}, {there}: both have game {other.first} of row {one.cell + 1}; "
                "only parts without a common game can be merged"
            )


def to_go_on(ledger: Ledger, games: int | None = None) -> Job[Any]:
    """The job of a run that this program may go on with, up to more games if that is said."""
    check_code(ledger, ledger.job())
    if games is not None:
        extend(ledger, games)
    return ledger.job()


def extend(ledger: Ledger, games: int) -> None:
    """Let a run play more games of each row."""
    job = ledger.job()
    if not job.extendable:
        raise PlayoutError(f"{ledger.path}: a {ledger.kind} cannot be extended; begin a new one")
    if ledger.begin or ledger.whole != ledger.games:
        raise PlayoutError(f"{ledger.path}: this is a part of a run; merge the parts first")
    if games <= ledger.games:
        has = f"has {ledger.games}" if job.decide is None else f"may play up to {ledger.games}"
        raise PlayoutError(f"games = {games}: the run {has} already, more are needed")
    ledger.aim_at(games)
