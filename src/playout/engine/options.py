"""Rule options: what a user may change, and how a value is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playout.engine.errors import PlayoutError, suggest
from playout.engine.reading import real, shown, whole, word

Value = int | float | str

CHANCE_BITS = 53  # in compiled code a chance p is the whole number round(p * 2**CHANCE_BITS)


@dataclass(frozen=True)
class Text:
    """How a game reads an option whose value is a text of its own, as a whole board.

    The text itself is the value, wherever it was read from: it stands in saved runs and commands,
    and goes to other processes.  So it has no comma, which separates values on a command line.
    """

    allowed: str  # what a user may write, for lists: "official|FILE"
    read: Callable[[str], str]  # of what a user wrote, the one form that it has; or PlayoutError
    label: Callable[[str], str]  # of that form a short name, for tables and sentences
    numbers: Callable[[str], Sequence[int]]  # of that form what compiled code sees
    length: int  # how many numbers at most; the others are 0


@dataclass(frozen=True)
class Option:
    """One rule that a user may change: a whole number, a word from a list, a chance or a text."""

    name: str
    default: Value | None  # None: it follows from other options, as `help` says
    help: str
    low: int = 0
    high: int = 2**31 - 1
    choices: tuple[str, ...] = ()
    is_chance: bool = False  # a real number from low = 0 to high = 1
    each: str = ""  # of a number: what adding 1 adds, as "card in a full hand"
    text: Text | None = None  # how it is read, if its value is a text

    def __post_init__(self) -> None:
        if self.is_chance:
            object.__setattr__(self, "high", min(self.high, 1))

    @property
    def allowed(self) -> str:
        """The values that it can have: ``1..5``, ``no|yes``, ``official|FILE``."""
        if self.text is not None:
            return self.text.allowed
        return "|".join(self.choices) or f"{self.low}..{self.high}"

    def read(self, value: object) -> Value:
        """The option's value from what a user wrote: a number, text, yes and no as True and False.

        None says the default, if there is one whatever the other options are.
        """
        if value is None:
            if self.default is None:
                raise PlayoutError(
                    f"{self.name} = None: its default depends on other options, so it cannot be "
                    "one of several values"
                )
            return self.default
        if self.text is not None:
            return self.text.read(str(value).strip())
        if self.choices:
            meant = word(value, self.choices)
            if meant is None:
                raise PlayoutError(
                    f"{self.name} = {shown(repr(value))}: {suggest(value, self.choices)}"
                )
            return meant
        try:
            number = real(value) if self.is_chance else whole(value)
        except ValueError:
            kind = "a number" if self.is_chance else "a whole number"
            raise PlayoutError(f"{self.name} = {shown(repr(value))}: {kind} is needed") from None
        if not self.low <= number <= self.high:
            allowed = f"allowed are {self.low} to {self.high}"
            if self.low == self.high:
                allowed = f"only {self.low} is allowed"
            raise PlayoutError(f"{self.name} = {shown(number)}: {allowed} ({self.help})")
        return number
