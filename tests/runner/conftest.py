"""Fixtures of the tests of runs: a file, a run that nobody stops, a cluster."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from playout.runner.cluster import Cluster
from tests.runner.small_runs import counts, played


@pytest.fixture(scope="module")
def whole() -> list[bytes]:
    """What a run counts that nobody stops and nobody saves."""
    return counts(played(None))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "one.run"


@pytest.fixture(scope="package")
def two() -> Iterator[Cluster]:
    """A cluster of two workers."""
    if sys.platform != "linux":
        pytest.skip("kills processes")
    with Cluster("local:2") as cluster:
        yield cluster
