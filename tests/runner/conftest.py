"""What tests of a run's file share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runner.keeping import bits, played


@pytest.fixture(scope="module")
def whole() -> list[bytes]:
    """What a run gives that nobody stops and nobody keeps."""
    return bits(played(None))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "one.run"
