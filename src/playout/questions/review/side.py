"""A game as one player, or a team, saw it: the parts of its result, and a sentence about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from playout.engine.game.measures import Measure
from playout.questions.judged import beyond_all
from playout.questions.review.asked import Asked
from playout.questions.review.found import Found, Judged, Story, skill_of
from playout.questions.review.results import is_one_side, result_of, winners_of
from playout.questions.review.words import cost_of, sign_of
from playout.questions.verbs import counted
from playout.report.words import (
    capitalised,
    half_width,
    head,
    is_plural,
    several,
    short,
    turned,
)
from playout.stats.intervals import Interval


@dataclass(frozen=True)
class Part:
    """A part of the result: what moves, or luck, changed.  Above 0 it was good for the side."""

    what: str  # "your moves"
    change: Interval
    is_own: bool = False


@dataclass(frozen=True)
class Side:
    """The decisions of a player, or of the players of a team, in a reviewed game.

    Values are turned so that the side wants them high, if they are chances; else they are as the
    measure has them.
    """

    found: Found
    seats: tuple[int, ...]
    name: str = ""  # of the player, or of the team; "" for "you"
    other: str | None = None  # the name of the only other player

    @property
    def asked(self) -> Asked:
        return self.found.asked

    @property
    def sign(self) -> int:
        """1 if the side wants much of the measure, else -1."""
        return self.asked.measure.sign_for(self.seats[0])

    @cached_property
    def story(self) -> Story | None:
        """The story of its measure; None before worlds of all decisions were played."""
        if not set(self.seats) & {one.seat for one in self.asked.decisions}:
            return None
        own = (None, *self.seats)
        return next((one for one in self.found.stories if one.seat in own), None)

    @cached_property
    def judged(self) -> list[Judged]:
        """Its decisions."""
        return [one for one in self.found.judged if one.seat in self.seats]

    @property
    def mistakes(self) -> list[Judged]:
        """Its decisions in which another move was clearly better."""
        return [one for one in self.judged if one.is_mistake]

    def costliest(self, most: int) -> list[Judged]:
        """Its costliest decisions, clear mistakes first.

        Behind them are likely mistakes, and moves that were clearly worse than the reviewer's.
        """
        unsure = [one for one in self.judged if not one.is_mistake]
        worse = [one for one in unsure if one.is_likely or _is_worse(one)]
        both = (sorted(some, key=lambda one: -one.cost.estimate) for some in (self.mistakes, worse))
        return [one for some in both for one in some][:most]

    @property
    def result(self) -> float:
        """The measure in the end."""
        return self._result(self.asked.measure)

    @property
    def won(self) -> float | None:
        """The win in the end, or the share of it; None if nobody can win, as a player alone."""
        win = next((one for one in self.asked.game.measures if one.name == "win"), None)
        if win is None or (win.per_seat and int(self.asked.rules["players"]) == 1):
            return None
        return self._result(win)

    def _result(self, measure: Measure) -> float:
        seat = self.seats[0]
        result = replace(self.asked, measure=measure).result(seat)
        return 1 - result if measure.is_rate and measure.sign_for(seat) < 0 else result

    @property
    def is_turned(self) -> bool:
        """Whether the measure is the chance of another side."""
        return self.asked.measure.is_rate and self.sign < 0

    def value(self, value: Interval) -> Interval:
        """A value of the measure as the side sees it."""
        if not self.is_turned:
            return value
        return Interval(1 - value.estimate, 1 - value.high, 1 - value.low)

    @property
    def begin(self) -> Interval:
        """The value before the first decision."""
        assert self.story is not None
        return self.value(self.story.begin)

    @cached_property
    def parts(self) -> list[Part]:
        """Own moves, those of the others if they changed anything, and luck."""
        story = self.story
        assert story is not None
        if story.seat is None:
            rest = [one for one in self.found.judged if one.seat not in self.seats]
            skill, others = skill_of(self.judged), skill_of(rest)
        else:
            skill, others = story.skill, story.others
        parts = [Part(f"{self.whose} moves", self._good(skill), True)]
        if any(others):
            theirs = "the others'" if self.other is None else possessive(self.other)
            parts.append(Part(f"{theirs} moves", self._good(others)))
        return [*parts, Part("luck", self._good(story.luck))]

    def _good(self, change: Interval) -> Interval:
        return turned(change) if self.sign < 0 else change

    # ------------------------------------------------------------------ words

    @property
    def who(self) -> str:
        return self.name or "you"

    @property
    def whose(self) -> str:
        return possessive(self.name)

    def points(self) -> list[tuple[int, Interval, Judged | None]]:
        """The course of the value: moves made before, the value, and the own decision, if any.

        It begins with the value before all luck, if that is known.

        Where players hide something it has the own decisions alone: others know other things.
        """
        story, hides = self.story, self.asked.hides
        if story is None:
            return []
        every = story.judged if hides and story.seat is not None else story.every
        begin = [(0, self.begin, None)] if story.start is not None else []
        return begin + [
            (
                one.decision.number,
                self.value(one.before_of(story.seat)),
                one if one.seat in self.seats else None,
            )
            for one in every
        ]

    def ending(self) -> str:
        """How the game ended: ``You lost``, ``Anna won with a score of 267``."""
        asked, who = self.asked, capitalised(self.who)
        measure, result = asked.measure, self.result
        if measure.is_rate and (measure.name != "win" or result not in (0, 1)):
            is_shared = measure.name == "win" and 0 < result < 1
            return f"{who} shared the win" if is_shared else result_of(asked).removesuffix(".")
        if measure.is_rate:
            return f"{who} {'won' if result else 'lost'}"
        amount, name = short(result, 6), head(measure.name)
        what = f"{amount} {name}" if is_plural(measure) else f"a {name} of {amount}"
        winners = winners_of(asked) if measure.per_seat and int(asked.rules["players"]) > 1 else []
        if not winners:
            return f"{who} finished with {what}"
        own = any(str(seat + 1) in winners for seat in self.seats)
        verb = "lost" if not own else "won" if is_one_side(asked, winners) else "shared the win"
        if int(asked.rules["players"]) == 2:
            what += f" to {short(asked.result(1 - self.seats[0]), 6)}"
        return f"{who} {verb} with {what}"

    def sentence(self) -> str:
        """The result and where it came from, with round numbers: ``You lost. Your moves cost about
        20 points of winning chance; luck was against you (about 12).``"""
        if self.story is None:
            return f"{self.ending()}."
        own, *others, luck = self.parts
        clear = [part for part in self.parts if sign_of(self.asked, part.change)]
        if own not in clear and luck not in clear and any(own.change):
            told = f"How much {own.what} and luck changed is not clear"
            return f"{self.ending()}. {told}."
        note = beyond_all(self.asked.measure, own.change, self.begin.high)
        words = [self._own(own, own in clear) + (note if own in clear else "")]
        words += [self._changed(part, own in clear) for part in others if part in clear]
        if luck in clear:
            is_good, who = luck.change.estimate > 0, self.who if self.name != "I" else "me"
            words.append(f"luck was {'with' if is_good else 'against'} {who} ({self._size(luck)})")
        elif any(luck.change):
            words.append("how much was luck is not clear")
        return f"{self.ending()}. {'; '.join(words)}."

    def _own(self, part: Part, is_clear: bool) -> str:
        """What the own moves changed: ``Your moves cost about 20 points of winning chance``."""
        if not any(part.change):
            return f"{capitalised(self.who)} always chose as the strategy {self.judge} does"
        if not is_clear:
            return f"How much {part.what} changed is not clear"
        return capitalised(self._changed(part, False))

    @property
    def judge(self) -> str:
        """The strategy that judges the moves."""
        return self.asked.reviewer.reference

    def _changed(self, part: Part, is_said: bool) -> str:
        """What a part changed: ``Ben's moves gave about 10``; the unit if it is not said yet."""
        verb = ("gained" if part.is_own else "gave") if part.change.estimate > 0 else "cost"
        return f"{part.what} {verb} {self._size(part)}{'' if is_said else self.unit_words}"

    def _size(self, part: Part) -> str:
        """The size of a change, rounded: to 5 or to a digit if it is only roughly known."""
        scale = self.asked.unit.scale
        size, reach = scale * abs(part.change.estimate), scale * half_width(part.change)
        if size < 1:
            return "less than 1"
        step = 5 if reach > size / 4 and 10 <= size <= 100 else 1
        return f"about {step * max(1, round(size / step)):,}"

    @property
    def unit_words(self) -> str:
        """What is counted: `` points of winning chance``, `` points``."""
        measure = self.asked.measure
        if measure.name == "win":
            return " points of winning chance"
        if measure.is_rate:
            return f" points of the chance of '{head(measure.name)}'"
        return f" {head(measure.name)}" if is_plural(measure) else noun(measure, "several")

    def counted(self) -> str:
        """How many of its decisions are mistakes."""
        clear, every = len(self.mistakes), len(self.judged)
        if not self.story:
            return ""
        if clear:
            are = "is clearly a mistake" if clear == 1 else "are clearly mistakes"
            return f"{clear} of {self.whose} {several(every, 'decision')} {are}."
        if not self.costliest(1) and not self.parts[0].change.high < 0:
            who = capitalised(self.who)
            return f"{who} played as well as {self.judge} would have: no better move was found."
        if every == 1:
            return f"{capitalised(self.whose)} only decision is not clearly a mistake."
        single = f"No single one of {self.whose} {several(every, 'decision')} is clearly a mistake"
        return f"{single}{', but together they cost' if self.parts[0].change.high < 0 else ''}."


