"""Check that worlds could have come about: moves are taken back in them and made again.

A world that `determinize` deals has no past.  But the game it was dealt from has one, and a move
that changes a state in one way changes another state of the same view in the same way: so it can be
taken back in the world, too.  Whether that was right is known by making the move again.
"""

from __future__ import annotations

from contextlib import suppress
from copy import copy, deepcopy
from random import Random
from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL
from playout.engine.match.match import Match
from playout.engine.native.code_cache import CHECKED
from playout.engine.native.jit import COMPILING
from playout.engine.play.failures import legal_moves, why_illegal
from playout.engine.play.hints import hint_functions
from playout.engine.words.numbering import nth
from playout.testing.case import Case, Check, counted, is_same
from playout.testing.games import written
from playout.testing.report import Fault, NoTime, Unchecked

GAMES = 200  # games in which worlds are dealt, at most
BACK = 40  # moves that are taken back in a world, at most


def are_possible(case: Case) -> str:
    """Check that `determinize` deals no world in which a move that was made was illegal.

    A move counts only if the seat saw the same before and after it as in the game, and no other
    move would have shown it the same.  Moves that draw random numbers end the way back.
    """
    if not hasattr(case.game.rules, "determinize"):
        raise Unchecked("the game has no determinize(view, rules, stream, state)")
    if hint_functions(case.game, compiled=False)["places"](case.rules.record()) > 0:
        raise Unchecked("players tell each other what they hold")
    if case.game.compiled and COMPILING and not CHECKED:
        raise Unchecked("this process does not check indices (NUMBA_BOUNDSCHECK=1)")
    chance, seats = Random(1), int(case.rules["players"])
    made = worlds = same = 0
    for number in range(case.watch.many(GAMES)):
        past = _Past(case, case.match(number))
        while not past.match.is_over and not case.watch.is_late():
            past.step()
            if past.match.is_over or chance.random() >= 0.2:
                continue
            seat, worlds = chance.randrange(seats), worlds + 1
            with case.blaming(past.match):
                world = past.match.world(seat, seed=chance.randrange(2**31))
            same += is_same(world.state, past.match.state)
            past.trace(seat, world.state)
        made += past.made
        if case.watch.is_late():
            break
    if not worlds:
        raise NoTime("there was no time")
    if same == worlds:
        return f"{counted(worlds, 'world')}, the same as the games"
    if not made:
        raise Unchecked(f"no move of another player could be taken back in {worlds:,} worlds")
    return f"{counted(worlds, 'world')}; {counted(made, 'earlier move')} of others legal in them"


class _Lost(Exception):
    """A change that cannot be taken back."""


class _Past:
    """The states of one game before each of its moves, and what a seat saw of them."""

    def __init__(self, case: Case, match: Match) -> None:
        self.case, self.match, self.record = case, match, case.rules.record()
        self.states, self.streams, self.movers = [_copied(match.state)], list[Any](), list[int]()
        self.made = 0  # moves of other seats, made again in worlds

    def step(self) -> None:
        """Make a move of the game."""
        self.movers.append(self.match.seat)
        self.streams.append(self.match.streams[DEAL].copy())
        self.case.step(self.match)
        self.states.append(_copied(self.match.state))

    def seen(self, seat: int, state: Any) -> Any:
        """What a seat sees of a state."""
        compiled = self.case.game.compiled
        kept = _copied(self.match.state) if compiled else self.match.state
        self.match.table.state = state
        try:
            return self.match.view(seat).copy()
        finally:
            self.match.table.state = kept

    def played(self, state: Any, number: int, move: int) -> Any:
        """The state after a move, which is made instead of the move of this number."""
        state, stream = _copied(state), self.streams[number].copy()
        before = stream.tobytes()
        self.case.game.rules.play(state, self.record, np.int64(move), stream)
        if stream.tobytes() != before:
            raise _Lost  # the world may have had other chances
        return state

    def taken_back(self, seat: int, number: int, world: Any) -> Any:
        """The state of a world before the move of this number; _Lost if it is not known."""
        before, after = self.states[number : number + 2]
        state = undone(before, after, world)
        rules, move = self.case.game.rules, self.match.moves[number]
        if (
            rules.is_over(state, self.record)
            or int(rules.actor(state, self.record)) != self.movers[number]
            or not is_same(self.seen(seat, state), self.seen(seat, before))
            or not is_same(self.played(state, number, move), world)
        ):
            raise _Lost
        return state

    def is_known(self, seat: int, number: int, state: Any) -> bool:
        """Whether a seat knows which move was made: any other shows it another view."""
        seen, made = self.seen(seat, self.states[number + 1]), self.match.moves[number]
        return not any(
            is_same(self.seen(seat, self.played(before, number, move)), seen)
            for before in (state, self.states[number])
            for move in legal_moves(self.case.game, before, self.record)
            if move != made
        )

    def trace(self, seat: int, world: Any) -> None:
        """Take moves back in a world that was dealt to a seat now; Fault if one was illegal."""
        last = len(self.movers)
        for number in reversed(range(max(0, last - BACK), last)):
            if is_same(world, self.states[number + 1]):
                return
            try:
                state = self.taken_back(seat, number, world)
                if self.movers[number] != seat:
                    move: Any = np.int64(self.match.moves[number])
                    if not self.case.game.rules.is_legal(state, self.record, move):
                        if not self.is_known(seat, number, state):
                            return
                        self.report(seat, number, state)
                    self.made += 1
            except Fault:
                raise
            except Exception:  # rules need not know states that cannot be
                return
            world = state

    def report(self, seat: int, number: int, state: Any) -> None:
        """Raise the Fault for a world in which the move of this number was illegal."""
        game, move = self.case.game, int(self.match.moves[number])
        why = why_illegal(game, state, self.record, move)
        ago, below = len(self.movers) - number, ""
        with suppress(Exception):  # a drawing of a user may raise anything
            text = game.drawing.text(state, self.record, self.movers[number])
            below = f"\nthe world before that move, as the game shows it:\n{text}"
        self.case.fault(
            self.match,
            f"determinize deals seat {nth(seat)} an impossible world: "
            f"{counted(ago, 'move')} ago seat {nth(self.movers[number])} played "
            f"'{written(self.match, move)}', which is illegal in that world{why}. Deal only worlds "
            "in which all earlier moves were legal; the view must show what that needs",
            below,
        )


