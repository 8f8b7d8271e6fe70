"""The sentence about a position: the chance from there, and the best move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playout.engine.find.games import can_choose
from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions import judged
from playout.questions.judged import exact_text
from playout.questions.odds.found import Found
from playout.questions.position_words import in_words, seat_name
from playout.report.estimates import too_few
from playout.report.words import (
    Unit,
    capitalised,
    is_plural,
    is_zero,
    setting,
    several,
    spelled,
)
from playout.stats.intervals import Interval

AT_END = " at the end"
NOTHING_YET = re.compile(r"[^=]+=([0,]+|False)")  # a field of a position
EMPTY = 0.9  # width of the interval of a chance that says nothing


@dataclass(frozen=True)
class Words:
    """What was found, in words."""

    found: Found

    def sentence(self) -> str:
        """The chance if the strategy makes its own move, and the best move."""
        if not self.found.is_known:
            return f"{setting(self.found.asked.rules)}: nothing is simulated yet."
        if self._says_nothing and not self.found.is_decided and len(self.found.choices) > 1:
            best = f"which of the {len(self.found.choices)} moves {self._is_best}"
            return f"{self._chance_in_words()}, or {best}."
        return f"{self._chance_in_words()}. {self._best_in_words()}."

    @property
    def _chance(self) -> Interval:
        """The value of the position if the strategy makes its own move."""
        return self.found.moves.value(self.found.moves.own_column)

    @property
    def _says_nothing(self) -> bool:
        """Whether the chance may be almost anything."""
        return self.found.asked.measure.is_rate and self._chance.high - self._chance.low > EMPTY

    def _chance_in_words(self) -> str:
        """The value: ``With quick, the winning chance from here is 43.1 % (42.1 to 44.1)``."""
        asked = self.found.asked
        what = judged.expected(asked.measure, explained=True, final=True)
        when = self._when(AT_END in what)
        if self._is_own:
            is_first = asked.turn == 0 and not asked.hides
            whose = f" of the player {'who goes first' if is_first else 'to move'}"
            name, at_end, _ = what.partition(AT_END)
            what = f"{name}{whose}{at_end}"
        what += "" if when else self._from_where()
        if self._says_nothing:
            few = too_few(asked.simulated(self.found.games))
            return capitalised(f"{when}{few} to tell {what} with {self._playing_on()}")
        what += f" is {judged.value_text(asked, self._chance)}"
        if not self.is_forced:
            what = f"with {self._playing_on()}, {what}"
        return capitalised(f"{when}{what}")

    @property
    def is_forced(self) -> bool:
        """Whether the game seems to have no choices: its strategy is named as its only move."""
        return len(self.found.asked.moves) == 1 and self._is_move(line_up(self.found.asked.players))

    def _playing_on(self) -> str:
        """Who plays on: ``the strategy hold`` where a move has the same name."""
        name = line_up(self.found.asked.players)
        return f"the strategy {name}" if self._is_move(name) else name

    def _is_move(self, name: str) -> bool:
        return any(name in self.found.name(choice).split(" or ") for choice in self.found.choices)

    def _move(self, choice: Sequence[int]) -> str:
        """A move in a sentence: ``the move hold`` where the strategy has the same name."""
        name = self.found.name(choice)
        is_strategy = name == line_up(self.found.asked.players)
        return f"the move {name}" if is_strategy else judged.quoted(name)

    @property
    def _is_own(self) -> bool:
        """Whether each of several seats has a value of its own."""
        return self.found.asked.measure.per_seat and int(self.found.asked.rules["players"]) > 1

    def _when(self, counts_at_end: bool) -> str:
        """When the position came up: ``after 5 moves of game 0, ``; with what a game begins."""
        asked, words = self.found.asked, self._position_in_words
        if asked.turn is None and counts_at_end:
            return f"from here ({words}), " if words else "from here, "
        if asked.turn:
            after = f"after {several(asked.turn, 'move')} of game {asked.number}"
            return f"{after} ({words}), " if words else f"{after}, "
        if asked.turn == 0 and words:
            return f"in a game that begins with {words}, as game {asked.number} does, "
        if asked.turn == 0 and asked.hides:
            hand = f"the hand dealt to seat {nth(asked.seat)} in game {asked.number}"
            return f"for {hand} (other hands differ), "
        return ""

    def _from_where(self) -> str:
        """The position, after a value: `` from here (scores 80 and 90)``."""
        asked, words = self.found.asked, self._position_in_words
        where = ""
        if asked.turn is None:
            where = " in this position" if self._is_own else " from here"
            where = "" if words and self._is_own else where
        return f"{where} ({words})" if words else where

    @property
    def _position_in_words(self) -> str:
        """A short position in words, of fields that a view has; "" if cards are hidden.

        Dice that lie there already change an exact chance, also if the user has not named them.
        """
        asked = self.found.asked
        view = asked.rules.game.rules.VIEW
        fields = [
            word
            for word in asked.position.split()
            if view is None or word.split("=")[0].split(".")[0] in view.names
        ]
        if asked.turn == 0:  # what every game begins with goes without saying
            fields = [word for word in fields if not NOTHING_YET.fullmatch(word)]
        if asked.hides or not fields:
            return ""
        is_clear = int(asked.rules["players"]) == 1 or (self._is_own and asked.turn == 0)
        to_move = "" if is_clear else f"{seat_name(asked.measure, asked.seat)} to move"
        return in_words(asked.rules, " ".join(fields), to_move, is_whole=asked.turn is None)

    def _best_in_words(self) -> str:
        """The best move, and whether it is clearly the best."""
        found, moves = self.found, self.found.moves
        (best, *_), *others = found.choices
        name = judged.quoted(found.name(found.choices[0]))
        if not can_choose(found.asked.rules.game):
            return "There is nothing to choose"
        if len(found.asked.moves) == 1:
            return f"The only legal move is {name}"
        if not others:
            return f"All legal moves lead to the same result: {name}"
        whose = ""
        if found.asked.measure.seat not in (None, found.asked.seat):
            whose = f" for {seat_name(found.asked.measure, found.asked.seat)}"
        first, verb = f"The best move{whose} is {name}", ","
        if not self._has_best:
            first = f"The move that {self._is_best} is {name}"
        if not found.is_decided:
            first = f"Which of {len(others) + 1} moves {self._is_best} is not clear yet: {name}"
            verb = " is so far"
        own = "the strategy's own choice"
        if any(0 < found.share_chosen(choice) < 1 for choice in found.choices):
            own = f"{self._playing_on()}'s own moves on average"
        if found.share_chosen(found.choices[0]) < 1:
            more = moves.difference(best, moves.own_column)
            if found.is_decided and not more.is_clear:  # the own one is not always another move
                more, own = moves.difference(best, others[0][0]), self._move(others[0])
            ahead = self._ahead(more, own)
            return f"{first}{self._worth(best, whose)}{verb} {ahead}"
        ahead = self._ahead(moves.difference(best, others[0][0]), self._move(others[0]))
        return f"{first} ({own}){verb} {ahead}"

    @property
    def _has_best(self) -> bool:
        """Whether a player wants much of the measure, or little."""
        measure = self.found.asked.measure
        return bool(measure.wanted) or measure.seat is not None or measure.name == "win"

    @property
    def _is_best(self) -> str:
        """What is asked of the moves: ``is best``; of a measure that no player wants, the most."""
        what = judged.expected(self.found.asked.measure, final=True)
        return "is best" if self._has_best else f"has the highest {what.removeprefix('the ')}"

    def _worth(self, best: int, whose: str) -> str:
        """The exact value of the best move: `` with 75.00 %``; tables have that of a sample."""
        asked = self.found.asked
        if asked.exact is None:
            return ""
        value = exact_text(asked.unit.scale * self.found.moves.total(best))
        other = f" for {seat_name(asked.measure, asked.measure.seat or 0)}" if whose else ""
        return f" with {value}{asked.unit.sign}{other}"

    def _ahead(self, difference: Interval, second: str) -> str:
        """How far the best move is ahead: ``10 percentage points (-4 to 23) ahead of hold``."""
        measure, unit = self.found.asked.measure, self.found.asked.unit
        size, both = self.apart(difference, self.found.moves.sign)
        if is_zero(size):
            return f"level with {second}{_with(both, unit)}"
        noun = f" {measure.name}" if is_plural(measure) and "_" not in measure.name else ""
        size = unit.spelled(size) if unit.sign else spelled(size, noun)
        return f"{size}{both} {'ahead of' if self._has_best else 'above'} {second}"

    def apart(self, difference: Interval, sign: int) -> tuple[str, str]:
        """A difference, and its ends in brackets; of an exact one there are none."""
        unit = self.found.asked.unit
        if self.found.asked.exact is not None:
            return exact_text(sign * unit.scale * difference.estimate), ""
        size, both = unit.apart(difference, sign)
        return size, f" {both}"


def _with(both: str, unit: Unit) -> str:
    """The ends of a difference in brackets, with their unit."""
    return both.replace(")", f"{unit.percentage_points})")
