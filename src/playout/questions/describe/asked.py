"""The question that describes a game: who plays it, which strategies are compared, what changes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from playout.engine.find.games import find_game, need_choices, strategies
from playout.engine.game.game import Game, Measure, Option, Player, Rules, Value, line_up
from playout.engine.game.stored import is_stored
from playout.engine.who.naming import by_name
from playout.engine.who.references import (
    allowed_players,
    find_allowed_player,
    find_players,
    players_to_compare,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import brief, read_each
from playout.engine.words.spelling import as_typed, named
from playout.questions import asked
from playout.questions.design_tables import DESCRIBE
from playout.questions.knock_outs import read_knock_outs
from playout.questions.repeated_deals import RepeatedDeals
from playout.report.figures import readable_name

NONE = "none"  # in place of levels, or of changes
GAMES, FEW_GAMES = 10_000, 500  # by default: of a game in compiled code, and in plain Python
MOST_LEVELS = 6  # strategies that are compared by default
MOST_CHANGES = 40  # of rules by default
MOST_WORDS = 3  # other values of an option whose values are words
PART = 10  # a number is changed by one, or by a tenth of it
REPEATS = 2  # of each deal by each strategy


@dataclass(frozen=True)
class Levels(RepeatedDeals):
    """The strategies that are compared: each has one seat against the same opponents, or all."""

    rules: Rules
    players: tuple[Player, ...]
    against: Player | None
    measure: Measure
    seed: int
    repeats: int = REPEATS


@dataclass(frozen=True)
class Change:
    """One change of the rules, or of who plays."""

    name: str  # of a rule option, or "strategy"
    value: Value
    before: Value
    rules: Rules
    players: tuple[Player, ...]


@dataclass(frozen=True)
class Asked(asked.Asked):
    """The players, the strategies compared, and the changes, one at a time."""

    question = DESCRIBE
    rules: Rules
    players: tuple[Player, ...]  # one for each seat
    levels: tuple[Player, ...]  # two or more, or none
    knock_outs: tuple[str, ...]  # "goal=110"
    games: int  # of each part
    seed: int

    @property
    def title(self) -> str:
        return f"described, played by {readable_name(line_up(self.players))}"

    @property
    def measure(self) -> Measure:
        """The measure that the game is about: of rivals the share of a win, else the first."""
        return main_measure(self.rules)

    @property
    def win(self) -> Measure | None:
        """The share of a win that each seat has; None if players are not rivals."""
        return self.measure if self.measure.kind == "share" and len(self.players) > 1 else None

    @property
    def standing(self) -> Measure | None:
        """The measure that says who is ahead during a game: points, or else the share of a win.

        The share only if the rules say what it is before the end (``standing``).
        """
        if len(self.players) < 2 or self.game.cooperative:
            return None
        points = [m for m in self.game.measures if m.kind == "mean" and m.per_seat and m.wanted]
        rules = self.game.rules if self.game.compiled else self.game.rules.source
        return next(iter(points), self.win if hasattr(rules, "standing") else None)

    @cached_property
    def compared(self) -> Levels | None:
        """The strategies that are compared; None if there are not two."""
        if len(self.levels) < 2 or not can_compare(self.rules):
            return None
        against = None if self.game.cooperative else self.opponent
        return Levels(self.rules, self.levels, against, self.measure, self.seed)

    @property
    def opponent(self) -> Player:
        """Who has the other seats where strategies are compared: the one that plays, if it is
        one, else the game's default strategy."""
        if len({player.reference for player in self.players}) == 1:
            return self.players[0]
        return find_allowed_player(self.rules, self.game.default_strategy)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The changes, laid out."""
        read = read_knock_outs(self.game.name, list(self.knock_outs))
        changes = tuple(_change(self.rules, self.players, name, value) for name, value in read)
        for k, change in enumerate(changes):
            label = as_typed("knock_out", f"{change.name}={change.value}")
            if (change.rules, change.players) == (self.rules, self.players):
                raise PlayoutError(f"{label}: this is the game being described, without a change")
            if change in changes[:k]:
                raise PlayoutError(f"{label}: this change is given twice")
        return changes

    def command_value(self, name: str) -> Any:
        """The value of a parameter as the command says it; None if it is the usual one."""
        stored = is_stored(self.game)  # whose strategies are not known here
        if name == "levels":
            known = not stored and self.levels == usual_levels(self.rules)
            return None if known else ",".join(p.reference for p in self.levels) or NONE
        if name == "knock_out":
            known = not stored and self.knock_outs == usual_changes(self.rules, self.players)
            return None if known else list(self.knock_outs) or [NONE]
        return super().command_value(name)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question.

        ``levels`` are strategies from weak to strong, or "none"; ``knock_out`` changes, as
        "goal=110", or "none".  By default the game names the levels, and each rule option is
        changed to its neighbouring values.
        """
        words, options = cls.question.read(given)
        found = find_game(game)
        rules = found.with_options(options)
        strategy = (
            by_name(found.name, words.strategy, rules.needed_options()) or found.default_strategy
        )
        players = find_players(rules, strategy)
        made = cls(
            rules,
            players,
            _levels(rules, words.levels),
            _changes(rules, players, words.knock_out),
            usual_games(found) if words.games is None else words.games,
            words.seed,
        )
        _ = made.changes  # PlayoutError for one that cannot be made
        return made


