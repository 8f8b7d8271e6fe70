"""The exact values of the moves of a position: from its game, or from all positions that follow.

Both mean the same as worlds that are played (engine/worlds/worlds.py): after each move the given
strategies play on, and what the seat to move does not know is as likely as the rules make it.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from playout.engine.chance.script import SCRIPT, advance, chance_of, open_script
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.match.decisions import Decision
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.native.uncompiled import uncompiled
from playout.engine.play.batch import can_be_compiled, guarded_strategy
from playout.engine.solve.graph import Limits
from playout.engine.solve.solver import Solver
from playout.engine.who.naming import reviewer_of
from playout.engine.words.errors import PlayoutError
from playout.engine.words.user_code import user_code
from playout.engine.worlds.search import blueprint_of

FOREVER = 10.0**9  # seconds: what is small enough depends on counts alone, not on the machine
SMALL = Limits(positions=500_000, seconds=FOREVER, ways=2_000_000, swept=2_000_000_000)
SMALL_PLAIN = Limits(positions=5_000, seconds=FOREVER, ways=20_000, swept=2_000_000_000)

Values = Mapping[int, float]  # of each legal move, by its number


@dataclass(frozen=True)
class Exact:
    """The value of each legal move, by its number, and how often the strategy makes it."""

    values: Values
    own: float  # the value if the strategy makes its own move
    usual: Mapping[int, float]  # shares, which add up to 1


def exact_of(
    match: Match, measure: Measure, solves: bool = True, is_best: bool = False
) -> Exact | None:
    """Return the values of the moves; None if unknown and too many to compute.

    With ``solves`` False they are those that the game knows, and no small game is solved.  A
    strategy that ``is_best``, so that one of its moves is worth most, need not be asked for it.
    """
    if match.is_over or not match.players:
        return None
    values = _of_game(match, measure)
    if values is None and solves:
        values = _of_all_that_follows(match, measure)
    if not values:
        return None
    usual = _best(values, measure.sign_for(match.seat)) if is_best else _usual(match)
    if usual is None:
        return None
    return Exact(values, sum(share * values[move] for move, share in usual.items()), usual)


def _best(values: Values, sign: int) -> dict[int, float]:
    """One of the moves worth most, or least with ``sign`` -1, which is always made."""
    return {max(values, key=lambda move: sign * values[move]): 1.0}


def _of_game(match: Match, measure: Measure) -> Values | None:
    """Return the values of ``exact_moves``; empty if too many positions follow."""
    game = match.game
    if game.exact_moves is None:
        return None
    with user_code(f"game '{game.name}': its exact_moves", game.source):
        known = game.exact_moves(match.view(), match.rules, match.players, measure)
    if not known:
        return known
    values = {int(move): float(value) for move, value in known.items()}
    if not {*match.legal_moves()} <= {*values}:
        raise PlayoutError(
            f"game '{game.name}': its exact_moves must return a number for each legal move"
        )
    return values


def _of_all_that_follows(match: Match, measure: Measure) -> Values | None:
    """Return the values from all positions that can follow, if these are few."""
    game = match.game
    if any(player.strategy.blueprint for player in match.players):
        return None  # what a search finds is drawn
    if game.policy is not None and game.policy.too_large:
        return None
    small = SMALL if can_be_compiled(game, match.players) else SMALL_PLAIN
    limits = replace(small, started=time.monotonic())
    try:
        here = match.state, match.view().notes
        solved = Solver(match.rules, match.players, measure, limits, *here).solved()
    except PlayoutError:  # it is too large, or what chance draws cannot be listed
        return None
    own = solved.values[match.seat if measure.per_seat else 0]
    moves = solved.moves or dict.fromkeys(match.legal_moves(), own)
    if not all(ends is not None and ends.is_known for ends in moves.values()):
        return None  # play can go on for ever
    return {move: ends.value for move, ends in moves.items() if ends is not None}


def _usual(match: Match) -> dict[int, float] | None:
    """How often the strategy of the seat to move makes which move; None if that is not known."""
    strategy = match.players[match.seat].strategy
    plain = replace(strategy, function=uncompiled(strategy.function))
    choose = guarded_strategy(match.game, plain)
    view, script = match.view(), new_record(SCRIPT)
    usual = defaultdict[int, float](float)
    open_script(script)
    try:
        while True:
            script.drawn = 0
            move = int(choose(view.copy(), script))
            usual[move] += float(chance_of(script))
            if not advance(script):
                return dict(usual)
    except Exception:  # of a user's code, which is named when worlds are played
        return None


def judged_values(
    exact: Exact, moves: Sequence[int], equals: Sequence[int]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The values of the moves that are judged and of the own one, and how often each is made.

    ``equals`` are the moves that stand for ``moves``, which come to the same by the rules.
    """
    usual = dict.fromkeys(moves, 0.0)
    for move, other in zip(moves, equals, strict=True):
        usual[other] += exact.usual.get(move, 0.0)
    judged = [move for move in moves if move in equals]
    values = (*(exact.values[move] for move in judged), exact.own)
    return values, tuple(usual[move] for move in judged)


def values_of(exact: Exact, decision: Decision) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The same of the moves of a decision."""
    alike = dict(decision.others)
    moves = sorted([*decision.moves, *alike])
    equals = [decision.moves[alike[one]] if one in alike else one for one in moves]
    return judged_values(exact, moves, equals)


def whole_value(
    rules: Rules, players: Sequence[Player], measure: Measure
) -> tuple[float, ...] | None:
    """The exact value of a whole game, for each seat if each has its own; None if unknown."""
    known = rules.game.expected(rules, players, [measure.name])
    return tuple(known[measure.name]) if measure.name in known else None


def judge_of(rules: Rules, given: Any) -> Player:
    """The reviewer: as given, else best play where it is known, else what `search` plays as."""
    if given is None and rules.game.exact_moves is not None:
        given = strongest(rules)
    return reviewer_of(rules, given)


def strongest(rules: Rules) -> str:
    """The strongest strategy that judges a game by these rules at once."""
    game = rules.game
    return blueprint_of(game) if game.reviewer is None else game.reviewer(rules)
