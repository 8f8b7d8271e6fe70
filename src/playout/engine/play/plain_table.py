"""The table of one running game in plain Python."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from playout.engine.chance.plain_streams import Streams, start_game
from playout.engine.chance.rng import DEAL, REPEAT, SEAT, STREAM, start
from playout.engine.game.game import NOTES, PARAMETERS, Game, Player, Rules
from playout.engine.game.plain_views import (
    View,
    copy_error,
    separate,
    shown,
    take_notes,
    with_arrays,
)
from playout.engine.game.protocols import OURS
from playout.engine.native.records import new_record
from playout.engine.play.code_templates import actor, ask, begin, is_legal, is_over, make, score
from playout.engine.play.lookup import address_of
from playout.engine.play.move_loop import FINISHED, ILLEGAL_MOVE
from playout.engine.words.errors import RulesError
from playout.engine.words.reading import brief

THOROUGH = 64  # a game of so many is asked everything twice
NO_NOTES = np.zeros(NOTES, np.int64)


class Table:
    """The counterpart of a record of `table_dtype` (batch.py) in a game in plain Python."""

    def __init__(self, rules: Rules, players: Sequence[Player], seed: int) -> None:
        seats, record = int(rules["players"]), rules.record()
        options = vars(record)
        self.fresh = [
            with_arrays(
                View(rules.game.name, **options, seat=seat, legal_moves=None),
                parameters=np.zeros(PARAMETERS),
                lookup=np.zeros(2, np.int64),
            )
            for seat in range(seats)
        ]
        self.parameters = np.zeros((seats, PARAMETERS))
        self.lookups = np.zeros((seats, 2), np.int64)
        for seat, player in enumerate(players):
            self.fresh[seat].parameters[: len(player.values)] = player.values
            self.fresh[seat].lookup[:] = address_of(player.strategy, rules)
        self.views: list[View] = []
        self.streams = Streams(new_record(STREAM, SEAT + seats))
        self.state: Any = None
        self.seed, self.game, self.replay, self.redraw = seed, 0, 0, 0
        self.moves, self.rules = 0, rules  # moves of the game being played
        self.seat, self.move, self.hint_place = 0, 0, -1
        self.begun = np.zeros(seats, np.int64)

    def renew(self, game: Game) -> None:
        """Begin with a new state and new views."""
        self.views = [with_arrays(view, notes=NO_NOTES.copy()) for view in self.fresh]
        self.state = game.rules.new_state()

    def begin(self, rules: Any, seed: int, game: int) -> None:
        """Deal one game, as `_begin` of batch.py does at a compiled table."""
        self.game, self.moves = game, 0
        self.renew(self.rules.game)
        start_game(self.streams.array, seed, game, self.replay)
        self.rules.game.rules.deal(self.state, rules, self.streams[DEAL])
        if self.redraw > 0:
            start(self.streams[DEAL], seed, game, DEAL + REPEAT * self.redraw)

    def snapshot(self, whole: bool) -> dict[str, Any]:
        """Return copies of all attributes that a move may change; of the state if ``whole``."""
        copies = {
            "views": [view.copy() for view in self.views],
            "streams": self.streams.copy(),
            "seat": self.seat,
            "moves": self.moves,
        }
        return {**copies, "state": copied(self.rules.game.name, self.state)} if whole else copies


def play_plain_games(
    players: Any, rules: Any, table: Any, seating: Any, first: int, outcomes: Any
) -> int:
    """The loop of batch.py for a game in plain Python, in which calls take long.

    In every 64th game, the first one too, the rules are asked whether the game is over, who moves
    and what is legal as often as a compiled loop asks them, and must answer the same.
    """
    strategies, _ = players
    rows = [(row, row.tolist()) for row in seating]
    own, seats = table.rules.game.rules, rules.players
    is_ended, to_move = own.source.is_over, own.own_actor
    show, turn_moves = own.show, own.turn_moves
    lists = not hasattr(own.source, "is_legal")
    for i in range(len(outcomes)):
        begin(table, rules, table.seed, first + i)
        is_thorough = table.game % THOROUGH == 0
        row, order = rows[(first + i) % len(rows)]
        if len(rows) > 1:
            for seat, view in enumerate(table.views):
                view.parameters[:] = table.parameters[row[seat]]
                view.lookup[:] = table.lookups[row[seat]]
        state, streams, views = table.state, table.streams.records, table.views
        # These return what they should nearly always; otherwise `is_over` and `actor` say why not.
        while is_ended(state, rules) is False or not is_over(state, rules):
            seat = to_move(state, rules)
            if type(seat) is not int or not 0 <= seat < seats:
                seat = actor(state, rules)
            table.seat = seat
            strategy = strategies[order[seat]]
            if is_thorough:
                move = ask(strategy, state, rules, table, seat)
                if move == ILLEGAL_MOVE:
                    return int(first + i)
            else:
                view = shown(views[seat], show, state, rules, seat)
                moves = turn_moves(state, rules)
                view.legal_moves = [*moves]
                move = strategy(view, streams[SEAT + seat])
                if "notes" in view.__dict__:
                    take_notes(views[seat], view)
                if not (move in moves if lists else is_legal(state, rules, move)):
                    table.move = move
                    return int(first + i)
            make(state, rules, table, move)
        score(state, rules, outcomes[i])
    return FINISHED


def copied(game: str, state: Any) -> Any:
    """Return another object of the same state; ``game`` is the name of the game, for messages."""
    if "copy" not in vars(type(state)):
        try:
            return copy.deepcopy(state)
        except Exception as error:  # a user's object may raise anything
            needed = "give the state a method copy"
            raise copy_error(game, "state", state, error, needed) from error
    other = state.copy()
    if other is state or not isinstance(other, type(state)):
        result = "the state itself" if other is state else brief(repr(other))
        raise RulesError(f"copy of game '{game}' returned {result}: must be another state")
    for name in OURS:  # what counters have counted, of which the method knows nothing
        if hasattr(state, name):
            setattr(other, name, separate(getattr(state, name)))
    return other
