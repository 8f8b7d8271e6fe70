"""The question of a comparison: two sides, a measure, and how sure the verdict must be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Measure, Rules
from playout.engine.who.naming import by_name
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_count, read_seed, real_or_nan
from playout.engine.words.spelling import as_typed, named, within
from playout.questions import asked
from playout.questions.asked import read_error
from playout.questions.compare.pairing import (
    Exchanged,
    Side,
    TwoTables,
    comparable,
    crossed,
    top_of,
)
from playout.questions.parameter_tables import COMPARE
from playout.report.figures import readable_name
from playout.report.words import listed, option_text

RATE_MARGIN = 0.005  # of rates and shares, if none is given: half a percentage point
MOST_PLACES = 2**62  # values that a difference may have, in parts: they are 64-bit


@dataclass(frozen=True)
class Asked(asked.Asked):
    """Two sides that play the same deals until a verdict."""

    question = COMPARE
    sides: tuple[Side, Side]
    names: tuple[str, str]  # of their strategies
    measure: Measure
    margin: float | None  # smaller differences do not matter; None: every one does
    error: float  # the chance of a wrong verdict, at most
    max_games: int  # deals; each is played twice
    seed: int

    @property
    def game(self) -> Game:
        return self.sides[0].rules.game

    @cached_property
    def same_rules(self) -> bool:
        """Whether the sides differ in their strategies alone."""
        a, b = self.both_rules
        return a.values == b.values

    @property
    def exchanged(self) -> bool:
        """Whether A and B play against each other, and then once more with seats exchanged."""
        against = self.measure.per_seat or self.measure.seat is not None
        against = against and self.sides[0].rules["players"] != 1
        return (
            self.same_rules
            and against
            and all(len(set(_player_values(side))) == 1 for side in self.sides)
        )

    @cached_property
    def pairing(self) -> TwoTables | Exchanged:
        """How a deal is played twice."""
        if not self.exchanged:
            return TwoTables(self.sides, self.measure)
        rules, (a, b) = self.sides[0].rules, (side.players[0] for side in self.sides)
        if self.measure.seat is None:
            return Exchanged(rules, a, b, self.measure)
        return TwoTables(crossed(rules, a, b, self.measure.seat), self.measure)

    @property
    def both_rules(self) -> tuple[Rules, Rules]:
        """The rules of A and of B."""
        a, b = self.sides
        return a.rules, b.rules

    @classmethod
    def keywords(cls, canonical: Mapping[str, Any]) -> dict[str, Any]:
        a, b = canonical["strategies"]
        a_rules, b_rules = map(dict, canonical["rules"])
        known = {name: canonical[name] for name in ("measure", "error", "seed")}
        margin = canonical["margin"] or 0
        return {"a": a, "b": b, "a_rules": a_rules, "b_rules": b_rules, "margin": margin, **known}

    def command_value(self, name: str) -> Any:
        """The value of a parameter as the command says it: what is the same of both sides once."""
        (a, b), (for_a, for_b) = self.names, self.both_rules

        def joined(rules: Rules) -> str:
            # Also what follows from that and differs, as the sentence says it.
            options = {**rules.needed_options(), **{name: rules[name] for name in self.apart[1]}}
            return ",".join(f"{name}={value}" for name, value in options.items())

        sides = {
            "strategy": a if a == b else None,
            "a": None if a == b else a,
            "b": None if a == b else b,
            "rules": for_a if self.same_rules else None,
            "a_rules": None if self.same_rules else joined(for_a),
            "b_rules": None if self.same_rules else joined(for_b),
            "margin": self.margin or 0,
        }
        return sides[name] if name in sides else super().command_value(name)

    @property
    def wanted(self) -> str:
        """The value of the measure that players want: lowest, highest, or "" for neither."""
        against = self.exchanged and self.measure.seat is not None
        return "highest" if against else self.measure.wanted

    @property
    def title(self) -> str:
        return " or ".join(map(readable_name, self.labels))

    @property
    def apart(self) -> tuple[bool, list[str]]:
        """How the sides differ: whether in their strategies, and in which rule options."""
        a, b = self.both_rules
        # Those that follow from others come last: with other rows, other columns.
        options = dict.fromkeys([*a.needed_options(), *b.needed_options(), *a.values])
        one, other = (_player_values(side) for side in self.sides)
        if len(one) != len(other):  # with more players, more have the same strategy
            one, other = (list(dict.fromkeys(values)) for values in (one, other))
        return one != other, [name for name in options if a[name] != b[name]]

    @property
    def labels(self) -> tuple[str, str]:
        """How the sides are told apart: by strategy, by rules, or by both."""
        strategies, options = self.apart
        a, b = (
            [
                *([name] if strategies else []),
                *(option_text(o, side.rules.label(o)) for o in options),
            ]
            for name, side in zip(self.names, self.sides, strict=True)
        )
        return ", ".join(a), ", ".join(b)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked comparison; ``strategy`` and rule options hold for both sides.

        The measure defaults to the game's first, the margin to RATE_MARGIN for a rate or a share
        and to none for a mean.
        """
        words, options = cls.question.read(given)
        own = {
            name: read_rules(find_game(game), name, getattr(words, name))
            for name in ("a_rules", "b_rules")
        }
        a = _name(game, words.a, {**options, **own["a_rules"]})
        b = _name(game, words.b, {**options, **own["b_rules"]})
        both = _name(game, words.strategy, options)
        for name, player in {"a": a, "b": b, "strategy": both}.items():
            if player is not None and not player.strip():
                raise PlayoutError(f"{named(name)} needs a value: the name of a strategy")
        usual = both or find_game(game).default_strategy
        if both is None and (a is None) != (b is None):
            missing, other = ("b", "a") if b is None else ("a", "b")
            raise PlayoutError(
                f"{named(missing)} is missing: a comparison needs two strategies. {other.upper()} "
                f"is {a or b}; to compare it with another strategy, add "
                f"{as_typed(missing, usual if usual != (a or b) else 'random')}"
            )
        if both is not None and a is not None and b is not None:
            raise PlayoutError(
                f"{as_typed('strategy', both)}: leave this out, because {named('a')} and "
                f"{named('b')} already say who plays"
            )
        for name, rules in own.items():
            for option in rules:
                if option in options:
                    raise PlayoutError(
                        f"{option} is in {named(name)} and also given for both sides; give it only "
                        "once"
                    )
        sides = {**options, **own["a_rules"]}, {**options, **own["b_rules"]}
        return asked_of(game, (a or usual, b or usual), sides, words)


