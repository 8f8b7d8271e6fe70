"""What drawings tell of moves, and of what can be done, to people at a table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from playout.engine.match.match import Match
from tests.games.test_contract import of
from tests.games.test_seen import tables


def deeds(match: Match, before: Any, seat: int) -> list[tuple[int, str]]:
    told = match.game.drawing.events(before, match.moves[-1], match.state, match.record, seat)
    return [(int(who), str(deed)) for who, deed in told]


@pytest.mark.parametrize(("name", "options"), [*tables()])
def test_every_move_is_told_and_nothing_that_is_hidden(name: str, options: dict[str, Any]) -> None:
    match, chance = Match(name, seed=3, **options), Random(3)
    hide, players = getattr(of(name), "hide", None), int(match.rules["players"])
    for _ in range(60):
        if match.is_over:
            break
        to_do = match.game.drawing.to_do(match.state, match.record, match.seat)
        assert to_do.endswith(".")
        assert to_do[0].isupper()
        mover = match.seat
        match.play(chance.choice(match.legal_moves()))
        (before,) = match.states_before(1)
        told = deeds(match, before, -1)
        assert told[0][0] == mover
        for who, deed in told:
            assert 0 <= who < players
            assert all(part and part == part.strip() for part in deed.split(", ")), deed
        if hide is None:
            continue
        for seat in {(mover + 1) % players, (mover + 2) % players} - {mover}:
            once, kept = deeds(match, before, seat), (before.copy(), match.state.copy())
            hide(before, match.record, seat, Random(1))
            hide(match.state, match.record, seat, Random(1))
            again = deeds(match, before, seat)
            before, match.table["state"] = kept
            assert again == once
