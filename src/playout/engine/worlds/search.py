"""The strategy `search`: tries moves out in worlds that could be the true one.

It plays as another strategy does, its *blueprint*, and leaves it only for good reason.  At each
decision it deals worlds: whole states that agree with what the seat to move knows (`determinize`
of the rules).  All legal moves are tried in the same worlds, and each world is played to its end by
the blueprint on every seat; so all decide from their own views of that world, and nobody knows what
the searcher does not.  Moves that are behind the blueprint's are dropped in stages.  Another move
is made only if it is ahead by a number of standard errors of the paired difference: to take the
highest mean each time loses more than it wins, because a hundred choices between moves of nearly
the same worth are a hundred chances to be wrong.

A seat that searches over a blueprint known to all does not do worse than it, up to sampling error
(Lerer, Hu, Foerster and Brown, "Improving policies via search in cooperative partially observable
games", AAAI 2020).

If a game says what the others' play tells (its `belief`, protocols.py), the worlds are as
likely as that makes them, and the others play in them as who they seem to be.

The search is written once, and bound to the rules of a game and to a blueprint, as the loops of
batch.py are bound to rules.  Rules may have besides (protocols.py) `worth`, what an
outcome is worth to a seat, and `is_settled`, where a world need not be played to its end.
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
from playout.engine.native.bits import copy_fields, copy_items
from playout.engine.native.code_cache import source_digest
from playout.engine.native.jit import COMPILING, exclusive, jit, specialised
from playout.engine.native.records import new_record
from playout.engine.play.batch import RULE_FUNCTIONS, new_table
from playout.engine.play.free_names import (
    about,
    actor,
    begin_search,
    begin_world,
    blueprint,
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
from playout.engine.play.guard import guarded
from playout.engine.play.lookup import looked_up
from playout.engine.play.move_loop import NOBODY, move_functions
from playout.engine.words.errors import PlayoutError
from playout.engine.worlds import world_tables as dealt
from playout.engine.worlds.world_batches import (
    address_of,
    call_at,
    can_play_together,
    together_of,
)
from playout.engine.worlds.world_tables import belief_of, search_table_dtype

SEARCH = "search"
MILLISECONDS = "milliseconds="  # in the place of worlds, where a question is asked
# What a `belief` above 1 says is for the game to say.
ALLOWED = {"worlds": (1.0, 1e7), "deviations": (0.0, 1e6), "belief": (0.0, 3.0)}
NEEDED = ("determinize", "legal_moves")  # what the rules of a game must have to be searched
STAGES = 5  # the first ends after a 16th of the worlds, each other one after twice as many
TOGETHER = 64  # worlds for which there is room while all moves are left
ALL = -1  # in the place of a seat


@cache
def known_dtype(game: Game) -> np.dtype[Any]:
    """What a search must know that no view says: one record for each set of rules."""
    return np.dtype(
        [
            ("rules", game.rules_dtype),
            ("fresh", game.view_dtype, (game.seats,)),  # views of the blueprint, as a game begins
            ("whole", np.int64),  # as in a table
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
    """The move of a search, which plays its worlds in this memory, an array of one table."""
    table = memory[0]
    copy_items(table.fresh, known.fresh)
    copy_items(table.views, known.fresh)
    table.whole, table.together = known.whole, known.together
    return int(decide(view, rng, known.rules, table, np.empty(most_legal, np.int64)))


def _decide(view: Any, rng: Any, rules: Any, table: Any, moves: Any) -> int:
    """The move of a search; ``table`` is one to play worlds at, ``moves`` has room for them."""
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
    moves[place], moves[0] = moves[0], usual  # moves that are tried stand first, this before others
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
        kept, least = 1, deviations if stage == STAGES - 1 else -1.0
        for k in range(1, left):
            if lead(sums[k], squares[k], number) > least:
                moves[kept], sums[kept], squares[kept] = moves[k], sums[k], squares[k]
                kept += 1
        left = kept
        if left == 1:
            break
    best = 0
    for k in range(1, left):
        if sums[k] > sums[best]:
            best = k
    return int(moves[best])


@jit
def lead(total: Any, squares: Any, count: int) -> float:
    """By how many standard errors the mean of paired differences is above 0.

    Given are their sum, the sum of their squares, and how many there are.  A difference of 0 is
    counted besides: if all are the same, the next may yet be another.
    """
    mean = total / (count + 1)
    variance = (squares - mean * total) / max(count, 1)
    return mean / np.sqrt(variance / (count + 1)) if variance > 0.0 else 0.0


def _play_out(view: Any, rules: Any, table: Any, first: int, moves: Any, worths: Any) -> None:
    """Write what each move is worth in each world, to the seat that makes it: worths[world, move].

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
    """The same, many worlds at a time where the rules allow it (engine/worlds/world_batches.py)."""
    if table.together != 0:
        call_at(table.together, (view, rules, table, first, moves, worths))
    else:
        play_one_by_one(view, rules, table, first, moves, worths)


