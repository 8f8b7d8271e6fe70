"""The strategy `search`: tries moves out in worlds that could be the true one.

It plays as another strategy does, its *blueprint*, unless there is a good reason not to.  At each
decision it deals worlds: whole states that agree with everything that the seat to move knows
(`determinize` of the rules).  All legal moves are tried in the same worlds, and the blueprint plays
each world to its end on every seat, from the seat's own view of that world; so no seat knows more
than it could.  Moves that are behind the blueprint's are dropped in stages.  Another move is made
only if it is ahead by a number of standard errors of the paired difference: to take the highest
mean each time loses more than it wins, because a hundred choices between moves of nearly the same
worth are a hundred chances to be wrong.

A seat that searches over a blueprint known to all does not do worse than it, up to sampling error
(Lerer, Hu, Foerster and Brown, "Improving policies via search in cooperative partially observable
games", AAAI 2020).

If a game draws conclusions from the play of others (its `belief`, protocols.py), worlds are dealt
as likely as these make them, and the other seats play as they are believed to.

The search is written once, and bound to the rules of a game and to a blueprint, as the loops of
batch.py are bound to rules.  Rules may also have (protocols.py) `worth`, the worth of an outcome to
a seat, and `is_settled`, whether a world need not be played to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype, int64

from playout.engine.chance.rng import next_word
from playout.engine.find.games import deals_worlds
from playout.engine.game.game import Game, Player, Rules, Strategy
from playout.engine.game.protocols import Belief, functions_of, plain
from playout.engine.native.bits import copy_items
from playout.engine.native.code_cache import source_digest
from playout.engine.native.jit import exclusive, jit
from playout.engine.play.batch import can_be_compiled, guarded_strategy, new_table
from playout.engine.play.code_templates import (
    about,
    actor,
    begin_search,
    begin_world,
    blueprint,
    bound_to,
    column,
    decide,
    is_legal,
    is_over,
    is_settled,
    is_wanted,
    keep_world,
    known_type,
    legal_moves,
    make,
    most_legal,
    next_seat,
    per_seat,
    places,
    play_one_by_one,
    play_out,
    reply,
    score,
    show,
    start_belief,
    table_type,
    usual_move,
    width,
    worth,
)
from playout.engine.play.lookup import looked_up
from playout.engine.play.move_loop import NOBODY, move_functions
from playout.engine.play.strategy_guard import guarded
from playout.engine.words.errors import PlayoutError
from playout.engine.worlds.world_batches import (
    address_of,
    call_at,
    can_play_together,
    together_of,
)
from playout.engine.worlds.world_tables import (
    belief_of,
    renew_function,
    search_table_dtype,
    table_templates,
)

SEARCH = "search"
MILLISECONDS = "milliseconds="  # instead of worlds, where a question is asked
# The game decides what a `belief` above 1 means.
ALLOWED = {"worlds": (1.0, 1e7), "deviations": (0.0, 1e6), "belief": (0.0, 3.0)}
STAGES = 5  # the first ends after a 16th of the worlds, each other one after twice as many
TOGETHER = 64  # worlds for which there is room while all moves are left
ALL = -1  # instead of the number of a seat


@cache
def known_dtype(game: Game) -> np.dtype[Any]:
    """The data of a search that are in no view: one record for each set of rules."""
    return np.dtype(
        [
            ("rules", game.rules_dtype),
            ("fresh", game.view_dtype, (game.seats,)),  # of the blueprint, as a game begins
            ("copies_views", np.int64),  # as in a table
            ("together", np.int64),  # the same
        ],
        align=True,
    )


def _search(view: Any, rng: Any) -> int:
    # An array must outlive its records: compiled code frees it after its last use by name.
    return int(
        begin_search(view, rng, looked_up(view).view(known_type)[0], np.zeros(1, table_type))
    )


def _begin(view: Any, rng: Any, known: Any, memory: Any) -> int:
    """Return the move of a search that plays its worlds at the one table in ``memory``."""
    table = memory[0]
    copy_items(table.fresh, known.fresh)
    copy_items(table.views, known.fresh)
    table.copies_views, table.together = known.copies_views, known.together
    return int(decide(view, rng, known.rules, table, np.empty(most_legal, np.int64)))


def _decide(view: Any, rng: Any, rules: Any, table: Any, moves: Any) -> int:
    """Return the move of a search; it plays worlds at ``table``, ``moves`` is scratch memory."""
    usual = usual_move(view, rng, table)
    table.seed = np.int64(next_word(rng) >> np.uint64(1))
    start_belief(view, rules, table)
    keep_world(view, rules, table, 0)
    count, place = legal_moves(table.state, rules, moves), -1
    for k in range(count):
        if moves[k] == usual:
            place = k
    if count == 1 or place < 0:
        return int(usual)
    moves[place], moves[0] = moves[0], usual  # the moves still tried come first, this one of all
    worlds, deviations = int(view.parameters[0]), view.parameters[1]
    room = np.empty(TOGETHER * count, np.int64)
    sums, squares = np.zeros(count, np.int64), np.zeros(count)
    left, number = count, 0
    for stage in range(STAGES):
        end = worlds >> (STAGES - 1 - stage)
        while number < end:
            together = min(end - number, len(room) // left)
            worths = room[: together * left].reshape(together, left)
            play_out(view, rules, table, number, moves[:left], worths)
            number += together
            for world in range(together):
                for k in range(1, left):
                    more = worths[world, k] - worths[world, 0]
                    sums[k] += more
                    squares[k] += float(more) * more
        stay, least = 1, deviations if stage == STAGES - 1 else -1.0
        for k in range(1, left):
            if lead(sums[k], squares[k], number) > least:
                moves[stay], sums[stay], squares[stay] = moves[k], sums[k], squares[k]
                stay += 1
        left = stay
        if left == 1:
            break
    best = 0
    for k in range(1, left):
        if sums[k] > sums[best]:
            best = k
    return int(moves[best])


@jit
def lead(total: Any, squares: Any, count: int) -> float:
    """Return by how many standard errors the mean of paired differences is above 0.

    The arguments are their sum, the sum of their squares, and their number.  One difference of 0 is
    added: if all are the same, the next may still differ.
    """
    mean = total / (count + 1)
    variance = (squares - mean * total) / max(count, 1)
    return mean / np.sqrt(variance / (count + 1)) if variance > 0.0 else 0.0


def _play_out(view: Any, rules: Any, table: Any, first: int, moves: Any, worths: Any) -> None:
    """Write the worth of each move in each world, for the seat that makes it: worths[world, move].

    The worlds are first, first + 1, ...; the blueprint plays them to their ends.
    """
    talks, outcome = places(rules) > 0, np.zeros(width, np.int64)
    for world in range(len(worths)):
        keep_world(view, rules, table, first + world)
        for k in range(len(moves)):
            begin_world(view, rules, table)
            own, move = actor(table.state, rules), moves[k]
            while True:
                make(table.state, rules, table, move)
                if is_over(table.state, rules) or is_settled(table.state, rules, view):
                    break
                seat = next_seat(talks, (), table.state, rules, table, table.begun)
                if seat == NOBODY:
                    raise ValueError("the blueprint of search gave a hint that is no word")
                show(table.state, rules, table, seat)
                move = reply(table, seat, own)
                if not is_legal(table.state, rules, move):
                    raise ValueError("the blueprint of search made an illegal move in a world")
            score(table.state, rules, outcome)
            worths[world, k] = worth(outcome, rules, own)


def _play_out_together(
    view: Any, rules: Any, table: Any, first: int, moves: Any, worths: Any
) -> None:
    """Do the same, many worlds at a time where the rules allow it (world_batches.py)."""
    if table.together != 0:
        call_at(table.together, (view, rules, table, first, moves, worths))
    else:
        play_one_by_one(view, rules, table, first, moves, worths)


def _keep(worths: Any, world: int, move: int, outcome: Any, rules: Any, seat: int) -> None:
    """Write the worth of a move in a world."""
    worths[world, move] = worth(outcome, rules, seat)


def _usual_move(view: Any, rng: Any, table: Any) -> int:
    """Return the blueprint's move, made with its own parameters and lookup table."""
    table.scratch_view[0] = view
    own = table.scratch_view[0]
    copy_items(own.parameters, table.fresh[0].parameters)
    copy_items(own.lookup, table.fresh[0].lookup)
    move = blueprint(own, rng)
    copy_items(view.notes, own.notes)
    return int(move)


