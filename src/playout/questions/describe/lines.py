"""The lines of the page: each a number with its interval, and what it is.

Where a number has a known definition, ``known_as`` names it:

- Ludii's concepts (M. Stephenson, D. J. N. J. Soemers, E. Piette and C. Browne, "Measuring board
  game distance", Computers and Games 2022; the code of Ludii, package ``metrics``): AdvantageP1 is
  the share of games that player 1 wins alone; Drawishness that of draws; DurationTurns and
  DurationMoves the length; BranchingFactor the mean number of legal moves, DecisionFactor the same
  where there are several, DecisionMoves the share of moves where there are; LeadChange the changes
  of the leader for each move (here for each turn).
- Drama: C. Browne, "Automatic Generation and Evaluation of Recombination Games", PhD thesis,
  Queensland University of Technology 2008: over the positions in which the final winner is behind,
  the mean root of how far.  There an evaluation of the position says how far; here it is the
  standing, as a part of its largest value in the game.
- CardStock (C. Bell and M. Goadrich, "Automated Playtesting with RECYCLEd CardStock", Game and
  Puzzle Design 2, 2016): Fairness is about seats, Order about how far a better player gets,
  Convergence about choices that become fewer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from playout.engine.game.game import line_up
from playout.engine.play.courses import CHOICES, DECISIONS, FORCED, TENTHS
from playout.engine.words.numbering import nth
from playout.questions.describe.found import Found, Totals
from playout.questions.describe.watched import (
    ALL_CHOICES,
    ALL_FORCED,
    BEHIND,
    DECIDED,
    DEEPEST,
    DRAMA,
    FOLLOWED,
    LEAD_CHANGES,
    MOVES,
    MOVES_SQUARED,
    THOUSAND,
    TURNS,
    TURNS_SQUARED,
)
from playout.report.words import (
    between,
    between_values,
    ends,
    exactly,
    half_width,
    head,
    number,
    percent,
    side_of,
)
from playout.stats.intervals import Interval

PARTS = {
    "seats": "who wins",
    "result": "how well",
    "length": "how long",
    "choices": "choices",
    "tension": "tension",
    "endings": "endings",
    "skill": "skill",
}
"""The parts of the page, and how people read them."""

SHARES, POINTS = "%", "percentage points"  # units of rates, and of differences of rates
EXACT = 100.0  # times as fine as what was counted: an exact number
QUANTILES = {"p10": Fraction(1, 10), "median": Fraction(1, 2), "p90": Fraction(9, 10)}


@dataclass(frozen=True)
class Line:
    """A number of the page."""

    part: str  # in PARTS
    name: str  # for programs
    what: str  # for people
    interval: Interval
    unit: str = ""  # "%" and "points": a part of one, which people see in per cent
    known_as: str = ""  # its name elsewhere
    by: str = ""  # who played, if not those who play all games
    exact: float = math.nan
    is_value: bool = False  # one that was seen: a quantile

    @property
    def is_rate(self) -> bool:
        """Whether people see it in per cent, or in points."""
        return self.unit in (SHARES, POINTS)

    def text(self) -> str:
        """The number with its interval."""
        if self.is_value:
            return between_values(self.interval)
        unit = {SHARES: " %", POINTS: " % points"}.get(self.unit, "")
        return between(self.interval, self.is_rate, unit)

    def fields(self, by: str) -> dict[str, Any]:
        """A row for programs."""
        return {
            "part": self.part,
            "name": self.name,
            "what": self.what,
            **ends("value", self.interval),
            "unit": self.unit,
            "by": self.by or by,
            "known_as": self.known_as,
            "exact": self.exact,
        }


def lines(found: Found) -> list[Line]:
    """All lines, in the order of the page."""
    parts = _seats, _length, _choices, _tension, _endings, _skill
    return [line for part in parts for line in part(found)]


def _seats(found: Found) -> Iterator[Line]:
    asked = found.asked
    measure, win, equal = asked.measure, asked.win, 1 / found.sides
    if win is not None:
        for seat in range(found.sides):
            who, share = side_of(seat, asked.rules, "player"), found.share(win, seat)
            what = f"{who} {'wins' if asked.rules.partners == 1 else 'win'}"
            exact = found.exact(win, seat)
            yield Line("seats", f"win_seat_{seat}", what, share, SHARES, exact=exact)
        first = found.share(win, 0)
        above = Interval(*(end - equal for end in first))
        what = f"{side_of(0, asked.rules, 'player')} above an equal share"
        if asked.rules.partners == 1:  # with partners a line is too wide for a small screen
            what += f" ({100 * equal:.3g} %)"
        yield Line("seats", "advantage", what, above, POINTS, "AdvantageP1, less 1/n")
        shared = found.shared_wins
        yield Line(
            "seats", "shared_wins", "several winners, or none", shared, SHARES, "Drawishness"
        )
        return
    value = found.measured(measure)
    if measure.seat is not None and measure.is_rate and found.seats == 2:
        other = Interval(1 - value.estimate, 1 - value.high, 1 - value.low)
        for seat in range(2):
            wins, exact = value if seat == measure.seat else other, found.exact(measure)
            exact = exact if seat == measure.seat else 1 - exact
            what = f"player {nth(seat)} wins"
            yield Line("seats", f"win_seat_{seat}", what, wins, SHARES, exact=exact)
        return
    if measure.is_rate:
        who, verb = ("all players", "win") if found.seats > 1 else ("the player", "wins")
        won = measure.name == "win"
        what = f"{who}{f' {verb}' if won else ': ' + head(measure.name)}"
        yield Line("result", measure.name, what, value, SHARES, exact=found.exact(measure))
        return
    whose = ", player 1" if measure.per_seat and found.seats > 1 else ""
    exact, name = found.exact(measure), head(measure.name)
    yield Line("result", measure.name, f"{name}{whose}, average", value, exact=exact)


def _length(found: Found) -> Iterator[Line]:
    seats = found.seats
    turns = found.mean(TURNS)
    if seats > 1:
        each = turns.times(1 / seats)
        yield Line("length", "turns_each", "turns per player, average", each, "turns")
    all_of_them = " of all players" if seats > 1 else ""
    what = f"turns{all_of_them}, average"
    yield Line("length", "turns", what, turns, "turns", "DurationTurns")
    spread = found.spread(TURNS, TURNS_SQUARED)
    yield Line("length", "turns_sd", "turns, standard deviation", spread, "turns")
    for name, part in QUANTILES.items():
        what = f"{float(100 * part):g} % of the games end by turn"
        turn = found.quantile(TURNS, part)
        yield Line("length", f"turns_{name}", what, turn, "turns", is_value=True)
    moves, sd = found.mean(MOVES), found.spread(MOVES, MOVES_SQUARED)
    yield Line("length", "moves", "moves, average", moves, "moves", "DurationMoves")
    yield Line("length", "moves_sd", "moves, standard deviation", sd, "moves")


def _choices(found: Found) -> Iterator[Line]:
    most, forced = found.most_legal, found.ratio(ALL_FORCED, MOVES, most=1.0)
    mean = found.ratio(ALL_CHOICES, MOVES, least=1.0, most=most)
    yield Line("choices", "legal_moves", "legal moves, average", mean, "", "BranchingFactor")
    known = "1 - DecisionMoves"
    yield Line("choices", "forced", "forced moves: one legal move", forced, SHARES, known)
    if not forced.estimate < 1:
        return
    several = found.ratio(ALL_CHOICES, MOVES, minus=ALL_FORCED, least=2.0, most=most)
    yield Line(
        "choices", "real", "legal moves, where there is a choice", several, "", "DecisionFactor"
    )
    early, late = (found.legal_of_tenth(k) for k in (0, TENTHS - 1))
    yield Line("choices", "first_tenth", "legal moves, first tenth of a game", early)
    yield Line("choices", "last_tenth", "legal moves, last tenth of a game", late)
    known = "Convergence, if below 0"
    yield Line(
        "choices", "change", "change of legal moves, first to last", _change(found), "", known
    )


def _of_tenth(found: Found, k: int) -> tuple[int, int]:
    return found.tenth(k, CHOICES), found.tenth(k, DECISIONS)


def _change(found: Found) -> Interval:
    """The mean number of legal moves in the last tenth less that in the first."""
    start = 1 + found.asked.game.width
    first, last = (_of_tenth(found, k) for k in (0, TENTHS - 1))

    def of(totals: Totals) -> float:
        ends = [(totals[start + above], totals[start + below]) for above, below in (first, last)]
        if not all(count > 0 for _, count in ends):
            return math.nan
        early, late = (total / count for total, count in ends)
        return float(late - early)

    reach = found.most_legal - 1.0
    return found.estimate(of, -reach, reach)


def tenths(found: Found) -> list[dict[str, Any]]:
    """A row for each tenth of the game: legal moves, and how often there is only one."""
    rows = []
    for k in range(TENTHS):
        decisions = found.tenth(k, DECISIONS)
        forced = found.ratio(found.tenth(k, FORCED), decisions, most=1.0)
        legal = found.legal_of_tenth(k)
        rows.append({"tenth": k + 1, **ends("legal_moves", legal), **ends("forced", forced)})
    return rows


def _tension(found: Found) -> Iterator[Line]:
    standing = found.asked.standing
    if standing is None or not found.shows_leader:
        return
    changes = found.mean(LEAD_CHANGES)
    yield Line("tension", "lead_changes", "changes of the leader per game", changes)
    rate = found.ratio(LEAD_CHANGES, TURNS, most=1.0)
    yield Line(
        "tension", "lead_change", "changes of the leader per turn", rate, SHARES, "LeadChange"
    )
    if not found.ratio(FOLLOWED, MOVES).estimate > 0:
        return
    decided, behind = (found.ratio(k, FOLLOWED, THOUSAND, most=1.0) for k in (DECIDED, BEHIND))
    what = "winner stays ahead after (% of game)"
    yield Line("tension", "decided", what, decided, SHARES, "compare Decisiveness")
    yield Line("tension", "behind", "turns at which the winner is behind", behind, SHARES)
    if standing.kind != "mean":
        return
    name = head(standing.name)
    what, deepest = f"winner's largest deficit ({name})", found.ratio(DEEPEST, FOLLOWED)
    yield Line("tension", "deepest", what, deepest, name)
    drama = found.ratio(DRAMA, FOLLOWED, THOUSAND, most=1.0)
    yield Line("tension", "drama", "drama, from 0 to 1", drama, "", "Drama (Browne)")


def _endings(found: Found) -> Iterator[Line]:
    asked = found.asked
    for measure in asked.game.measures:
        if measure.categories:
            for value, word in enumerate(measure.categories):
                what = f"{head(measure.name)}: {head(word)}"
                rate = found.category(measure, value)
                yield Line("endings", f"{measure.name}_{word}", what, rate, SHARES)
        elif measure.kind == "rate" and measure != asked.measure and not measure.per_seat:
            rate, exact = found.measured(measure), found.exact(measure)
            yield Line("endings", measure.name, head(measure.name), rate, SHARES, exact=exact)


def _skill(found: Found) -> Iterator[Line]:
    asked, skill = found.asked, found.skill
    if asked.compared is None or skill is None or math.isnan(skill.estimate):
        return
    by = ", ".join(player.reference for player in asked.levels)
    luck = Interval(1 - skill.estimate, 1 - skill.high, 1 - skill.low)
    yield Line("skill", "luck", f"luck, among {len(asked.levels)} strategies", luck, SHARES, by=by)
    yield Line("skill", "skill", "skill: the choice of strategy", skill, SHARES, by=by)
    best, measure = found.best, asked.measure
    if best is None or best == 0:
        return
    names = [player.reference for player in asked.levels]
    what = f"{names[best]} above {names[0]}"
    unit, reach = POINTS if measure.is_rate else head(measure.name), found.above(0)[best]
    yield Line("skill", "reach", what, reach, unit, "compare Order", by)


def played_by(found: Found) -> str:
    """Return the strategies of all games except those that compare strategies."""
    return line_up(found.asked.players)


def exactly_as(exact: float, counted: Interval, rate: bool) -> str:
    """An exact value with the digits that make it much finer than what was counted."""
    reach = half_width(counted) / EXACT
    if not 0 < reach < math.inf:
        return f"{exactly(100 * exact)} %" if rate else exactly(exact)
    return f"{percent(exact, reach)} %" if rate else number(exact, reach)
