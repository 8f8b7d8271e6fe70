"""Every game that OpenSpiel loads without settings is played here, or refused in a sentence."""

from __future__ import annotations

import importlib

import pytest

from playout.adapters.names import imported
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.words.errors import PlayoutError

REFUSED = {
    "bridge_uncontested_bidding",
    "crossword",
    "mfg_crowd_modelling",
    "mfg_crowd_modelling_2d",
    "mfg_dynamic_routing",
    "mfg_garnet",
    "negotiation",
    "stones_and_gems",
    "tarok",
}
SHOWN = 40  # positions of a game that are looked at


def registered() -> list[str]:
    """The names of all games that OpenSpiel loads without settings."""
    spiel = imported("pyspiel")
    importlib.import_module("open_spiel.python.games")
    kinds = [kind for kind in spiel.registered_games() if kind.default_loadable]
    return sorted(str(kind.short_name) for kind in kinds)


def ended(match: Match) -> Match:
    """The match, played to its end, and looked at on the way."""
    while not match.is_over:
        if len(match.moves) < SHOWN:
            for seat in range(len(match.players)):
                match.view(seat)
        match.step()
    return match


def test_there_are_more_than_a_hundred() -> None:
    assert len(registered()) > 100
    assert {*registered()} >= REFUSED


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_game_is_refused(name: str) -> None:
    with pytest.raises(PlayoutError, match="cannot be played") as raised:
        find_game(f"openspiel:{name}")
    assert "\n" not in str(raised.value)


LONG = "python_ant_foraging"  # a game of it takes a second
PLAYED = [
    pytest.param(
        name,
        marks=pytest.mark.thorough if k % 6 or name == LONG else pytest.mark.slow,
    )
    for k, name in enumerate(sorted({*registered()} - REFUSED))
]


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_is_played_twice_alike(name: str) -> None:
    game = f"openspiel:{name}"
    for number in (0, 1):
        one, other = (
            ended(Match(game, strategy="random", seed=5, game_number=number)) for _ in range(2)
        )
        assert one.moves == other.moves
        assert one.columns() == other.columns()
        for seat in range(len(one.players)):
            one.view(seat)
        assert Match(game, strategy="random", position=one.position).state == one.state
