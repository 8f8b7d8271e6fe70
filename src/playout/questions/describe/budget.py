"""How many games go into a number of seconds: from a pilot of about two seconds."""

from __future__ import annotations

from dataclasses import replace

from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import real_or_nan
from playout.engine.words.spelling import as_typed, named
from playout.questions.describe.asked import Asked
from playout.questions.describe.job import Job
from playout.questions.forecast import forecast
from playout.report.progress import Screen

FEWEST = 64  # games of each part
MOST = 10**7
MOST_SECONDS = 10**6


def read_seconds(given: object, games: object) -> float | None:
    """A number of seconds, or None; PlayoutError if it is neither, or if there are ``games``."""
    if given is None:
        return None
    if games is not None:
        raise PlayoutError(
            f"{named('games')} and {named('seconds')} exclude each other: use only one of them"
        )
    seconds = real_or_nan(given)
    if isinstance(given, bool) or not 0 < seconds <= MOST_SECONDS:
        raise PlayoutError(f"{as_typed('seconds', given)}: must be a number above 0, such as 60")
    return seconds


def within(
    asked: Asked, seconds: float | None, workers: object, shown: Screen | None = None
) -> Asked:
    """The same question with as many games as take about so many seconds on these workers.

    Two digits, so that it can be asked again with this number.  Without seconds it stays.
    """
    if seconds is None:
        return asked
    known = forecast(Job(asked), workers, shown)
    if known.seconds is None or known.seconds <= 0:
        return replace(asked, games=FEWEST)
    games = asked.games * seconds / known.seconds
    return replace(asked, games=int(float(f"{min(MOST, max(FEWEST, games)):.2g}")))
