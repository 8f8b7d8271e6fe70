"""The findings of a check in sentences, and how they are printed."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from playout.engine.words.signs import for_print

OK, FAILED, UNCHECKED, WARNED = "ok", "failed", "not checked", "warning"
SHOWN = "the position at that moment, as the game shows it:"


class Fault(AssertionError):
    """An error of a game or a strategy that a check found.

    ``position`` is a drawing of the position, ``command`` a command that shows it again; both may
    be empty.
    """

    def __init__(self, sentence: str, position: str = "", command: str = "") -> None:
        super().__init__(sentence, position, command)
        self.sentence, self.position, self.command = sentence, position, command

    def __str__(self) -> str:
        shown = f"{SHOWN}\n{self.position}" if self.position else ""
        again = f"to see it again: {self.command}" if self.command else ""
        return "\n".join(filter(None, [self.sentence, shown, again]))


class Endless(Fault):
    """Games that do not end, so that whole games cannot be played."""


class Unchecked(Exception):
    """The reason why a check does not apply, in a few words."""


class Warned(Exception):
    """What to know about a check that found no error."""


class NoTime(Unchecked):
    """The same of a check that applies, but had no time.

    ``times`` is how many times as much time it needs, about; 0 if that is not known.
    """

    def __init__(self, sentence: str, times: float = 0.0) -> None:
        super().__init__(sentence)
        self.times = times


@dataclass(frozen=True)
class Checked:
    """The outcome of one check: its name, what was checked, or why nothing was."""

    name: str
    outcome: str  # OK, FAILED, UNCHECKED or WARNED
    told: str
    is_late: bool = False  # nothing was checked because there was no time

    def lines(self, width: int | None = 80) -> str:
        """Return the check as text, in lines of at most this width; None for one line."""
        line = f"{self.outcome:<11}  {self.name:<22}  {self.told}".rstrip()
        if width is None:
            return line
        return textwrap.fill(
            line, width, subsequent_indent=" " * 37, break_on_hyphens=False,
            replace_whitespace=False,
        )  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """An error that a check found: a sentence, the position, and how to see it again."""

    check: str
    sentence: str
    position: str = ""
    command: str = ""

    def __str__(self) -> str:
        sentence = f"check '{self.check}' failed: {self.sentence}"
        return str(Fault(sentence, self.position, self.command))


@dataclass(frozen=True)
class Report:
    """The result of all checks of a game or a strategy; print it to read it.

    ``findings`` are the errors to correct.  If there are none, it is :attr:`ok`.
    """

    subject: str  # "strategy 'bold' for pig", "game 'pig'"
    checks: tuple[Checked, ...]
    findings: tuple[Finding, ...]
    seconds: float
    facts: Mapping[str, Any] = field(default_factory=dict)  # figures measured, by name

    @property
    def ok(self) -> bool:
        """Whether no error was found."""
        return not self.findings

    def assert_ok(self) -> None:
        """Raise AssertionError with all findings, if there are any; for your own tests."""
        if not self.ok:
            raise AssertionError(f"{self.verdict()}\n\n{self.found()}")

    def verdict(self) -> str:
        """Return the result in a sentence."""
        outcomes = [check.outcome for check in self.checks]
        if self.ok:
            warned = "a warning, and " if WARNED in outcomes else ""
            late = sum(check.is_late for check in self.checks)
            but = f" (no time for {late} other{'s' if late > 1 else ''})" if late else ""
            return f"{self.subject}: {warned}all {outcomes.count(OK)} checks passed{but}"
        number = len(self.findings)
        return f"{self.subject}: {number} {'fault' if number == 1 else 'faults'} found"

    def found(self) -> str:
        """Return all findings as text, one below the other."""
        return "\n\n".join(map(str, self.findings))

    def data(self) -> dict[str, Any]:
        """Return the report as plain values for JSON."""
        return {
            "kind": "check",
            "subject": self.subject,
            "ok": self.ok,
            "checks": [asdict(check) for check in self.checks],
            "findings": [asdict(finding) for finding in self.findings],
            "facts": dict(self.facts),
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        lines = "\n".join(check.lines() for check in self.checks)
        return for_print("\n\n".join(filter(None, [lines, self.found(), self.verdict()])))

    __repr__ = __str__
