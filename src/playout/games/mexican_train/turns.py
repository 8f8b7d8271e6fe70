"""A turn of Mexican Train: a tile laid, the gates, draws and passes, and whose turn is next."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.games.mexican_train.records import (
    COVERING,
    DOUBLING,
    DRAW_NONE,
    DRAW_UNTIL,
    DRAW_WAIT,
    DREW,
    FROM_DOUBLE,
    LAID,
    LAYING,
    LOCKED_TO_ALL,
    MANY,
    MEXICAN,
    MUST_COVER,
    NOWHERE,
    OTHERS_DRAW,
    PASSED,
    PAST,
    STAYS,
    TRAINS,
)
from playout.games.mexican_train.rounds import end_round
from playout.games.mexican_train.tiles import (
    DECLARED,
    high_of,
    low_of,
    put,
    row_of,
    take,
    tile_move,
    tile_of,
    train_of,
)


@jit(inline=True)
def usable(state: Any, rules: Any, player: int) -> int:
    """The trains on which a player may lay a tile, as bits."""
    if state.phase == LAYING:
        return 1 << player
    if state.gate != NOWHERE and state.phase != DOUBLING:
        return 1 << state.gate
    trains, own = state.open & ~state.locked, 1 << player
    if state.locked & own != 0 and rules.lock == LOCKED_TO_ALL:
        return trains | _unlocked(state, player, trains)
    return trains | own


@jit
def _unlocked(state: Any, player: int, trains: int) -> int:
    """The own locked train, as a bit, if the player can lay a tile on one of `trains`; else 0."""
    return 1 << player if _fits(state, player, trains) else 0


@jit(inline=True)
def mover(state: Any) -> int:
    """The player to move.

    The mask leaves it as it is, but compiled code then need not check for a negative index.
    """
    return state.player & 7


@jit(inline=True)
def lay_tile(state: Any, rules: Any, move: int) -> None:
    """Lay a tile; the turn may end with it, and the round."""
    train, tile, player = train_of(move), tile_of(move), mover(state)
    low, high = low_of(tile), high_of(tile)
    take(state.hands[player], low, high)
    put(state.laid, low, high)
    left = state.sizes[player] - 1
    state.sizes[player] = left
    state.ends[train] = low + high - state.ends[train]
    state.played += 1
    state.passes = 0
    _note(state, LAID | (move & DECLARED) >> 12, player, tile_move(tile, train))
    is_gate = (low == high) & (rules.gate != 0)
    if is_gate:
        _add_gate(state, rules, player, train)
    else:
        state.gate = (state.later & 15) - 1  # NOWHERE if there is none
        state.later >>= 4
    _own_train(state, rules, player, train, (move & DECLARED != 0) & (not is_gate))
    if _is_out(state, rules, left):
        state.turns += 1
        out = player
        if left != 0:  # a double was somebody's last tile, and is covered now
            out = 0
            while state.sizes[out] != 0:
                out += 1
        state.outs[out] += 1
        end_round(state, rules, 1)
    elif not is_gate and state.phase != LAYING:
        end_turn(state, rules, player)


@jit(inline=True)
def _add_gate(state: Any, rules: Any, player: int, train: int) -> None:
    """Note that the double on a train has to be covered, after those that are there already."""
    if state.gate == NOWHERE:
        state.gate = train
    else:
        place = 0
        while state.later >> place != 0:
            place += 4
        state.later |= (train + 1) << place
    state.locked &= ~(1 << train)
    state.doubler = player
    if state.phase == 0:
        state.phase = DOUBLING if rules.doubles == MANY else COVERING


@jit(inline=True)
def _own_train(state: Any, rules: Any, player: int, train: int, locks: bool) -> None:
    """What follows if the train on which the player to move has laid a tile is the own one.

    Without a branch, which a processor would guess wrong for one tile of three.
    """
    own = (train == player) << player  # no train if it is another
    state.open &= ~(own * (rules.marker != STAYS))
    state.locked = state.locked & ~own | own * locks
    begins = state.first_turns & own != 0
    if begins and (state.gate == NOWHERE or state.gate == player):
        state.phase = LAYING


@jit(inline=True)
def _is_out(state: Any, rules: Any, left: int) -> bool:
    """Whether the round ends, because somebody has no tile left; `left` are the mover's."""
    if rules.last_double != MUST_COVER:
        return left == 0
    if state.gate != NOWHERE:
        return False
    # A player whose last tile was a double is out only when that is covered, which may be now.
    empty = 0
    for player in range(rules.players):
        empty += state.sizes[player] == 0
    return empty != 0


@jit(inline=True)
def _note(state: Any, kind: int, player: int, where: int) -> None:
    """Write an event into the log of the round; `where` are a tile and a train, as in a move."""
    code = kind << 18 | player << 14
    state.log[0, state.logged[0]] = code | where
    state.logged[0] += 1
    if state.happened < PAST:
        state.past[state.happened] = code | where * (kind & 3 != DREW)
    state.happened += 1


@jit
def _note_end(state: Any) -> None:
    """Mark the last event as the end of a turn: the same player may have the next turn too."""
    last = max(int(state.logged[0]) - 1, 0)  # in a position made from a view the log may be empty
    state.log[0, last] |= 1 << 21


