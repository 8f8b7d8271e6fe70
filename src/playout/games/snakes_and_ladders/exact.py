"""The length of a game and its winner, without playing: a Markov chain with an absorbing state.

The square of a token is a Markov chain that ends on the last one; its number of throws has the
moments of J. G. Kemeny and J. L. Snell, "Finite Markov Chains" (1960), chapter 3.  Players do not
meet, so a game of several is a race of independent chains.

>>> round(mean_throws("official"), 6)
39.598366
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from playout.engine.game.game import Measure, Player, Rules
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_whole
from playout.engine.words.spelling import as_typed
from playout.games.snakes_and_ladders.board import landing, read_board
from playout.games.snakes_and_ladders.rules import DICE, THROW
from playout.kits.dice import FACES, MOST_SIDES

Numbers = npt.NDArray[np.floating[Any]]

MOST_THROWS = 1_000  # on average, from the worst square: longer games are nobody's
REST = 1e-17  # lengths are listed until the chance of a longer one is below


def expected(rules: Rules, players: Sequence[Player]) -> Mapping[str, float | Sequence[float]]:
    """The expected measures of a game; they are the same whoever plays."""
    board, overshoot, seats = str(rules["board"]), str(rules["overshoot"]), int(rules["players"])
    wins, rounds = race(board, seats, overshoot, rules.number("dice"), rules.number("sides"))
    # All throw in each round but the last, which the winner ends.
    throws = seats * (rounds - 1) + sum((seat + 1) * win for seat, win in enumerate(wins))
    return {"throws": throws, "rounds": rounds, "win": wins}


def mean_throws(
    board: str = "official", overshoot: str = "lost", dice: int = 1, sides: int = FACES
) -> float:
    """Return the mean number of throws of one player; ``board`` is an option, or a file."""
    return float(_means(read_board(board), overshoot, dice, sides)[0])


def sd_throws(
    board: str = "official", overshoot: str = "lost", dice: int = 1, sides: int = FACES
) -> float:
    """Return the standard deviation of the number of throws of one player."""
    board = read_board(board)
    means = _means(board, overshoot, dice, sides)
    inside = _chances(board, overshoot, dice, sides)[:-1, :-1]
    # Kemeny and Snell, theorem 3.3.5: the second moment is (2N - 1) times the mean.
    second = 2 * np.linalg.solve(np.eye(len(inside)) - inside, means) - means
    return float(np.sqrt(second[0] - means[0] ** 2))


@lru_cache(maxsize=64)
def chance_of_more(
    board: str = "official",
    overshoot: str = "lost",
    dice: int = 1,
    sides: int = FACES,
    square: int = 0,
) -> Numbers:
    """Return the chances that one player needs more than 0, 1, 2 ... throws.

    The list ends when they are below REST.  The token starts on ``square``, which must be one that
    a game can reach.
    """
    board = read_board(board)
    check_length(board, overshoot, dice, sides)
    inside = _chances(board, overshoot, dice, sides)[:-1, :-1]
    more = [1.0]
    tokens: Numbers = np.zeros(len(inside))
    tokens[np.flatnonzero(_reached(board, overshoot, dice, sides) == square)[0]] = 1.0
    while more[-1] >= REST:
        tokens = np.dot(tokens, inside)
        more.append(float(tokens.sum()))
    return np.array(more)


def race(
    board: str = "official",
    players: int = 1,
    overshoot: str = "lost",
    dice: int = 1,
    sides: int = FACES,
) -> tuple[list[float], float]:
    """Return the winning chance of each seat, if seat 0 begins, and the mean number of rounds."""
    more = chance_of_more(read_board(board), overshoot, dice, sides)
    before, after = more[:-1], more[1:]
    ends = before - after  # the chance that one player ends with throw 1, 2 ...
    # Whoever sits before the winner has not ended with this throw either; the others have not yet.
    wins = [
        float((ends * after**seat * before ** (players - 1 - seat)).sum())
        for seat in range(players)
    ]
    return wins, float((more**players).sum())


def exact_moves(
    view: Any, rules: Rules, players: Sequence[Player], measure: Measure
) -> Mapping[int, float]:
    """The expected measures of a game from here on."""
    seats, made = rules.number("players"), int(view.throws)
    dice = rules.number("dice"), rules.number("sides")
    reached = _reached(str(rules["board"]), str(rules["overshoot"]), *dice)
    if not {*view.squares[:seats].tolist()} <= {*reached.tolist()}:
        return {}  # no game comes to these squares
    chances = _ends_after(view, rules)
    further = np.arange(len(chances)) + 1  # throws from now on
    of_end: Mapping[str, npt.NDArray[Any]] = {
        "throws": made + further,
        "rounds": (made + further + seats - 1) // seats,
        "win": further % seats == 1 % seats,
    }
    return {THROW: float(np.dot(chances, of_end[measure.name]))}


def _ends_after(view: Any, rules: Rules) -> Numbers:
    """The chance that the game ends with throw 1, 2, 3 ... from now on."""
    seats, player = rules.number("players"), int(view.player)
    board, overshoot = str(rules["board"]), str(rules["overshoot"])
    dice = rules.number("dice"), rules.number("sides")
    order = [*range(player, seats), *range(player)]  # who throws now, and then
    each = [chance_of_more(board, overshoot, *dice, int(view.squares[seat])) for seat in order]
    rounds = max(map(len, each)) - 1
    more = np.array([np.pad(one, (0, rounds + 1 - len(one))) for one in each])
    before, now = more[:, :-1], more[:, 1:]
    ends = np.ones((rounds, seats))
    for place in range(seats):
        ends[:, place] = before[place] - now[place]
        for other in range(seats):
            if other != place:  # who throws before has not ended with this round, nor others before
                ends[:, place] *= (now if other < place else before)[other]
    return ends.ravel()


def check_length(board: str, overshoot: str, dice: int, sides: int) -> None:
    """Refuse a board on which a game never ends, or takes too long; so do all functions here."""
    _means(board, overshoot, dice, sides)


@lru_cache(maxsize=1024)
def _means(board: str, overshoot: str, dice: int, sides: int) -> Numbers:
    """The mean number of throws to the end from every square that can be reached, in order.

    PlayoutError if one of them is above MOST_THROWS.
    """
    inside = _chances(board, overshoot, dice, sides)[:-1, :-1]
    means: Numbers = np.zeros(len(inside))
    with suppress(np.linalg.LinAlgError):
        means = np.linalg.solve(np.eye(len(inside)) - inside, np.ones(len(inside)))
    # Means of more than about 10**15 throws are lost in rounding: they may be below zero, or none.
    most = float(means.max()) if means.min() > 0.0 else math.inf
    if not most <= MOST_THROWS:
        known = float(f"{most:.3g}")  # of more digits each machine has its own
        long = f"up to {known:,.0f}" if most < 1e12 else "more than a million million"
        raise PlayoutError(
            f"{as_typed('board', board)}: a token needs {long} throws on average to reach "
            f"the last square; at most {MOST_THROWS:,} are allowed"
        )
    return means


def _throws(dice: int, sides: int) -> Numbers:
    """The chance of each sum of so many dice, from 0 on."""
    ways = np.ones(1, np.int64)
    for _ in range(read_whole("dice", dice, 1, DICE)):
        ways = np.convolve(ways, [0] + [1] * sides)
    return ways / sides**dice


def _all_chances(board: str, overshoot: str, dice: int, sides: int) -> Numbers:
    """``chances[k, m]``: that a throw leads from square k to square m."""
    squares = np.array(landing(board))
    last = len(squares) - 1
    start = np.arange(last)
    # Nobody stands where a jump begins, so who stays lands where he stands.
    beyond = start if overshoot == "lost" else np.full(last, last)
    chances = np.zeros((last + 1, last + 1))
    for throw, chance in enumerate(_throws(dice, read_whole("sides", sides, 2, MOST_SIDES))):
        end = np.where(start + throw <= last, start + throw, beyond)
        chances[start, squares[end]] += chance
    return chances


@lru_cache(maxsize=1024)
def _stuck(board: str, overshoot: str, dice: int, sides: int) -> int | None:
    """The lowest square that can be reached, but from which the last one cannot; or None."""
    chances = _all_chances(board, overshoot, dice, sides)
    stuck = np.flatnonzero(_joined(chances, 0) & ~_joined(chances.T, len(chances) - 1))
    return int(stuck[0]) if len(stuck) else None


def _chances(board: str, overshoot: str, dice: int, sides: int) -> Numbers:
    """``chances[k, m]``: that a throw leads from one square to another, of those reached from 0."""
    stuck = _stuck(board, overshoot, dice, sides)
    if stuck is not None:
        last = len(landing(board)) - 1
        wins = "; choose overshoot = wins, so that a higher throw wins too"
        raise PlayoutError(
            f"{as_typed('board', board)}: with throws of {dice} to {dice * sides}, a token on "
            f"{stuck} never reaches the last square, {last}{wins if stuck + dice > last else ''}"
        )
    kept = _reached(board, overshoot, dice, sides)
    return _all_chances(board, overshoot, dice, sides)[np.ix_(kept, kept)]


def _reached(board: str, overshoot: str, dice: int, sides: int) -> npt.NDArray[np.int64]:
    """The squares to which a token can come, in rising order."""
    return np.flatnonzero(_joined(_all_chances(board, overshoot, dice, sides), 0))


def _joined(chances: Numbers, square: int) -> npt.NDArray[np.bool_]:
    """Which squares any number of throws leads to from one, that square too."""
    joined = np.zeros(len(chances), bool)
    new = joined.copy()
    new[square] = True
    while new.any():
        joined |= new
        new = (chances[new] > 0).any(axis=0) & ~joined
    return joined
