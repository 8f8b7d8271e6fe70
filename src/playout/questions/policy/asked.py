"""The question of a table of best play: of whose moves, by which fields of the positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from playout.engine.game.policy import Policy
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import read_each
from playout.engine.words.spelling import as_typed, named
from playout.questions import solving
from playout.questions.judging_tables import POLICY
from playout.questions.policy.axes import Axis, read_axis

SHOWN = ("move", "value")


@dataclass(frozen=True)
class Asked(solving.Asked):
    """A game, whose moves are shown, and the fields of the table."""

    question = POLICY
    down: str | None  # as Axis writes them; None: the game's own, or found by itself
    across: str | None
    threshold: str | None
    where: tuple[str, ...]
    show: str
    seed: int = 0  # nothing is drawn

    @property
    def usual(self) -> Policy:
        """The declaration of the game's table."""
        return self.game.policy or Policy()

    @property
    def of_strategies(self) -> bool:
        """Whether it is about strategies alone, whose moves need not be the best."""
        return None not in self.players

    @cached_property
    def axes(self) -> tuple[Axis | None, Axis | None, Axis | None]:
        """The fields down the side, across, and of thresholds, as far as they were given."""
        return read_axis("down", self.down), read_axis("across", self.across), self._threshold

    @property
    def _threshold(self) -> Axis | None:
        return read_axis("threshold", self.threshold)

    @cached_property
    def conditions(self) -> tuple[Axis, ...]:
        """The fields that are fixed: those that were given, then the game's own."""
        given = [axis for one in self.where if (axis := read_axis("where", one))]
        taken = {axis.field for axis in (*given, *filter(None, self.axes))}
        own = [
            Axis(name, str(text)) for name, text in self.usual.where.items() if name not in taken
        ]
        return (*given, *own)

    @property
    def fixed(self) -> list[tuple[str, str]]:
        """The fields that are fixed, with their values as written."""
        return [(axis.field, axis.text) for axis in self.conditions]

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question; ``where`` is a text, a list of them, or a dict."""
        words, options = cls.question.read(given)
        fields: dict[str, Any] = solving.read_solving(game, words, options)
        usual = fields["rules"].game.policy or Policy()
        own = {"down": usual.down, "across": usual.across, "threshold": usual.threshold}
        fixed = _conditions(words.where)
        known = _named_in_words(usual, fixed)
        conditions = [_as_field(axis, known) for axis in fixed]
        axes = {
            name: axis and _as_field(axis, known)
            for name, field in own.items()
            for axis in [read_axis(name, getattr(words, name), field)]
        }
        fields_used = [axis.field for axis in axes.values() if axis]
        if twice := {field: 0 for field in fields_used if fields_used.count(field) > 1}:
            raise PlayoutError(
                f"{' and '.join(twice)}: this field is given twice; use different fields for "
                "rows, columns and cells"
            )
        if axes["across"] and not axes["down"]:
            axes["down"] = Axis(usual.down) if usual.down else None
            if not axes["down"] or axes["down"].field in fields_used:
                raise PlayoutError(
                    f"{as_typed('across', axes['across'])}: the rows also need a field; add "
                    f"{named('down')}"
                )
        if words.show not in SHOWN:
            raise PlayoutError(f"{as_typed('show', words.show)}: {suggest(words.show, SHOWN)}")
        if words.show == "value" and None not in fields["players"]:
            raise PlayoutError(
                f"{as_typed('show', 'value')}: not possible together with a strategy; to see what "
                "its moves are worth, use playout solve, or playout odds with a --position"
            )
        return cls(
            **fields,
            down=_text(axes["down"]),
            across=_text(axes["across"]),
            threshold=_text(axes["threshold"]),
            where=tuple(map(str, conditions)),
            show=words.show,
        )


ask = Asked.ask


def _named_in_words(usual: Policy, fixed: list[Axis]) -> dict[str, str]:
    """The fields by the words that the table has for them: own_score for scores.0.

    There are none if other positions are asked about than the game's own.
    """
    if any(usual.where.get(axis.field, axis.text) != axis.text for axis in fixed):
        return {}
    return {words.replace(" ", "_"): field for field, words in usual.heads.items()}


def _as_field(axis: Axis, known: Mapping[str, str]) -> Axis:
    return replace(axis, field=known.get(axis.field, axis.field))


def _text(axis: Axis | None) -> str | None:
    return None if axis is None else str(axis)


def _conditions(given: Any) -> list[Axis]:
    if isinstance(given, Mapping):
        given = [f"{name}={value}" for name, value in given.items()]
    conditions: list[Axis] = []
    for one in [given] if isinstance(given, str) else read_each("where", given):
        axis = read_axis("where", one)
        if axis is None or not axis.text:
            raise PlayoutError(f"{as_typed('where', one)}: add a value, as in player=0")
        if axis.field in {other.field for other in conditions}:
            raise PlayoutError(
                f"{named('where')}: {axis.field} is given twice; write {axis.field}=1,2"
            )
        conditions.append(axis)
    return conditions