ask = Asked.ask


def _name(game: str, given: object, options: Mapping[str, object]) -> str | None:
    """A strategy, or a line-up "a+b", by its name."""
    named = by_name(game, given, options)
    return "+".join(map(str, named)) if isinstance(named, list) else named


def asked_of(
    game: str,
    names: tuple[str, str],
    rules: tuple[Mapping[str, object], Mapping[str, object]],
    words: Any,
) -> Asked:
    """A checked comparison from a strategy and all rule options of each side.

    ``words`` have a measure, margin, error, max_games and seed as they are asked for.
    """
    found = find_game(game)
    for_a, for_b = (found.with_options(options) for options in rules)
    a, b = Side(for_a, find_players(for_a, names[0])), Side(for_b, find_players(for_b, names[1]))
    asked = Asked(
        (a, b),
        (names[0].strip(), names[1].strip()),
        found.quantity(words.measure, max(int(side["players"]) for side in (for_a, for_b))),
        None,
        read_error(words.error),
        read_count(words.max_games, "max_games"),
        read_seed(words.seed),
    )
    if any(asked.measure.top(side.rules) is None for side in asked.sides):
        raise PlayoutError(
            f"{as_typed('measure', asked.measure.name)}: cannot be compared, because {game} "
            f"sets no largest value for it{_instead(asked, asked.same_rules)}"
        )
    if asked.same_rules and _player_values(a) == _player_values(b):
        raise PlayoutError(
            f"A and B are the same: {names[0]} with the same rules; give them different strategies "
            "or different rules"
        )
    _check_seats(asked)
    largest = max(top_of(asked.measure, side.rules) for side in asked.sides)
    if sum(asked.pairing.tops) > MOST_PLACES:
        raise PlayoutError(
            f"{as_typed('measure', asked.measure.name)}: cannot be compared, because with these "
            f"rules it can be as large as {largest:,.0f}; a difference may have at most "
            f"{MOST_PLACES:,} values"
        )
    return replace(asked, margin=_margin(words.margin, asked.measure, largest))


