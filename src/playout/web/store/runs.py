"""Runs: each is a file of games, as the command line saves them, and a few words beside it.

``KEY.run`` is the file of the run; of a study with several parts, ``KEY-1.run`` and so on.
``KEY.json`` has its title, the visitor who began it, and whether it was stopped or has failed.  The
KEY cannot be guessed; whoever knows it can look at the run and resume it.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import brief
from playout.lists import study_files
from playout.questions.answers import answer_in, job_in, job_to_view, load_study
from playout.report.answer import Answer
from playout.report.study import Study
from playout.runner.atomic_file import delete_drafts, write_text
from playout.runner.database import RunLock
from playout.runner.jobs import Job
from playout.runner.ledger import Ledger
from playout.runner.saved_runs import resumed_job
from playout.web.fragments import sentence
from playout.web.settings import Missing, Settings, written_here
from playout.web.store.computations import Computation, Playing, answer_in_files

MOST_RUNS = 200  # that are kept
MOST_REVIEWS = 100  # of them, which begin by themselves: the oldest one makes room
MOST_OPEN = 64  # of which the answers are in memory
MOST_GAMES = 10**9  # of a run, in all rows
MOST_ROWS = 500  # of a run
LEAST_FREE = 200_000_000  # bytes of the disk that stay free
LAST = 5.0  # seconds that the last games of a run that is stopped may take

_KEY = re.compile(r"[A-Za-z0-9_-]{16}")
GONE = "there is no such run: it may have been deleted"


@dataclass(frozen=True)
class Run:
    """The data saved about a run, beside its games."""

    key: str  # the address that nobody can guess
    title: str
    kind: str  # of the question
    game: str  # its name
    person: str = ""  # who began it; of a review of a table with friends all, with blanks between
    begun: float = 0.0  # seconds since 1970
    asked: tuple[tuple[str, str], ...] = ()  # what was filled in, to ask again with changes
    study: str = ""  # that is played, if it is one that ships with Playout
    games: int = 0  # of a study, in place of those in its file
    stopped: bool = False  # by a person
    complete: bool = False
    error: str = ""
    told: str = ""  # its answer, as soon as it is complete

    @property
    def is_open(self) -> bool:
        """Whether it goes on as soon as somebody looks."""
        return not (self.stopped or self.complete or self.error)


class Runs:
    """All runs of a server, by their addresses."""

    def __init__(self, settings: Settings, watched: Callable[[Computation], Computation]) -> None:
        """``watched`` registers a computation; PlayoutError if too many are running."""
        self._settings = settings
        self._folder = settings.folder / "runs"
        self._folder.mkdir(parents=True, exist_ok=True)
        delete_drafts(self._folder)
        self._watched = watched
        self._playing: OrderedDict[str, Playing] = OrderedDict()
        self._lock = RLock()

    # ------------------------------------------------------------------ beginning, finding

    def begin(self, job: Job[Any], run: Run) -> Run:
        """Save a new run, which is played as soon as somebody looks at it.

        ``run`` has everything but its key.  PlayoutError if no more runs can be saved.
        """
        with self._lock:
            if run.kind == "review":
                self._forget_reviews()
            self._check_room()
            fresh = replace(run, key=secrets.token_urlsafe(12), begun=time.time())
            if not fresh.study:
                with self._naming_no_file(fresh.key):
                    Ledger.create(self.file(fresh.key), job).close()
            self._save(fresh)
        return fresh

    def _check_room(self) -> None:
        if sum(1 for _ in self._folder.glob("*.json")) >= MOST_RUNS:
            raise PlayoutError(
                f"this server already has {MOST_RUNS} runs: delete some of yours on the page Ask"
            )
        self._check_disk()

    def _forget_reviews(self) -> None:
        """Delete the oldest reviews, so that there is room for one more."""
        found = [run for run in self._every() if run.kind == "review"]
        for run in sorted(found, key=lambda run: run.begun)[: len(found) + 1 - MOST_REVIEWS]:
            with suppress(PlayoutError):  # it is being played
                self.delete(run.key)

    def _check_disk(self) -> None:
        if shutil.disk_usage(self._folder).free < LEAST_FREE:
            raise PlayoutError("the disk of this server is nearly full: nothing more can be saved")

    def at(self, key: str) -> Run:
        """The run with this key; PlayoutError if there is none."""
        if not _KEY.fullmatch(key):
            raise Missing(GONE)
        return self._read(self._folder / f"{key}.json")

    def has(self, key: str) -> bool:
        """Whether there is a run with this key."""
        return bool(_KEY.fullmatch(key)) and (self._folder / f"{key}.json").is_file()

    def shared(self, key: str, person: str) -> Run:
        """The run with this key, which is this visitor's too from now on."""
        with self._lock:
            run = self.at(key)
            if person not in run.person.split():
                run = replace(run, person=f"{run.person} {person}".strip())
                self._save(run)
        return run

    def _read(self, path: Path) -> Run:
        try:
            words = json.loads(path.read_text("utf-8"))
            asked = tuple((str(name), str(value)) for name, value in words.pop("asked"))
            run = Run(key=path.stem, asked=asked, **words)
            kinds = {one.name: one.type for one in fields(Run) if one.name != "asked"}
            values = {name: getattr(run, name) for name in kinds}
            if any(type(value).__name__ != kinds[name] for name, value in values.items()):
                raise TypeError("a value of another kind")
            json.dumps(values, ensure_ascii=False).encode()  # ValueError for half a character
            return run
        except FileNotFoundError:
            raise Missing(GONE) from None
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise PlayoutError("the saved run cannot be read") from error

    def of(self, person: str) -> list[Run]:
        """The runs that a visitor has begun, the newest first."""
        found = [run for run in self._every() if person in run.person.split()]
        return sorted(found, key=lambda run: run.begun, reverse=True)

    def _every(self) -> Iterator[Run]:
        for path in self._folder.glob("*.json"):
            with suppress(PlayoutError):  # it is deleted just now, or damaged
                yield self._read(path)

    def file(self, key: str) -> Path:
        """The file with the games of a run."""
        return self._folder / f"{key}.run"

    def _save(self, run: Run) -> None:
        words = asdict(run)
        key = words.pop("key")
        with written_here():
            write_text(self._folder / f"{key}.json", json.dumps(words))

    @contextmanager
    def _naming_no_file(self, key: str) -> Iterator[None]:
        """Leave the name of the run's file, which is the server's, out of error messages."""
        try:
            yield
        except PlayoutError as error:
            raise PlayoutError(self._without_file(key, str(error))) from error

    def _without_file(self, key: str, words: str) -> str:
        for ending in (": ", ""):
            words = words.replace(f"{self.file(key)}{ending}", "" if ending else "this run")
        return words

    # ------------------------------------------------------------------ playing

    def playing(self, run: Run) -> Playing:
        """The computation of a run, shared by all visitors; PlayoutError if too many run."""
        with self._lock:
            playing = self._playing.get(run.key)
            if playing is None:
                study = self.study(run)
                playing = Playing(
                    self.file(run.key),
                    study,
                    lambda one: self._ended(run.key, one),
                    self._check_code,
                )
                self._playing[run.key] = playing
            self._playing.move_to_end(run.key)
            for key in [key for key, one in self._playing.items() if not one.is_running]:
                if len(self._playing) > MOST_OPEN and key != run.key:
                    del self._playing[key]
        self._watched(playing)
        return playing

    def is_playing(self, run: Run) -> bool:
        """Whether it is being played now."""
        playing = self._playing.get(run.key)
        return playing is not None and playing.is_running

    def progress(self, run: Run) -> str:
        """How much of a running run is done, in words; "" if that is not known."""
        playing = self._playing.get(run.key)
        return "" if playing is None else playing.words()

    def _ended(self, key: str, playing: Playing) -> None:
        """Save how a run has ended."""
        with self._lock:
            if self._playing.get(key) is not playing or not (playing.answer or playing.error):
                return
            run = self.at(key)
            if playing.error:
                run = replace(run, error=self._without_file(key, playing.error))
            else:
                assert playing.answer is not None
                run = replace(run, complete=True, told=sentence(playing.answer))
            self._save(run)

    def stop(self, key: str) -> None:
        """Stop a run until somebody resumes it."""
        with self._lock:
            run = self.at(key)
            if run.is_open:
                self._save(replace(run, stopped=True))
            if key in self._playing:
                self._playing[key].stop()

    def resume(self, key: str) -> None:
        """Resume a run that was stopped or has failed."""
        with self._lock:
            run = self.at(key)
            self._check_disk()
            if run.error:
                self._playing.pop(key, None)
            self._save(replace(run, stopped=False, error=""))

    def extend(self, key: str, games: int) -> None:
        """Extend a run to this number of games in each row."""
        run = self.at(key)
        if run.study:
            raise PlayoutError("a study cannot be extended: start it again with more games")
        self._check_disk()
        self._wait(key)
        with self._lock, self._naming_no_file(key):
            with Ledger.open(self.file(key), write=True) as ledger:
                arms = len(job_to_view(ledger).nothing())
                if games * arms > MOST_GAMES:
                    raise PlayoutError(_too_many(games * arms))
                self._check_code(ledger)
                resumed_job(ledger, job_in, games)
            self._playing.pop(key, None)
            self._save(replace(run, stopped=False, complete=False, error=""))

    def delete(self, key: str) -> None:
        """Delete a run and its games, even if they are damaged."""
        if not self.has(key):
            raise Missing(GONE)
        self._wait(key)
        with self._lock, self._naming_no_file(key), written_here():
            RunLock(self.file(key)).give_up()  # PlayoutError if another program plays it
            self._playing.pop(key, None)
            for path in self._folder.glob(f"{key}*"):
                path.unlink(missing_ok=True)

    def _wait(self, key: str) -> None:
        """Stop a run and wait for its last games."""
        playing = self._playing.get(key)
        if playing is None:
            return
        playing.stop()
        end = time.monotonic() + LAST
        while playing.is_running:
            if time.monotonic() > end:
                raise PlayoutError("the last games are still being played: try again in a moment")
            time.sleep(0.05)

    # ------------------------------------------------------------------ what is in it

    def answer(self, run: Run) -> Answer | None:
        """The answer of a run so far; None if it has no finished games yet, and needs some."""
        playing = self._playing.get(run.key)
        answer = None if playing is None else playing.latest
        if answer is None:
            with self._naming_no_file(run.key):
                answer = self._answer_in_file(run)
        return answer if answer.games or run.complete else None

    def _answer_in_file(self, run: Run) -> Answer:
        file, study = self.file(run.key), self.study(run)
        if study is not None:
            return answer_in_files(study, file)
        with Ledger.open(file) as ledger:
            return answer_in(ledger)

    def _check_code(self, ledger: Ledger) -> None:
        self._settings.check_job(job_to_view(ledger))

    def job_to_play(self, run: Run) -> Job[Any]:
        """The job of a run, to be played; PlayoutError for code that was not named."""
        if run.study:
            return self.job(run)
        with self._naming_no_file(run.key), Ledger.open(self.file(run.key)) as ledger:
            self._check_code(ledger)
            return job_in(ledger)

    def job(self, run: Run) -> Job[Any]:
        """The job of a run, or the first one of a study, to be shown and not played."""
        study = self.study(run)
        if study is not None:
            return next(study.steps())[1]
        with self._naming_no_file(run.key), Ledger.open(self.file(run.key)) as ledger:
            return job_to_view(ledger)

    def study(self, run: Run) -> Study | None:
        """The study that a run plays, if any."""
        if not run.study:
            return None
        return study_named(run.study).changed(run.games or None, None)


