"""Strategies of a published simulation, as four families with parameters.

k1monfared, "Can't Stop, Addicted To The Shindig" (2025), with its program of 38 strategies,
<https://github.com/k1monfared/notes>, blog/files/20251201/strategies_correct_implementation.py.
docs/results/published.md says which of its names is which of these, and what differs.

They use a throw by one of twelve preferences, the parameter ``pairs``, and differ in when they
stop.  Where two uses of a throw are equally good, the more unequal pairing comes first.
"""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.cant_stop.chances import CHANCE, GAIN
from playout.games.cant_stop.rules import HIGH, LENGTHS, LOW, RUNNERS, STOP, first_of, second_of

_PAIRS = (0, 11)
(
    SMART,  # two steps of a runner; two in 5 to 9; runners already placed; most of these
    RUNNERS_FIRST,  # the most runners already placed
    OUTER,  # 2, 3, 11 and 12
    MIDDLE,  # 5 to 9
    NEAR_7,  # the nearer to 7 the better
    FAR_FROM_7,  # the farther the better
    FEW_RUNNERS,  # no new runner, if it must be in 5 to 9
    TWO_RUNNERS,  # two steps, as long as one runner at most is placed; then SMART
    MIDDLE_ONLY,  # two steps in 5 to 9; all in 5 to 9; one of them
    GOOD_THROWS,  # new runners for two steps in 5 to 9, and for 6 to 8; then SMART
    BY_COLUMNS,  # before the first column 5 to 9, after the second the nearest to its top
    TOPS,  # a column that this finishes; then SMART
) = range(12)


@jit(inline=True)
def _middle(column: int) -> bool:
    return 5 <= column <= 9


@jit
def _smart(placed: bool, other_placed: bool, double: bool, middle: bool, free: int) -> float:
    """The preference SMART for two steps, or for one or two runners, each placed or not."""
    if double and placed:
        return 5.0
    if double and middle and free > 0:
        return 4.0
    if placed and other_placed:
        return 3.0
    return 1.0 if placed or other_placed else 0.0


@jit
def _weight(column: int, pairs: int) -> float:
    """What a step in a column is worth to the preferences that add this up."""
    if pairs == OUTER:
        return 2.0 if column <= 3 or column >= 11 else 1.0
    if pairs == MIDDLE:
        return 2.0 if _middle(column) else 1.0
    far = abs(7 - column)
    if pairs == FAR_FROM_7:
        far = 5 - far
    return (1.3, 1.2, 1.0, 0.8, 0.6, 0.5)[far]


@jit
def _preference(view: Any, move: int, pairs: int) -> float:
    """How much a preference likes a use of the throw: any number, higher is better."""
    first, second = first_of(move), second_of(move)
    single, double = second == 0, first == second
    if single:
        second = first
    placed, other_placed = view.runners[first] > 0, view.runners[second] > 0
    middle, other_middle = _middle(first), _middle(second)
    smart = _smart(placed, other_placed, double, middle, view.free)
    if pairs == RUNNERS_FIRST:
        return 1.0 * placed + 1.0 * (other_placed and not single)
    if OUTER <= pairs <= FAR_FROM_7:
        return _weight(first, pairs) + (0.0 if single else _weight(second, pairs))
    if pairs == FEW_RUNNERS:
        if placed and other_placed:
            return 3.0 if double else 2.0
        return 1.0 * (middle or other_middle)
    if pairs == TWO_RUNNERS:
        if double and (placed or view.free > 1):
            return 9.0
        return 8.0 if view.free == 1 and placed and other_placed and not single else smart
    if pairs == MIDDLE_ONLY:
        return 1.0 * (double and middle) + (middle and other_middle) + (middle or other_middle)
    if pairs == GOOD_THROWS and view.free > 0:
        if double and middle:
            return 9.0
        return 8.0 if not single and 6 <= first <= 8 and 6 <= second <= 8 else smart
    if pairs == BY_COLUMNS:
        if double and placed:
            return 9.0
        if view.columns[view.player] == 0 and (middle or other_middle):
            return 8.0
        if view.columns[view.player] >= 2 and (placed or other_placed):
            return 7.0 + max(
                view.runners[first] / LENGTHS[first], view.runners[second] / LENGTHS[second]
            )
    if pairs == TOPS:
        tops = (placed and view.room[first] == 1) or (other_placed and view.room[second] == 1)
        return 9.0 if tops else smart
    return smart


@jit
def _chosen(view: Any, pairs: float) -> int:
    """The use of the throw that a preference likes best; of one pairing the sum nearer to 7."""
    best, most = view.choices[0], -1.0
    total = view.dice[0] + view.dice[1] + view.dice[2] + view.dice[3]
    for k in range(view.count):
        move = view.choices[k]
        value = _preference(view, move, int(pairs))
        same = first_of(best) + first_of(move) == total and second_of(best) + second_of(move) == 0
        nearer = same and abs(7 - first_of(move)) < abs(7 - first_of(best))
        if value > most or (value == most and nearer):
            best, most = move, value
    return best


