"""Every round ends, under rules of all kinds, and no tile is ever lost."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.mexican_train.game import GAME, in_deck
from playout.games.mexican_train.records import EVENTS
from playout.games.mexican_train.tiles import MOST
from tests.games.mexican_train.contract import assert_conserved
from tests.games.mexican_train.tables import WORDS, any_move

SETS = st.integers(2, MOST if COMPILING else 4)


@st.composite
def any_rules(draw: st.DrawFn) -> dict[str, Any]:
    """Rules of all kinds."""
    highest = draw(SETS)
    players = draw(st.integers(2, min(8, in_deck(highest))))
    words = {name: draw(st.sampled_from(choices)) for name, choices in WORDS.items()}
    return {
        "players": players,
        "set": highest,
        "tiles": draw(st.integers(1, in_deck(highest) // players)),
        "blocked_gate_points": draw(st.sampled_from([1, 2])),
        "rounds": draw(st.integers(1, 2)),
        **words,
    }


@pytest.mark.thorough
@given(given=any_rules(), seed=st.integers(0, 2**62))
def test_every_round_ends_within_its_bound(given: dict[str, Any], seed: int) -> None:
    found = GAME.with_options({**given, "rounds": 1})
    players, deck = given["players"], in_deck(given["set"])
    outcomes = play_batch(found, [find_player("mexican-train", "random")] * players, seed, 0, 50)
    seen = {m.name: outcomes[:, at] for m, at in zip(GAME.measures, GAME.columns, strict=True)}
    assert (seen["rounds"] == 1).all()
    assert (seen["tiles_laid"] <= deck).all()
    assert (seen["draws"] <= deck - players * given["tiles"]).all()
    # Every turn lays or draws something, but fewer than all players' in succession do not.
    events = seen["tiles_laid"] + seen["draws"]
    assert (seen["turns"] <= (events + 1) * players).all()


@pytest.mark.slow
@pytest.mark.rules
@settings(max_examples=40)
@given(given=any_rules(), seed=st.integers(0, 2**62))
def test_tiles_are_conserved_after_every_move_whatever_is_played(
    given: dict[str, Any], seed: int
) -> None:
    chance = Random(seed)
    match = Match("mexican-train", seed=seed, **given)
    record = match.rules.record()
    assert_conserved(match.state, record)
    while not match.is_over:
        match.play(any_move(match, chance))
        assert_conserved(match.state, record)
        assert len(match.moves) <= record.rounds * (in_deck(record.set) + record.players)
    assert match.state.round_number == record.rounds


@pytest.mark.slow
@pytest.mark.parametrize("draw", WORDS["draw"])
@pytest.mark.parametrize("doubles", WORDS["doubles"])
def test_rounds_blocked_inside_a_gate_end_too(draw: str, doubles: str) -> None:
    found = GAME.with_options(
        {"players": 3, "set": 4, "rounds": 1, "draw": draw, "doubles": doubles}
    )
    outcomes = play_batch(found, [find_player("mexican-train", "random")] * 3, 1, 0, 20_000)
    seen = {m.name: outcomes[:, at] for m, at in zip(GAME.measures, GAME.columns, strict=True)}
    assert seen["blocked_gate"].sum() > 100
    assert (seen["blocked_gate"] <= seen["blocked"]).all()
    assert np.isin(seen["blocked"], (0, 1)).all()


@pytest.mark.rules
def test_no_round_can_fill_the_log() -> None:
    # Each tile is laid once and drawn once at most.  Of a drawer's passes there is one for each
    # draw; of the others fewer than players after each tile laid, and as many to block a round.
    for highest in range(2, MOST + 1):
        for players in range(2, 9):
            deck = in_deck(highest)
            laid, drawn = deck, deck - players
            assert laid + 2 * drawn + (players - 1) * laid + players <= EVENTS
