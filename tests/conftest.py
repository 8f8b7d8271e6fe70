"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# Every run tries the same examples, in its own time, and leaves no files behind.
settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")


def pytest_configure(config: pytest.Config) -> None:
    """Strategies travel into compiled loops as first-class functions, which Numba calls new."""
    config.addinivalue_line(
        "filterwarnings",
        "ignore:First-class function type:numba.core.errors.NumbaExperimentalFeatureWarning",
    )
