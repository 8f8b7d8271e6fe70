"""Finds all positions of a compiled game: one loop of compiled code for each game.

A position is the state together with the notes of all seats whose strategies are given.  From each
of them every legal move of a seat that chooses is made, or the move of its strategy, in every way
in which chance can fall (chance/script.py).  After each step the game forgets what does not matter
any more (`forget` of its rules); what its measures lose by that is kept as the gain of the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numba
import numpy as np

from playout.engine.chance.script import SCRIPT, advance, chance_of, open_script
from playout.engine.game.game import NOTES, Game, Player, Rules
from playout.engine.native.bits import copy_items
from playout.engine.native.jit import exclusive, jit
from playout.engine.native.memory import entry, jump_table
from playout.engine.native.records import new_record
from playout.engine.play.batch import compile_strategy, strategy_signature
from playout.engine.play.code_templates import (
    actor,
    bound_to,
    deal,
    forget,
    is_legal,
    is_over,
    legal_moves,
    observe,
    play,
    score,
)
from playout.engine.play.lookup import address_of
from playout.engine.solve.graph import ENDED, GIVEN, Graph, Limits
from playout.engine.solve.room import ARRAYS, Room
from playout.engine.solve.store import EMPTY, find_or_add, hash_of, longest, write_position

TAG = "_solve"
DONE, PAUSED, FULL, ILLEGAL = range(4)  # why the loop ended
BUDGET = 200_000  # ways that it goes before it looks at the clock
WATCHED = 20_000  # ways after which it is known what a game forgets
NOBODY = -1


@cache
def joint_dtype(game: Game) -> np.dtype[Any]:
    """A position: a state, and the notes of all seats."""
    return np.dtype(
        [("state", game.state_dtype), ("notes", np.int64, (game.seats, NOTES))], align=True
    )


@cache
def _table_dtype(game: Game) -> np.dtype[Any]:
    whole = np.int64
    names = (
        "at begun seat move legal_count count all_moves branches ways forgets asking chosen begins"
    )
    return np.dtype(
        [
            ("now", joint_dtype(game)),
            ("origin", joint_dtype(game)),
            ("views", game.view_dtype, (game.seats,)),
            ("fresh", game.view_dtype, (game.seats,)),
            ("script", SCRIPT),
            ("legal", whole, (game.rules.MOST_LEGAL + 1,)),
            ("outcome", whole, (game.width,)),
            ("less", whole, (game.width,)),
            # Where it is: position `at`, legal move `move`; what has been found; and more.
            *((name, whole) for name in names.split()),
        ],
        align=True,
    )


def _forget_nothing(state: Any, rules: Any) -> None:
    """Of a game that does not say what it may forget."""


def _nobody(view: Any, stream: Any) -> int:
    """In place of the strategy of a seat that chooses."""
    return 0


def _expand(
    strategies: Any,
    choosers: Any,
    rules: Any,
    table: Any,
    now: Any,
    origin: Any,
    view_words: Any,
    reference: Any,
    forgotten: Any,
    columns: Any,
    kept: Any,
    starts: Any,
    hashes: Any,
    slots: Any,
    actors: Any,
    last: Any,
    sights: Any,
    worth: Any,
    first_move: Any,
    moves: Any,
    gains: Any,
    first_branch: Any,
    targets: Any,
    chances: Any,
    budget: int,
) -> int:
    """Go on finding positions, ``budget`` ways at most; returns why it ended.

    ``now`` and ``origin`` are the words of the two positions of the table, ``view_words`` those of
    its views; the other arrays are those of a Graph and of store.py.
    """
    strategy_entries = jump_table(strategies)
    script = table.script
    for _ in range(budget):
        if (
            table.count + 2 >= len(actors)
            or 2 * table.count + 4 >= len(slots)
            or starts[table.count] + longest(len(now)) > len(kept)
            or table.all_moves + 2 >= len(moves)
            or table.branches + 2 >= len(targets)
        ):
            return FULL
        at = table.at
        if table.begun == 0:
            if at == table.count:
                return DONE
            first_move[at] = table.all_moves
            table.legal_count = 1
            table.legal[0] = 0
            actors[at] = GIVEN
            if at > 0:
                write_position(at, reference, kept, starts, origin)
                state = table.origin.state
                if is_over(state, rules):
                    actors[at] = ENDED
                    table.outcome[:] = 0
                    score(state, rules, table.outcome)
                    for k in range(len(columns)):
                        worth[at, k] = table.outcome[columns[k]]
                    table.at = at + 1
                    first_move[at + 1] = table.all_moves
                    continue
                seat = actor(state, rules)
                if not 0 <= seat < rules.players:
                    raise IndexError("it is the turn of a seat that there is not")
                table.seat = seat
                table.legal[0] = seat
                if choosers[seat] != 0:
                    actors[at] = seat
                    table.legal_count = legal_moves(state, rules, table.legal)
                    copy_items(table.views[seat : seat + 1], table.fresh[seat : seat + 1])
                    observe(state, rules, seat, table.views[seat])
                    sights[at] = hash_of(view_words[seat])
                elif at <= table.begins:
                    table.legal_count = legal_moves(state, rules, table.legal) + 1
                    for k in range(table.legal_count - 1, 0, -1):
                        table.legal[k] = table.legal[k - 1]
                    table.legal[0] = seat
            table.begun = 1
            table.move = 0
            open_script(script)
            moves[table.all_moves] = table.legal[0]
            first_branch[table.all_moves] = table.branches
        copy_items(now, origin)
        script.drawn = 0
        number = table.all_moves
        if at == 0:
            deal(table.now.state, rules, script)
        else:
            seat, move = table.seat, table.legal[table.move]
            if choosers[seat] == 0:
                copy_items(table.views[seat : seat + 1], table.fresh[seat : seat + 1])
                view = table.views[seat]
                observe(table.now.state, rules, seat, view)
                copy_items(view.notes, table.now.notes[seat])
                table.asking = seat
                strategy = entry(strategy_entries, seat, strategies)
                move = strategy(view, script)
                if table.move > 0:  # after it has chosen, another move is made in its place
                    move = table.legal[table.move]
                table.asking = NOBODY
                if not is_legal(table.now.state, rules, move):
                    table.chosen = move
                    return ILLEGAL
                copy_items(table.now.notes[seat], view.notes)
            play(table.now.state, rules, move, script)
        chance = chance_of(script)
        table.ways += 1
        if table.forgets != 0:
            table.outcome[:] = 0
            table.less[:] = 0
            score(table.now.state, rules, table.outcome)
            if table.ways < WATCHED:
                for k in range(len(now)):
                    forgotten[1, k] = now[k]
            forget(table.now.state, rules)
            if table.ways < WATCHED:
                for k in range(len(now)):
                    forgotten[0, k] |= forgotten[1, k] ^ now[k]
                    forgotten[2, k] |= now[k]
            score(table.now.state, rules, table.less)
            for k in range(len(columns)):
                column = columns[k]
                gains[number, k] += chance * (table.outcome[column] - table.less[column])
        target = find_or_add(now, reference, kept, starts, hashes, slots, table.count)
        if target == table.count:
            table.count += 1
            last[target] = EMPTY
        branch = last[target]
        if branch >= first_branch[number]:
            chances[branch] += chance
        else:
            last[target] = table.branches
            targets[table.branches] = target
            chances[table.branches] = chance
            table.branches += 1
        if not advance(script):
            table.all_moves = number + 1
            first_branch[number + 1] = table.branches
            table.move += 1
            if table.move < table.legal_count:
                open_script(script)
                moves[number + 1] = table.legal[table.move]
            else:
                table.begun = 0
                table.at = at + 1
                first_move[at + 1] = number + 1
    return PAUSED


@cache
def _loop(game: Game) -> Any:
    """The compiled loop of a game."""
    rules, table = numba.from_dtype(game.rules_dtype), numba.from_dtype(_table_dtype(game))
    whole, row, real = numba.int64, numba.int64[::1], numba.float64
    unsigned, seats = numba.uint64[::1], game.seats
    strategies = numba.types.UniTuple(numba.types.FunctionType(strategy_type(game)), seats)
    kinds = (
        *(strategies, row, rules, table, row, row, whole[:, ::1], row, whole[:, ::1], row),
        *(row, row, unsigned, row, numba.int16[::1], row, unsigned, real[:, ::1]),
        *(row, row, real[:, ::1], row, numba.int32[::1], real[::1], whole),
    )
    names = {
        "legal_moves": game.rules.legal_moves,
        "forget": getattr(game.rules, "forget", None) or jit(_forget_nothing),
    }
    with exclusive(f"all positions of {game.title}"):
        return jit(signature=whole(*kinds))(bound_to(game, _expand, TAG, **names))


def strategy_type(game: Game) -> Any:
    """The compiled type of a strategy that draws from a script."""
    return strategy_signature(game, SCRIPT)


@cache
def _no_strategy(game: Game) -> Any:
    return jit(signature=strategy_type(game))(bound_to(game, _nobody, TAG))


class Expansion:
    """All positions of a compiled game in which some seats choose and the others are given."""

    def __init__(
        self, rules: Rules, players: Sequence[Player | None], columns: Sequence[int], forgets: bool
    ) -> None:
        """``players`` has one entry for each seat, None for one that chooses."""
        game = rules.game
        self.rules, self.players, self.record = rules, players, rules.record()
        self.columns = np.array(columns, np.int64)
        self.memory = new_record(_table_dtype(game), 1)
        self.table = self.memory[0]
        self.table.forgets, self.table.asking, self.table.count = forgets, NOBODY, 1
        for seat, player in enumerate(players):
            fresh = self.table.fresh[seat]
            game.rules.introduce(self.record, seat, fresh)
            if player is not None:
                fresh.parameters[: len(player.values)] = player.values
                fresh.lookup[:] = address_of(player.strategy, rules)
        self.choosers = np.array([player is None for player in players], np.int64)
        self.now, self.origin = self._words("now"), self._words("origin")
        self.view_words = self._words("views").reshape(game.seats, -1)
        self.reference = np.zeros(len(self.now), np.int64)
        self.forgotten = np.zeros((3, len(self.now)), np.int64)
        self.room = Room(len(self.now), len(self.columns))
        self.arrays = self.room.arrays

    def _words(self, name: str) -> Any:
        """The memory of a field of the table as words."""
        dtype = self.memory.dtype
        kind, offset = dtype.fields[name][:2]
        return self.memory.view(np.int64).reshape(-1)[offset // 8 : (offset + kind.itemsize) // 8]

    def _make_room(self) -> None:
        self.room.make(*(int(self.table[name]) for name in ("count", "all_moves", "branches")))

    def begin_at(self, states: Sequence[tuple[Any, float]], seat: int, notes: Any) -> None:
        """Begin in these states, with their chances, instead of with the deal.

        It is the turn of ``seat``, whose strategy has written ``notes``.  If the seat has a
        strategy, all legal moves are tried there too: they come after that of the strategy.
        """
        table, arrays = self.table, self.arrays
        branches: dict[int, float] = {}
        for state, chance in states:
            self._make_room()
            arrays["gains"][0] += chance * self._lost(state)
            table.branches = len(branches)
            number = self._number(state, add=True, seat=seat, notes=notes) or 0
            branches[number] = branches.get(number, 0.0) + chance
        arrays["actors"][0] = GIVEN
        arrays["targets"][: len(branches)] = list(branches)
        arrays["chances"][: len(branches)] = list(branches.values())
        table.branches = arrays["first_branch"][1] = len(branches)
        table.all_moves = arrays["first_move"][1] = table.at = 1
        table.begins = table.count - 1

    def _lost(self, state: Any) -> Any:
        """Return what the measures of a state lose when `forget` resets it."""
        if not self.table.forgets:
            return 0.0
        rules, other = self.rules.game.rules, state.copy()
        before, after = np.zeros((2, self.rules.game.width), np.int64)
        rules.score(other, self.record, before)
        rules.forget(other, self.record)
        rules.score(other, self.record, after)
        return (before - after)[self.columns]

    def _number(self, state: Any, add: bool = False, seat: int = 0, notes: Any = 0) -> int | None:
        table, arrays = self.table, self.arrays
        self.now[:] = 0
        table["now"]["state"], table["now"]["notes"][seat] = state, notes
        if table.forgets:
            self.rules.game.rules.forget(table.now.state, self.record)
        stored = [arrays[name] for name in ("kept", "starts", "hashes", "slots")]
        place: Any = find_or_add
        number = int(place(self.now, self.reference, *stored, int(table.count)))
        if add and number == table.count:
            table.count += 1
            arrays["last"][number] = EMPTY
        if number < table.count:
            return number
        arrays["slots"][arrays["slots"] == number] = EMPTY
        return None

    def go(self, functions: Any, limits: Limits) -> int:
        """Find all positions; returns DONE, or ILLEGAL if a strategy broke the rules."""
        loop, table = _loop(self.rules.game), self.table
        while True:
            before = self.choosers, self.record, table, self.now, self.origin, self.view_words
            more = self.reference, self.forgotten, self.columns
            arrays = [self.arrays[name] for name in ARRAYS]
            ended = loop(functions, *before, *more, *arrays, BUDGET)
            limits.check(
                self.rules.game.title, int(table.count) - 1, self.room.size, int(table.ways)
            )
            if ended in (DONE, ILLEGAL):
                return int(ended)
            if ended == FULL:
                self._make_room()

    def functions(self) -> Any:
        """The strategies, a tuple of as many as the game can have seats."""
        game = self.rules.game
        own = [p and compile_strategy(game, p.strategy, SCRIPT) for p in self.players]
        own += [None] * (game.seats - len(own))
        return tuple(_no_strategy(game) if one is None else one for one in own)

    @property
    def forgotten_fields(self) -> set[str]:
        """The fields of the state that the game always forgets, and that were not zero before."""
        fields: Any = joint_dtype(self.rules.game)["state"].fields or {}
        lost, _, left = self.forgotten.view(np.uint8)
        places = {name: slice(at, at + kind.itemsize) for name, (kind, at, *_) in fields.items()}
        return {name for name, at in places.items() if lost[at].any() and not left[at].any()}

    @property
    def stopped_at(self) -> tuple[Any, int, int]:
        """The same as that of PlainExpansion."""
        return self.table.now.state, int(self.table.chosen), int(self.table.seat)

    def graph(self) -> Graph:
        """Return the graph of all positions found."""
        table, arrays = self.table, self.arrays
        positions, moves, branches = int(table.count), int(table.all_moves), int(table.branches)
        whole = {name: arrays[name][:positions] for name in ("actors", "worth", "sights")}
        whole |= {name: arrays[name][:moves] for name in ("moves", "gains")}
        whole |= {name: arrays[name][:branches] for name in ("targets", "chances")}
        whole["first_move"] = arrays["first_move"][: positions + 1]
        whole["first_branch"] = arrays["first_branch"][: moves + 1]
        return Graph(**whole, number_of=self._number)