def _is_worse(one: Judged) -> bool:
    """Whether a move was clearly worse than the one that the reviewer would have made."""
    return (turned(one.skill) if one.sign < 0 else one.skill).high < 0


def possessive(name: str) -> str:
    """``Anna's``; ``your`` without a name, and ``my``."""
    return {"": "your", "I": "my"}.get(name) or f"{name}'s"


def cost_in_words(one: Judged) -> str:
    """The cost of a decision with its interval: ``4 percentage points (3 to 5)``."""
    measure, size = one.asked.measure, one.asked.unit.apart(one.cost)[0]
    return cost_of(one, "" if measure.is_rate else noun(measure, size))


def noun(measure: Measure, number: str) -> str:
    """What so many of a measure are: `` turns``, `` points``."""
    if measure.name == "score":
        return " point" if number == "1" else " points"
    return counted(measure, number) or f" {head(measure.name)}"


def round_cost(one: Judged) -> str:
    """The cost of a decision with a round number: ``12 points``."""
    measure = one.asked.measure
    size = f"{max(1, round(one.asked.unit.scale * one.cost.estimate)):,}"
    points = " point" if size == "1" else " points"
    return f"{size}{points if measure.is_rate else noun(measure, size)}"


def sides_of(found: Found, persons: Sequence[int], names: Sequence[str]) -> list[Side]:
    """The sides from which a game can be told: each person, and first a team of several."""
    asked = found.asked
    deciding = {one.seat for one in asked.decisions}
    seats = [seat for seat in persons if seat in deciding]
    two = int(asked.rules["players"]) == 2
    sides = [Side(found, (seat,), names[seat], names[1 - seat] if two else None) for seat in seats]
    is_team = not asked.measure.per_seat and asked.measure.seat is None
    if is_team and len(seats) > 1:
        sides.insert(0, Side(found, tuple(seats), "the team"))
    return sides
