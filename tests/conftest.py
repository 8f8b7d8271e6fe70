"""Settings for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs
import pytest
from hypothesis import settings

# A file of strategies as a user has one: imported, it would declare them for every test.
collect_ignore = ["engine/talkers.py"]

# Tests run in several processes at once, and Numba's cache is not made for several that fill it
# (numba #4807): each has its own.  It must be set before numba is imported.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["NUMBA_CACHE_DIR"] = str(Path(platformdirs.user_cache_dir("playout"), worker))

# Every run tries the same examples, in its own time, and leaves no files behind.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """Strategies travel into compiled loops as first-class functions, which Numba calls new."""
    config.addinivalue_line(
        "filterwarnings",
        "ignore:First-class function type:numba.core.errors.NumbaExperimentalFeatureWarning",
    )