def _keep(worths: Any, world: int, move: int, outcome: Any, rules: Any, seat: int) -> None:
    """Write what a move is worth in a world."""
    worths[world, move] = worth(outcome, rules, seat)


def _usual_move(view: Any, rng: Any, table: Any) -> int:
    """The blueprint's move, which it makes with its own parameters and lookup table."""
    table.aside[0] = view
    own = table.aside[0]
    copy_items(own.parameters, table.fresh[0].parameters)
    copy_items(own.lookup, table.fresh[0].lookup)
    move = blueprint(own, rng)
    copy_items(view.notes, own.notes)
    return int(move)


def _usual_plain_move(view: Any, rng: Any, table: Any) -> int:
    """The same in plain Python."""
    own = view.copy()
    own.parameters, own.lookup = table.fresh[0].parameters.copy(), table.fresh[0].lookup.copy()
    move = blueprint(own, rng)
    view.notes = own.notes
    return int(move)


def _never(state: Any, rules: Any, view: Any) -> bool:
    return False


def _worth(outcome: Any, rules: Any, seat: int) -> int:
    """What an outcome is worth to a seat, by the first measure of the game."""
    value = int(outcome[column + seat] if per_seat else outcome[column])
    return value if is_wanted == (about == ALL or seat == about) else -value


def can_search(game: Game) -> bool:
    """Whether there is the strategy `search` for a game: worlds can be dealt, moves chosen."""
    return deals_worlds(game) and game.rules.MOST_LEGAL != 1


def blueprint_of(game: Game) -> str:
    """The strategy that `search` plays as, if the user names none."""
    return game.blueprint or game.default_strategy


def search_parameters(game: Game) -> dict[str, float]:
    """The parameters of `search` in a game, with their defaults."""
    own = {"belief": 1.0} if game.belief else {}
    return {"worlds": 400.0, "deviations": game.deviations, **own}


def search_over(game: Game, player: Player) -> Strategy:
    """The strategy `search` whose blueprint is this player."""
    if player.strategy.blueprint:
        raise PlayoutError("search: its blueprint is a search itself, which would take for ever")
    return _search_over(game, player.strategy, player.values, player.reference)


@cache
def _search_over(
    game: Game, strategy: Strategy, values: tuple[float, ...], reference: str
) -> Strategy:
    player = Player(strategy, values, reference)
    is_compiled = game.compiled and strategy.compiled and COMPILING
    known = _known if is_compiled else _known_to_python
    return replace(
        strategy,
        name=SEARCH,
        function=_function(game, strategy) if is_compiled else _plain_function(game, strategy),
        parameters=search_parameters(game),
        allowed=ALLOWED,
        compiled=is_compiled,
        aliases=(),
        summary=f"Tries all moves in worlds that could be true, and else plays as {reference}.",
        uses_chance=True,
        lookup=lambda rules: known(rules, player),
        blueprint=reference,
    )


def _known(rules: Rules, player: Player) -> Any:
    """What a search must know of these rules and its blueprint, as an array of float64."""
    known = np.zeros(1, known_dtype(rules.game))
    table = _new_table(rules, player)
    known["rules"], known["fresh"], known["whole"] = rules.record(), table.fresh, table.whole
    known["together"] = _together(rules, player)
    return known.view(np.float64)


