"""Settings for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from playout.engine.find.declarations import COUNTERS, GAMES, STRATEGIES, load_file
from playout.engine.find.games import game_names, strategies
from playout.engine.native import twin
from playout.runner import precompile

# A file of strategies as a user has one: imported, it would declare them for every test.
collect_ignore = ["engine/talkers.py"]

# Every run tries the same examples, in its own time, and leaves no files behind.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")


# On a busy machine any command may take as long as one that reports its progress.
os.environ["PLAYOUT_QUIET"] = "1"


def pytest_configure(config: pytest.Config) -> None:
    """Strategies travel into compiled loops as first-class functions, which Numba calls new.

    So it does that a record with all fields of another, and more, serves as that.
    """
    for text in ("First-class function type", "Record"):
        config.addinivalue_line(
            "filterwarnings", f"ignore:{text}:numba.core.errors.NumbaExperimentalFeatureWarning"
        )


# Two processes begin with a half of the tests each.  If both began with those of The Game, each
# would compile it for itself; so tests of other games are in the middle.
EARLY = tuple(f"tests/{part}/" for part in ("cli", "questions", "report", "runner", "stats"))
MIDDLE = tuple(f"tests/games/{game}/" for game in ("hex", "mexican_train", "cant_stop", "yahtzee"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests into an order in which little is compiled twice."""
    items.sort(
        key=lambda item: 2 - item.nodeid.startswith(MIDDLE) - 2 * item.nodeid.startswith(EARLY)
    )


def pytest_collection_finish() -> None:
    """Look for garbage seldom: the tests are a million objects, and the compiler makes more."""
    gc.set_threshold(50_000, 50, 50)


@pytest.fixture(scope="session", autouse=True)
def _alone() -> Iterator[None]:
    """Nothing is compiled beside a test: other tests have all other processors."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (precompile, twin):
            patch.setattr(module, "processors", lambda: 1)
        yield


@pytest.fixture
def forgets() -> Iterator[None]:
    """What a test declares, strategies and games, is forgotten after it."""
    for name in game_names():
        strategies(name)  # these stay
    before = dict(STRATEGIES), dict(GAMES), dict(COUNTERS)
    yield
    STRATEGIES.clear()
    STRATEGIES.update(before[0])
    GAMES.clear()
    GAMES.update(before[1])
    COUNTERS.clear()
    COUNTERS.update(before[2])
    load_file.cache_clear()  # what stays forgotten would not be declared again
