"""What is hidden from a seat, counted out: all deals that agree with all that the seat has seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from playout.engine.game.game import Game
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from tests.games.matches import stream


def view_of(game: Game, state: Any, rules: Any, seat: int) -> Any:
    """The view of a seat, from nothing but the state."""
    view = new_record(game.view_dtype)
    game.rules.introduce(rules, seat, view)
    game.rules.observe(state, rules, seat, view)
    return view


def determinize(game: Game, view: Any, rules: Any, rng: Any, state: Any) -> None:
    """Write a world; games of other packages may have none."""
    functions: Any = game.rules
    functions.determinize(view, rules, rng, state)


@dataclass(frozen=True)
class Counted:
    """How a game is counted out."""

    deals: Callable[[Any], Iterable[tuple[Any, float]]]  # of rules: all deals, with their chances
    lay: Callable[[Any, Any, Any], None]  # begins the game with a deal: (state, rules, deal)
    hidden: Callable[[Any, Any], Hashable]  # what is to be told apart: (state, rules)
    ways: Callable[[Any, int], int] = lambda state, move: 1  # equal pieces: (state, move)


def chances(match: Match, seat: int, game: Counted) -> dict[Hashable, float]:
    """How likely all that can be hidden is, given all that a seat has seen so far, in any unit.

    Every deal is played again with the moves of the match, and counts if the seat would have seen
    the same before each of them, and sees the same now.  Equal pieces are told apart: a deal counts
    once for each of them that could have been the one that was seen to be played.
    """
    module, rules = match.game.rules, match.rules.record()
    options: dict[str, Any] = dict(match.rules.values)
    again = Match(match.game.name, seed=match.seed, **options)
    views = [view_of(match.game, again.state, rules, seat).tobytes()]
    for move in match.moves:
        again.play(move)
        views.append(view_of(match.game, again.state, rules, seat).tobytes())
    found: dict[Hashable, float] = defaultdict(float)
    state, chance_in_play = new_record(match.game.state_dtype), stream(15, 2)
    for deal, chance in game.deals(rules):
        game.lay(state, rules, deal)
        ways = chance
        for view, move in zip(views, match.moves, strict=False):
            same = view_of(match.game, state, rules, seat).tobytes() == view
            if module.is_over(state, rules) or not same or not module.is_legal(state, rules, move):
                ways = 0.0
                break
            ways *= game.ways(state, move)
            module.play(state, rules, move, chance_in_play)
        same = ways and view_of(match.game, state, rules, seat).tobytes() == views[-1]
        if same and not module.is_over(state, rules):
            found[game.hidden(state, rules)] += ways
    return found


def drawn(match: Match, seat: int, worlds: int, hidden: Callable[[Any, Any], Hashable]) -> Any:
    """How often every ``hidden(state, rules)`` is in so many worlds."""
    game, rules = match.game, match.rules.record()
    view, state, rng = (
        view_of(game, match.state, rules, seat),
        new_record(game.state_dtype),
        stream(15, 1),
    )
    found: Counter[Hashable] = Counter()
    for _ in range(worlds):
        determinize(game, view, rules, rng, state)
        found[hidden(state, rules)] += 1
    return found