ask = Asked.ask


def usual_games(game: Game) -> int:
    """How many games are played if no number is given."""
    return GAMES if game.compiled else FEW_GAMES


def main_measure(rules: Rules) -> Measure:
    """The measure that a game is about: of rivals the share of a win, else the first."""
    game, players = rules.game, int(rules["players"])
    shares = [one for one in game.measures if one.kind == "share" and one.per_seat]
    return shares[0] if shares and players > 1 else game.quantity(None, players)


def can_compare(rules: Rules) -> bool:
    """Whether the main measure says how well one strategy does: it is that of all, or of a seat."""
    game, players = rules.game, int(rules["players"])
    measure = main_measure(rules)
    of_two = measure.seat is not None and measure.is_rate and players == 2
    of_one = measure.per_seat or players == 1 or of_two
    return measure.kind != "category" and (game.cooperative or of_one)


def usual_levels(rules: Rules) -> tuple[Player, ...]:
    """The strategies that the game names, from weak to strong, or all that are fast.

    Those that cannot play by these rules are left out.  Empty if fewer than two are left.
    """
    game = rules.game
    names: Sequence[str] = game.ladder
    if not names:
        names = [one.name for one in strategies(game.name) if not one.blueprint]
        names = sorted(names, key=lambda name: name != "random")[:MOST_LEVELS]
    players = allowed_players(rules, names)
    return players if len(players) > 1 else ()


def _levels(rules: Rules, given: Any) -> tuple[Player, ...]:
    if given is None:
        return usual_levels(rules)
    if given in (NONE, [], ()):
        return ()
    need_choices(rules.game, f"levels = {brief(given)}")
    players = players_to_compare(rules, by_name(rules.game.name, given, rules.needed_options()))
    if len(players) < 2:
        raise PlayoutError(
            f"{as_typed('levels', given)}: must be at least two strategies, or {NONE}"
        )
    if not can_compare(rules):
        raise PlayoutError(
            f"{named('levels')}: strategies of {rules.game.name} cannot be compared, because no "
            f"measure belongs to one seat; write {as_typed('levels', NONE)}"
        )
    return players


def usual_changes(rules: Rules, players: Sequence[Player]) -> tuple[str, ...]:
    """Each rule option with its neighbouring values, as far as the players can play by them.

    A number becomes one less and one more, or a tenth of it if that is more; a word each of up to
    three other words.  The number of players and texts, as boards, stay.
    """
    changes = []
    for option in rules.game.options:
        if option.name == "players" or option.text is not None:
            continue
        for value in _neighbours(option, rules[option.name]):
            with suppress(PlayoutError):
                change = _change(rules, players, option.name, value)
                if not _is_another_game(option, rules, change.rules):
                    changes.append(f"{option.name}={value}")
    return tuple(changes[:MOST_CHANGES])


def _is_another_game(option: Option, rules: Rules, changed: Rules) -> bool:
    """Whether a change is none, or more than a step of one option.

    A number that follows from others unless it is given may turn them off: a game of Mexican Train
    with 900 rounds has no target of points, and is a hundred times as long.
    """
    others = [one.name for one in rules.game.options if one.name != option.name]
    follows = option.default is None and not option.choices
    differ = any(rules[name] != changed[name] for name in others)
    return changed == rules or (follows and differ)


def _neighbours(option: Option, value: Any) -> list[Value]:
    """Other values of an option, as it reads them."""
    if option.choices:
        return list[Value]([word for word in option.choices if word != value][:MOST_WORDS])
    step = 1 / PART if option.is_chance else max(1, round(int(value) / PART))
    near = [round(value - step, 6), round(value + step, 6)]
    return [one for one in near if option.low <= one <= option.high]


def _change(rules: Rules, players: Sequence[Player], name: str, value: Value) -> Change:
    """A change laid out; PlayoutError if the same players cannot play by it."""
    if name == "seats":
        raise PlayoutError(
            f"{named('knock_out')} seats=...: to change the players, write strategy=a+b"
        )
    game, line = rules.game, line_up(players)
    if name == "strategy":
        return Change(name, value, line, rules, find_players(rules, str(value)))
    changed = game.with_options({**rules.needed_options(), name: value})
    if int(changed["players"]) != len(players) and len({*players}) == 1:
        line = players[0].reference
    same = find_players(changed, line)
    return Change(name, changed.label(name), rules.label(name), changed, same)


def _changes(rules: Rules, players: Sequence[Player], given: Any) -> tuple[str, ...]:
    if given is None or given == []:
        return usual_changes(rules, players) if given is None else ()
    each = read_each("knock_out", given)
    if NONE in each:
        if len(each) > 1:
            raise PlayoutError(
                f"{as_typed('knock_out', NONE)}: cannot be combined with other changes"
            )
        return ()
    return tuple(f"{name}={value}" for name, value in read_knock_outs(rules.game.name, each))
