"""The answer about the decisions of many games: a row for each phase and kind, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import named
from playout.questions import judged
from playout.questions.mistakes.asked import MOST_GAMES, MOST_WORLDS, PHASES
from playout.questions.mistakes.found import COST, DECISIONS, SKILL, Found
from playout.questions.mistakes.whose import (
    are_several,
    in_seats,
    judged_seats,
    other_seats,
    who_is_judged,
)
from playout.questions.verbs import verb
from playout.report import figures
from playout.report.bars import Bar, Group, draw_rows
from playout.report.estimates import LEVEL, fixed_intervals, fixed_n, size_or_range, too_few
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    difference_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import (
    ABOUT,
    NOTHING,
    capitalised,
    ends,
    head,
    interval_in,
    is_plural,
    more_games,
    number,
    setting,
    several,
    took,
    turned,
)
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

SMALL = 0.05  # a cost that does not matter, as a part of the range of the measure
LARGER = (
    "Compared with perfect play, the loss may be larger, because the simulations miss some of the "
    "best moves."
)
NEARLY_ALL = 0.9  # of a loss
QUARTERS = ("first", "second", "third", "last")


class Answer(judged.Answer):
    """The result of `mistakes`: the cost of decisions by phase of the game and kind of move."""

    kind = "mistakes"
    keys = ("group",)
    found: Found

    def sentence(self) -> str:
        """Return the cost of the decisions per game, and the costliest kinds."""
        asked, rows = self.found.asked, self.tables()[0].rows
        if not self.games:
            return f"{setting(asked.rules)}: no game has been played yet."
        if not rows[0]["decisions"]:
            return f"{setting(asked.rules)}: {self._nothing_to_decide(line_up(asked.players))}"
        if self.games == 1:
            return f"1 game is too few to say anything about the moves of {self._who}."
        cost, skill = interval_in(rows[0], "cost"), interval_in(rows[0], "skill")
        if self._is_itself:
            better = f"a better {named('reviewer')} may show a larger loss"
            return f"{self._cost_in_words(cost)} The strategy was judged by itself; {better}."
        if skill.high < 0:
            loss = self._gives_away_beside_the_judge(turned(skill))
            doubt = judged.depends(asked, judged_seats(self.found.asked))
            parts = [loss, *self._all_by_others, *doubt, self._found_in_words(cost, skill)]
        elif not skill.is_clear and (self._is_unclear(cost) or self._is_large(turned(skill))):
            parts = [
                f"{too_few(several(self.games, 'game'))} to tell whether {self._who} {self._gives} "
                f"anything away, compared with {self._judge} or with the best moves found."
            ]
        else:
            parts = [self._cost_in_words(cost), self._skill_in_words(skill)]
        return " ".join([*parts, *self._worst_in_words(skill)])

    @property
    def _who(self) -> str:
        return who_is_judged(self.found.asked)

    @property
    def _is_itself(self) -> bool:
        """Whether all of these play as the reviewer does."""
        asked = self.found.asked
        return {asked.players[k].reference for k in judged_seats(self.found.asked)} == {
            asked.reviewer.reference
        }

    def _nothing_to_decide(self, who: str) -> str:
        """Return a sentence for seats that had no choice."""
        seat = self.found.asked.seat
        where = "" if seat is None else f" in seat {nth(seat)}"
        games = several(self.games, "game")
        return f"in {games}, {who}{where} always had only one legal move: nothing to decide."

    @property
    def _all_by_others(self) -> list[str]:
        """A sentence that the reviewer itself, if it plays too, is not behind the reviewer."""
        judge, others = self.found.asked.reviewer.reference, other_seats(self.found.asked)
        same = [seat for seat in judged_seats(self.found.asked) if seat not in others]
        if not are_several(self.found.asked) or not same:
            return []
        who, verb = in_seats(self.found.asked, same), "is" if len(same) == 1 else "are"
        return [f"{capitalised(who)} {verb} compared with {judge} too, which shows no loss there."]

    @property
    def _judge(self) -> str:
        return f"the strategy {self.found.asked.reviewer.reference}"

    def _cost_in_words(self, cost: Interval) -> str:
        """Return the cost of the moves, which is clear only if its interval is above 0."""
        asked = self.found.asked
        games = several(self.games, "game")
        if cost.low > 0:
            return f"{self._gives_away(cost)} {LARGER}"
        if cost.high < 0:
            return (
                f"The {asked.simulations} are too few to find better moves: those that look better "
                "in one half of them are worse in the other half."
            )
        if self._is_unclear(cost):
            return (
                f"{too_few(games)} to tell whether {self._who} {self._gives} anything away, "
                "compared with the best moves found."
            )
        simulated = f"{games} with {asked.simulated(asked.worlds)} per decision"
        most = f"{asked.unit.spelled(asked.unit.each(cost)[2])}{self._of_measure}"
        return (
            f"{simulated} show no clear loss by {self._who}. Compared with the best moves found, "
            f"the loss is at most {most} per game. {LARGER}"
        )

    @property
    def _of_measure(self) -> str:
        """What a loss is counted in, if not chances: `` cards left``, `` of the score``."""
        measure = self.found.asked.measure
        if measure.is_rate:
            return ""
        return f" {'' if is_plural(measure) else 'of the '}{head(measure.name)}"

    @property
    def _gives(self) -> str:
        return "give" if are_several(self.found.asked) else "gives"

    def _gives_away_beside_the_judge(self, loss: Interval) -> str:
        """What is clearly lost in a game to the reviewer, by those who do not play as it does.

        The sum of what the moves of one side lose is, on average, what its chance is below that of
        the reviewer in its place: 100 % at most, wherever the interval ends.
        """
        others = other_seats(self.found.asked)
        who, many = self._who, are_several(self.found.asked)
        if many and len(others) < len(judged_seats(self.found.asked)):
            who, many = in_seats(self.found.asked, others), len(others) > 1
        unit, size = self.found.asked.unit, self._size(loss, False)
        if self.found.asked.measure.is_rate and not many and loss.high > 1:
            return self._loses(who, many, f"at least {unit.spelled(unit.each(loss)[1])}")
        return self._loses(who, many, size, beyond=self._beyond_all(loss, size))

    def _gives_away(self, loss: Interval) -> str:
        """What is clearly lost in a game, compared with the best moves found."""
        size, who, than = (
            self._size(loss, False),
            self._who,
            "the best moves found",
        )
        return self._loses(
            who, are_several(self.found.asked), size, than, self._beyond_all(loss, size)
        )

    def _beyond_all(self, loss: Interval, size: str) -> str:
        """Why a loss, which reads so, can be above 100 %."""
        largest = loss if size.startswith(ABOUT) else Interval.exact(loss.high)
        return judged.beyond_all(self.found.asked.measure, largest)

    def _loses(self, who: str, many: bool, size: str, than: str = "", beyond: str = "") -> str:
        """A sentence on a loss, compared with the reviewer unless ``than`` says with what."""
        measure = self.found.asked.measure
        of = " of winning chance" if measure.name == "win" else ""
        does = verb(measure, many)
        if measure.is_rate:
            does = f"{'give' if many else 'gives'} away"
        than = than or self._judge
        return f"On average, {who} {does} {size}{of} per game, compared with {than}{beyond}."

    def _found_in_words(self, cost: Interval, skill: Interval) -> str:
        """What the search for better moves finds of what is lost against the reviewer."""
        asked = self.found.asked
        search = f"A search with {asked.simulated(asked.worlds)} per decision finds"
        if cost.low <= 0:
            return f"{search} no clear loss yet, because it misses some of the best moves."
        size = self._size(cost, False)
        if cost.high < -skill.high:
            return f"{search} less ({size}), because it misses some of the best moves."
        return f"{search} a loss as well ({size})."

    def _is_unclear(self, cost: Interval) -> bool:
        """Whether the cost may be 0, or more than a small one."""
        is_small = cost.estimate <= 0 and not self._is_large(cost)
        return not cost.is_clear and not is_small

    def _is_large(self, loss: Interval) -> bool:
        """Whether a loss may be large enough to matter."""
        low, top = self.found.asked.ends
        return loss.high > SMALL * (top - low)

    @property
    def enough(self) -> int:
        """How many games may make the cost clear; as many as were played, with more worlds."""
        if self.games < 2 or not self.tables()[0].rows[0]["decisions"]:
            return 0
        cost = interval_in(self.tables()[0].rows[0], "cost")
        if self._is_unclear(cost):
            return min(MOST_GAMES, more_games(self.games))
        return self.games if cost.high < 0 else 0

    def clearer(self, file: str = "") -> str:
        """The command for more games, or for more simulations of each decision."""
        asked, cost = self.found.asked, interval_in(self.tables()[0].rows[0], "cost")
        if not self.enough or cost.high >= 0:
            return super().clearer(file)
        more = replace(asked, worlds=min(MOST_WORLDS, 4 * asked.worlds))
        return str(more.command(self.enough))

    def _skill_in_words(self, skill: Interval) -> str:
        """How good the moves are beside those of the reviewer, if they are not clearly worse."""
        asked, judge = self.found.asked, self._judge
        its = "their" if are_several(self.found.asked) else "its"
        if skill.low <= 0:
            games = several(self.games, "game")
            moves = f"{its} moves are better or worse than those of {judge}"
            return f"{games} do not show whether {moves}."
        size, beyond = self._size(skill), judged.beyond_all(asked.measure, skill)
        of = " of winning chance" if asked.measure.name == "win" else ""
        return (
            f"{capitalised(its)} moves are better than those of {judge}: {size}{of} per game, on "
            f"average{beyond}. So {asked.reviewer.reference} is a weak judge: a stronger "
            f"{named('reviewer')} gives a more reliable answer."
        )

    def _worst_in_words(self, skill: Interval) -> list[str]:
        """Sentences on the phase, and the kind of move, in which most is lost, if that is clear."""
        kinds = range(1 + PHASES, len(self.found.asked.groups))
        has_quarters = self.found.of(0, DECISIONS).estimate >= PHASES
        phase, kind = self._worst(range(1, 1 + PHASES)) if has_quarters else 0, self._worst(kinds)
        parts = []
        if phase:
            name = QUARTERS[phase - 1]
            parts = [f"quarter of the game seems to be the {name} ({self._lost(phase)})"]
        if kind:
            seems, name = "" if phase else " seems to be", self.found.asked.groups[kind]
            lost = self._lost(kind)
            of_kind = self.found.of(kind, SKILL).estimate
            if skill.high < 0 and of_kind <= NEARLY_ALL * skill.estimate:
                lost = "nearly all of the loss"
            parts.append(f"kind of move{seems} '{name}' ({lost})")
        if not parts:
            groups = ["No quarter of the game"] * has_quarters + ["no kind of move"] * bool(kinds)
            same = f"{capitalised(' and '.join(groups))} costs clearly more than the others."
            return [same] if skill.high < 0 and groups else []
        begin = "Compared" if skill.high < 0 else "Even so, compared"
        return [
            f"{begin} with {self._judge}, the most costly {' and the most costly '.join(parts)}."
        ]

    def _worst(self, groups: Sequence[int]) -> int:
        """The group in which most is lost against the reviewer; 0 if it does not stand out."""
        found = self.found
        seen = [k for k in groups if found.of(k, DECISIONS).estimate]
        worst = min(seen, key=lambda k: found.of(k, SKILL).estimate, default=0)
        is_clear = worst and found.of(worst, SKILL).high < 0
        return worst if is_clear and found.is_above_even(worst, len(seen)) else 0

    def _lost(self, group: int) -> str:
        """What is lost in a group in a game, against the reviewer."""
        return f"{self._size(turned(self.found.of(group, SKILL)), False)} per game"

    def _size(self, difference: Interval, is_better: bool = True) -> str:
        """A difference for a sentence: ``about 40 percentage points``, ``about 12 more cards
        left``, ``a score about 12 lower``."""
        measure, size = self.found.asked.measure, size_or_range(difference, self.found.asked.unit)
        if measure.is_rate:
            return size
        name, is_more = head(measure.name), is_better == (self._sign > 0)
        if is_plural(measure):
            return f"{size} {'more' if is_more else 'fewer'} {name}"
        return f"a {name} {size} {'higher' if is_more else 'lower'}"

    @property
    def _sign(self) -> int:
        """1 if players want much of the measure, -1 if they want little."""
        return self.found.asked.measure.sign_for(self.found.asked.seat or 0)

    def _of_decisions(self, name: str) -> Column:
        """The column of the cost or the skill: empty where nothing was decided."""
        column = difference_column(name, self.found.asked.measure)
        return replace(column, write=lambda row: column.text(row) if row["decisions"] else NOTHING)

    def caption(self) -> str:
        asked = self.found.asked
        return (
            f"{setting(asked.rules)}, {line_up(asked.players)}; {self._judge} plays "
            f"on in {asked.simulated(asked.worlds)} per decision; seed {asked.seed}; "
            f"{several(self.games, 'game')}{took(self.seconds)}.\n"
            f"Differences in {head(asked.measure.name)} per game. cost: lost by the moves actually "
            "played, compared with the best alternative found (a lower bound: one half of the "
            "simulations finds the alternative, the other half judges it; more --worlds find "
            f"more). skill: how much better the moves are than those of {self._judge}. "
            "phase 1 to 4: the quarters of the decisions of a game.\n"
            f"In brackets: {fixed_intervals(self.complete)}."
            f"{judged.by_default_players(asked)}"
        )

    def facts(self) -> dict[str, Any]:
        numbers = {"worlds": self.found.asked.worlds, "interval": fixed_n(self.complete)}
        return {**super().facts(), **numbers}

    def tables(self) -> list[Table]:
        """A row for all decisions, for each quarter of a game, and for each kind of move.

        ``group``; ``decisions`` in a game, what they ``cost`` in a game, and the ``skill`` they
        show, with the ends ``_low`` and ``_high`` of 95 % intervals.
        """
        found = self.found
        rows = [
            {
                "group": name,
                **ends("decisions", found.of(k, DECISIONS)),
                **ends("cost", found.of(k, COST)),
                **ends("skill", found.of(k, SKILL)),
            }
            for k, name in enumerate(found.asked.groups)
        ]
        columns = [
            text_column("group", "decisions"),
            value_column(
                "decisions", "per game", lambda row: number(row["decisions"], 1.0), rank=ALWAYS
            ),
            self._of_decisions("cost"),
            self._of_decisions("skill"),
        ]
        return [Table(rows, columns)]

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the cost of each phase and kind of move as a matplotlib figure.

        ``width`` is in inches.
        """
        asked, rows = self.found.asked, self.tables()[0].rows

        def bars(some: Sequence[Fields], colour: str) -> list[Bar]:
            return [judged.bar(row, "cost", row["group"], asked.unit, colour) for row in some]

        groups = [Group("phase of the game", bars(rows[1 : 1 + PHASES], figures.COLOURS[0]))]
        if asked.kinds:
            groups.append(Group("kind of move", bars(rows[1 + PHASES :], figures.COLOURS[1])))
        return draw_rows(
            groups,
            f"{setting(asked.rules)}: which decisions cost {line_up(asked.players)} most?",
            f"compared with the best move found, if {asked.reviewer.reference} plays on; "
            f"{several(self.games, 'game')}; {100 * LEVEL:g} % intervals",
            asked.unit.difference_head(f"{head(asked.measure.name)}: cost per game"),
            width,
        )
