"""A time for each move of `search`, as a number of worlds that this machine can deal in it.

A search that looked at the clock would play other games on another machine, and while other
programs run.  So the time is measured once, before a question is asked: ``search:milliseconds=50``
becomes ``search:worlds=730``, and that is saved, shown and repeated.

The worlds are timed in the middle of games that the blueprint plays: every few moves a search
chooses a move, which is not made.  A move without a choice takes no time and does not count.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from playout.engine.chance.rng import SEAT
from playout.engine.game.game import Game, Rules
from playout.engine.play.batch import begin_game, move_function, new_table, restore, snapshot
from playout.engine.play.failures import illegal_move_error, legal_moves
from playout.engine.play.move_loop import ILLEGAL_MOVE, move_functions
from playout.engine.who.references import find_allowed_player
from playout.engine.words.errors import Measured, PlayoutError
from playout.engine.words.reading import brief, read_each, read_values, real_or_nan
from playout.engine.worlds.search import MILLISECONDS, SEARCH

LEAST, MOST = 1, 10_000_000  # worlds
FIRST = 16  # worlds that are timed first
ROUNDS = 4  # of timing, each with about as many worlds as the last suggests
SECONDS = 0.4  # of a round, roughly
LONG = 0.05  # seconds a move; a longer time is extrapolated from this
STRIDE = 5  # moves from one that is timed to the next: prime to two and three players
MOST_GAMES = 20  # in which moves are timed
_REFERENCE = re.compile(rf"[^,+]*\b{MILLISECONDS}[^,+]*")


def in_worlds(game: Game, text: str, options: Mapping[str, object]) -> str:
    """Return a text of strategies with worlds instead of the milliseconds of each `search`.

    ``options`` are those of the rules, as the user wrote them; of several values the first counts.
    """
    if MILLISECONDS not in text:
        return text
    first = {name: _first(name, value) for name, value in options.items()}
    return _REFERENCE.sub(lambda match: _timed(game, match[0], first), text)


def _first(name: str, values: object) -> Any:
    """Return the first of one or several values."""
    for value in read_each(name, values):
        return read_values(value)[0] if isinstance(value, str) else value
    return None


def _timed(game: Game, reference: str, options: Mapping[str, Any]) -> str:
    name, *settings = reference.strip().split(":")
    times = [setting for setting in settings if setting.startswith(MILLISECONDS)]
    rest = [setting for setting in settings if setting not in times]
    if name != SEARCH:
        return reference  # another strategy may have such a parameter
    if len(times) > 1 or any(setting.startswith("worlds=") for setting in rest):
        raise PlayoutError(
            f"strategy '{reference.strip()}': give either worlds or milliseconds, and only once"
        )
    text = times[0].partition("=")[2]
    budget = real_or_nan(text)
    if not 0 < budget <= 1e7:
        raise PlayoutError(
            f"strategy 'search': milliseconds={brief(text)}: must be the time for each move, above "
            "0 and at most 10,000,000"
        )
    rules = game.with_options(options)
    worlds = worlds_for(rules, ":".join([name, *rest]), budget)
    measured = ":".join([name, f"worlds={worlds}", *rest])
    where = " ".join([game.title, *rules.command_options()])
    warnings.warn(
        f"search: {budget:g} ms per move are enough for {worlds:,} "
        f"simulation{'s' * (worlds != 1)} on this machine ({where}); from here on it is {measured}",
        Measured,
        stacklevel=5,
    )
    return measured


@cache
def worlds_for(rules: Rules, reference: str, milliseconds: float) -> int:
    """Return how many worlds a search deals in this time for a move: two digits, at least 1."""
    worlds, wanted = FIRST, milliseconds / 1000
    for _ in range(ROUNDS):
        took = _seconds_of_a_move(rules, f"{reference}:worlds={worlds}")
        if took is None:
            break
        aim = min(wanted, LONG) / took
        if 0.8 < aim < 1.25 or (worlds == LEAST and aim < 1.0):
            worlds = _clipped(worlds * wanted / took)
            break
        worlds = _clipped(worlds * min(aim, 64.0))
    else:
        worlds = _clipped(worlds * max(1.0, wanted / LONG))
    return _clipped(float(f"{worlds:.2g}"))


def _clipped(worlds: float) -> int:
    return max(LEAST, min(MOST, int(worlds)))


def _seconds_of_a_move(rules: Rules, reference: str) -> float | None:
    """Return the mean processor time of a search for a move; None if no move is a choice."""
    search = find_allowed_player(rules, reference)
    blueprint = find_allowed_player(rules, search.strategy.blueprint)
    record, total, taken = rules.record(), 0.0, 0
    seats = int(rules["players"])
    searching, playing = (new_table(rules, [player] * seats) for player in (search, blueprint))
    choose, play = (move_function(rules, player, compiled=True) for player in (search, blueprint))
    moves = move_functions(rules.game, compiled=False)
    for game in range(MOST_GAMES):
        for table in (searching, playing):
            begin_game(rules.game)(table, record, 1, game)
        place = 0
        while not rules.game.rules.is_over(playing.state, record):
            # No seat speaks: marks would hardly change the time of a search.
            seat = moves["next_seat"](False, (), playing.state, record, playing, None)
            moves["show"](searching.state, record, searching, seat)
            move = moves["ask"](play, playing.state, record, playing, seat)
            if move == ILLEGAL_MOVE:
                raise illegal_move_error(rules, [blueprint] * seats, playing)
            legal = legal_moves(rules.game, searching.state, record)
            if place % STRIDE == game % STRIDE and len(legal) > 1:
                before = snapshot(searching)
                if taken == 0:
                    choose(searching.views[seat], searching.streams[SEAT + seat])  # compiles it
                began = time.process_time()
                choose(searching.views[seat], searching.streams[SEAT + seat])
                total, taken = total + time.process_time() - began, taken + 1
                restore(searching, before)
            for table in (searching, playing):
                moves["make"](table.state, record, table, np.int64(move))
            place += 1
            if total > SECONDS and taken > 1:
                return total / taken
    return total / taken if taken else None
