"""The answer about a game: how it went, the decisions that cost, and their positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playout.engine.words.numbering import nth
from playout.questions import judged
from playout.questions.judged import drawn_at
from playout.questions.review import captions, plots, words
from playout.questions.review.found import UNKNOWN, Found, Judged, skill_of
from playout.report.estimates import NAMES
from playout.report.figures import PAGE, lettered
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    difference_column,
    measure_column,
    seat_column,
    text_column,
    value_column,
)
from playout.report.text_tables import ALWAYS, WITH_ROOM
from playout.report.words import ends, several

if TYPE_CHECKING:
    from playout.report.picture import Picture

MOST_SHOWN = 10  # decisions in a table for people
DRAWN = 3  # decisions whose positions are drawn
BEST = 4  # moves of such a position, beside the move made


class Answer(judged.Answer):
    """The result of `review`: the cost of each decision, and the part of skill and luck."""

    kind = "review"
    unit = "worlds"
    keys = ("turn",)
    found: Found

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        """The decisions in which another move was clearly better, the costliest first."""
        return [self._row(one) for one in self.found.mistakes]

    def sentence(self) -> str:
        """Return how skill and luck led to the result, and which decisions cost most."""
        return words.sentence(self.found)

    def caption(self) -> str:
        return captions.caption(self.found)

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            **super().facts(),
            "number": asked.number,
            "start": asked.start,
            "moves": [asked.move(move) for move in asked.moves],
            "worlds": asked.worlds,
            "mistakes": len(self.found.mistakes),
            "interval": "exact"
            if asked.exact is not None
            else f"{NAMES['anytime']}; of costs for all moves of all decisions at once; of skill, "
            f"others and luck {NAMES['fixed']}",
        }

    def commands(self) -> list[str]:
        """The commands that weigh the moves of the costliest decisions once more."""
        return [one.again for one in self.found.costliest(DRAWN)]

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
        """The columns of what changed until the next decision: rivals are apart from luck."""
        return ["others", "luck"] if self.found.asked.others(0) else ["luck"]

    def _row(self, one: Judged) -> dict[str, Any]:
        made = one.decision.made
        return {
            "turn": one.decision.number,
            "seat": one.seat,
            "move": one.name(made),
            "best": one.name(one.best),
            "usual": one.share_chosen(made),
            **ends("value", one.value(one.own_column)),
            **ends("skill", one.skill),
            **dict.fromkeys(self._changes, math.nan),
            **ends("cost", one.cost),
            "mistake": one.is_mistake,
        }

    def _columns(self) -> list[Column]:
        asked = self.found.asked
        measure, unit = asked.measure, asked.unit
        seats = len({one.seat for one in asked.decisions}) > 1

        def better(row: Fields) -> str:
            return f"{'' if row['mistake'] else 'perhaps '}{row['best']}"

        return [
            value_column("turn", "after", rank=ALWAYS),
            *([seat_column(role="plain")] if seats else []),
            text_column("move", role="plain"),
            value_column("best", "better move", better, is_text=True, rank=ALWAYS),
            self._changed("cost"),
            Column("value", unit.head(measure.name), lambda row: unit.short(row["value"])),
        ]

    def _changed(self, name: str, head: str = "") -> Column:
        """The column of a difference; an exact one has no interval."""
        asked = self.found.asked
        column = difference_column(name, asked.measure, head, zero="0")
        if asked.exact is None:
            return column
        return replace(column, write=lambda row: asked.unit.short(row[name]))

    def _seats(self) -> Table:
        """A row for each seat: its decisions, its mistakes, its skill and its luck."""
        asked, found = self.found.asked, self.found
        rows = []
        for seat in sorted({one.seat for one in asked.decisions}):
            own = [one for one in found.judged if one.seat == seat]
            rows.append(self._seat_row(seat, own, [one for one in own if one.is_mistake]))
        if not asked.measure.per_seat and found.stories:
            rows.append(self._seat_row(None, found.judged, found.mistakes))
        return Table(rows, self._seat_columns(), name="seats")

    def _seat_row(
        self, seat: int | None, judged: Sequence[Judged], mistakes: Sequence[Judged]
    ) -> dict[str, Any]:
        """The row of a seat, or of all seats together."""
        asked = self.found.asked
        every = sum(seat in (None, one.seat) for one in asked.decisions)
        is_all = len(judged) == every
        row: dict[str, Any] = {
            "seat": "all" if seat is None else seat,
            "who": "" if seat is None else asked.who(seat),
            "decisions": len(judged),
            "mistakes": len(mistakes),
            "lost": sum(one.cost.estimate for one in mistakes),
            **ends("skill", skill_of(judged) if is_all else UNKNOWN),
        }
        if asked.measure.per_seat == (seat is not None):
            story = next((one for one in self.found.stories if one.seat == seat), None)
            row |= ends("start", story.begin if story else UNKNOWN)
            for name in self._changes:
                row |= ends(name, getattr(story, name) if story else UNKNOWN)
            row["result"] = asked.result(seat or 0)
        return row

    def _seat_columns(self) -> list[Column]:
        unit = self.found.asked.unit

        def plain(name: str) -> Column:
            head, write = unit.head(name), lambda row: unit.short(row[name])
            return _if_there(value_column(name, head, write, rank=ALWAYS))

        def mistakes(row: Fields) -> str:
            return f"{row['mistakes']} of {row['decisions']}"

        def changed(name: str) -> Column:
            return _if_there(self._changed(name))

        different = len(set(self.found.asked.players)) > 1
        return [
            seat_column(rank=WITH_ROOM),
            *([text_column("who", "strategy", role="plain")] if different else []),
            value_column("mistakes", write=mistakes, rank=ALWAYS),
            plain("start"),
            changed("skill"),
            *map(changed, self._changes),
            plain("result"),
        ]

    def _drawn(self, one: Judged) -> Table:
        """The position of a decision, with the value of its best moves."""
        asked, decision = self.found.asked, one.decision
        best = one.order[:BEST]
        tried = best if decision.made in best else [*best, decision.made]
        picture, drawing = drawn_at(asked.rules, decision.position, asked.seed)
        rows = [
            {
                "move": one.name(k),
                **ends("value", one.value(k)),
                **ends("less", one.less(k)),
                "who": _players_of(one, k),
            }
            for k in tried
        ]
        columns = [
            text_column("move"),
            measure_column("value", asked.measure, rank=WITH_ROOM),
            self._changed("less", "better"),
            value_column("who", "chosen by", is_text=True, rank=ALWAYS),
        ]
        name = f"turn-{decision.number}"
        return Table(
            rows,
            columns,
            name=name,
            title=(
                f"After {several(decision.number, 'move')}, seat {nth(decision.seat)} "
                f"({asked.who(decision.seat)})"
            ),
            sentences=[words.sentence_of(one)],
            figure=Figure(
                lambda width: lettered(drawing, width),
                name,
                drawing=lambda width: picture(),
            ),
            drawing=drawing,
            command=one.again,
            is_written=False,
        )

    def figures(self) -> list[Figure]:
        """The value before each decision, as a line for each seat, or one for two rivals."""
        if not self.found.judged:
            return []
        return [
            Figure(self.plot, text=lambda width: plots.text(self.found, width), in_notebook=True)
        ]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the value before each decision as a matplotlib figure, ``width`` inches wide."""
        return plots.draw(self.found, width)


def _if_there(column: Column) -> Column:
    """The same column, empty in rows without its field."""
    return replace(column, write=lambda row: column.text(row) if column.name in row else "")


def _players_of(one: Judged, k: int) -> str:
    """Return who makes a move: ``made, quick 12 %``."""
    usual = one.share_chosen(k)
    who = ["made"] if k == one.decision.made else []
    if usual:
        share = "" if usual == 1 else f" {100 * usual:.2g} %"
        who.append(f"{one.asked.reviewer.reference}{share}")
    return ", ".join(who)
