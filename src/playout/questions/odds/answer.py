"""The answer about a position: the chance from there, a row for each move, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.find.games import can_choose
from playout.engine.game.game import line_up
from playout.engine.words.numbering import nth
from playout.questions import judged
from playout.questions.judged import exact_text
from playout.questions.odds.found import Found
from playout.questions.position_words import column_name, in_words, seat_name
from playout.report import figures
from playout.report.bars import Group, draw_rows
from playout.report.estimates import LEVEL, NAMES, STAY_VALID, too_few
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    measure_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import (
    Unit,
    by_default,
    capitalised,
    ends,
    expected,
    interval_in,
    is_zero,
    more_games,
    setting,
    several,
    took,
)
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_DRAWN = 30  # moves in a picture
EMPTY = 0.9  # width of the interval of a chance that says nothing


class Answer(judged.Answer):
    """The result of `odds`: the value of a position, and of each legal move."""

    kind = "odds"
    unit = "worlds"
    keys = ("move",)
    found: Found

    @property
    def chance(self) -> Interval:
        """The value of the position if the strategy makes its own move."""
        return self.found.moves.value(self.found.moves.own_column)

    @property
    def best(self) -> str | None:
        """The best move as text, or several equal ones; None if no move is clearly best."""
        return self.found.name(self.found.choices[0]) if self.found.is_decided else None

    def sentence(self) -> str:
        """The chance if the strategy makes its own move, and the best move."""
        if not self.found.is_known:
            return f"{setting(self.found.asked.rules)}: nothing is simulated yet."
        if self._says_nothing and not self.found.is_decided and len(self.found.choices) > 1:
            best = f"which of the {len(self.found.choices)} moves is best"
            return f"{self._chance_in_words()}, or {best}."
        return f"{self._chance_in_words()}. {self._best_in_words()}."

    @property
    def _says_nothing(self) -> bool:
        """Whether the chance may be almost anything."""
        return self.found.asked.measure.is_rate and self.chance.high - self.chance.low > EMPTY

    def _chance_in_words(self) -> str:
        """The value: ``With quick, the winning chance from here is 43.1 % (42.1 to 44.1)``."""
        asked, when = self.found.asked, self._when()
        what = judged.expected(asked.measure, explained=True, final=True)
        if self._is_own:
            is_first = asked.turn == 0 and not asked.hides
            what += f" of the player {'who goes first' if is_first else 'to move'}"
        what += "" if when else self._from_where(what)
        if self._says_nothing:
            few = too_few(asked.simulated(self.games))
            return capitalised(f"{when}{few} to tell {what} with {self._playing_on()}")
        what += f" is {judged.value_text(asked, self.chance)}"
        if not self._is_forced:
            what = f"with {self._playing_on()}, {what}"
        return capitalised(f"{when}{what}")

    @property
    def _is_forced(self) -> bool:
        """Whether the game seems to have no choices: the strategy has the name of the only move."""
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

    def _when(self) -> str:
        """When the position came up: ``after 5 moves of game 0, ``; with what a game begins."""
        asked, words = self.found.asked, self._position_in_words
        if asked.turn:
            after = f"after {several(asked.turn, 'move')} of game {asked.number}"
            return f"{after} ({words}), " if words else f"{after}, "
        if asked.turn == 0 and words:
            return f"in a game that begins with {words}, as game {asked.number} does, "
        if asked.turn == 0 and asked.hides:
            hand = f"the hand dealt to seat {nth(asked.seat)} in game {asked.number}"
            return f"for {hand} (other hands differ), "
        return ""

    def _from_where(self, what: str) -> str:
        """The position, after a value: `` from here (scores 80 and 90)``."""
        asked, words = self.found.asked, self._position_in_words
        where = ""
        if asked.turn is None:
            where = " in this position" if self._is_own else " from here"
            where = "" if (words and self._is_own) or what.endswith(" at the end") else where
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
        if asked.hides or not fields:
            return ""
        is_clear = int(asked.rules["players"]) == 1 or (self._is_own and asked.turn == 0)
        to_move = "" if is_clear else f"{seat_name(asked.measure, asked.seat)} to move"
        return in_words(asked.rules, " ".join(fields), to_move, is_whole=asked.turn is None)

    def _best_in_words(self) -> str:
        """The best move, and whether it is clearly the best."""
        found, moves, unit = self.found, self.found.moves, self.found.asked.unit
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
        first, verb = f"The best move{whose} is {name}", ""
        if not found.is_decided:
            first, verb = (
                f"Which of {len(others) + 1} moves is best is not clear yet: {name}",
                " is so far",
            )
        own = "the strategy's own choice"
        if any(0 < found.share_chosen(choice) < 1 for choice in found.choices):
            own = f"{self._playing_on()}'s own moves on average"
        if found.share_chosen(found.choices[0]) < 1:
            value, more = unit.amount(moves.value(best)), moves.difference(best, moves.own_column)
            if found.asked.exact is not None:
                value = exact_text(unit.scale * moves.total(best))
            less = more.estimate < 0
            size, both = self._in_words(more, -1 if less else 1)
            if is_zero(size):
                return (
                    f"{first}, with {value}{unit.sign},{verb} level with {own}{_with(both, unit)}"
                )
            lead = f"{size}{both} {'less' if less else 'more'} than {own}"
            return f"{first}{' leads so far' if verb else ''} with {value}{unit.sign}, {lead}"
        size, both = self._in_words(moves.difference(best, others[0][0]), moves.sign)
        second = self._move(others[0])
        ahead = f"{size}{both} ahead of {second}"
        ahead = f"level with {second}{_with(both, unit)}" if is_zero(size) else ahead
        return f"{first} ({own}){verb or ','} {ahead}"

    def _in_words(self, difference: Interval, sign: int) -> tuple[str, str]:
        """A difference for a sentence, with its unit spelled out, and its ends in brackets."""
        size, both = self._apart(difference, sign)
        return self.found.asked.unit.spelled(size), both

    def _apart(self, difference: Interval, sign: int) -> tuple[str, str]:
        """A difference, and its ends in brackets; of an exact one there are none."""
        unit = self.found.asked.unit
        if self.found.asked.exact is not None:
            return exact_text(sign * unit.scale * difference.estimate), ""
        size, both = unit.apart(difference, sign)
        return size, f" {both}"

    def caption(self) -> str:
        asked, moves = self.found.asked, len(self.found.asked.judged)
        where = f"{setting(asked.rules)}, seat {nth(asked.seat)} to move"
        if asked.turn is not None:
            begins = f"at the start of game {asked.number}"
            after = f"after {several(asked.turn, 'move')} of game {asked.number}"
            where += f" {after if asked.turn else begins}"
        games, once, usual = "", "", ""
        if moves > 1:
            games = f", {self.games * moves:,} games"
            rows = len(self.found.choices)
            games += f" ({moves} moves, {rows} different)" if rows < moves else ""
            once = " for all moves at once,"
            usual = " usual: the strategy's own choice."
        default = by_default(asked.players, asked.rules, "played on")
        if asked.exact is not None:
            return (
                f"{where}; {line_up(asked.players)} plays on.\n"
                "Exact: calculated over everything that can happen from here, not simulated."
                f"{usual}{self._before()}{default}"
            )
        return (
            f"{where}; {line_up(asked.players)} plays on; seed {asked.seed}; "
            f"{asked.simulated(self.games)}{games}{took(self.seconds)}.\n"
            f"{judged.tried(asked, f'seat {nth(asked.seat)}')} "
            f"In brackets: {100 * LEVEL:g} % intervals{once} {STAY_VALID}.{usual}"
            f"{self._missed()}{default}"
        )

    def _before(self) -> str:
        """How to ask for the chance before the first dice, in a game without choices."""
        asked = self.found.asked
        if not (self._is_forced and asked.turn == 0 and asked.rules.game.chance_in_play):
            return ""
        command = " ".join([asked.game.word, *asked.rules.command_options()])
        return f"\nFor whole games, with any first throw: playout run {command}"

    def _missed(self) -> str:
        """How many more simulated deals the precision takes that was asked for."""
        more = self.found.remaining
        if more is None or not more.estimate:
            return ""
        noun = self.found.asked.simulations
        return f"\n{expected(more, noun, self.found.asked.aim)}"

    @property
    def enough(self) -> int:
        found, more = self.found, self.found.remaining
        if more is not None and more.estimate:
            return more_games(self.games, more.estimate)
        is_clear = found.is_decided or len(found.choices) == 1 or found.asked.exact is not None
        return 0 if is_clear else more_games(self.games)

    def clearer(self, file: str = "") -> str:
        """The command for more simulated deals, or for half of a precision that was reached."""
        asked, more = self.found.asked, self.found.remaining
        if self.enough and asked.precision is not None and not (more and more.estimate):
            half = replace(asked.precision, half_width=asked.precision.half_width / 2)
            return str(replace(asked, precision=half).command(self.enough))
        return super().clearer(file)

    def facts(self) -> dict[str, Any]:
        """The position and the settings; its ``chance``, and the ``lead`` of the best move: how
        far the measure after it is above that after the strategy's own."""
        asked, moves = self.found.asked, self.found.moves
        return {
            **super().facts(),
            "position": asked.position,
            "number": asked.number,
            "turn": asked.turn,
            "seat": asked.seat,
            **ends("chance", self.chance),
            "best": self.best,
            **ends("lead", moves.difference(moves.best, moves.own_column)),
            "interval": "exact"
            if asked.exact is not None
            else f"{NAMES['anytime']}, {100 * LEVEL:g} % of all moves at once (Bonferroni)",
        }

    def common_settings(self) -> dict[str, Any]:
        return {**super().common_settings(), "seat": self.found.asked.seat}

    def tables(self) -> list[Table]:
        """A row for each legal move, the best first; moves that come to the same are one row.

        ``move`` as people write it and its ``number``, of several the first; the mean ``value`` of
        the measure; its ``difference`` from the first row's in the same worlds; and ``usual``, in
        what part of the worlds the strategy makes the move itself.  Values and differences have the
        ends ``_low`` and ``_high`` of 95 % intervals, which hold for all moves at once.
        """
        asked, moves = self.found.asked, self.found.moves
        columns = [text_column("move"), self._value_column()]
        if len(self.found.choices) > 1:
            title = asked.unit.difference_head("difference")
            columns += [
                Column("difference", title, self._difference, rank=ALWAYS),
                value_column("usual", write=_usual, is_text=True, rank=ALWAYS),
            ]
        rows = [
            {
                "move": self.found.name(choice),
                "number": asked.judged[choice[0]],
                **ends("value", moves.value(choice[0])),
                **ends("difference", moves.difference(choice[0], moves.best)),
                "usual": self.found.share_chosen(choice),
            }
            for choice in self.found.choices
        ]
        return [Table(rows, columns)]

    def _difference(self, row: Fields) -> str:
        """How far a move is behind the first: ``-3.1 (-3.8 to -2.5)``."""
        moves = self.found.moves
        if row["number"] == self.found.asked.judged[moves.best] or not self.found.is_known:
            return ""
        return "".join(self._apart(interval_in(row, "difference"), 1))

    def _value_column(self) -> Column:
        """The value of each move with its interval, or as it is if it is exact."""
        asked = self.found.asked
        if asked.exact is None:
            return measure_column("value", asked.measure, column_name(asked.measure))
        unit = asked.unit
        return value_column(
            "value",
            unit.head(column_name(asked.measure)),
            lambda row: exact_text(unit.scale * row["value"]),
            rank=ALWAYS,
        )

    def figures(self) -> list[Figure]:
        return [Figure(self.plot)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the value of each move with its interval as a matplotlib figure.

        ``width`` is in inches.
        """
        asked, colours = self.found.asked, figures.COLOURS
        looks = {True: (colours[1], "usual"), False: (colours[0], "")}
        bars = [
            judged.bar(row, "value", row["move"], asked.unit, *looks[row["usual"] == 1])
            for row in self.tables()[0].rows[:MOST_DRAWN]
        ]
        how = f"{asked.simulated(self.games)}; {100 * LEVEL:g} % intervals for all moves at once"
        how = how if asked.exact is None else "exact"
        return draw_rows(
            [Group("", bars)],
            f"{setting(asked.rules)}: what is each move worth?",
            f"{figures.readable_name(line_up(asked.players))} plays on; {how}",
            asked.unit.head(asked.measure.name),
            width,
            points=True,
            zero=False,
        )


def _with(both: str, unit: Unit) -> str:
    """The ends of a difference in brackets, with their unit."""
    return both.replace(")", f"{unit.percentage_points})")


def _usual(row: Fields) -> str:
    """Whether the strategy makes a move itself: always, in a part of the worlds, or never."""
    if row["usual"] in (0, 1):
        return "usual" if row["usual"] else ""
    return f"{100 * row['usual']:.2g} %"
