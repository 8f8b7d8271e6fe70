"""Solves a small game: some seats play as well as can be, and the others as their strategies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from playout.engine.chance.elsewhere import drawn_from, other_generators
from playout.engine.chance.rng import STREAM, start
from playout.engine.chance.script import NotListed
from playout.engine.game.game import Measure, Rules
from playout.engine.native.jit import COMPILING
from playout.engine.native.records import new_record
from playout.engine.play.batch import can_be_compiled
from playout.engine.play.failures import explain_rules
from playout.engine.play.positions import format_position
from playout.engine.solve.beliefs import Beliefs, check_ends, worlds_there
from playout.engine.solve.expansion import ILLEGAL, Expansion
from playout.engine.solve.graph import DEAL, ENDED, GIVEN, Graph, Limits
from playout.engine.solve.plain_expansion import Illegal, PlainExpansion
from playout.engine.solve.reading import names_read
from playout.engine.solve.solution import UNKNOWN, Ends, Line, Solved, best_of
from playout.engine.solve.values import Values, after, values
from playout.engine.solve.wishes import need_wish, wishes
from playout.engine.words.errors import IllegalMove, PlayoutError, error_text
from playout.engine.words.numbering import nth


class Solver:
    """One game, some of whose seats are given to strategies."""

    def __init__(
        self,
        rules: Rules,
        players: Line,
        measure: Measure,
        limits: Limits,
        state: Any = None,
        notes: Any = 0,
    ) -> None:
        """``state`` is where it begins; None: with the deal.

        ``notes`` are those that the strategy of the seat to move there has written before.
        """
        self.rules, self.players, self.measure, self.limits = rules, tuple(players), measure, limits
        self.state, self.notes = state, notes
        self.title = rules.game.title
        self._check()
        self.graph = self._expanded()
        self._solutions: dict[tuple[int, tuple[tuple[int, int], ...]], Values] = {}

    # ---------------------------------------------- what can be solved

    def _check(self) -> None:
        game = self.rules.game
        if game.hints is not None and game.hints.places(self.rules.record()) > 0:
            raise PlayoutError(
                f"{self.title} cannot be solved while players give hints; switch the hints off"
            )
        for counter in game.counters:
            if counter.name == self.measure.name and "notes" in counter.takes:
                raise PlayoutError(
                    f"{counter.words} cannot be solved, because it uses notes, which only "
                    "strategies in play have; use playout run"
                )

    @property
    def columns(self) -> list[int]:
        """The columns of an outcome that count: one for each seat, or one."""
        first = self.rules.game.column(self.measure)
        seats = int(self.rules["players"]) if self.measure.per_seat else 1
        return [first + seat for seat in range(seats)]

    @property
    def sides(self) -> int:
        """How many sides have values of their own: partners share those of a win."""
        rules = self.rules
        return rules.sides if self.measure.is_of_sides else int(rules["players"])

    def _expanded(self) -> Graph:
        """All positions; of what the game may forget all, if no strategy reads something of it."""
        game = self.rules.game
        forgets = hasattr(game.rules, "forget")
        if game.forget_keeps and self.measure.name not in game.forget_keeps:
            forgets = False
        with explain_rules(game):
            expansion = self._expand(forgets)
        given = {player.strategy.function for player in self.players if player is not None}
        if expansion.forgotten_fields & {name for one in given for name in names_read(one)}:
            with explain_rules(game):
                expansion = self._expand(False)
        self.expansion = expansion
        return expansion.graph()

    def _expand(self, forgets: bool) -> Expansion | PlainExpansion:
        given = [player for player in self.players if player is not None]
        compiled = COMPILING and can_be_compiled(self.rules.game, given)
        kind = Expansion if compiled else PlainExpansion
        expansion = kind(self.rules, self.players, self.columns, forgets)
        with self._explained(expansion):
            if self.state is not None:
                chooses = None in self.players
                worlds = worlds_there(self.rules, chooses, self.state, self.limits)
                expansion.begin_at(worlds, self._seat_there(), self.notes)
            if isinstance(expansion, PlainExpansion):
                before = other_generators()
                expansion.go(self.limits)
                if drawn := drawn_from(before):
                    raise PlayoutError(
                        f"{self.title}: the rules or a strategy draw from {drawn}, so it cannot be "
                        "solved; draw from the stream that is passed in"
                    )
            elif expansion.go(expansion.functions(), self.limits) == ILLEGAL:
                raise Illegal
        return expansion

    @contextmanager
    def _explained(self, expansion: Any) -> Iterator[None]:
        """Say in a sentence what stopped it."""
        try:
            yield
        except PlayoutError:
            raise
        except Exception as error:
            compiled = isinstance(expansion, Expansion)
            asking = int(expansion.table.asking if compiled else expansion.asking)
            player = self.players[asking] if asking >= 0 else None
            if isinstance(error, Illegal):
                raise self._illegal(expansion) from None
            who = f"strategy '{player.reference}'" if player else f"{self.title}: its chance"
            if isinstance(error, NotListed):
                other = "choose another strategy, or " if player else ""
                raise PlayoutError(
                    f"an exact answer is not possible, because {who} draws {error}, which has too "
                    f"many outcomes to follow one by one; {other}simulate with playout run or "
                    "playout odds"
                ) from None
            if player is not None:
                raise PlayoutError(
                    f"{who} on seat {nth(asking)} raised {error_text(error)}"
                ) from error
            raise

    def _illegal(self, expansion: Any) -> PlayoutError:
        game, record = self.rules.game, self.rules.record()
        state, move, seat = expansion.stopped_at
        player = self.players[int(seat)]
        assert player is not None
        where = format_position(game, state, record, _stream())
        return IllegalMove(
            f"strategy '{player.reference}' on seat {nth(seat)} returned an illegal move, "
            f"{game.drawing.format_move(int(move))}, in the position: {where}"
        )

    # ---------------------------------------------- what it is worth

    @property
    def choosing(self) -> tuple[int, ...]:
        """The seats that choose between moves somewhere."""
        return tuple(np.unique(self.graph.actors[self.graph.choosing]).tolist())

    def solved(self) -> Solved:
        """Return the value of the game and its first moves; PlayoutError if it is unknown."""
        seats, beliefs = self.choosing, 0
        number = len(self.columns)
        results: list[Ends | None] = [None] * number
        moves: dict[int, Ends] = {}
        if not seats:
            results = [self._ends(self._values(k, {}), DEAL) for k in range(number)]
            column = self._own_column()
            known = self._values(column, {})
            moves = self._first_moves(known, column)
        else:
            need_wish(self.measure)
            column, signs = wishes(self, seats)
            known = self._values(column, signs)
            if self.graph.hides:
                own, moves, beliefs = self._with_beliefs(known, column, signs)
            else:
                own, moves = self._ends(known, DEAL), self._first_moves(known, column)
            total = None if self.graph.hides else self.total
            for other in range(number):
                if other % self.sides == column % self.sides:
                    results[other] = own
                elif total is not None:
                    results[other] = own.times(-1.0, total)
        seat = self._first_seat() if moves else None
        is_own = seat is None or seat % self.sides == column % self.sides
        if self.measure.per_seat and not is_own:  # the values are another seat's
            total = self.total
            moves = (
                {}
                if total is None
                else {move: ends.times(-1.0, total) for move, ends in moves.items()}
            )
        return Solved(
            self.rules,
            self.players,
            self.measure,
            tuple(results),
            moves,
            seat,
            seats,
            self.graph.positions,
            beliefs,
            known.tied,
            len(self.graph.moves),
            self._mover(),
            len(self.graph.targets) == len(self.graph.moves),
            self._has_draws(),
        )

    # ---------------------------------------------- single positions

    def new_state(self) -> Any:
        """An empty state of the game, to be written and looked up."""
        game = self.rules.game
        return new_record(game.state_dtype) if game.compiled else game.rules.new_state()

    def moves_at(self, state: Any) -> dict[int, Ends]:
        """Return the value of each move in a state in which a seat chooses.

        PlayoutError if no game comes to it, or if what is best depends on what is hidden.
        """
        self.check_open()
        number = self.graph.number_of(state)
        if number is None or not self.choosing or self.graph.actors[number] < 0:
            raise PlayoutError(f"no solved game of {self.title} leads to a choice in this position")
        known, column, _ = self.best_play()
        unit = 1.0 / self.measure.unit
        worth = {
            int(self.graph.moves[move]): Ends.between(
                *after(self.graph, known, column, move)
            ).times(unit)
            for move in self.graph.moves_of(number)
        }
        if self.total is None or column != 0 or self.graph.actors[number] % 2 == 0:
            return worth
        return {move: ends.times(-1.0, self.total) for move, ends in worth.items()}

    def check_open(self) -> None:
        """PlayoutError if what is best depends on what is hidden."""
        if self.graph.hides:
            raise PlayoutError(
                f"the best move in {self.title} depends on what a player remembers, so there is no "
                "table"
            )

    def best_play(self) -> tuple[Values, int, dict[int, int]]:
        """All values, the column that counts, and whether each seat wants much (1) or little (-1).

        PlayoutError if there is no best play.
        """
        need_wish(self.measure)
        column, signs = wishes(self, self.choosing)
        return self._values(column, signs), column, signs

    def best_moves(self, state: Any) -> list[int]:
        """The moves that are best in a state, all of them, in rising order."""
        worth = self.moves_at(state)
        seat = int(self.graph.actors[self.graph.number_of(state) or 0])
        measure = self.measure
        sign = (-1 if measure.wanted == "lowest" else 1) if measure.per_seat else 0
        return best_of(worth, sign or measure.sign_for(seat))

    # ---------------------------------------------- inside

    def _own_column(self) -> int:
        seat = self._first_seat()
        return seat if seat is not None and self.measure.per_seat else 0

    def _first_seat(self) -> int | None:
        """The seat of the first choice, if that is certain."""
        if self.state is not None:
            return self._seat_there()
        return self._mover()

    def _seat_there(self) -> int:
        """The seat to move in the position in which it begins; 0 if the game is over there."""
        rules, record = self.rules.game.rules, self.rules.record()
        return 0 if rules.is_over(self.state, record) else int(rules.actor(self.state, record))

    def _mover(self) -> int | None:
        """The seat that moves first, if that is certain."""
        graph, movers = self.graph, set()
        for position, _ in graph.branches_of(graph.moves_of(DEAL)[0]):
            actor = int(graph.actors[position])
            movers.add(int(graph.moves[graph.first_move[position]]) if actor == GIVEN else actor)
        return movers.pop() if len(movers) == 1 and min(movers) >= 0 else None

    def _has_draws(self) -> bool:
        """Whether players share the win at the end of some game."""
        if self.measure.kind != "share":
            return False
        ended = self.graph.worth[self.graph.actors == ENDED]
        return bool(((ended > 0) & (ended < self.measure.unit)).any())

    @property
    def total(self) -> float | None:
        """Return the sum of both sides at every end; None if it differs."""
        if not self.measure.per_seat or self.sides != 2:
            return None
        ended = self.graph.worth[self.graph.actors == ENDED][:, :2].sum(1)
        gains = self.graph.gains[:, :2].sum(1)
        if not len(ended) or np.ptp(ended) or gains.any():
            return None
        return float(ended[0]) / self.measure.unit

    def _values(self, column: int, signs: dict[int, int]) -> Values:
        key = column, tuple(signs.items())
        if key not in self._solutions:
            of_seat = np.zeros(int(self.rules["players"]) + 2, np.int64)  # the last: ENDED, GIVEN
            for seat, sign in signs.items():
                of_seat[seat] = sign
            top = self.measure.top(self.rules)
            most = UNKNOWN if top is None or self.graph.gains.any() else top * self.measure.unit
            signs_at = of_seat[self.graph.actors]
            self._solutions[key] = values(self.graph, column, signs_at, most, self.limits.swept)
        return self._solutions[key]

    def _ends(self, known: Values, position: int) -> Ends:
        ends = Ends.between(float(known.low[position]), float(known.high[position]))
        return ends.times(1.0 / self.measure.unit)

    def _first_moves(self, known: Values, column: int) -> dict[int, Ends]:
        """The moves of the first position, if that is certain and has several.

        Where something is hidden, the mean over all that can be true.
        """
        graph, unit = self.graph, 1.0 / self.measure.unit
        (deal,) = graph.moves_of(DEAL)
        firsts = graph.branches_of(deal)
        if self.state is None and len(firsts) > 1:
            return {}
        given = int(graph.actors[firsts[0][0]] == GIVEN)  # its first move is the strategy's own
        rows = [graph.moves_of(position)[given:] for position, _ in firsts]
        if len(rows[0]) < 2:
            return {}
        worth = {}
        for moves in zip(*rows, strict=True):
            low, high = [float(graph.gains[deal, column])] * 2
            for move, (_, chance) in zip(moves, firsts, strict=True):
                ends = after(graph, known, column, move)
                low, high = low + chance * ends[0], high + chance * ends[1]
            worth[int(graph.moves[moves[0]])] = Ends.between(low, high).times(unit)
        return worth

    def _with_beliefs(
        self, known: Values, column: int, signs: dict[int, int]
    ) -> tuple[Ends, dict[int, Ends], int]:
        if len(signs) > 1:
            together = self.rules.game.cooperative or len({*signs.values()}) == 1
            why = "a plan agreed on before the game" if together else "bluffing"
            raise PlayoutError(
                f"several seats choose in {self.title}, and each knows something that the others "
                f"do not, so best play needs {why}, which cannot be solved here; give strategies "
                "to all seats but one, as in best+random"
            )
        check_ends(known.tied, self.title)
        (sign,) = signs.values()
        beliefs = Beliefs(self.graph, known, column, sign, self.title, self.limits)
        unit = 1.0 / self.measure.unit
        value = beliefs.value() * unit
        first = beliefs.first()
        moves = {} if first is None or len(first.moves) < 2 else first.moves
        rows = {move: Ends.between(worth, worth).times(unit) for move, worth in moves.items()}
        return Ends.between(value, value), rows, len(beliefs.known)


def _stream() -> Any:
    stream = new_record(STREAM)
    start(stream, 0, 0, 0)
    return stream
