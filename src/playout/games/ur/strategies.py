"""Strategies for the Royal Game of Ur."""

from __future__ import annotations

from typing import Any

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.game.game import Rules
from playout.engine.play.lookup import looked_up
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.ur.ahead import DEEPEST, look_ahead, squares_of
from playout.games.ur.optimum import MOST_SOLVED, best, of_rules
from playout.games.ur.rules import HOME, PASS, PATH, ROSETTES, STEPS, may_move
from playout.kits.tracks import taken


@strategy("ur")
def random(view: Any, rng: Any) -> int:
    """Moves any piece that can move, all equally likely."""
    count = 0
    for step in range(HOME):
        count += may_move(view, view, step)
    left = randrange(rng, count) if count > 1 else 0
    for step in range(HOME):
        if may_move(view, view, step):
            if left == 0:
                return step
            left -= 1
    return PASS


@strategy("ur", uses_chance=False)
def greedy(view: Any, rng: Any) -> int:
    """Sends a piece back if it can, else goes to a rosette, else moves its foremost piece.

    Of several such pieces it moves the foremost.  It is the greedy agent of RoyalUr-Analysis,
    <https://github.com/RoyalUr/RoyalUr-Analysis>.
    """
    found, most = PASS, 0
    for step in range(HOME):
        if may_move(view, view, step):
            to = step + view.throw
            worth = 1 + step + 100 * (to in ROSETTES)
            worth += 200 * (taken(view.at, PATH, STEPS, view.seat, to) > 0)
            if worth > most:
                found, most = step, worth
    return found


@strategy("ur", parameters={"depth": 3}, allowed={"depth": (1, DEEPEST)}, uses_chance=False)
def lookahead(view: Any, rng: Any) -> int:
    """Looks `depth` moves ahead, over all throws, and wants its pieces to be far ahead of others'.

    A position is worth the steps that the own pieces have gone, less those of the other; the other
    is thought to move by the same measure.  It is the expectimax agent of RoyalUr-Analysis,
    <https://github.com/RoyalUr/RoyalUr-Analysis>.
    """
    seat, depth = view.seat, int(view.parameters[0])
    own, home = squares_of(view.at, seat), view.at[seat, HOME]
    other, other_home = squares_of(view.at, 1 - seat), view.at[1 - seat, HOME]
    return look_ahead(view.lookup, view, own, home, other, other_home, view.throw, depth)


def _can_be_solved(rules: Rules) -> None:
    if rules.number("pieces") > MOST_SOLVED:
        raise PlayoutError(
            f"{as_typed('pieces', rules['pieces'])}: strategy 'optimal' is known for up to "
            f"{MOST_SOLVED} pieces; use another strategy"
        )


@strategy("ur", check=_can_be_solved, lookup=of_rules, uses_chance=False)
def optimal(view: Any, rng: Any) -> int:
    """Plays perfectly with up to 4 pieces: wins most often against the best opponent.

    Looked up in a table that is computed by value iteration (optimum.py), once on a machine.
    """
    seat = view.seat
    own, home = squares_of(view.at, seat), view.at[seat, HOME]
    other, other_home = squares_of(view.at, 1 - seat), view.at[1 - seat, HOME]
    return best(looked_up(view), view, own, home, other, other_home, view.throw)[0]
