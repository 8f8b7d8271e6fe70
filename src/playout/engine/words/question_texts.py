"""Questions about a game in words, with blanks that people fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter

Filled = str | int | float
"""What a blank is filled in with."""

RULES = ("rule.", "a.", "b.")  # beginnings of fields that are rule options


@dataclass(frozen=True)
class QuestionText:
    """A question about a game in words: ``What if each player holds {a.hand} cards?``

    In braces stand its blanks: parameters of the question, such as ``strategy``, and rule options,
    as ``rule.hand``, or as ``a.hand`` and ``b.hand`` for one side of a comparison.  A side without
    options plays by the usual rules.
    """

    text: str
    fields: Mapping[str, Filled | Sequence[Filled]] = field(default_factory=dict)  # what the
    # blanks hold at first, and further parameters, which have no blank
    kind: str = "compare"  # the question, as in commands: "run", "luck", "policy"

    @property
    def parts(self) -> list[tuple[str, str]]:
        """Pieces of the text, each with the name of the blank behind it, "" at the end."""
        return [(text, name or "") for text, name, _, _ in Formatter().parse(self.text)]

    @property
    def blanks(self) -> list[str]:
        """The names of the blanks."""
        return [name for _, name in self.parts if name]


def option_of(name: str) -> str:
    """The rule option that a field is about; "" if it is another parameter."""
    side, dot, option = name.partition(".")
    return option if f"{side}{dot}" in RULES else ""
