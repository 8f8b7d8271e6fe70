"""Best play of one seat that cannot see everything: what it does depends on what it knows.

What the seat knows is a belief: the positions that could be true, with their chances, given all
that it has seen at its turns and done before (a partially observable Markov decision process; K. J.
Astrom, "Optimal control of Markov processes with incomplete state information", J. Math. Anal.
Appl. 10 (1965)).  A game that ends has finitely many beliefs.  Each is looked at once: its moves
are tried in all its positions at once, and what the seat sees at its next turn divides what can
then be true.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush
from math import prod
from typing import Any

from playout.engine.chance.script import SCRIPT, advance, chance_of, open_script
from playout.engine.find.games import deals_worlds, need_worlds
from playout.engine.game.game import Rules
from playout.engine.native.records import new_record
from playout.engine.native.uncompiled import uncompiled
from playout.engine.play.batch import new_table
from playout.engine.solve.graph import DEAL, Graph, Limits
from playout.engine.solve.values import Values
from playout.engine.words.errors import PlayoutError

_DIGITS = 12  # of a chance, by which beliefs are compared
_MANY = 2_000  # worlds, from which on it is faster to compile what deals them

Belief = tuple[
    tuple[int, float], ...
]  # positions, with their chances, rounded, by which it is known


@dataclass(frozen=True)
class Known:
    """The value of a belief, and of each of its moves, by the number of the move."""

    value: float
    moves: dict[int, float]


class Beliefs:
    """All beliefs of the only seat that chooses, in a game that always ends."""

    def __init__(
        self, graph: Graph, order: Values, column: int, sign: int, title: str, limits: Limits
    ) -> None:
        """``sign`` is 1 if the seat wants much of the measure in that column, else -1.

        ``order`` says which positions come before which.
        """
        self.graph, self.knots = graph, order.knots
        self.column, self.sign = column, sign
        self.title, self.limits = title, limits
        self.known: dict[Belief, Known] = {}
        self.chances: dict[Belief, list[tuple[int, float]]] = {}  # which add up to 1
        self.begun = self._after({DEAL: 1.0})  # before the first turn

    def value(self) -> float:
        """Return the value of the game before the deal."""
        return self._total(self.begun)

    def first(self) -> Known | None:
        """The first choice of the game, if it is the same whatever was dealt."""
        gained, beliefs = self.begun
        return self.known[beliefs[0][0]] if len(beliefs) == 1 and not gained else None

    def _total(self, after: tuple[float, list[tuple[Belief, float]]]) -> float:
        """Return the value of what follows, over all of its beliefs."""
        gained, beliefs = after
        for belief, _ in beliefs:
            self._look_at(belief)
        return gained + sum(chance * self.known[belief].value for belief, chance in beliefs)

    def _look_at(self, belief: Belief) -> None:
        """Find out what a belief is worth; without recursion, as games may be long."""
        path = [(belief, self._choices(belief))]
        while path:
            here, choices = path[-1]
            if here in self.known:
                path.pop()
                continue
            new = [
                other
                for _, beliefs in choices.values()
                for other, _ in beliefs
                if other not in self.known
            ]
            if new:
                path += [(other, self._choices(other)) for other in dict.fromkeys(new)]
                continue
            worth = {move: self._total(after) for move, after in choices.items()}
            best = max(worth.values(), key=lambda value: self.sign * value)
            self.known[here] = Known(best, worth)
            path.pop()
            self.limits.check(self.title, len(self.known))

    def _choices(self, belief: Belief) -> dict[int, tuple[float, list[tuple[Belief, float]]]]:
        """Return the beliefs after each move, by the number of the move."""
        graph, by_move = self.graph, dict[int, dict[int, float]]()
        gains: dict[int, float] = defaultdict(float)
        for position, chance in self.chances[belief]:
            for move in graph.moves_of(position):
                code = int(graph.moves[move])
                reached = by_move.setdefault(code, defaultdict(float))
                gains[code] += chance * float(graph.gains[move, self.column])
                for target, share in graph.branches_of(move):
                    reached[target] += chance * share
        result = {}
        for code, reached in by_move.items():
            gained, beliefs = self._after(reached)
            result[code] = gained + gains[code], beliefs
        return result

    def _after(self, reached: dict[int, float]) -> tuple[float, list[tuple[Belief, float]]]:
        """From these positions, with their chances, to the next turns of the seat.

        Returns what is gained on the way and at ends, and the beliefs with their chances.
        """
        graph, column = self.graph, self.column
        gained, turns = 0.0, dict[int, dict[int, float]]()
        chances, waiting = dict[int, float](), list[tuple[int, int]]()

        def come(position: int, chance: float) -> None:
            if position not in chances:
                heappush(waiting, (-int(self.knots[position]), position))
                chances[position] = 0.0
            chances[position] += chance

        for position, chance in reached.items():
            come(position, chance)
        while waiting:  # whatever leads to a position is looked at before it
            _, position = heappop(waiting)
            chance = chances[position]
            if graph.actors[position] >= 0:
                seen = turns.setdefault(int(graph.sights[position]), {})
                seen[position] = chance
                continue
            gained += chance * float(graph.worth[position, column])  # 0 unless it has ended
            for move in graph.moves_of(position)[:1]:
                gained += chance * float(graph.gains[move, column])
                for target, share in graph.branches_of(move):
                    come(target, chance * share)
        beliefs = []
        for seen in turns.values():
            total = sum(seen.values())
            exact = [(position, seen[position] / total) for position in sorted(seen)]
            belief = tuple((position, round(chance, _DIGITS)) for position, chance in exact)
            self.chances.setdefault(belief, exact)
            beliefs.append((belief, total))
        return gained, beliefs


def check_ends(tied: int, title: str) -> None:
    """PlayoutError if positions can come up again, so that there are infinitely many beliefs."""
    if tied:
        raise PlayoutError(
            f"{title} cannot be solved with a free player: something is hidden from that player "
            "(also what a strategy has noted), and positions can repeat; give every seat a strategy"
        )


def worlds_there(
    rules: Rules, somebody_chooses: bool, state: Any, limits: Limits
) -> list[tuple[Any, float]]:
    """The states that the seat to move cannot tell from the one that was given."""
    game, rule, record = rules.game, rules.game.rules, rules.record()
    if somebody_chooses and not rule.is_over(state, record):
        need_worlds(game, f"what a seat of {game.title} can know in a position is not known")
    if not deals_worlds(game) or rule.is_over(state, record):
        return [(state, 1.0)]
    seat = int(rule.actor(state, record))
    view = new_table(rules, []).fresh[seat]
    rule.observe(state, record, seat, view)
    script, worlds = new_record(SCRIPT), list[tuple[Any, float]]()
    determinize = uncompiled(rule.determinize)
    open_script(script)
    while True:
        script.drawn = 0
        state = new_record(game.state_dtype) if game.compiled else rule.new_state()
        determinize(view, record, script, state)
        worlds.append((state, float(chance_of(script))))
        if len(worlds) == 1:  # what is hidden can fall in about so many ways
            ways = prod(script.bounds[: script.known].tolist())
            limits.check(game.title, 1, ways=ways)
            determinize = determinize if ways < _MANY else rule.determinize
        limits.check(game.title, len(worlds))
        if not advance(script):
            return worlds