def _usual_plain_move(view: Any, rng: Any, table: Any) -> int:
    """Return the blueprint's move, in plain Python."""
    own = view.copy()
    own.parameters, own.lookup = table.fresh[0].parameters.copy(), table.fresh[0].lookup.copy()
    move = blueprint(own, rng)
    view.notes = own.notes
    return int(move)


def _never(state: Any, rules: Any, view: Any) -> bool:
    return False


def _worth(outcome: Any, rules: Any, seat: int) -> int:
    """Return the worth of an outcome to a seat, by the first measure of the game."""
    value = int(outcome[column + seat] if per_seat else outcome[column])
    return value if is_wanted == (about == ALL or seat == about) else -value


def can_search(game: Game) -> bool:
    """Return whether a game has the strategy `search`: it deals worlds, and moves are chosen."""
    return deals_worlds(game) and game.rules.MOST_LEGAL != 1


def blueprint_of(game: Game) -> str:
    """Return the blueprint of `search`, if the user names none."""
    return game.blueprint or game.default_strategy


def search_parameters(game: Game) -> dict[str, float]:
    """Return the parameters of `search` in a game, with their defaults."""
    own = {"belief": 1.0} if game.belief else {}
    return {"worlds": 400.0, "deviations": game.deviations, **own}


def search_over(game: Game, player: Player) -> Strategy:
    """Return the strategy `search` with this player as its blueprint."""
    if player.strategy.blueprint:
        raise PlayoutError(
            "strategy 'search': its base strategy (blueprint) cannot be search itself, which would "
            "never end"
        )
    return _search_over(game, player.strategy, player.values, player.reference)


