"""The numbers are those from when the loop was the variant `blog` of The Game, seed by seed."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.the_game_blog.game import GAME

# Of 20,000 games with seed 2024, for 1 to 7 players: the cards played in all of them together, and
# the digest of all outcomes.
FORMER = {
    "random": (
        (244574, "3ce02b5c8361"),
        (254339, "a5b421e31a3f"),
        (254488, "06765fdb6937"),
        (259567, "f7bb025939d9"),
        (262966, "e79bbde0ab0f"),
        (265825, "89506866f69f"),
        (268452, "eadf559852f2"),
    ),
    "minimal": (
        (156120, "f3b9e27bd48f"),
        (151949, "6b86537bbb63"),
        (133903, "3721304d99ae"),
        (122504, "7b3aeb16f78b"),
        (114730, "fc83c7944656"),
        (109304, "1d3ac6d4818f"),
        (106282, "c6c033d324e0"),
    ),
    "trick": (
        (114816, "8deb146edca0"),
        (101290, "aa55bdf5f2aa"),
        (100280, "542f8e34e5f5"),
        (96501, "f77f6f542e50"),
        (95241, "27e07818f656"),
        (93951, "19c1796497e4"),
        (94163, "4cfce2748257"),
    ),
}


@pytest.mark.parametrize("players", range(1, 8))
@pytest.mark.parametrize("strategy", FORMER)
def test_every_game_ends_as_it_did_in_the_variant(strategy: str, players: int) -> None:
    seated = [find_player(GAME.name, strategy)] * players
    outcomes = play_batch(GAME.with_options({"players": players}), seated, 2024, 0, 20_000)
    outcomes = outcomes[:, :4]  # why a game ended has been counted since
    digest = blake2b(outcomes.tobytes(), digest_size=6).hexdigest()
    assert (int(outcomes[:, 3].sum()), digest) == FORMER[strategy][players - 1]


@pytest.mark.parametrize("strategy", FORMER)
def test_a_strategy_goes_by_its_former_name_too(strategy: str) -> None:
    former = find_player(GAME.name, f"blog-{strategy}").strategy
    assert former is find_player(GAME.name, strategy).strategy
