"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A file of strategies as a user has one: imported, it would declare them for every test.
collect_ignore = ["engine/talkers.py"]

# Every run tries the same examples, in its own time, and leaves no files behind.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """Strategies travel into compiled loops as first-class functions, which Numba calls new."""
    config.addinivalue_line(
        "filterwarnings",
        "ignore:First-class function type:numba.core.errors.NumbaExperimentalFeatureWarning",
    )
