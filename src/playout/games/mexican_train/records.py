"""The records of Mexican Train: its state, and a player's view of it."""

from __future__ import annotations

import numpy as np

from playout.engine.chance.rng import STREAM
from playout.engine.game.game import view_dtype
from playout.games.mexican_train.tiles import DECK, NUMBERS, ROWS

PLAYERS = 8  # most players
MEXICAN = 8  # the train without an owner
TRAINS = 9
NOWHERE = -1  # the gate, when no double has to be covered

# Values of the options that are words: the places of these words in game.py.
COUNTDOWN = 1  # engine
DRAW_WAIT, DRAW_UNTIL, DRAW_NONE = 1, 2, 3  # draw
MUST_COVER = 1  # last_double
STAYS = 1  # marker
MANY = 1  # doubles
LOCKED_TO_ALL = 2  # lock
OTHERS_DRAW = 1  # gate_draw
FROM_DOUBLE = 1  # after_gate

# How far a turn has come, if it does not end with the next tile.
DOUBLING = 1  # the player has laid nothing but doubles, and may lay more before the cover
LAYING = 2  # the player lays the first tiles of the own train, on that train only
COVERING = 3  # the player has laid a double, and must cover it now

# What happened in a round, in order:
# ends << 21 | declared << 20 | kind << 18 | seat << 14 | tile << 4 | train.
LAID, DREW, PASSED = 0, 1, 2
STANDS = 3  # the tile was there already when the position began: no event of anybody's turn
EVENTS = 3072  # at most 189 draws, 189 tiles laid, and fewer passes than players after each
PAST = 512  # those of a round that a view has: all, but with the largest sets and most players

# What all players see: in a state and in a view alike, so that it is copied as one block.
TABLE = (
    ("laid", *ROWS),  # the set of all tiles on the table, the engine too
    ("ends", np.int32, (TRAINS,)),  # the number at the end of each train
    ("sizes", np.int32, (PLAYERS,)),  # tiles in each hand
    ("lacks", np.int32, (PLAYERS,)),  # numbers, as bits, that a player is known not to have
    ("scores", np.int32, (PLAYERS,)),  # points of the rounds that have ended
    ("outs", np.int32, (PLAYERS,)),  # rounds that a player ended by having no tile left
    ("trains", np.int64),  # on which the player to move may lay a tile now, as bits; of a view: I
    ("open", np.int64),  # trains that all players may use, as bits; MEXICAN is always one
    ("locked", np.int64),  # trains that only the owner may use, as bits, open or not
    ("gate", np.int64),  # the train whose double has to be covered, or NOWHERE
    ("later", np.int64),  # the gates after it, the next one lowest: 4 bits each, train + 1
    ("doubler", np.int64),  # who laid the gates' doubles, till the turn of the cover ends; or -1
    ("phase", np.int64),  # of the turn: 0, DOUBLING, LAYING, COVERING
    ("first_turns", np.int64),  # players, as bits, who may still lay a whole train
    ("engine", np.int64),  # the number that this round began with
    ("round_number", np.int64),  # 0, 1, 2 ...; when the match is over, the rounds played
    ("passes", np.int64),  # in succession, since there is nothing to draw
    ("turns", np.int64),  # in the whole match, as all fields below
    ("played", np.int64),  # tiles laid
    ("draws", np.int64),  # tiles drawn
    ("blocked", np.int64),  # rounds that ended because no player could move
    ("blocked_gate", np.int64),  # of these, the ones with an uncovered double
)

STATE = np.dtype(
    [
        ("hands", np.int32, (PLAYERS, NUMBERS)),  # a set of tiles for each player; see tiles.py
        *TABLE,
        ("player", np.int64),  # whose turn it is
        ("over", np.int64),  # 1 when the match has ended
        ("tiles", np.int64),  # tiles in the whole deck
        ("drawn", np.int64),  # how many have been dealt and drawn
        ("logged", np.uint32, (2,)),  # how many events the log has of each
        ("deck", np.int16, (DECK,)),  # the order of all tiles but the engine; hidden
        ("shuffling", STREAM),  # where the decks of all rounds come from; hidden
        ("log", np.int32, (2, EVENTS)),  # events of the round on the table, and of the one before
        ("happened", np.int64),  # events of the round on the table that all players saw
        ("past", np.int32, (PAST,)),  # the first of them, without the tiles that were drawn
    ],
    align=True,
)

VIEW = view_dtype(
    # what changes
    ("hand", *ROWS),  # own hand: a set of tiles; see tiles.py
    *TABLE,
    ("boneyard", np.int64),  # tiles that can be drawn
    ("actor", np.int64),  # the seat whose move it is
    # what does not change during a match
    ("seat", np.int64),
    ("players", np.int64),
    ("highest", np.int64),  # the highest number of the set
    ("draw", np.int64),  # 0: play; 1: wait; 2: until; 3: none
    ("marker", np.int64),  # 1: a marker is never taken off
    ("must_cover", np.int64),  # 1: doubles have to be covered
    ("doubles", np.int64),  # 1: several may be laid before the cover
    ("last_double", np.int64),  # 1: must be covered as well before the round ends
    ("blocked_gate_points", np.int64),  # times the points of a round blocked in a gate count
    ("gate_draw", np.int64),  # 1: who lays a double draws for its cover in later turns only
    ("gate_marker", np.int64),  # 1: who cannot cover opens the own train
    ("after_gate", np.int64),  # 1: the next turn is that of the player after the doubler
    ("lock", np.int64),  # a move may lock the own train; 1: to the others; 2: to all
    ("double_blank", np.int64),
    ("target", np.int64),
    ("rounds", np.int64),
    # Only of strategies with a lookup table, as a search has one; to copy it for all would take a
    # fifth of the time of random play.  It stands last, where it does not slow down the others.
    ("happened", np.int64),  # events of the round on the table
    ("past", np.int32, (PAST,)),  # the first of them, without the tiles that were drawn
)
