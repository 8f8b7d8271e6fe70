"""Whatever is asked wrongly ends in a sentence: no traceback, no hang, no flood of memory.

``PLAYOUT_SEED=2 pytest -m thorough tests/test_fuzz.py`` makes other mistakes than usual.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import KINDS, filled, make, mistakes, warm

COUNTS = {"commands": 2_000, "studies": 500, "calls": 500}
AT_ONCE = 100  # cases of a test


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Everything that cases play is compiled."""
    folder = tmp_path_factory.mktemp("fuzz")
    filled(folder / "case", make(folder / "made"))
    warm(folder / "case")


@pytest.mark.thorough
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("kind", "first"),
    [(kind, first) for kind in KINDS for first in range(0, COUNTS[kind], AT_ONCE)],
)
def test_mistakes_made_at_random_end_in_a_sentence(
    kind: str, first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = mistakes(kind, range(first, first + AT_ONCE))
    assert not found, "\n\n".join(found)