@jit(inline=True)
def _stands(view: Any, move: int, column: int) -> int:
    """Where the runner of a column stands after a move; 0: none is there."""
    steps = 1 * (first_of(move) == column) + (second_of(move) == column)
    if view.runners[column] > 0:
        return view.runners[column] + steps
    return view.steps[view.player, column] + steps if steps > 0 else 0


@jit
def _turn(view: Any, move: int, pairs: int) -> Any:
    """After a move: runners placed, their columns as a set of bits, that without tops, steps.

    With the preference NEAR_7 or FAR_FROM_7, the steps are weighted.
    """
    taken, columns, movable, gained = 0, 0, 0, 0.0
    for column in range(LOW, HIGH + 1):
        stands = _stands(view, move, column)
        if stands > 0:
            taken += 1
            columns |= 1 << column
            if stands < LENGTHS[column]:
                movable |= 1 << column
            steps = stands - view.steps[view.player, column]
            gained += steps * (_weight(column, pairs) if NEAR_7 <= pairs <= FAR_FROM_7 else 1.0)
    return taken, columns, movable, gained


@strategy(
    "cant-stop",
    parameters={"at": 4, "chance": 0, "left": 0, "middle": 0, "pairs": 0},
    allowed={"pairs": _PAIRS},
    uses_chance=False,
)
def steps(view: Any, rng: Any) -> int:
    """Stops with three runners and `at` steps in this turn.

    `chance` times the chance to move again is added to `at`, and `left` times the fewest steps
    that a runner had before it at the start of the turn; of these sums the whole part counts.
    `middle` is added if all runners are in 5 to 9.
    """
    at, chance, left, middle, pairs = view.parameters[:5]
    move = _chosen(view, pairs)
    taken, columns, movable, gained = _turn(view, move, int(pairs))
    if taken < RUNNERS:
        return move
    fewest, outside = HIGH, 0
    for column in range(LOW, HIGH + 1):
        if columns >> column & 1:
            fewest = min(fewest, LENGTHS[column] - view.steps[view.player, column])
            outside += not _middle(column)
    wanted = at + int(chance * CHANCE[movable] + left * fewest) + (middle if outside == 0 else 0.0)
    return move + STOP if gained >= wanted else move


@strategy(
    "cant-stop",
    parameters={"alpha": 1, "behind": 1, "ahead": 1, "column": 0, "pairs": 0},
    allowed={"pairs": _PAIRS},
    uses_chance=False,
)
def gain(view: Any, rng: Any) -> int:
    """Stops with three runners when `alpha` times the expected loss exceeds the expected gain.

    The loss is the chance that no runner can move times the steps of the turn, the gain what the
    next throw brings in steps.  `alpha` is multiplied by `behind` or `ahead` for who has finished
    fewer columns than the best of the others, or more; `column` is added for each own column.
    """
    alpha, behind, ahead, column, pairs = view.parameters[:5]
    move = _chosen(view, pairs)
    taken, _, movable, gained = _turn(view, move, 0)
    if taken < RUNNERS:
        return move
    own, others = view.columns[view.player], 0
    for seat in range(view.players):
        if seat != view.player:
            others = max(others, view.columns[seat])
    alpha = (alpha + column * own) * (behind if own < others else ahead if own > others else 1.0)
    return move + STOP if alpha * (1.0 - CHANCE[movable]) * gained > GAIN[movable] else move


@strategy(
    "cant-stop",
    parameters={"at": 0.5, "pairs": 0},
    allowed={"at": (0, 1), "pairs": _PAIRS},
    uses_chance=False,
)
def survival(view: Any, rng: Any) -> int:
    """Stops with three runners once (chance to move) ^ (throws this turn) falls to `at`.

    As if all throws of this turn had been made with the runners where they are now.
    """
    move = _chosen(view, view.parameters[1])
    taken, _, movable, _ = _turn(view, move, 0)
    survived = CHANCE[movable] ** view.thrown
    return move + STOP if taken == RUNNERS and survived <= view.parameters[0] else move


@strategy(
    "cant-stop",
    parameters={"part": 1, "pairs": TOPS},
    allowed={"part": (0.1, 1), "pairs": _PAIRS},
    uses_chance=False,
)
def milestone(view: Any, rng: Any) -> int:
    """Stops when a runner has climbed a `part` of its column: 0.5 is half way, 1 the top."""
    part, pairs = view.parameters[:2]
    move = _chosen(view, pairs)
    for column in range(LOW, HIGH + 1):
        stands, length = _stands(view, move, column), LENGTHS[column]
        if stands > 0:
            goal, k = 0, 0
            while goal <= view.steps[view.player, column]:
                k += 1
                goal = int(length * part * k) if part * k < 0.99 else length
            if stands >= goal:
                return move + STOP
    return move