@cache
def _search_over(
    game: Game, strategy: Strategy, values: tuple[float, ...], reference: str
) -> Strategy:
    player = Player(strategy, values, reference)
    is_compiled = can_be_compiled(game, [player])
    lookup = _lookup if is_compiled else _plain_lookup
    return replace(
        strategy,
        name=SEARCH,
        function=_function(game, strategy) if is_compiled else _plain_function(game, strategy),
        parameters=search_parameters(game),
        allowed=ALLOWED,
        compiled=is_compiled,
        aliases=(),
        summary=f"Tries all moves by simulation, and otherwise plays as {reference}.",
        uses_chance=True,
        lookup=lambda rules: lookup(rules, player),
        blueprint=reference,
    )


def _lookup(rules: Rules, player: Player) -> Any:
    """Return the lookup table of a search: a record of `known_dtype`, as an array of float64."""
    known = np.zeros(1, known_dtype(rules.game))
    table = _new_table(rules, player)
    known["rules"], known["fresh"], known["copies_views"] = (
        rules.record(),
        table.fresh,
        table.copies_views,
    )
    known["together"] = _together(rules, player)
    return known.view(np.float64)


def _together(rules: Rules, player: Player) -> int:
    """Return the address of the function that plays worlds many at a time; 0 if there is none."""
    game, strategy = rules.game, player.strategy
    together = together_of(rules, player)
    if together is None:
        return 0
    view, record, table = map(
        from_dtype, (game.view_dtype, game.rules_dtype, search_table_dtype(game))
    )
    kinds = (view, record, table, int64, int64[::1], int64[:, ::1])
    names = _names(game, strategy, compiled=True)
    function = together.play_out(game, names, _tag(strategy))
    with exclusive(f"worlds of {strategy.name} for {game.title}"):
        return address_of(function, kinds)


