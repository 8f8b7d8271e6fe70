"""The parts that solve and policy share: the players, the limits, and the solver."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Measure, Player, Rules
from playout.engine.match.decisions import Dealt
from playout.engine.native.jit import announce
from playout.engine.solve.graph import Limits
from playout.engine.solve.solution import Line
from playout.engine.solve.solver import Solver
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.questions import asked
from playout.questions.judged import match_at
from playout.report.progress import duration
from playout.report.words import head, is_plural

BEST = "best"  # in place of a strategy: a player who plays as well as possible
MOST_MOVES = 100  # of a game that shows whether a player ever has a choice


@dataclass(frozen=True)
class Asked(asked.Asked):
    """A small game, who plays it, and what counts."""

    rules: Rules
    players: tuple[Player | None, ...]  # one for each seat; None: as well as can be
    measure: Measure
    position: str | None  # a line of text; None: it begins with the deal
    states: int  # positions at most
    seconds: float

    @property
    def line(self) -> str:
        """The players, as a user writes them: ``best+random``, or one word if all are the same."""
        names = [self.name_of(seat) for seat in range(len(self.players))]
        return names[0] if len({*names}) == 1 else "+".join(names)

    def name_of(self, seat: int) -> str:
        """Return the player of a seat, as a user writes it."""
        player = self.players[seat]
        return BEST if player is None else player.reference

    def canonical(self) -> dict[str, Any]:
        return {**super().canonical(), "strategies": self.line}

    def command_value(self, name: str) -> Any:
        return self.line if name == "strategy" else super().command_value(name)


def read_solving(game: str, words: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The fields of a question of this kind, from its keywords."""
    found = find_game(game)
    rules = found.with_options(options)
    fields = {
        "rules": rules,
        "players": _players(rules, by_name(found.name, words.strategy, rules.needed_options())),
        "measure": found.quantity(words.measure, rules.number("players")),
        "position": words.position,
        "states": words.states,
        "seconds": words.seconds,
    }
    if words.position is not None:
        match_at(rules, words.position, 1)  # PlayoutError if it is none
    return fields


def _players(rules: Rules, given: Any) -> tuple[Player | None, ...]:
    """Return the player of each seat."""
    seats = int(rules["players"])
    if given is None:
        return (None,) * seats
    names = given.split("+") if isinstance(given, str) else list(map(str, given))
    if len(names) == 1:
        names *= seats
    others = [name for name in names if name != BEST]
    if not others and len(names) == seats:
        return (None,) * seats
    line = [name if name != BEST or not others else others[0] for name in names]
    players = find_players(rules, "+".join(line))  # PlayoutError if they are not as many as seats
    return tuple(
        None if name == BEST else player for name, player in zip(names, players, strict=True)
    )


def best_play(measure: Measure) -> str:
    """``best play``; ``best play for the fewest turns`` if it aims at a number."""
    if measure.is_rate or not measure.wanted:
        return "best play"
    most, least = ("most", "fewest") if is_plural(measure) else ("highest", "lowest")
    aim = most if measure.wanted == "highest" else least
    return f"best play for the {aim} {head(measure.name)}"


@contextmanager
def announced(asked: Asked) -> Iterator[Any]:
    """Within this context it is said what is done; yields what takes the next words."""
    with ExitStack() as said:

        def tell(words: str) -> None:
            said.close()
            said.enter_context(announce(words))

        tell(f"searching all positions of {asked.game.title}, {asked.states:,} at most")
        yield tell


def _need_wish(asked: Asked, players: Line) -> None:
    """PlayoutError if a seat has a choice, and the game does not say what it wants.

    One game shows that, before all positions are found.
    """
    measure = asked.measure
    if measure.wanted or measure.seat is not None:
        return
    match = Dealt(1, 0, start=asked.position).begun(asked.rules, ())
    for _ in range(MOST_MOVES):
        if match.is_over:
            return
        moves = match.legal_moves()
        if len(moves) > 1 and players[match.seat] is None:
            break
        match.play(moves[0])
    else:
        return
    wanted = [one.name for one in asked.game.measures if one.wanted]
    other = (
        f"another measure, such as {as_typed('measure', wanted[0])}"
        if wanted
        else "another measure"
    )
    raise PlayoutError(
        f"{as_typed('measure', measure.name)}: the game does not say whether players want high or "
        f"low values, so there is no best play; use {other}, or give every seat a strategy"
    )


def solver_of(asked: Asked, players: Line, tell: Any) -> Solver:
    """The game, with all its positions; PlayoutError if that is too much.

    ``tell`` gets words on how far it is, and on how long it may take at most at this pace.
    """
    _need_wish(asked, players)
    began = time.monotonic()

    def found(positions: int) -> None:
        passed = time.monotonic() - began
        left = min(passed * (asked.states / max(positions, 1) - 1), asked.seconds - passed)
        most = duration(max(left, 1.0))
        tell(f"{positions:,} positions found so far; it gives up in about {most} at the latest")

    limits = Limits(asked.states, asked.seconds, found)
    state = None
    if asked.position is not None:
        state = match_at(asked.rules, asked.position, 1).state
    solver = Solver(asked.rules, players, asked.measure, limits, state)
    tell(f"computing the values of {solver.graph.positions:,} positions")
    return solver