@jit(inline=True)
def end_turn(state: Any, rules: Any, player: int) -> None:
    """The turn of the player to move is over: it is the next one's."""
    before = player
    state.turns += 1
    state.phase = 0
    state.first_turns &= ~(1 << before)
    if state.gate == NOWHERE:
        if rules.after_gate == FROM_DOUBLE and state.doubler != NOWHERE:
            before = state.doubler
            _note_end(state)
        state.doubler = NOWHERE
    state.player = before + 1 if before + 1 < rules.players else 0


@jit(inline=True)
def go_on(state: Any, rules: Any) -> None:
    """Draw and pass, and deal new rounds, until somebody can lay a tile or the match is over."""
    if state.over == 0 and not can_lay(state, rules):
        _draw_and_pass(state, rules)


@jit
def _draw_and_pass(state: Any, rules: Any) -> None:
    """Go on when the player to move can lay nothing."""
    while True:
        player = mover(state)
        if state.phase == LAYING and state.gate == NOWHERE:
            end_turn(state, rules, player)  # the several tiles of a first turn end here
        elif _draw_to_lay(state, rules, player):
            return
        else:
            _pass(state, rules, player)
        if state.over != 0 or can_lay(state, rules):
            return


@jit(inline=True)
def _pass(state: Any, rules: Any, player: int) -> None:
    """Open the own train; the turn ends, or the round, if it is blocked."""
    _note(state, PASSED, player, 0)
    if state.gate == NOWHERE or rules.gate_marker != 0:
        state.open |= 1 << player
    if state.drawn < state.tiles and rules.draw != DRAW_NONE:
        state.passes = 0
    else:
        state.passes += 1
    if state.passes < rules.players:
        end_turn(state, rules, player)
    else:
        in_gate = state.gate != NOWHERE
        state.turns += 1
        state.blocked += 1
        state.blocked_gate += in_gate
        end_round(state, rules, rules.blocked_gate_points if in_gate else 1)


@jit(inline=True)
def can_lay(state: Any, rules: Any) -> bool:
    """Whether the player to move has a tile that may be laid; notes on which trains, if any."""
    player = mover(state)
    trains = usable(state, rules, player)
    state.trains = trains
    return _fits(state, player, trains)


@jit(inline=True)
def _fits(state: Any, player: int, trains: int) -> bool:
    # Inlined: the call in `can_lay` would take 3 % of a round of random play.
    hand = state.hands[player]
    fits = 0
    if state.phase == DOUBLING:
        fits = row_of(hand, state.ends[state.gate])
        for train in range(TRAINS):
            end = state.ends[train]
            fits |= row_of(hand, end) >> end & trains >> train & 1
    else:
        fits = row_of(hand, state.ends[MEXICAN]) * (trains >> MEXICAN & 1)
        for train in range(4):
            fits |= row_of(hand, state.ends[train]) * (trains >> train & 1)
        if trains & 0xF0 != 0:
            for train in range(4, MEXICAN):
                fits |= row_of(hand, state.ends[train]) * (trains >> train & 1)
    return fits != 0


@jit(inline=True)
def numbers_at(ends: Any, trains: int) -> int:
    """The numbers at the ends of these trains, as bits."""
    numbers = 0
    for train in range(TRAINS):
        numbers |= (trains >> train & 1) << ends[train]
    return numbers


@jit(inline=True)
def wanted_numbers(state: Any, trains: int) -> tuple[int, int]:
    """The numbers that fit these trains, and those of which only the double does, as bits."""
    wanted, doubles = numbers_at(state.ends, trains), 0
    if state.phase == DOUBLING:
        doubles, wanted = wanted, 1 << state.ends[state.gate]
    return wanted, doubles


@jit(inline=True)
def _draw_to_lay(state: Any, rules: Any, player: int) -> bool:
    """Draw by the rules for a player who can lay nothing; returns whether a tile may be laid now.

    All players see which numbers are not in the player's hand.
    """
    trains = state.trains
    wanted, doubles = wanted_numbers(state, trains)
    state.lacks[player] |= wanted
    # While there is a gate, only the turn in which it was laid has a phase.
    own_gate = state.gate != NOWHERE and state.phase != 0
    if rules.draw == DRAW_NONE or (own_gate and rules.gate_draw == OTHERS_DRAW):
        return False
    while state.drawn < state.tiles:
        tile = int(state.deck[state.drawn & 255])  # the mask, as in `row_of`
        low, high = low_of(tile) & 31, high_of(tile)
        put(state.hands[player], low, high)
        state.sizes[player] += 1
        state.drawn += 1
        state.draws += 1
        _note(state, DREW, player, tile_move(tile, 0))
        if rules.draw == DRAW_WAIT:
            state.lacks[player] = 0  # the tile drawn may show any number
            return False
        if (wanted >> low | wanted >> high) & 1 != 0 or (low == high and doubles >> low & 1 != 0):
            state.trains = usable(state, rules, player)
            if state.trains != trains:
                state.lacks[player] = 0  # the tile unlocks the own train, and may be kept
            return True
        state.lacks[player] = wanted  # the tile shows none of these, but may show others
        if rules.draw != DRAW_UNTIL:
            return False
    return False
