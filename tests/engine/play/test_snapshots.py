"""Tables of before are given back as they were, and need little memory."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.match.match import Match
from playout.engine.play.batch import snapshot
from playout.engine.play.snapshots import Snapshots


@pytest.mark.parametrize(
    ("game", "options", "share"),
    [
        ("mexican-train", {"players": 8}, 0.01),
        ("the-game", {"players": 2, "hints": "marks"}, 0.03),
        ("pig", {}, 0.02),
    ],
)
def test_every_table_comes_back_as_it_was(game: str, options: dict[str, Any], share: float) -> None:
    match = Match(game, strategy="random", seed=3, **options)
    before = []
    for _, move in zip(range(60), match.run(), strict=False):
        assert move == match.moves[-1]
    again = Match(game, strategy="random", seed=3, **options)
    for _ in match.moves:
        before.append(snapshot(again.table))
        again.step()
    assert 0 < match.undo_bytes < share * len(before) * len(before[0])
    while match.moves:
        match.undo()
        assert snapshot(match.table) == before.pop()
    assert match.undo_bytes == 0


def test_copies_of_any_length_and_of_objects_come_back() -> None:
    for copies in ([b"abc", b"abd", b"xbd", b"xbd"], [{"a": 1}, {"a": 2}, {"a": 3}]):
        kept = Snapshots()
        for copy in copies:
            kept.push(copy)
        assert [kept.pop() for _ in copies] == copies[::-1]
        kept.push(copies[0])
        assert kept.pop() == copies[0]
