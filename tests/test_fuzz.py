"""Whatever is asked wrongly ends in a sentence: no traceback, no hang, no flood of memory.

``PLAYOUT_SEED=2 pytest -m thorough tests/test_fuzz.py`` makes other mistakes than usual.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import KINDS, cases, chance_of, commands, filled, make, mistakes, warm

COUNTS = {"commands": 2_000, "studies": 500}
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


def test_a_mistake_is_known_by_its_number_and_there_are_some_about_every_command() -> None:
    assert commands.valid()
    for kind in KINDS:
        told = [cases(kind).description(chance_of(kind, number)) for number in (0, 1, 0)]
        assert told[0] == told[2] != told[1]
