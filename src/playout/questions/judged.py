"""The parts that odds, review and mistakes share: moves judged in the same simulated deals.

A world is a whole game state that agrees with what the seat to move knows.  In each world every
legal move is made, and a strategy plays on to the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playout.engine.game.drawings import text_picture
from playout.engine.game.game import Game, Measure, Player, Rules, line_up
from playout.engine.game.stored import is_stored
from playout.engine.match.decisions import Dealt, Decision
from playout.engine.match.match import Match
from playout.engine.match.told import is_open
from playout.engine.words.numbering import Typed, index_of, nth
from playout.engine.words.reading import read_whole
from playout.questions import asked
from playout.questions.exact_moves import strongest
from playout.questions.skill_words import RANDOM
from playout.questions.verbs import counted, outcome
from playout.report import answer
from playout.report.bars import Bar
from playout.report.estimates import LEVEL
from playout.report.words import (
    Unit,
    between,
    by_default,
    digits,
    exactly,
    half_width,
    head,
    interval_in,
    is_plural,
    listed,
    several,
    unit_of,
)
from playout.stats.intervals import Interval
from playout.stats.products import Choices
from playout.stats.sequential import SCALES, Aim, is_surely_wider, moments_interval

NO_MOVE = -1  # the place of the move that was made, before one is
ZERO = Interval(0.0, 0.0, 0.0)  # the difference of a move from itself


class Asked(asked.Asked):
    """The base of these questions: rules, players, and the measure that values a move."""

    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    measure: Measure
    seed: int

    @property
    def reviewed_by(self) -> dict[str, str]:
        """The strategy that judges the moves, if it has a name of its own."""
        return {}

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most of the measure."""
        return self.measure.ends(self.rules)

    @property
    def width(self) -> float:
        """How far the least and the most of the measure are apart."""
        low, top = self.ends
        return top - low

    @property
    def unit(self) -> Unit:
        """The unit in which people read the measure."""
        return unit_of(self.measure)

    def column(self, seat: int) -> int:
        """The column of the measure in an outcome: that of a seat if every seat has one."""
        return self.game.column(self.measure) + (seat if self.measure.per_seat else 0)

    def move(self, code: int) -> str:
        """A move as people write it."""
        return str(self.game.drawing.format_move(code))

    @property
    def hides(self) -> bool:
        """Whether players do not know everything."""
        return not is_open(self.game)

    def simulated(self, number: int) -> str:
        """``2,000 simulated deals``; ``simulated continuations`` where nothing is hidden."""
        return simulated(self.game, number)

    @property
    def simulations(self) -> str:
        """``simulated deals``, or ``simulated continuations``."""
        return f"{_simulation(self.game)}s"


def simulated(game: Game, number: int) -> str:
    """``2,000 simulated deals``; ``simulated continuations`` of a game that hides nothing."""
    return several(number, _simulation(game))


def _simulation(game: Game) -> str:
    return f"simulated {'continuation' if is_open(game) else 'deal'}"


class Reviewed(Asked):
    """The same of questions in which a reviewer plays on."""

    reviewer: Player

    @property
    def is_exact(self) -> bool:
        """Whether it is known what moves are worth, so that nothing is simulated."""
        return False

    @property
    def is_judged_by_best_play(self) -> bool:
        """Whether the values are exact, and those of the strategy that plays as well as can be."""
        policy = self.game.policy
        best = "" if policy is None else policy.exactly or strongest(self.rules)
        return self.is_exact and self.reviewer.reference == best

    @property
    def is_shared(self) -> bool:
        """Whether two sides share one win: one has what the other has not."""
        measure = self.measure
        return measure.kind == "share" and measure.per_seat and self.rules.sides == 2

    @property
    def reviewed_by(self) -> dict[str, str]:
        return {"reviewer": self.reviewer.reference}

    @property
    def reviewers(self) -> list[Player]:
        """The reviewer on every seat."""
        return [self.reviewer] * int(self.rules["players"])


def match_at(rules: Rules, position: str, seed: int) -> Match:
    """A game that begins in a position, without strategies."""
    return Dealt(seed, 0, start=position).begun(rules, ())


def drawn_at(rules: Rules, position: str, seed: int) -> tuple[Callable[[], str], str]:
    """A position as a picture, which is drawn when it is called, and as text.

    That of a game which can only be looked at is its text in the file.
    """
    if is_stored(rules.game):
        return lambda: text_picture(position), position
    match = match_at(rules, position, seed)
    return match._repr_svg_, str(match.game.drawing.text(match.state, match.record, match.seat))


