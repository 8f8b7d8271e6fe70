"""What the benchmarks share."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from playout.engine.chance.rng import DEAL, STREAM, start
from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.native.jit import jit, specialised
from playout.engine.native.records import new_record
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players

BEST_OF = 3


def rate(play: Callable[[int], object], count: int) -> float:
    """How many a second of processor time, the best of three."""
    best = 0.0
    for _ in range(BEST_OF):
        started = time.process_time()
        play(count)
        best = max(best, count / (time.process_time() - started))
    return best


def game_rate(game: str, strategy: str, games: int, **options: object) -> float:
    """Games a second on one core if all seats play one strategy."""
    rules = find_game(game).with_options(options)
    players = find_players(rules, strategy)
    play_batch(rules, players, 1, 0, 2)  # compile
    return rate(lambda count: play_batch(rules, players, 1, 0, count), games)


determinize: Any = None  # in `deal_worlds` the rule function of a game


def deal_worlds(view: Any, rules: Any, stream: Any, state: Any, count: int) -> None:
    """So many worlds that agree with a view."""
    for _ in range(count):
        determinize(view, rules, stream, state)


def print_worlds(name: str, **options: Any) -> None:
    """Worlds a second: of the first position, and of the one in the middle of a random game."""
    whole = Match(name, strategy="random", **options)
    middle = sum(1 for _ in whole.run()) // 2
    match = Match(name, strategy="random", **options)
    function: Any = getattr(match.game.rules, "determinize", None)
    deal: Any = jit(specialised(deal_worlds, {"determinize": function}, f"{name}_worlds"))
    rules, stream = match.rules.record(), new_record(STREAM)
    state = new_record(match.game.state_dtype)
    start(stream, 1, 0, DEAL)
    for moves in (0, middle):
        while len(match.moves) < moves:
            match.step()
        view = match.view()
        deal(view, rules, stream, state, 1)
        found = rate(partial(deal, view, rules, stream, state), 100_000)
        print(f"worlds of {name} {options or ''} after {moves} moves: {found:,.0f}/s")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a Markdown table."""
    print("| " + " | ".join(heads) + " |")
    print("|---|" + "---:|" * (len(heads) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()
