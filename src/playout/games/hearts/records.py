"""Hearts: what a state and a view are made of.  Sets of cards are those of kits/cards.py."""

from __future__ import annotations

import numpy as np

from playout.engine.chance.rng import STREAM
from playout.engine.game.game import view_dtype
from playout.kits.trick_table import DECK, table_fields

SEATS = 5

TABLE = [
    *table_fields(SEATS),
    ("taken", np.int64, (SEATS,)),  # the cards in the tricks that each seat has taken
    ("scores", np.int64, (SEATS,)),  # the points of the hands that have ended
    ("queens", np.int64, (SEATS,)),  # queens of spades taken in the whole match
    ("passing", np.int64),  # while cards are chosen to pass: how many seats to the left; else 0
    ("broken", np.int64),  # 1: hearts may be led
    ("moons", np.int64),  # hands in which a seat took all points
]
"""What all players see."""

STATE = np.dtype(
    [
        ("hands", np.int64, (SEATS,)),
        ("chosen", np.int64, (SEATS,)),  # the cards chosen to pass, until all have chosen
        ("given", np.int64, (SEATS,)),  # the cards that each seat has passed in this hand
        *TABLE,
        ("key", np.int64),  # of the decks of later hands
        ("over", np.int64),  # 1 when the game has ended
        ("shuffling", STREAM),  # scratch
        DECK,
    ],
    align=True,
)

VIEW = view_dtype(
    ("hand", np.int64),  # the own cards
    ("legal", np.int64),  # those that may be passed or played now; 0 if another seat is to move
    ("chosen", np.int64),  # own cards chosen to pass
    ("asked", np.int64),  # how many the seat to move has chosen
    ("given", np.int64),  # own cards passed in this hand
    ("received", np.int64),  # cards received for them
    ("distance", np.int64),  # how many seats to the left they went; 0: nothing is passed
    *TABLE,
    ("seat", np.int64),
    ("players", np.int64),
)