def _together(rules: Rules, player: Player) -> int:
    """The address of what plays worlds of these rules together; 0 if they are played by one."""
    game, strategy = rules.game, player.strategy
    found = together_of(rules, player)
    if found is None:
        return 0
    view, record, table = map(
        from_dtype, (game.view_dtype, game.rules_dtype, search_table_dtype(game))
    )
    kinds = (view, record, table, int64, int64[::1], int64[:, ::1])
    function = found.play_out(_names(game, strategy, compiled=True), _tag(game, strategy))
    with exclusive(f"worlds of {strategy.name} for {game.title}"):
        return address_of(function, kinds)


def _new_table(rules: Rules, player: Player) -> Any:
    """A table at which a player has every seat."""
    table = new_table(rules, [player] * int(rules["players"]))
    if not rules.game.compiled:
        return table
    wider = new_record(search_table_dtype(rules.game))
    copy_fields(wider, table)
    return wider


_in_python: list[tuple[Rules, Player]] = []


def _known_to_python(rules: Rules, player: Player) -> Any:
    """The place of rules and blueprint in a list: what a search in plain Python must know."""
    _in_python.append((rules, player))
    return np.array([len(_in_python) - 1], np.float64)


@cache
def _names(game: Game, strategy: Strategy, compiled: bool) -> dict[str, Any]:
    """What the functions of a search call."""
    measure = game.measures[0]
    hint = (strategy.hint or game.hints.hint) if game.hints else None
    if hint is not None:
        hint = jit(plain(hint)) if compiled else guarded(hint)
    tag = _tag(game, strategy)
    names = {
        **{name: getattr(game.rules, name) for name in (*RULE_FUNCTIONS, *NEEDED)},
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
        "renew": dealt.renew_function(game),
    }
    own: Callable[..., Any] = jit if compiled else lambda function: function
    belief = belief_of(game)
    if belief is not None:
        names |= {name: getattr(belief, name) for name in functions_of(Belief)}
    names["blueprint"] = (
        jit(plain(strategy.function))
        if compiled
        else guarded(strategy.function, len(strategy.parameters))
    )
    names["worth"] = getattr(game.rules, "worth", None) or own(specialised(_worth, names, tag))
    parts: Mapping[str, Callable[..., Any]] = {
        "usual_move": _usual_move if compiled else _usual_plain_move,
        "deal_state": dealt.draw_state if belief is None else dealt.draw_believed,
        "deal_world": dealt.draw_world,
        "keep_world": dealt.draw_and_keep if game.compiled else dealt.draw_world,
        "start_belief": dealt.believe_nothing if belief is None else dealt.begin_to_believe,
        "reply": dealt.blueprint_reply if belief is None else dealt.believed_reply,
        "begin_world": dealt.enter_world if game.compiled else dealt.enter_plain_world,
        **(
            {"keep": _keep, "play_one_by_one": _play_out, "play_out": _play_out_together}
            if compiled and can_play_together(game)
            else {"play_out": _play_out}
        ),
        "decide": _decide,
        **({"begin_search": _begin} if compiled else {}),
    }
    for name, part in parts.items():
        names[name] = own(specialised(part, names, tag))
    return names


def _tag(game: Game, strategy: Strategy) -> str:
    """What tells the functions of one search from those of others."""
    tag, file = f"{game.name}_{source_digest(game.source)}_{strategy.name}", Path(strategy.file)
    return f"{tag}_{source_digest(file)}" if file.is_file() else tag


@cache
def _function(game: Game, strategy: Strategy) -> Callable[[Any, Any], int]:
    """A search, which is compiled on its first call."""
    names = _names(game, strategy, compiled=True)
    return jit(specialised(_search, names, _tag(game, strategy)))


@cache
def _plain_function(game: Game, strategy: Strategy) -> Callable[[Any, Any], int]:
    """A search in plain Python: for games in plain Python, and blueprints that are not compiled."""
    move: Callable[..., int] = _names(game, strategy, compiled=False)["decide"]
    most = game.rules.MOST_LEGAL

    def search(view: Any, rng: Any) -> int:
        rules, player = _in_python[int(looked_up(view)[0])]
        table = _new_table(rules, player)
        room: Any = np.empty(most, np.int64) if game.compiled else []
        return move(view, rng, rules.record(), table, room)

    return search