def _new_table(rules: Rules, player: Player) -> Any:
    """Return a table at which a player has every seat."""
    return new_table(rules, [player] * int(rules["players"]), dtype=search_table_dtype)


_in_python: list[tuple[Rules, Player]] = []


def _plain_lookup(rules: Rules, player: Player) -> Any:
    """Return the lookup table of a search in plain Python: where its data are in a list."""
    _in_python.append((rules, player))
    return np.array([len(_in_python) - 1], np.float64)


@cache
def _names(game: Game, strategy: Strategy, compiled: bool) -> dict[str, Any]:
    """Return the functions of a search by their names in templates."""
    measure = game.measures[0]
    hint = (strategy.hint or game.hints.hint) if game.hints else None
    if hint is not None:
        hint = jit(plain(hint)) if compiled else guarded(hint)
    tag = _tag(strategy)
    names = {
        "determinize": game.rules.determinize,
        "legal_moves": game.rules.legal_moves,
        **move_functions(game, compiled, hint, tag),
        "is_settled": getattr(
            game.rules, "is_settled", jit(inline=True)(_never) if compiled else _never
        ),
        "column": game.column(measure),
        "per_seat": measure.per_seat,
        "is_wanted": measure.wanted != "lowest",
        "about": ALL if measure.seat is None else measure.seat,
        "width": game.width,
        "known_type": known_dtype(game) if compiled else None,
        "table_type": search_table_dtype(game) if compiled else None,
        "most_legal": game.rules.MOST_LEGAL,
        "renew": renew_function(game),
    }
    own: Callable[..., Any] = jit if compiled else lambda function: function
    belief = belief_of(game)
    if belief is not None:
        names |= {name: getattr(belief, name) for name in functions_of(Belief)}
    names["blueprint"] = (
        jit(plain(strategy.function)) if compiled else guarded_strategy(game, strategy)
    )
    names["worth"] = getattr(game.rules, "worth", None) or own(bound_to(game, _worth, tag, **names))
    parts: Mapping[str, Callable[..., Any]] = {
        "usual_move": _usual_move if compiled else _usual_plain_move,
        **table_templates(game),
        **(
            {"keep": _keep, "play_one_by_one": _play_out, "play_out": _play_out_together}
            if compiled and can_play_together(game)
            else {"play_out": _play_out}
        ),
        "decide": _decide,
        **({"begin_search": _begin} if compiled else {}),
    }
    for name, part in parts.items():
        names[name] = own(bound_to(game, part, tag, **names))
    return names


def _tag(strategy: Strategy) -> str:
    """Return a tag that distinguishes the functions of one search from those of others."""
    file = Path(strategy.file)
    return f"_{strategy.name}" + (f"_{source_digest(file)}" if file.is_file() else "")


@cache
def _function(game: Game, strategy: Strategy) -> Callable[[Any, Any], int]:
    """Return a search that is compiled on its first call."""
    names = _names(game, strategy, compiled=True)
    return jit(bound_to(game, _search, _tag(strategy), **names))


@cache
def _plain_function(game: Game, strategy: Strategy) -> Callable[[Any, Any], int]:
    """Return a search in plain Python, for a game or a blueprint that is not compiled."""
    choose: Callable[..., int] = _names(game, strategy, compiled=False)["decide"]

    def search(view: Any, rng: Any) -> int:
        rules, player = _in_python[int(looked_up(view)[0])]
        table = _new_table(rules, player)
        moves: Any = np.empty(game.rules.MOST_LEGAL, np.int64) if game.compiled else []
        return choose(view, rng, rules.record(), table, moves)

    return search
