"""The seats of a game for learners: a learner among strategies, or on every seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.chance.seating import fixed, rotating
from playout.engine.game.game import Game, Player, Rules, Strategy
from playout.engine.native.jit import jit
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_allowed_player, split_line_up
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_whole
from playout.engine.words.spelling import as_typed

LEARNER = "learner"  # the name of the learner, among the players


@jit
def _absent(view: Any, rng: Any) -> int:
    """In the place of a learner's strategy, which is never asked."""
    return 0


def learner_of(game: Game) -> Player:
    """The player of a game who stands for a learner."""
    strategy = Strategy(game.name, LEARNER, _absent, {}, True, "The learner.")
    return Player(strategy, (), LEARNER)


def opponents(rules: Rules, others: Any) -> list[Player]:
    """The players of the other seats; none if a learner has every seat."""
    game, seats = rules.game, int(rules["players"])
    if others is None and game.cooperative:
        return []
    if seats == 1:
        if others is not None:
            raise PlayoutError(
                f"{as_typed('others', others)}: the game has only one seat, the learner's"
            )
        return []
    if not (others is None or callable(others) or isinstance(others, str | list | tuple)):
        raise PlayoutError(f"{as_typed('others', others)}: must be names of strategies")
    named = by_name(game.name, others, None) if others is not None else None
    each = split_line_up(named) if named is not None else [game.default_strategy]
    if len(each) == 1:
        each = [*each] * (seats - 1)
    if len(each) != seats - 1:
        raise PlayoutError(
            f"{as_typed('others', others)}: must be one strategy, or {seats - 1} for the other "
            "seats"
        )
    return [find_allowed_player(rules, one) for one in each]


def seating_of(seats: int, seat: int | None, alone: bool) -> npt.NDArray[np.int64]:
    """Return the player on each seat of each game; player 0 learns."""
    if seat is None:
        return rotating(seats) if alone else fixed(seats)
    seat = read_whole("seat", seat, 0, seats - 1)
    if not alone:
        raise PlayoutError(f"seat = {seat}: the learner has every seat; name the others first")
    row = [*range(1, seat + 1), 0, *range(seat + 1, seats)]
    return np.array([row], np.int64)