def read_rules(
    game: Game, name: str, given: str | Mapping[str, object] | None
) -> dict[str, object]:
    """The rule options of one side, which are known by the name of their parameter.

    They are "min_cards=1,hints=marks", or names and values.
    """
    rules = dict(given) if isinstance(given, Mapping) else _split(name, given)
    with within(name):
        for option, value in rules.items():
            if value is not None:
                game.option(option).read(value)
    return rules


def _split(name: str, given: str | None) -> dict[str, object]:
    """The rule options of a text."""
    if given is None:
        return {}
    if not isinstance(given, str):
        raise PlayoutError(
            f"{as_typed(name, given)}: must be rules such as min_cards=1,hints=marks, or a dict of "
            "them"
        )
    rules: dict[str, object] = {}
    for part in given.split(","):
        option, equals, value = (text.strip() for text in part.partition("="))
        if not option or not equals or not value:
            raise PlayoutError(
                f"{as_typed(name, given)}: must be rules such as min_cards=1,hints=marks"
            )
        key = option.replace("-", "_")
        if key in rules:
            raise PlayoutError(f"{as_typed(name, given)}: {key} is given twice")
        rules[key] = value
    return rules


def _player_values(side: Side) -> list[tuple[int, tuple[float, ...]]]:
    """Return the players with standard names, so that other names of one strategy are equal."""
    return [(id(player.strategy), player.values) for player in side.players]


def _instead(asked: Asked, with_shares: bool = False) -> str:
    """Which measures these sides can be compared by; "" if none."""
    names = comparable(asked.sides[0].rules, with_shares)
    return f"; use {named('measure')} {listed(names, 'or')} instead" if names else ""


def _check_seats(asked: Asked) -> None:
    """Whether this measure says anything about these sides."""
    measure = asked.measure
    if not measure.per_seat or asked.exchanged:
        return
    if all(side.rules["players"] == 1 for side in asked.sides):
        if measure.kind == "share":
            raise PlayoutError(
                f"{as_typed('measure', measure.name)}: a single player always wins{_instead(asked)}"
            )
        return
    if asked.same_rules:
        several = [len(set(_player_values(side))) > 1 for side in asked.sides].index(True)
        raise PlayoutError(
            f"{as_typed('ab'[several], asked.names[several])}: A and B play against each other at "
            "one table, so each of them must be one strategy and not one for each seat"
        )
    if measure.kind == "share":
        raise PlayoutError(
            f"{measure.name} cannot be compared here: with different rules, A and B play at "
            f"different tables, and each table has a winner whatever they do{_instead(asked)}"
        )


def _margin(given: object, measure: Measure, largest: float) -> float | None:
    """The margin in the measure's unit; 0 says that there is none."""
    if given is None:
        return RATE_MARGIN if measure.is_rate else None
    number = real_or_nan(given)
    if not 0 <= number < largest:
        raise PlayoutError(
            f"{as_typed('margin', given)}: must be a difference of {measure.name} that is too "
            f"small to matter: at least 0 (every difference matters) and below {largest:g}"
        )
    return number or None
