"""What several games say about their players, in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from playout.engine.game.game import Measure
from playout.questions.judged import depends
from playout.questions.review.several.found import Found
from playout.questions.review.side import noun
from playout.questions.verbs import past
from playout.report.estimates import size_or_range, too_few
from playout.report.words import (
    ABOUT,
    half_width,
    head,
    is_plural,
    is_zero,
    listed,
    number,
    setting,
    several,
    short,
    turned,
)
from playout.stats.intervals import Interval

ENOUGH = 30  # games: what fewer of them save is mostly noise
SAVED = 1.5  # times as many games: a gain that is worth a sentence
MOST_NAMED = 4  # players whose results are in a sentence


@dataclass(frozen=True)
class Words:
    """The sentences about several games."""

    found: Found

    def sentence(self) -> str:
        """Return the results, who played better, and what luck did."""
        found, asked = self.found, self.found.asked
        played, every = len(found.numbers), len(asked.reviews)
        if played < 2:
            some = f"{played} of {every} games {'is' if played == 1 else 'are'}"
            return f"{setting(asked.rules)}: {some} judged, too few to compare players."
        begin = [] if played == every else [f"Only {played} of {every} games are judged so far."]
        doubt = depends(asked, range(len(asked.everybody))) if self._is_judged else []
        parts = [self._results(), *self.better(), *self._luck(), *doubt, *self._precision()]
        return " ".join([*begin, *parts])

    @property
    def judge(self) -> str:
        """``best play``, or the strategy that judges."""
        asked = self.found.asked
        if asked.is_judged_by_best_play:
            return "best play"
        return f"the strategy {asked.reviewer.reference}"

    @property
    def _together(self) -> str:
        """All players, if they have one result; else ""."""
        asked = self.found.asked
        if asked.measure.per_seat or asked.measure.seat is not None:
            return ""
        return "the team" if asked.game.cooperative else "the players"

    @property
    def _is_judged(self) -> bool:
        """Whether the moves of some player were clearly worse than the reviewer's."""
        found = self.found
        return any(self.good(name, found.skill(name)).high < 0 for name in found.asked.everybody)

    def good(self, name: str, change: Interval) -> Interval:
        """A change, above 0 if it is good for the player."""
        return change if self.found.sign(name) > 0 else turned(change)

    def _results(self) -> str:
        """How the games ended: ``In 10 games of Pig, Anna won 7 and Ben won 3.``"""
        found, measure = self.found, self.found.asked.measure
        of = {name: found.mean(name, "result") for name in found.asked.everybody}
        best = sorted(of, key=lambda name: -found.sign(name) * of[name])[:MOST_NAMED]
        if self._together:
            of, best = {self._together: of[best[0]]}, [self._together]
        each = [f"{name} {self._ended(of[name], measure)}" for name in best]
        games = several(len(found.numbers), "game")
        return f"In {games} of {found.asked.game.title}, {listed(each)}."

    def _ended(self, mean: float, measure: Measure) -> str:
        """What a player had: ``won 7``, ``had an average score of 221``, ``had 8 cards left``."""
        if measure.is_rate:
            return f"{past(measure).removesuffix(' in')} {short(mean * len(self.found.numbers))}"
        if is_plural(measure):
            return f"had {short(mean, 4)} {head(measure.name)} on average"
        return f"had an average {head(measure.name)} of {short(mean, 4)}"

    def better(self) -> list[str]:
        """Sentences on who played better, as far as the games tell."""
        found, unit = self.found, self.found.asked.unit
        first, *others = found.ranking
        if not others:
            return []
        ahead = {one: self.good(first, found.ahead(first, one)) for one in others}
        if not any(one.skill for one in found.played):
            return [f"All players moved as {self.judge} does."]
        clear = [one for one in others if ahead[one].low > 0]
        unclear = [one for one in others if one not in clear]
        far = ""
        if clear == others[-1:]:
            far = f", by {size_or_range(ahead[clear[0]], unit)}{self._of} per game"
        told = [f"Luck aside, {first} played better than {listed(clear)}{far}."] if clear else []
        if not unclear:
            return told
        games = several(len(found.numbers), "game")
        if others[1:]:
            who = f"whether {first} played better than {listed(unclear, 'or')}"
            return [*told, f"{too_few(games)} to tell {who}."]
        who = f"whether {first} or {others[0]} played better"
        place = self.place(ahead[others[0]])
        return [
            f"{too_few(games)} to tell {who}: luck aside, {first} is {place} than {others[0]} "
            "per game."
        ]

    def place(self, ahead: Interval) -> str:
        """Where a player is who may be better or worse: ``between 3 points worse and 8 better``."""
        unit, reach = self.found.asked.unit, half_width(ahead)
        low, high = (number(unit.scale * abs(end), unit.scale * reach) for end in ahead[1:])
        if is_zero(low):
            return f"up to {unit.spelled(high)}{self._of} better"
        if is_zero(high):
            return f"up to {unit.spelled(low)}{self._of} worse"
        return f"between {unit.spelled(low)}{self._of} worse and {high} better"

    @property
    def _of(self) -> str:
        """What differences are counted in: `` of winning chance``, `` points``."""
        measure = self.found.asked.measure
        if measure.name == "win":
            return " of winning chance"
        return "" if measure.is_rate else noun(measure, "several")

    def _luck(self) -> list[str]:
        """What luck did for the player who had most of it."""
        found = self.found
        of = {name: found.sign(name) * found.mean(name, "luck") for name in found.asked.everybody}
        who = max(of, key=lambda name: (round(abs(of[name]), 9), of[name]))
        size = short(abs(found.asked.unit.scale * of[who]), 2)
        if size == "0":
            return []
        name, side = self._together or who, "with" if of[who] > 0 else "against"
        size = f"{ABOUT}{found.asked.unit.spelled(size)}{self._of}"
        return [f"Luck was {side} {name}: {size} per game."]

    def _precision(self) -> list[str]:
        """A sentence on what is gained by taking luck out of the results, if it is much."""
        found = self.found
        if not found.asked.is_from_start or len(found.numbers) < ENOUGH:
            return []
        saved = min(found.saved(name) for name in found.asked.everybody)
        if not saved >= SAVED:  # also if it is not known
            return []
        games = int(float(f"{saved * len(found.numbers):.2g}"))
        return [f"Without luck, the results are as precise as those of about {games:,} games."]
