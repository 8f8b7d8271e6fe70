"""The question of whether a game keeps its promises: a list of expectations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.who.naming import by_name
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.questions import asked
from playout.questions.asked import read_error
from playout.questions.design_tables import GATE
from playout.questions.gate.expectations import Expectation, read_expectation
from playout.report.words import several


@dataclass(frozen=True, eq=False)
class Asked(asked.Asked):
    """Checked expectations."""

    question = GATE
    rules: Rules  # of all expectations that name no others
    strategy: str
    expectations: tuple[Expectation, ...]
    record: bool  # play all games, for later versions to be judged beside
    max_games: int  # of each expectation
    seed: int

    @property
    def title(self) -> str:
        return several(len(self.expectations), "expectation")

    def named(self, name: str) -> Expectation:
        """The expectation of this name."""
        return next(one for one in self.expectations if one.name == name)

    def canonical(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "rules": [list(pair) for pair in self.rules.needed_options().items()],
            "strategy": self.strategy,
            "expect": [{**one.given, "error": one.error} for one in self.expectations],
            "recorded": [one.recorded and asdict(one.recorded) for one in self.expectations],
            "record": self.record,
            "seed": self.seed,
        }

    @classmethod
    def keywords(cls, canonical: Mapping[str, Any]) -> dict[str, Any]:
        names = ("strategy", "expect", "recorded", "record", "seed")
        return {**dict(canonical["rules"]), **{name: canonical[name] for name in names}}

    def command(self, end: int) -> str:
        return ""  # its expectations are in a file

    def command_value(self, name: str) -> Any:
        values = {
            "expect": [one.target.text for one in self.expectations],
            "error": max(one.error for one in self.expectations),
        }
        return values[name] if name in values else super().command_value(name)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """Checked expectations; rule options hold for all of them."""
        words, options = cls.question.read(given)
        found = find_game(game)
        rules = found.with_options(options)
        error = read_error(words.error)
        strategy = found.default_strategy
        if words.strategy is not None:
            text = by_name(found.name, words.strategy, options)
            strategy = "+".join(map(str, text)) if isinstance(text, list) else str(text)
        texts = words.expect
        if isinstance(texts, str | Mapping):
            texts = [texts]
        if not isinstance(texts, Iterable) or not (texts := list(texts)):
            first = found.measures[0]
            seat = "(seat 1)" if first.per_seat else ""
            raise PlayoutError(
                f"{named('expect')} is missing: say what you expect, such as "
                f"{first.name}{seat}=50%±2"
            )
        record = words.record in (True, "true")
        expectations = [
            read_expectation(found, options, strategy, one, number, error, record, there)
            for number, (one, there) in enumerate(zip_longest(texts, words.recorded or ()), 1)
        ]
        if record:
            expectations = [one for one in expectations if one.file]
            if not expectations:
                raise PlayoutError(
                    "there is nothing to record, because no expectation is compared with recorded "
                    "games; add one with a line such as same_as = 'old.run'"
                )
        names = [one.name for one in expectations]
        for name in names:
            if names.count(name) > 1:
                raise PlayoutError(f"two expectations have the name '{name}'; give one a name")
        made = cls(rules, strategy, tuple(expectations), record, words.max_games, words.seed)
        for one in expectations:
            _check_recorded(made, one)
        return made


ask = Asked.ask


def _check_recorded(asked: Asked, one: Expectation) -> None:
    """Whether the recorded games of an expectation are the same deals."""
    games = one.recorded
    if games is None:
        return
    if games.seed != asked.seed:
        raise PlayoutError(
            f"{games.file} has other deals: its seed is {games.seed}, and that of this gate is "
            f"{asked.seed}; use the same seed, or record again: playout gate FILE --record "
            f"{games.file}"
        )
    if games.games < asked.max_games:
        raise PlayoutError(
            f"{as_typed('max_games', asked.max_games)}: {games.file} has only {games.games:,} "
            f"games; use no more, or record again: playout gate FILE --record {games.file}"
        )