def read_seat(rules: Rules, given: object) -> int | None:
    """The seat whose decisions are judged, from 0, if it is one alone."""
    players = int(rules["players"])
    if isinstance(given, Typed):
        return index_of(read_whole("seat", given, 1, players))
    return None if given is None else read_whole("seat", given, 0, players - 1)


@dataclass(frozen=True)
class Moves:
    """The legal moves of a decision, and what was counted of them.

    Move k is the k-th of ``decision.moves``; move ``own`` stands for what the strategy that plays
    on does itself, whichever move that is.
    """

    asked: Asked
    decision: Decision
    counted: Choices
    level: float  # of the interval of each difference, so that all hold together
    value_level: float = LEVEL
    aim: Aim | None = None  # the half-width of the values that is asked for, if any

    @property
    def own_column(self) -> int:
        """The column of the move that the strategy makes itself, after those of the legal moves."""
        return len(self.decision.moves)

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def sign(self) -> int:
        """1 if the seat to move wants much of the measure, or no seat wants anything; else -1."""
        return self.asked.measure.sign_for(self.seat)

    @cached_property
    def order(self) -> list[int]:
        """The moves from the best to the worst; of equal ones first the move that was made, then
        the most usual."""

        def rank(k: int) -> tuple[float, bool, float]:
            return -self.sign * self.total(k), k != self.decision.made, -self.share_chosen(k)

        return sorted(range(self.own_column), key=rank)

    def total(self, k: int) -> float:
        """The sum of the measure after move k over all worlds, by which moves are ordered."""
        return self.counted.products.total(k)

    @property
    def best(self) -> int:
        return self.order[0]

    def name(self, k: int) -> str:
        """Move k as people write it."""
        return self.asked.move(self.decision.moves[k])

    def share_chosen(self, k: int) -> float:
        """The share of the worlds in which the strategy makes move k itself."""
        return int(self.counted.chosen[k]) / max(1, self.counted.games)

    def value(self, k: int) -> Interval:
        """The mean of the measure after move k."""
        moments = self.counted.products.value(k)
        return moments_interval(
            moments, *self.asked.ends, self.value_level, self.aim, self._value_scales
        )

    def is_far_from(self, aim: Aim, k: int) -> bool:
        """Whether the value of move k certainly is not known as precisely as this."""
        moments = self.counted.products.value(k)
        half, level = aim.at(moments.mean), self.value_level
        return is_surely_wider(moments, *self.asked.ends, half, level, self.aim, self._value_scales)

    @property
    def _value_scales(self) -> int:
        return 1 if self.asked.measure.is_rate else SCALES  # shares are mostly 0 or 1, too

    def difference(self, k: int, other: int) -> Interval:
        """The measure after move k less that after another, on average."""
        if k == other:
            return ZERO
        moments, width = self.counted.products.difference(k, other), self.asked.width
        return moments_interval(moments, -width, width, self.level)


@dataclass(frozen=True)
class ExactMoves(Moves):
    """The moves of a decision, of which it is known what they are worth."""

    values: tuple[float, ...] = ()  # after each move, and after the strategy's own
    usual: tuple[float, ...] = ()  # how often the strategy makes each move

    def total(self, k: int) -> float:
        """The value after move k, or after the own move of the strategy."""
        return self.values[k]

    def value(self, k: int) -> Interval:
        return Interval.exact(self.total(k))

    def difference(self, k: int, other: int) -> Interval:
        return Interval.exact(self.total(k) - self.total(other))

    def share_chosen(self, k: int) -> float:
        """How often the strategy makes move k itself."""
        return self.usual[k]


class Answer(answer.Answer):
    """The base of the answers of these questions."""

    found: Any

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            **asked.reviewed_by,
            "measure": asked.measure.name,
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        strategies = {"strategy": line_up(asked.players), **asked.reviewed_by}
        return {**asked.rules.values, **strategies, "measure": asked.measure.name}


def by_default_players(asked: Reviewed) -> str:
    """Return a note that the default strategy played the games, judged their moves, or both."""
    played, judged = asked.players, [asked.reviewer]
    both = by_default([*played, *judged], asked.rules, "played and judged") if played else ""
    return (
        both
        or by_default(judged, asked.rules, "judged")
        or by_default(played, asked.rules, "played")
    )


