"""The sentence about a position: the chance from there, and the best move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playout.engine.find.games import can_choose
from playout.engine.game.game import Player, line_up
from playout.engine.words.numbering import nth
from playout.questions import judged
from playout.questions.judged import exact_text
from playout.questions.odds.found import Found
from playout.questions.position_words import field_in_words, in_words, seat_name
from playout.questions.skill_words import RANDOM
from playout.questions.verbs import counted
from playout.report.estimates import too_few
from playout.report.words import (
    capitalised,
    head,
    is_plural,
    is_zero,
    listed,
    setting,
    several,
    spelled,
)
from playout.stats.intervals import Interval

AT_END = " at the end"
NOTHING_YET = re.compile(r"[^=]+=([0,]+|False)")  # a field of a position
FIRST_PLURAL = re.compile(r"s\b")
SURE = 1 - 1e-9  # how often a strategy makes the only move that it makes
LEAST_OF_TWO = 0.1  # a difference of which two decimals are enough
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
        if self._is_level:
            return f"{self._level_in_words()}."
        return f"{self._chance_in_words()}. {self._best_in_words()}."

    @property
    def _is_level(self) -> bool:
        """Whether a sample has nothing but 0, or nothing but 1, after each of several moves."""
        found = self.found
        if not found.asked.measure.is_rate or found.asked.exact is not None:
            return False
        values = {found.moves.value(choice[0]).estimate for choice in found.choices}
        return len(found.asked.moves) > 1 and values in ({0.0}, {1.0})

    def _level_in_words(self) -> str:
        """What a sample says in which all moves always won, or never: little of which is best."""
        found, measure = self.found, self.found.asked.measure
        games = found.asked.simulated(found.games)
        if measure.name == "win":
            seat = found.asked.seat if measure.seat is None else measure.seat
            by = f" by {self._seat_name(seat)}" if self._is_own or measure.seat is not None else ""
            never, always = f"none of {games} was won{by}", f"all {games} were won{by}"
            never = f"the {games} was not won{by}" if found.games == 1 else never
        else:
            what = judged.expected(measure, explained=True).removeprefix("the chance of ")
            never, always = f"{what} never happened in {games}", f"{what} happened in all {games}"
        seen = always if self._chance.estimate else never
        where, words = self._when(False), self._position_in_words
        where = where or (f"from here ({words}), " if words else "from here, ")
        chance = judged.expected(measure)
        value = f"{chance} is {judged.value_text(found.asked, self._chance)}"
        return capitalised(
            f"{where}{seen}, whichever of the {len(found.asked.moves)} moves was tried. So with "
            f"{self._playing_on()}, {value}, and which move {self._is_best} is not clear yet"
        )

    @property
    def _chance(self) -> Interval:
        """The value of the position if the strategy makes its own move."""
        return self.found.moves.value(self.found.moves.own_column)

    @property
    def _says_nothing(self) -> bool:
        """Whether the chance may be almost anything."""
        return self.found.asked.measure.is_rate and self._chance.high - self._chance.low > EMPTY

    def _chance_in_words(self) -> str:
        """The value: ``With the strategy quick, the winning chance from here is 43.1 %``."""
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
        """Who plays on: ``the strategy hold``, which may be the name of a move as well."""
        players = self.found.asked.players
        if len({player.reference for player in players}) > 1:
            return f"the strategies {who_plays_on(players)}"
        return f"the strategy {line_up(players)}"

    def _strategy(self, name: str) -> str:
        return f"the strategy {name}" if self._is_move(name) else name

    def _is_move(self, name: str) -> bool:
        return any(name in self.found.name(choice).split(" or ") for choice in self.found.choices)

    def _move(self, choice: Sequence[int]) -> str:
        """A move in a sentence: ``the move hold`` where the strategy has the same name."""
        name = self.found.name(choice)
        is_strategy = name in {player.reference for player in self.found.asked.players}
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
        if asked.turn == 0 and words and asked.hides:
            return f"at the start of game {asked.number} ({words}), "
        if asked.turn == 0 and words:
            which = "" if asked.begins_alike else f", as game {asked.number} does"
            cards = words.removeprefix("with ")
            return f"in a game that begins with {cards}{which}, "
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
        """A short position in words, of fields that a view has; what a seat sees of hidden cards.

        Dice that lie there already change an exact chance, also if the user has not named them.
        """
        asked = self.found.asked
        if asked.hides:
            return asked.seen_in_words
        view = asked.rules.game.rules.VIEW
        fields = [
            word
            for word in asked.position.split()
            if view is None or word.split("=")[0].split(".")[0] in view.names
        ]
        if asked.turn == 0:  # what every game begins with goes without saying
            fields = [word for word in fields if not NOTHING_YET.fullmatch(word)]
        if not fields:
            return ""
        is_clear = int(asked.rules["players"]) == 1 or (self._is_own and asked.turn == 0)
        to_move = "" if is_clear else f"{self._seat_name(asked.seat)} to move"
        last = ", ".join(filter(None, [self._before(fields), to_move]))
        is_whole = asked.turn is None
        return in_words(asked.rules, " ".join(fields), last, is_whole, with_seats=asked.seat > 0)

    def _before(self, fields: Sequence[str]) -> str:
        """What the measure has counted before the position: ``no turns before``."""
        asked, view = self.found.asked, self.found.asked.rules.game.rules.VIEW
        is_left_out = asked.turn is None and view is not None and asked.measure.name in view.names
        told = dict(field.split("=", 1) for field in fields)
        value = told.get(asked.measure.name, "0" if is_left_out else "")
        is_told = field_in_words(asked.rules, asked.measure.name, value)
        if not value.isdecimal() or is_told or not is_plural(asked.measure):
            return ""
        return spelled("no" if value == "0" else value, f" {head(asked.measure.name)} before")

    def _seat_name(self, seat: int) -> str:
        """``seat 2``; ``player 2`` in a game that counts the wins of one player."""
        asked = self.found.asked
        known = [one for one in (asked.measure, *asked.game.measures) if one.seat is not None]
        return seat_name(known[0] if known else asked.measure, seat)

    def _best_in_words(self) -> str:
        """The best move, and whether it is clearly the best."""
        found, moves = self.found, self.found.moves
        (best, *_), *others = found.choices
        name = judged.quoted(found.name(found.choices[0]))
        if not can_choose(found.asked.rules.game):
            return "There is nothing to choose"
        if len(found.asked.moves) == 1:
            return f"The only legal move is {name}"
        if not others and found.asked.exact is not None:
            return f"All legal moves lead to the same result: {name}"
        if not others:
            games = found.asked.simulated(found.games)
            return f"In all {games} the legal moves led to the same result: {name}"
        whose = ""
        if found.asked.measure.seat not in (None, found.asked.seat):
            whose = f" for {self._seat_name(found.asked.seat)}"
        first = f"The best move{whose} is {name}"
        if {player.reference for player in found.asked.players} == {RANDOM}:
            first = f"If {RANDOM} plays on, the best move{whose} is {name}"
        if not self._has_best:
            first = f"The move that {self._is_best} is {name}"
        if not found.is_decided:
            first = f"Which of {len(others) + 1} moves {self._is_best} is not clear yet: {name}"
        if found.share_chosen(found.choices[0]) < 1:
            more, own = moves.difference(best, moves.own_column), self._own_moves()
            if found.is_decided and not more.is_clear:  # the own one is not always another move
                more, own = moves.difference(best, others[0][0]), self._move(others[0])
            first += self._worth(best, whose)
        else:
            more, own = moves.difference(best, others[0][0]), self._move(others[0])
            first += f" ({self._own_choice})"
        return f"{first}{self._ahead(more, own)}{self._better()}"

    @property
    def _own_choice(self) -> str:
        """The move of the strategy: ``the strategy's own choice``, ``optimal's own choice``."""
        asked = self.found.asked
        if len({player.reference for player in asked.players}) == 1:
            return "the strategy's own choice"
        return f"{self._strategy(asked.players[asked.seat].reference)}'s own choice"

    def _own_moves(self) -> str:
        """What the strategy does itself: ``57 on pile 1, the strategy's own choice``."""
        found, asked = self.found, self.found.asked
        if any(0 < found.share_chosen(choice) < SURE for choice in found.choices):
            name = asked.players[asked.seat].reference
            return f"{self._strategy(name)}'s own moves on average"
        (own,) = (choice for choice in found.choices if found.share_chosen(choice) >= SURE)
        made = [k for k in own if found.moves.share_chosen(k) > 0]  # the others come to the same
        return f"{self._move(made)}, {self._own_choice}"

    def _better(self) -> str:
        """That a low value is wanted, which does not go without saying: of one player's chance the
        sentence says for whom the move is best."""
        measure = self.found.asked.measure
        if self.found.moves.sign > 0 or measure.seat is not None:
            return ""
        if measure.is_rate:
            return ". A lower chance is better"
        name = head(measure.name)
        return f". Fewer {name} are better" if is_plural(measure) else f". A lower {name} is better"

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
        other = f" for {self._seat_name(asked.measure.seat or 0)}" if whose else ""
        return f" with {value}{asked.unit.sign}{other}"

    def _ahead(self, difference: Interval, second: str) -> str:
        """How far the best move is ahead: ``, 10 percentage points (4 to 16) ahead of hold``.

        Of one that may be behind: ``10 percentage points better (4 worse to 23 better) than hold``.
        """
        found, unit = self.found, self.found.asked.unit
        size, both = self.apart(difference, found.moves.sign)
        so_far = "" if found.is_decided else "so far "
        if not unit.sign:
            return self._more(difference, second)
        better, worse = ("better", "worse") if self._has_best else ("higher", "lower")
        low, _, high = both.strip(" ()").partition(" to ")
        if low.startswith("-"):
            low = low.lstrip("-")
            high = f"{high.lstrip('-')} {worse if high.startswith('-') else better}"
            if is_zero(size):
                both = f" ({unit.spelled(low)} {worse} to {high})"
            else:
                ahead = f"{unit.spelled(size)} {better} ({low} {worse} to {high})"
                return f" is {so_far}{ahead} than {second}"
        if is_zero(size):
            return f" is {so_far}level with {second}{both}"
        ahead = f"{unit.spelled(size)}{both} {'ahead of' if self._has_best else 'above'} {second}"
        return f", {ahead}" if found.is_decided else f" is {so_far}{ahead}"

    def _more(self, difference: Interval, second: str) -> str:
        """The same of a number: ``: 0.66 fewer turns than hold``."""
        found, measure = self.found, self.found.asked.measure
        size, low, high = found.asked.unit.each(difference)
        if found.asked.exact is not None:
            size = low = high = apart_text(difference.estimate)
        noun = head(measure.name) if is_plural(measure) else counted(measure, "several").strip()
        up, down = ("more", "fewer") if noun else ("higher", "lower")
        ends = [f"{end.lstrip('-')} {down if end.startswith('-') else up}" for end in (low, high)]
        if ends[0].split()[1] == ends[1].split()[1]:  # said by the size
            ends = sorted((end.split()[0] for end in ends), key=_plain)
        both = "" if found.asked.exact is not None else f" ({' to '.join(ends)})"
        begin = ": " if found.is_decided else " so far ends with "
        if is_zero(size):
            return f" is so far level with {second}{both}"
        way, size = down if size.startswith("-") else up, size.lstrip("-")
        if noun:
            nouns = FIRST_PLURAL.sub("", noun, count=1) if size == "1" else noun
            return f"{begin}{size} {way} {nouns}{both} than {second}"
        return f"{begin}a {head(measure.name)} {size} {way}{both} than {second}"

    def apart(self, difference: Interval, sign: int) -> tuple[str, str]:
        """A difference, and its ends in brackets; of an exact one there are none."""
        unit = self.found.asked.unit
        if self.found.asked.exact is not None:
            return apart_text(sign * unit.scale * difference.estimate), ""
        size, both = unit.apart(difference, sign)
        return size, f" {both}"


def _plain(text: str) -> float:
    """The number that a text shows."""
    return float(text.replace(",", ""))


def apart_text(value: float) -> str:
    """A difference without an error, with two decimals, or two digits if it is small."""
    return f"{value:.2f}" if abs(value) >= LEAST_OF_TWO or not value else f"{value:.2g}"


def who_plays_on(players: Sequence[Player]) -> str:
    """The strategies that play on, each with its seat: ``hold (seat 1) and optimal (seat 2)``."""
    if len({player.reference for player in players}) == 1:
        return line_up(players)
    return listed([f"{one.reference} (seat {nth(k)})" for k, one in enumerate(players)])
