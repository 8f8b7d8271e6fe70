"""Whole matches are told word by word as they always were; see tests/golden."""

from __future__ import annotations

import pytest

from tests.golden import FOLDER, PLAYTHROUGHS, path

ALL = "mexican-train-strategies"  # which takes long to compile
NAMES = [
    pytest.param(name, marks=pytest.mark.slow if name == ALL else ())
    for name in PLAYTHROUGHS
    if name.startswith("mexican-train-")
]


@pytest.mark.rules
@pytest.mark.parametrize("name", NAMES)
def test_a_match_is_the_golden_one(name: str) -> None:
    assert PLAYTHROUGHS[name].text() == path(name).read_text(), (
        "if this change was meant, `python -m tests.golden` writes the file anew"
    )


def test_every_golden_file_belongs_to_a_playthrough() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("gates", "draws"),
        ("blocked", "  blocked inside a gate, points"),
        ("countdown", "engine 0-0"),
        ("seed", ", locked"),
        ("seed", "4-4 on the Mexican train, passes"),  # without a draw
        ("seed", "  seat 0  4-6 on the Mexican train\n  seat 0  2-6"),  # a cover, and a turn
        ("longer-turns", "5-5 on"),
    ],
)
def test_the_golden_matches_show_what_they_are_for(name: str, event: str) -> None:
    assert event in path(f"mexican-train-{name}").read_text()
