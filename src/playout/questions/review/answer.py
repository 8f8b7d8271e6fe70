"""What is told of a game: how it went, the decisions that cost, and their positions."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.game.game import line_up
from playout.engine.match.match import Match
from playout.questions.review import plots, words
from playout.questions.review.found import UNKNOWN, Found, Judged, skill_of
from playout.report import answer
from playout.report.estimates import NAMES
from playout.report.figures import PAGE, lettered
from playout.report.fitting import ALWAYS
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    interval_column,
    text_column,
    value_column,
)
from playout.report.words import between, ends, head, interval_in, several
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_SHOWN = 10  # decisions in a table for people
DRAWN = 3  # decisions whose positions are drawn
BEST = 4  # moves of such a position, besides that which was made


class Answer(answer.Answer):
    """What each decision of a game cost, and what of the result was skill, and what luck."""

    kind = "review"
    unit = "worlds"
    keys = ("turn",)
    found: Found

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        """The decisions of which it is clear that another move was better, the costliest first."""
        return [self._row(one) for one in self.found.mistakes]

    def sentence(self) -> str:
        """Where the game stood, what skill and luck made of it, and which decisions cost most."""
        return words.sentence(self.found)

    def caption(self) -> str:
        """What the numbers are."""
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        """What was asked, and how the game ended."""
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategies": [player.reference for player in asked.players],
            "reviewer": asked.reviewer.reference,
            "measure": asked.measure.name,
            "number": asked.number,
            "start": asked.start,
            "moves": [asked.move(move) for move in asked.moves],
            "worlds": asked.worlds,
            "mistakes": len(self.found.mistakes),
            "interval": f"{NAMES['anytime']}; of costs for all moves of all decisions at once",
        }

    def fixed(self) -> dict[str, Any]:
        """The rules, who played, and who judges."""
        asked = self.found.asked
        who = {"strategy": line_up(asked.players), "reviewer": asked.reviewer.reference}
        return {**asked.rules.values, **who, "measure": asked.measure.name}

    def commands(self) -> list[str]:
        """The commands that weigh the moves of the costliest decisions once more."""
        return [words.again(one) for one in self.found.costliest(DRAWN)]

    def tables(self) -> list[Table]:
        """A row for each decision, one for each seat, and the costliest decisions by themselves.

        Of a decision: ``turn``, moves made before; ``seat``; ``move`` that was made and the
        ``best`` one found; ``usual``, in what part of the worlds the reviewer makes that move
        itself; ``value`` of the position, ``skill`` that the move shows, and ``cost``, by how much
        the move is behind the best; ``mistake``, whether that is clear.  Until the seat's next
        decision: ``luck``, and of a measure per seat ``others``, what their moves changed.
        ``value``, ``skill`` and ``cost`` have the ends ``_low`` and ``_high``.
        """
        rows = [self._row(one) for one in self.found.judged]
        then = {
            id(one): {"luck": story.luck_after(k), "others": story.others_after(k)}
            for story in self.found.stories
            for k, one in enumerate(story.judged)
        }
        for row, one in zip(rows, self.found.judged, strict=True):
            row |= {name: then.get(id(one), {}).get(name, math.nan) for name in self._changes}
        costly = {one.decision.number for one in self.found.costliest(MOST_SHOWN)}
        every, shown = self._columns(), [row for row in rows if row["turn"] in costly]
        return [
            Table(rows, every, is_shown=False),
            self._seats(),
            Table(shown, every, name="costliest", is_written=False),
            *map(self._drawn, self.found.mistakes[:DRAWN] or self.found.costliest(1)),
        ]

    @property
    def _changes(self) -> list[str]:
        """What changes the value until the next decision: of rivals apart from luck."""
        return ["others", "luck"] if self.found.asked.others(0) else ["luck"]

    def _row(self, one: Judged) -> dict[str, Any]:
        asked, decision = self.found.asked, one.decision
        return {
            "turn": decision.number,
            "seat": decision.seat,
            "move": asked.move(decision.moves[decision.made]),
            "best": asked.move(decision.moves[one.best]),
            "usual": one.usual,
            **ends("value", one.value(one.own)),
            **ends("skill", one.skill),
            **dict.fromkeys(self._changes, math.nan),
            **ends("cost", one.cost),
            "mistake": one.is_mistake,
        }

    def _columns(self) -> list[Column]:
        rate = self.found.asked.measure.is_rate
        sign, points = (" (%)", " (points)") if rate else ("", "")
        measure = head(self.found.asked.measure.name)
        seats = len({one.seat for one in self.found.asked.decisions}) > 1
        scale = 100 if rate else 1
        return [
            replace(value_column("turn", "after"), rank=ALWAYS),
            *([replace(value_column("seat"), rank=ALWAYS)] if seats else []),
            replace(text_column("move"), role="plain"),
            Column("best", "better", _best, is_text=True, role="plain", rank=ALWAYS),
            Column("cost", f"cost{points}", lambda row: self._points(row, "cost"), rank=ALWAYS),
            Column("mistake", "sure", _sure, is_text=True, role="plain", rank=ALWAYS),
            Column("value", f"{measure}{sign}", lambda row: f"{scale * row['value']:.3g}"),
        ]

    def _points(self, row: Fields, name: str) -> str:
        """A difference with its interval; nothing if it is exactly 0."""
        interval = interval_in(row, name)
        if interval == _ZERO:
            return "0"
        scale = 100.0 if self.found.asked.measure.is_rate else 1.0
        return between(Interval(*(scale * one for one in interval)), False)

    def _seats(self) -> Table:
        """A row for each seat: its decisions, its mistakes, and what it made of its game."""
        asked, rows = self.found.asked, []
        by_seat = {story.seat: story for story in self.found.stories}
        for seat in sorted({one.seat for one in asked.decisions}):
            judged = [one for one in self.found.judged if one.decision.seat == seat]
            story = by_seat.get(seat)
            row: dict[str, Any] = {
                "seat": seat,
                "who": asked.who(seat),
                "decisions": len(judged),
                "mistakes": sum(one.is_mistake for one in judged),
                "lost": sum(one.cost.estimate for one in judged if one.is_mistake),
                **ends("skill", skill_of(judged)),
            }
            if asked.measure.per_seat:
                row |= ends("start", story.begin if story else UNKNOWN)
                for name in self._changes:
                    row |= ends(name, getattr(story, name) if story else UNKNOWN)
                row["result"] = asked.result(seat)
            rows.append(row)
        if not asked.measure.per_seat and self.found.stories:
            (story,) = self.found.stories
            rows.append(
                {
                    "seat": "all",
                    "who": "",
                    "decisions": len(story.judged),
                    "mistakes": len(self.found.mistakes),
                    "lost": sum(one.cost.estimate for one in self.found.mistakes),
                    **ends("skill", story.skill),
                    **ends("start", story.begin),
                    **ends("luck", story.luck),
                    "result": story.result,
                }
            )
        return Table(rows, self._seat_columns(), name="seats")

    def _seat_columns(self) -> list[Column]:
        measure = self.found.asked.measure
        sign, points = (" (%)", " (points)") if measure.is_rate else ("", "")
        scale = 100 if measure.is_rate else 1

        def plain(name: str) -> Column:
            return Column(
                name,
                f"{name}{sign}",
                lambda row: f"{scale * row[name]:.3g}" if name in row else "",
                role="plain",
                rank=ALWAYS,
            )

        def changed(name: str) -> Column:
            return Column(
                name,
                f"{name}{points}",
                lambda row: self._points(row, name) if name in row else "",
                rank=ALWAYS,
            )

        different = len(set(self.found.asked.players)) > 1
        return [
            replace(value_column("seat"), role="key"),
            *([replace(text_column("who"), role="plain")] if different else []),
            Column(
                "mistakes",
                "mistakes",
                lambda row: f"{row['mistakes']} of {row['decisions']}",
                role="plain",
                rank=ALWAYS,
            ),
            plain("start"),
            changed("skill"),
            *map(changed, self._changes),
            plain("result"),
        ]

    def _drawn(self, one: Judged) -> Table:
        """The position of a decision, and what its moves are worth."""
        asked, decision = self.found.asked, one.decision
        best = one.order[:BEST]
        tried = best if decision.made in best else [*best, decision.made]
        given: dict[str, Any] = dict(asked.rules.given())
        match = Match(asked.game.name, position=decision.position, **given)
        rows = [
            {
                "move": asked.move(decision.moves[k]),
                **ends("value", one.value(k)),
                **ends("less", one.less(k)),
                "who": _told(one, k),
            }
            for k in tried
        ]
        rate = asked.measure.is_rate
        sign, points = (" (%)", " (points)") if rate else ("", "")
        better = f"better{points}"
        columns = [
            text_column("move"),
            interval_column("value", rate, head(asked.measure.name) + sign, ""),
            Column("less", better, lambda row: self._points(row, "less"), rank=ALWAYS),
            Column("who", "who", lambda row: row["who"], is_text=True, role="plain", rank=ALWAYS),
        ]
        drawing, name = str(match), f"turn-{decision.number}"
        return Table(
            rows,
            columns,
            name=name,
            title=(
                f"After {several(decision.number, 'move')}, seat {decision.seat} "
                f"({asked.who(decision.seat)})"
            ),
            sentences=[words.sentence_of(one)],
            figure=Figure(
                lambda width: lettered(drawing, width),
                name,
                drawing=lambda width: match._repr_svg_(),
            ),
            drawing=drawing,
            command=words.again(one),
            is_written=False,
        )

    def figures(self) -> list[Figure]:
        """The value of every position that was decided in, as a line for each seat."""
        if not self.found.judged:
            return []
        return [
            Figure(self.plot, text=lambda width: plots.text(self.found, width), in_notebook=True)
        ]

    def plot(self, width: float = PAGE) -> Picture:
        """A matplotlib figure, so many inches wide: the value before each decision."""
        return plots.draw(self.found, width)


_ZERO = Interval(0.0, 0.0, 0.0)


def _best(row: Fields) -> str:
    return f"{row['best']}{'' if row['mistake'] else '?'}"


def _sure(row: Fields) -> str:
    """Whether a decision is clearly a mistake."""
    return "yes" if row["mistake"] else ""


def _told(one: Judged, k: int) -> str:
    """Who makes a move."""
    usual = int(one.counted.chosen[k])
    who = ["made"] if k == one.decision.made else []
    if usual:
        share = "" if usual == one.counted.games else f" {100 * usual / one.counted.games:.2g} %"
        who.append(f"{one.asked.reviewer.reference}{share}")
    return ", ".join(who)
