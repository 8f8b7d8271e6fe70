"""What decisions cost, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.engine.words.spelling import named
from playout.questions import judged
from playout.questions.mistakes.asked import PHASES, Asked
from playout.questions.mistakes.found import COST, DECISIONS, SKILL, Found
from playout.questions.mistakes.whose import (
    are_several,
    in_seats,
    other_seats,
    who_is_judged,
)
from playout.questions.verbs import verb
from playout.report.estimates import size_or_range, too_few
from playout.report.words import (
    ABOUT,
    capitalised,
    head,
    is_plural,
    setting,
    several,
    turned,
)
from playout.stats.intervals import Interval

SMALL = 0.05  # a cost that does not matter, as a part of the range of the measure
LARGER = (
    "Compared with perfect play, the loss may be larger, because the simulations miss some of the "
    "best moves."
)
NEARLY_ALL = 0.9  # of a loss
SAVED = 1.5  # times as many games: a gain that is worth a sentence
QUARTERS = ("first", "second", "third", "last")


@dataclass(frozen=True)
class Words:
    """The sentences about the decisions of many games."""

    found: Found

    @property
    def asked(self) -> Asked:
        """The question."""
        return self.found.asked

    def sentence(self) -> str:
        """Return the cost of the decisions per game, and the costliest kinds."""
        asked, cost, skill = self.asked, self.found.of(0, COST), self.found.of(0, SKILL)
        if not self.found.games:
            return f"{setting(asked.rules)}: no game has been played yet."
        if not self.found.of(0, DECISIONS).estimate:
            return f"{setting(asked.rules)}: {self._nothing_to_decide(line_up(asked.players))}"
        if self.found.games == 1:
            return f"1 game is too few to say anything about the moves of {self._who}."
        if asked.is_exact:
            return " ".join([self._exactly(cost), *self._worst_in_words(skill), *self._fair])
        if self._is_itself:
            better = f"a better {named('reviewer')} may show a larger loss"
            return f"{self.cost_in_words(cost)} The strategy was judged by itself; {better}."
        if skill.high < 0:
            loss = self._gives_away_beside_the_judge(turned(skill))
            doubt = judged.depends(asked, self.asked.judged_seats)
            parts = [loss, *self._all_by_others, *doubt, self._found_in_words(cost, skill)]
        elif not skill.is_clear and (self.is_unclear(cost) or self._is_large(turned(skill))):
            parts = [
                f"{self._too_few_to_tell}, compared with {self.judge} or with the best moves found."
            ]
        else:
            parts = [self.cost_in_words(cost), self._skill_in_words(skill)]
        return " ".join([*parts, *self._worst_in_words(skill)])

    @property
    def _who(self) -> str:
        return who_is_judged(self.asked)

    @property
    def _is_itself(self) -> bool:
        """Whether all of these play as the reviewer does."""
        asked = self.asked
        return {asked.players[k].reference for k in self.asked.judged_seats} == {
            asked.reviewer.reference
        }

    def _exactly(self, cost: Interval) -> str:
        """What the moves cost, where it is known what each is worth."""
        best = "best play"
        if not self.asked.is_judged_by_best_play:
            best = f"the best moves, if {self.judge} plays on"
        if cost.low > 0:
            loss, many = self._size(cost, False), are_several(self.asked)
            return self._loses(self._who, many, loss, best, self._beyond_all(cost, loss))
        if cost.estimate > 0:
            return f"{self._too_few_to_tell}, compared with {best}."
        none = f"In {several(self.found.games, 'game')}, {self._who} made no mistake"
        return f"{none}, compared with {best}."

    @property
    def _fair(self) -> list[str]:
        """A sentence on what is gained by taking luck out of the results, if it is much."""
        found = self.found
        saved = min((found.saved(seat) for seat in self.asked.weighed), default=0.0)
        if not saved >= SAVED:  # also if it is not known
            return []
        games = several(int(float(f"{saved * found.games:.2g}")), "game")
        return [
            "The results without luck, in the table below, are as precise as if about "
            f"{games} had been played."
        ]

    @property
    def _too_few_to_tell(self) -> str:
        games = several(self.found.games, "game")
        return f"{too_few(games)} to tell whether {self._who} {self._gives} anything away"

    def _nothing_to_decide(self, who: str) -> str:
        """Return a sentence for seats that had no choice."""
        seat = self.asked.seat
        where = "" if seat is None else f" in seat {nth(seat)}"
        games = several(self.found.games, "game")
        return f"in {games}, {who}{where} always had only one legal move: nothing to decide."

    @property
    def _all_by_others(self) -> list[str]:
        """A sentence that the reviewer itself, if it plays too, is not behind the reviewer."""
        judge, others = self.asked.reviewer.reference, other_seats(self.asked)
        same = [seat for seat in self.asked.judged_seats if seat not in others]
        if not are_several(self.asked) or not same:
            return []
        who, verb = in_seats(self.asked, same), "is" if len(same) == 1 else "are"
        return [f"{capitalised(who)} {verb} compared with {judge} too, which shows no loss there."]

    @property
    def judge(self) -> str:
        return f"the strategy {self.asked.reviewer.reference}"

    def cost_in_words(self, cost: Interval) -> str:
        """Return the cost of the moves, which is clear only if its interval is above 0."""
        asked = self.asked
        games = several(self.found.games, "game")
        if cost.low > 0:
            return f"{self._gives_away(cost)} {LARGER}"
        if cost.high < 0:
            return (
                f"The {asked.simulations} are too few to find better moves: those that look better "
                "in one half of them are worse in the other half."
            )
        if self.is_unclear(cost):
            return f"{self._too_few_to_tell}, compared with the best moves found."
        simulated = f"{games} with {asked.simulated(asked.worlds)} per decision"
        most = f"{asked.unit.spelled(asked.unit.each(cost)[2])}{self._of_measure}"
        return (
            f"{simulated} show no clear loss by {self._who}. Compared with the best moves found, "
            f"the loss is at most {most} per game. {LARGER}"
        )

    @property
    def _of_measure(self) -> str:
        """What a loss is counted in, if not chances: `` cards left``, `` of the score``."""
        measure = self.asked.measure
        if measure.is_rate:
            return ""
        return f" {'' if is_plural(measure) else 'of the '}{head(measure.name)}"

    @property
    def _gives(self) -> str:
        return "give" if are_several(self.asked) else "gives"

    def _gives_away_beside_the_judge(self, loss: Interval) -> str:
        """What is clearly lost in a game to the reviewer, by those who do not play as it does.

        The sum of what the moves of one side lose is, on average, what its chance is below that of
        the reviewer in its place: 100 % at most, wherever the interval ends.
        """
        others = other_seats(self.asked)
        who, many = self._who, are_several(self.asked)
        if many and len(others) < len(self.asked.judged_seats):
            who, many = in_seats(self.asked, others), len(others) > 1
        unit, size = self.asked.unit, self._size(loss, False)
        if self.asked.measure.is_rate and not many and loss.high > 1:
            return self._loses(who, many, f"at least {unit.spelled(unit.each(loss)[1])}")
        return self._loses(who, many, size, beyond=self._beyond_all(loss, size))

    def _gives_away(self, loss: Interval) -> str:
        """What is clearly lost in a game, compared with the best moves found."""
        size, who, than = (
            self._size(loss, False),
            self._who,
            "the best moves found",
        )
        return self._loses(who, are_several(self.asked), size, than, self._beyond_all(loss, size))

    def _beyond_all(self, loss: Interval, size: str) -> str:
        """Why a loss, which reads so, can be above 100 %."""
        largest = loss if size.startswith(ABOUT) else Interval.exact(loss.high)
        return judged.beyond_all(self.asked.measure, largest)

    def _loses(self, who: str, many: bool, size: str, than: str = "", beyond: str = "") -> str:
        """A sentence on a loss, compared with the reviewer unless ``than`` says with what."""
        measure = self.asked.measure
        of = " of winning chance" if measure.name == "win" else ""
        does = verb(measure, many)
        if measure.is_rate:
            does = f"{'give' if many else 'gives'} away"
        than = than or self.judge
        return f"On average, {who} {does} {size}{of} per game, compared with {than}{beyond}."

    def _found_in_words(self, cost: Interval, skill: Interval) -> str:
        """What the search for better moves finds of what is lost against the reviewer."""
        asked = self.asked
        search = f"A search with {asked.simulated(asked.worlds)} per decision finds"
        if cost.low <= 0:
            return f"{search} no clear loss yet, because it misses some of the best moves."
        size = self._size(cost, False)
        if cost.high < -skill.high:
            return f"{search} less ({size}), because it misses some of the best moves."
        return f"{search} a loss as well ({size})."

    def is_unclear(self, cost: Interval) -> bool:
        """Whether the cost may be 0, or more than a small one."""
        is_small = cost.estimate <= 0 and not self._is_large(cost)
        return not cost.is_clear and not is_small

    def _is_large(self, loss: Interval) -> bool:
        """Whether a loss may be large enough to matter."""
        return loss.high > SMALL * self.asked.width

    def _skill_in_words(self, skill: Interval) -> str:
        """How good the moves are beside those of the reviewer, if they are not clearly worse."""
        asked, judge = self.asked, self.judge
        its = "their" if are_several(self.asked) else "its"
        if skill.low <= 0:
            games = several(self.found.games, "game")
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
        kinds = range(1 + PHASES, len(self.asked.groups))
        has_quarters = self.found.of(0, DECISIONS).estimate >= PHASES
        phase, kind = self._worst(range(1, 1 + PHASES)) if has_quarters else 0, self._worst(kinds)
        parts = []
        if phase:
            name = QUARTERS[phase - 1]
            parts = [f"quarter of the game seems to be the {name} ({self._lost(phase)})"]
        if kind:
            seems, name = "" if phase else " seems to be", self.asked.groups[kind]
            lost = self._lost(kind)
            of_kind = self.found.of(kind, SKILL).estimate
            if skill.high < 0 and of_kind <= NEARLY_ALL * skill.estimate:
                lost = "nearly all of the loss"
            parts.append(f"kind of move{seems} '{name}' ({lost})")
        if not parts:
            groups = ["No quarter of the game"] * has_quarters + ["no kind of move"] * bool(kinds)
            same = f"{capitalised(' and '.join(groups))} costs clearly more than the others."
            return [same] if skill.high < 0 and groups else []
        most = f"the most costly {' and the most costly '.join(parts)}."
        if self.asked.is_judged_by_best_play:
            return [capitalised(most)]
        begin = "Compared" if skill.high < 0 else "Even so, compared"
        return [f"{begin} with {self.judge}, {most}"]

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
        measure, size = self.asked.measure, size_or_range(difference, self.asked.unit)
        if measure.is_rate:
            return size
        name, is_more = head(measure.name), is_better == (self._sign > 0)
        if is_plural(measure):
            return f"{size} {'more' if is_more else 'fewer'} {name}"
        return f"a {name} {size} {'higher' if is_more else 'lower'}"

    @property
    def _sign(self) -> int:
        """1 if players want much of the measure, -1 if they want little."""
        return self.asked.measure.sign_for(self.asked.seat or 0)