@cache
def study_named(name: str) -> Study:
    """A study that ships with Playout; PlayoutError for any other, which may run code."""
    if name not in study_files():
        raise PlayoutError(f"there is no study '{brief(name)}': {suggest(name, study_files())}")
    return load_study(study_files()[name], rehearsed=False)


def command_of(run: Run, job: Job[Any]) -> str:
    """The command that plays a run again, given its (first) job; "" if there is none."""
    return f"playout study {run.study} --games {run.games}" if run.study else job.command()


def check_size(job: Job[Any]) -> None:
    """PlayoutError for a question that is too large for a server."""
    asked: Any = job.asked
    if job.kind == "run" and len(asked.rows) > MOST_ROWS:
        raise PlayoutError(f"{len(asked.rows):,} rows: at most {MOST_ROWS} are allowed here")
    games = job.units(job.end - job.begin)
    if job.kind == "describe":  # whose games would be compiled for what it counts at first
        compared = 0 if asked.compared is None else asked.compared.games_of_a_deal
        games *= 1 + len(asked.changes) + compared
    elif job.kind == "luck":  # whose one arm has all of them
        games *= asked.games_of_a_deal
    else:
        games *= len(job.nothing())
    if games > MOST_GAMES:
        raise PlayoutError(_too_many(games))


def _too_many(games: int) -> str:
    return (
        f"{games:,} games in all rows: at most {MOST_GAMES:,} are allowed here; "
        "the command line has no such limit"
    )