def _copied(state: Any) -> Any:
    """Another object of a state."""
    return state.copy() if isinstance(state, np.void) else deepcopy(state)


def undone(before: Any, after: Any, world: Any) -> Any:
    """What a part of a world was before a move that changed this part of a game so; or _Lost."""
    if is_same(world, after):
        return _copied(before)
    if is_same(before, after):
        return _copied(world)
    if not type(before) is type(after) is type(world):
        raise _Lost
    if isinstance(world, np.void) and world.dtype.names:
        part = world.copy()
        for name in world.dtype.names:
            part[name] = undone(before[name], after[name], world[name])
        return part
    if isinstance(world, np.ndarray) and world.dtype.names is None:
        return _numbers_undone(before, after, world)
    if isinstance(world, np.number):
        return _numbers_undone(*(np.array([one]) for one in (before, after, world)))[0]
    if isinstance(world, int | float) and not isinstance(world, bool):
        if (part := world - (after - before)) < min(before, after, world, 0):
            raise _Lost
        return part
    if isinstance(world, set | frozenset):
        if not (after - before <= world and world.isdisjoint(before - after)):
            raise _Lost
        return world - (after - before) | (before - after)
    if isinstance(world, list | tuple):
        return type(world)(_list_undone(list(before), list(after), list(world)))
    if isinstance(world, dict):
        if not before.keys() == after.keys() == world.keys():
            raise _Lost
        return {key: undone(before[key], after[key], world[key]) for key in world}
    if hasattr(world, "__dict__"):
        part = copy(world)
        vars(part).update(undone(vars(before), vars(after), vars(world)))
        return part
    raise _Lost


def _numbers_undone(before: Any, after: Any, world: Any) -> Any:
    """The same of an array of numbers, which are counts, places, or sets of bits."""
    if not before.shape == after.shape == world.shape:
        raise _Lost
    if world.dtype.kind == "b":
        before, after, world = (one.astype(np.int8) for one in (before, after, world))
        return _numbers_undone(before, after, world).astype(bool)
    part = np.where(world == after, before, world - (after - before))
    # No number that cannot be may reach the rules: what indexes arrays must stay within them.
    every = np.stack([before, after, world])
    is_usual = (part >= every.min()) & (part <= every.max())
    if world.dtype.kind != "f":
        is_usual |= ((after & ~before) & ~world | (before & ~after) & world) == 0
    if not is_usual.all():
        raise _Lost
    return part


def _list_undone(before: list[Any], after: list[Any], world: list[Any]) -> list[Any]:
    """The same of a list: its elements change, or some are taken away or put in."""
    if len(before) == len(after) == len(world):
        return [undone(*parts) for parts in zip(before, after, world, strict=True)]
    put_in, taken = list(after), list[tuple[int, Any]]()
    for place, one in enumerate(before):
        if one in put_in:
            put_in.remove(one)
        else:
            taken.append((place, one))
    part = list(world)
    for one in put_in:
        if one not in part:
            raise _Lost
        part.remove(one)
    for place, one in taken:
        part.insert(place, one)
    return sorted(part) if before == sorted(before) else part


CHECKS: dict[str, Check] = {"possible worlds": are_possible}
"""The check of the past of worlds, by its name."""
