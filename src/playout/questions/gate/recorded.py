"""Games that a gate has recorded, beside which later games with the same deals are judged.

What a version of a game or strategy has made of each deal is in a run file, so that another version
can play the same deals: in another program, with other code of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from playout.engine.words.errors import PlayoutError, suggest
from playout.questions.answers import answer_in
from playout.questions.targets.tables import Part, difference_range
from playout.questions.targets.targets import Term
from playout.runner.ledger import Ledger
from playout.stats.tally import Counts

ENDING = ".run"


@dataclass(frozen=True)
class Recorded:
    """The value of each game of an expectation, in a run file."""

    file: str
    name: str  # of the expectation
    seed: int
    games: int
    unit: int
    low: float
    top: float
    digest: str  # of the values

    @cached_property
    def values(self) -> Counts:
        """The values; PlayoutError if they are no longer those that were read first."""
        values = _read(self.file)[1][self.name]
        if _digest(values) != self.digest:
            raise PlayoutError(f"{self.file}: these are not the games that this gate began with")
        return values

    def part_of(self, part: Part) -> Part:
        """What was recorded, of the same term."""
        return replace(part, unit=self.unit, low=self.low, top=self.top)

    def difference_from(self, part: Part) -> Part:
        """The values of a game minus those that were recorded of the same deal."""
        apart = difference_range(part, self.part_of(part))
        return replace(part, unit=apart.unit, low=apart.low, top=apart.top)


def recorded_in(file: str, name: str, term: Term) -> Recorded:
    """The games of an expectation in a run file; PlayoutError if it has none of the same number.

    It has this name, or is the only one of this number, perhaps of other players.
    """
    asked, counted = _read(file)
    number = _number(term)
    terms = {one.name: number_of(one) for one in asked.expectations}
    if name not in terms:
        same = [other for other, there in terms.items() if there == number]
        if len(same) != 1:
            raise PlayoutError(f"{file}: has no expectation '{name}': {suggest(name, terms)}")
        (name,) = same
    if terms[name] != number:
        raise PlayoutError(f"{file}: '{name}' was recorded for {terms[name]}, not for {number}")
    part = asked.named(name).setting.columns[-1]
    values = counted[name]
    return Recorded(
        file, name, asked.seed, len(values), part.unit, part.low, part.top, _digest(values)
    )


def number_of(expectation: Any) -> str:
    """Which number of a game an expectation is about, whoever plays."""
    return _number(expectation.setting.columns[-1].term)


def _number(term: Term) -> str:
    return str(replace(term, strategy="", against=""))


def _read(file: str) -> tuple[Any, dict[str, Counts]]:
    """What was asked in a run file, and the value of each game of its expectations by name."""
    answer = answer_recorded(Path(file))
    if answer is None:
        raise PlayoutError(
            f"{file}: there is no such file; to record it: playout gate FILE --record {file}"
        )
    found = answer.found
    names = [one.name for one in found.asked.expectations]
    values = (played.values for played in found.counted)
    return found.asked, dict(zip(names, values, strict=True))


def answer_recorded(path: Path) -> Any:
    """The answer of a file of recorded games; None if there is no such file.

    PlayoutError if the file is something else.
    """
    if not path.exists():
        return None
    answer: Any = None
    with Ledger.open(path) as ledger:
        answer = answer_in(ledger) if ledger.kind == "gate" else None
    if answer is None or not answer.found.asked.record:
        raise PlayoutError(
            f"{path}: this is a saved run, but not of games recorded with playout gate FILE "
            "--record; name another file"
        )
    return answer


def _digest(values: Counts) -> str:
    return blake2b(values.astype(np.int64).tobytes(), digest_size=16).hexdigest()
