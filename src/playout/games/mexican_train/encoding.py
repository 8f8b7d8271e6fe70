"""Observations and actions of Mexican Train for learners.

A set of tiles is seen as a square: row a, column b says whether the tile a-b is in it, and so does
row b, column a.  Action 0 ends a first turn of several tiles; then come all tiles on all trains,
and where the rules have locks the same on the own train with a lock.
"""

from __future__ import annotations

from playout.engine.game.game import Rules
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.games.mexican_train.records import MEXICAN, NOWHERE, TRAINS
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import declared, tile_code, tile_move


def observation(rules: Rules) -> tuple[Seen, ...]:
    """The own hand, the table, and the numbers that each player has shown to lack."""
    players, highest = rules.number("players"), rules.number("set")
    numbers, seats, trains = range(highest + 1), range(players), range(TRAINS)
    tiles = (highest + 1) * (highest + 2) // 2
    return (
        sets("hand", numbers, highest + 1),
        sets("laid", numbers, highest + 1),
        counts("ends", highest, TRAINS),
        counts("sizes", tiles, players),
        sets("lacks", numbers, players),
        counts("scores", rules.game.measure("points").ends(rules)[1], players),
        counts("outs", rules.number("rounds"), players),
        sets("trains", trains),
        sets("open", trains),
        sets("locked", trains),
        Seen("gate", (), NOWHERE, MEXICAN),
        Seen("doubler", (), -1, players - 1),
        counts("phase", 3),
        sets("first_turns", seats),
        counts("engine", highest),
        counts("round_number", rules.number("rounds")),
        counts("boneyard", tiles),
        counts("actor", players - 1),
        counts("seat", players - 1),
    )


def actions(rules: Rules) -> list[int]:
    """To stop, and each tile on each train, without and with a lock."""
    numbers = range(rules.number("set") + 1)
    tiles = [tile_code(low, high) for low in numbers for high in numbers[low:]]
    trains = [*range(rules.number("players")), MEXICAN]
    laid = [int(tile_move(tile, train)) for tile in tiles for train in trains]
    locked = [int(declared(tile_move(tile, train))) for tile in tiles for train in trains[:-1]]
    return [STOP, *laid, *(locked if rules.number("lock") else [])]