def bar(
    row: Mapping[str, Any], name: str, label: str, unit: Unit, colour: str, note: str = ""
) -> Bar:
    """A bar for an estimate of a row, with a label at the left and perhaps a note at the right."""
    interval = interval_in(row, name).times(unit.scale)
    return Bar(label, interval, unit.short(row[name]), colour, note)


def exact_text(value: float) -> str:
    """A value without an error: with two decimals, or four digits if it is below 1."""
    return f"{value:.2f}" if abs(value) >= 1 else exactly(value)


def expected(measure: Measure, explained: bool = False, final: bool = False) -> str:
    """Return the name of a value: ``the winning chance``, ``the expected number of cards left``.

    ``explained`` adds the meaning of an outcome: ``'conquered' (no defender is left)``; ``final``
    says that a number counts at the end of the game.
    """
    name = head(measure.name)
    if measure.is_rate and measure.name != "win":
        what = outcome(measure) if explained else f"'{name}'"
        return f"the chance of {what}"
    if measure.is_rate:
        whose = "" if measure.seat is None else f"player {nth(measure.seat)}'s "
        return f"{whose or 'the '}winning chance"
    if final and is_plural(measure):
        return f"the average number of {name} at the end"
    if final:
        return f"the average final {name}"
    return f"the expected {'number of ' if is_plural(measure) else ''}{name}"


def beyond_all(measure: Measure, difference: Interval, begin: float = 1.0) -> str:
    """Why a sum of chances can be more than 1, or a loss more than the chance in the beginning;
    "" if it is not."""
    again = "a lost chance can be won back and lost again"
    if measure.is_rate and abs(difference.estimate) > 1:
        return f" (more than 100 is possible, because {again})"
    return f" ({again})" if measure.is_rate and -difference.estimate > begin else ""


def depends(asked: Reviewed, seats: Iterable[int]) -> list[str]:
    """What a loss of these seats against the reviewer depends on; nothing plays worse than at
    random."""
    reviewer = asked.reviewer.reference
    names = [asked.players[seat].reference for seat in sorted(seats)] if asked.players else []
    others = [one for one in dict.fromkeys(names) if one not in (RANDOM, reviewer)]
    if (asked.players and not others) or not seats or _is_best(asked):
        return []
    return [
        f"This holds only if the strategy {reviewer} plays better than "
        f"{listed(others or ['these players'])}."
    ]


def _is_best(asked: Reviewed) -> bool:
    """Whether it is known that no moves are better than the reviewer's."""
    reviewer, policy = asked.reviewer, asked.game.policy
    if asked.is_judged_by_best_play:
        return True
    if policy is None or not policy.exactly or int(asked.rules["players"]) > 1:
        return False
    is_usual = asked.measure == asked.game.measures[0]
    return is_usual and reviewer.strategy.is_ours and reviewer.reference == policy.exactly


def value_text(asked: Asked, value: Interval) -> str:
    """A value in a sentence: ``43.1 % (42.1 to 44.1)``, ``exactly 67.50 %``."""
    if value.low == value.high and asked.measure.is_rate and value.estimate in (0, 1):
        return f"exactly {100 * value.estimate:g} %"
    noun = counted(asked.measure, "several")
    if value.low == value.high:
        return f"exactly {exact_text(asked.unit.scale * value.estimate)}{asked.unit.sign or noun}"
    if asked.measure.is_rate and value.estimate in (0, 1):
        places = max(0, digits(100 * half_width(value)) - 1)  # one fewer than in a table
        if value.estimate == 0:
            return f"very likely less than {_outwards(100 * value.high, places, math.ceil)} %"
        return f"very likely more than {_outwards(100 * value.low, places, math.floor)} %"
    return between(value, asked.measure.is_rate, None if asked.measure.is_rate else noun)


def _outwards(end: float, places: int, to: Callable[[float], int]) -> str:
    """The end of an interval, rounded so that the interval becomes wider."""
    return f"{to(round(end * 10**places, 9)) / 10**places:.12g}"


def quoted(move: str) -> str:
    """A move in a sentence: in quotes if it has a comma of its own."""
    return f"'{move}'" if "," in move else move


def tried(asked: Asked, who: str) -> str:
    """How moves are compared: in the same simulated deals, drawn from what the player can know."""
    if asked.hides:
        return f"Every move is tried in the same simulated deals, drawn from what {who} can know."
    return "Every move is tried with the same random events."
