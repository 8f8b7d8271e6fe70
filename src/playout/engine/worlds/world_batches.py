"""Worlds that are played many at a time, where a game can do that with a strategy.

A game's `worlds` (protocols.py) gives the parts: a block of GAMES places, in each of which a game
can go on from any position.  A world in which a move has been made takes the next free place.  The
function is compiled by itself and called by its address, so that it is compiled only for rules that
allow it, while another process compiles the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.core import cgutils

from playout.engine.chance.rng import DEAL
from playout.engine.game.game import Game, Player, Rules
from playout.engine.native.bits import copy_run, first_bit
from playout.engine.native.instructions import instruction
from playout.engine.native.jit import COMPILING, jit
from playout.engine.native.memory import scratch
from playout.engine.play.code_templates import (
    actor,
    block_type,
    bound_to,
    clear_block,
    deal_state,
    enter_block,
    is_over,
    keep,
    leave_block,
    play,
    score,
    step_block,
    width,
)
from playout.engine.vectors.vectors import GAMES


def _play_together(view: Any, rules: Any, table: Any, first: int, moves: Any, results: Any) -> None:
    """Play worlds first, first + 1, ... to their ends after each move, until ``results`` is full.

    ``keep(results, world, move, outcome, rules, seat)`` writes a result; ``seat`` makes the move.
    """
    block, outcome = scratch(block_type), np.zeros(width, np.int64)
    playing = np.full(GAMES, -1)  # for each place the number of a world and a move; -1: none
    count, begun, going, seat = len(moves), 0, 0, 0
    free = clear_block(block)
    while True:
        while free != 0:
            place = first_bit(free, 0, 0)
            free &= free - 1
            if playing[place] >= 0:
                leave_block(block, rules, place, outcome)
                world, k = playing[place] // count, playing[place] % count
                keep(results, world, k, outcome, rules, seat)
                playing[place] = -1
                going -= 1
            while playing[place] < 0 and begun < count * len(results):
                world, k = begun // count, begun % count
                if k == 0:
                    deal_state(view, rules, table, first + world, table.dealt.state)
                    seat = actor(table.dealt.state, rules)
                copy_run(table, table.dealt, "state", "state")
                play(table.state, rules, moves[k], table.streams[DEAL])
                if is_over(table.state, rules):
                    score(table.state, rules, outcome)
                    keep(results, world, k, outcome, rules, seat)
                else:
                    enter_block(block, rules, place, table.state, view)
                    playing[place] = begun
                    going += 1
                begun += 1
        if going == 0:
            return
        free = step_block(block, rules)


class Together(NamedTuple):
    """A function that plays many simulated deals at once with one base strategy.

    Neither the rules nor the strategies draw random numbers, and every game is played to its end.
    """

    tag: str  # distinguishes its functions from others
    block: Any  # the type of a record with GAMES places
    clear: Callable[..., int]  # (block): no game is in progress; all places, as bits
    # (block, rules, place, state, view): a game goes on from a state; only the seat of the view has
    # a memory, its notes.
    begin: Callable[..., None]
    step: Callable[..., int]  # (block, rules): a move in each game; which have ended, as bits
    end: Callable[..., None]  # (block, rules, place, outcome): writes the outcome of an ended game

    def play_out(self, game: Game, names: Mapping[str, Any], tag: str) -> Callable[..., None]:
        """Return the function that plays worlds; ``names`` has ``deal_state`` and ``keep``."""
        own = {
            "block_type": self.block,
            "clear_block": self.clear,
            "enter_block": self.begin,
            "step_block": self.step,
            "leave_block": self.end,
        }
        return bound_to(game, _play_together, f"{tag}_{self.tag}", **{**names, **own})


def can_play_together(game: Game) -> bool:
    """Return whether a game can play worlds many at a time by some rules and strategies."""
    return COMPILING and hasattr(game.vectors, "worlds")


def together_of(rules: Rules, player: Player) -> Together | None:
    """Return how to play worlds many at a time with this player on every seat, or None."""
    vectors: Any = rules.game.vectors
    return vectors.worlds(rules, player) if can_play_together(rules.game) else None


def address_of(function: Callable[..., None], kinds: tuple[Any, ...]) -> int:
    """Compile a function for arguments of these types; return its address, for `call_at`."""
    signature = types.void(*kinds)
    compiled: Any = jit(signature=signature)(function)
    _never_freed.append(compiled)
    result = compiled.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


_never_freed: list[Any] = []  # compiled functions whose addresses are in use


def call_at(address: Any, arguments: Any) -> None:
    """Call the function at an address with a tuple of arguments; only in compiled code."""
    raise NotImplementedError("only compiled code can call a function by its address")


@instruction(call_at)
def _call_at(typingctx: Any, address: Any, arguments: Any) -> Any:
    kinds = tuple(arguments)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        calling = context.call_conv
        kind = calling.get_function_type(types.void, kinds).as_pointer()
        values = cgutils.unpack_tuple(builder, args[1], len(kinds))
        function = builder.inttoptr(args[0], kind)
        status, _ = calling.call_function(builder, function, types.void, kinds, values)
        with cgutils.if_unlikely(builder, status.is_error):
            calling.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.void(address, arguments), codegen
