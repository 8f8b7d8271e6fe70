"""The question of which rules make a game what somebody wants: what varies, and what is wanted."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Rules, Value
from playout.engine.who.naming import by_name
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_braces, read_each, read_values
from playout.engine.words.spelling import as_typed, named, within
from playout.questions import asked
from playout.questions.asked import read_error
from playout.questions.design_tables import TUNE
from playout.questions.targets.tables import Setting, check_shares
from playout.questions.targets.targets import Goal, Target, read_goal, read_target

MOST_SETTINGS = 20_000
MOST_RACED = 2_000
GAMES = 100_000  # of each setting by default
PLAIN_GAMES, FEW_GAMES = 120_000, 2_000  # of all and of each, of a game in plain Python
STRATEGY = "strategy"  # varies as a rule option does
NUMBER = re.compile(r"(?<![a-z_\d])[-+]?\d*\.?\d+")
Aims = Literal["highest", "lowest"]


@dataclass(frozen=True, eq=False)
class Asked(asked.Asked):
    """A checked question; its settings are laid out."""

    question = TUNE
    rules: Rules  # those of today; what varies has its default
    strategy: str
    parameters: str  # the strategy that varies, its values in braces; "": none does
    vary: tuple[tuple[str, tuple[Value, ...]], ...]  # an option, or "strategy", and its values
    targets: tuple[Target, ...]
    best: Goal | None  # what should be as high, or as low, as possible
    wanted: Aims
    error: float  # the chance that anything said of any setting is wrong, at most
    max_games: int  # of each setting
    seed: int

    @property
    def title(self) -> str:
        wanted = [target.text for target in self.targets]
        wanted += [] if self.best is None else [f"{self.wanted} {self.best}"]
        return f"{', '.join(name for name, _ in self.vary)} for {', '.join(wanted)}"

    @property
    def sign(self) -> int:
        """1 if the best is the highest, -1 if it is the lowest."""
        return 1 if self.wanted == "highest" else -1

    @cached_property
    def goals(self) -> list[Goal]:
        """What is counted: of each target, and last of what should be highest or lowest."""
        return [*(one.goal for one in self.targets), *([] if self.best is None else [self.best])]

    @cached_property
    def laid(self) -> tuple[list[Setting], list[str]]:
        """All settings that can be played, and why others cannot."""
        settings, why = list[Setting](), list[str]()
        names = [name for name, _ in self.vary]
        for values in itertools.product(*(values for _, values in self.vary)):
            chosen = dict(zip(names, values, strict=True))
            try:
                settings.append(self._setting(chosen))
            except PlayoutError as error:
                why.append(str(error))
        if not settings:
            raise PlayoutError(why[0])
        return settings, why

    @property
    def settings(self) -> list[Setting]:
        """All settings that can be played, the first option varying slowest."""
        return self.laid[0]

    @property
    def is_race(self) -> bool:
        """Whether all settings play; of very many only some are tried."""
        return len(self.settings) <= MOST_RACED

    def _setting(self, chosen: Mapping[str, Value]) -> Setting:
        options = {name: value for name, value in chosen.items() if name != STRATEGY}
        rules = self.game.with_options({**self.rules.needed_options(), **options})
        values = {
            name: value if name == STRATEGY else rules.label(name) for name, value in chosen.items()
        }
        strategy = str(chosen.get(STRATEGY, self.strategy))
        usual, compares = self.game.default_strategy, self.best is not None
        return Setting(rules, values, strategy, usual, self.goals, compares)

    @cached_property
    def today(self) -> dict[str, Value]:
        """What varies, as it is today."""
        return {
            name: self.strategy if name == STRATEGY else self.rules.label(name)
            for name, _ in self.vary
        }

    @cached_property
    def today_place(self) -> int | None:
        """The setting that is today's; None if it is none of them."""
        known = [k for k, one in enumerate(self.settings) if one.values == self.today]
        return known[0] if known else None

    def distance(self, k: int) -> tuple[int, float]:
        """How far a setting is from today's: the options that differ, and by how much of them."""
        changed, far = 0, 0.0
        for name, values in self.vary:
            here, before = self.settings[k].values[name], self.today[name]
            if here == before:
                continue
            changed += 1
            numbers = [value for value in (*values, before) if not isinstance(value, str)]
            if isinstance(here, str) or isinstance(before, str):
                far += 1.0
            else:
                far += abs(here - before) / (max(numbers) - min(numbers))
        return changed, far

    @cached_property
    def axes(self) -> npt.NDArray[np.float64]:
        """Each setting as a point: for each number that varies its place among all of them, from 0.

        Words, as those of an option with choices, have an axis each: 0.5 where they are, else 0, so
        two of them are one step apart.
        """
        columns = list[npt.NDArray[np.float64]]()
        for name, _ in self.vary:
            for values in _components([str(one.values[name]) for one in self.settings]):
                known, places = np.unique(values, return_inverse=True)
                if values.dtype.kind == "f":
                    columns.append(places.astype(float))
                else:
                    columns += [np.where(places == k, 0.5, 0.0) for k in range(len(known))]
        return np.stack(columns, axis=1)

    def neighbours(self, k: int) -> list[int]:
        """The settings that differ from one in a single option, or parameter, by one step of it."""
        steps = np.abs(self.axes - self.axes[k]).sum(axis=1)
        return [int(j) for j in np.flatnonzero(steps == 1)]

    def canonical(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "rules": [list(pair) for pair in self.rules.needed_options().items()],
            "strategy": self.parameters or self.strategy,
            "vary": [[name, list(values)] for name, values in self._options],
            "targets": [one.text for one in self.targets],
            "best": "" if self.best is None else str(self.best),
            "wanted": self.wanted,
            "error": self.error,
            "seed": self.seed,
        }

    @property
    def _options(self) -> list[tuple[str, tuple[Value, ...]]]:
        """What varies, without the parameters of the strategy."""
        return [one for one in self.vary if one[0] != STRATEGY or not self.parameters]

    @classmethod
    def keywords(cls, canonical: Mapping[str, Any]) -> dict[str, Any]:
        best = {"highest": "maximize", "lowest": "minimize"}[canonical["wanted"]]
        return {
            **dict(canonical["rules"]),
            "strategy": canonical["strategy"],
            "vary": dict(canonical["vary"]),
            "targets": canonical["targets"],
            best: canonical["best"] or None,
            "error": canonical["error"],
            "seed": canonical["seed"],
        }

    def command_value(self, name: str) -> Any:
        best = None if self.best is None else str(self.best)
        usual = None if STRATEGY in dict(self._options) else self.strategy
        values = {
            "strategy": self.parameters or usual,
            "vary": [f"{name}={_joined(values)}" for name, values in self._options] or None,
            "targets": [one.text for one in self.targets],
            "maximize": best if self.wanted == "highest" else None,
            "minimize": best if self.wanted == "lowest" else None,
        }
        return values[name] if name in values else super().command_value(name)

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question; rule options hold for all settings."""
        words, options = cls.question.read(given)
        found = find_game(game)
        vary = _read_vary(found, words.vary)
        strategy, parameters, several = _read_strategy(found, words.strategy, options)
        if several:
            if any(name == STRATEGY for name, _ in vary):
                raise PlayoutError(f"{named('strategy')} varies twice; give its values only once")
            vary = (*vary, (STRATEGY, several))
        for name, _ in vary:
            if options.get(name) is not None:
                raise PlayoutError(f"{name} varies and is also given as a fixed rule; use one")
        count = math.prod(len(values) for _, values in vary)
        if count > MOST_SETTINGS:
            raise PlayoutError(
                f"{named('vary')}: {count:,} settings; at most {MOST_SETTINGS:,} are allowed, so "
                "give fewer values"
            )
        if count < 2:
            raise PlayoutError(
                f"{named('vary')} is missing: name an option of the rules and its values, such as "
                f"{as_typed('vary', example(found))}"
            )
        texts = [] if words.targets is None else list(read_each("targets", words.targets))
        rules = found.with_options(options)
        targets = tuple(read_target(rules, text) for text in texts)
        best, wanted = _read_best(rules, words.maximize, words.minimize)
        if not targets and best is None:
            raise PlayoutError(
                f"{named('targets')} is missing: say what you want, such as "
                f"{as_typed('targets', f'{found.measures[0].name}=50%±2')}, or "
                f"{as_typed('maximize', found.measures[0].name)}"
            )
        made = cls(
            rules,
            strategy,
            parameters,
            vary,
            targets,
            best,
            wanted,
            read_error(words.error),
            words.max_games or 0,
            words.seed,
        )
        if words.max_games is None:
            made = replace(made, max_games=usual_games(made.settings))
        for number in range(len(made.goals)):
            check_shares(made.settings, number)
        return made


ask = Asked.ask


def usual_games(settings: Sequence[Setting]) -> int:
    """How many games each setting may have if no number is given."""
    if settings[0].rules.game.compiled:
        return GAMES
    few = PLAIN_GAMES // sum(len(one.tables) for one in settings)
    return int(float(f"{min(max(few, FEW_GAMES), 10 * FEW_GAMES):.2g}"))


def _read_vary(game: Game, given: object) -> tuple[tuple[str, tuple[Value, ...]], ...]:
    """What varies: texts such as "hand=4..9", or names with their values."""
    pairs: list[tuple[str, object]] = []
    if isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        for text in [] if given is None else read_each("vary", given):
            name, equals, values = str(text).partition("=")
            if not equals or not name.strip() or not values.strip():
                raise PlayoutError(
                    f"{as_typed('vary', text)}: must be an option and its values, such as "
                    f"{example(game)}"
                )
            pairs.append((name.strip().replace("-", "_"), values.strip()))
    read: dict[str, tuple[Value, ...]] = {}
    for name, given_values in pairs:
        if name in read:
            raise PlayoutError(f"{as_typed('vary', name)}: is given twice; give all values at once")
        read[name] = _values(game, name, given_values)
    return tuple(read.items())


def _values(game: Game, name: str, given: object) -> tuple[Value, ...]:
    each: list[Any] = []
    for one in read_each("vary", given):
        each += read_values(one, "vary") if isinstance(one, str) else [one]
    if name == STRATEGY:
        values: list[Value] = [str(by_name(game.name, one)) for one in each]
    else:
        with within("vary"):
            option = game.option(name)
            values = [option.read(one) for one in each]
    return tuple(dict.fromkeys(values))


def _read_strategy(
    game: Game, given: Any, options: Mapping[str, object]
) -> tuple[str, str, tuple[Value, ...]]:
    """The strategy; the one that varies, and all of its values: hold:at={15..30}."""
    if given is None:
        return game.default_strategy, "", ()
    text = by_name(game.name, given, options)
    text = "+".join(map(str, text)) if isinstance(text, list) else str(text)
    each = read_braces(text, "strategy", MOST_SETTINGS)
    if len(each) > 1:
        return game.default_strategy, text, tuple(each)
    if each != [text]:
        raise PlayoutError(f"{as_typed('strategy', text)}: give two values or more in the braces")
    return text, "", ()


def _components(texts: list[str]) -> list[npt.NDArray[Any]]:
    """The numbers in texts that differ in numbers alone, one after another; else the texts."""
    first, *others = {NUMBER.sub("#", text) for text in texts}
    if others or "#" not in first:
        return [np.array(texts)]
    numbers = np.array([NUMBER.findall(text) for text in texts], float)
    return list(numbers.T)


def _read_best(rules: Rules, maximize: object, minimize: object) -> tuple[Goal | None, Aims]:
    given = {"maximize": maximize, "minimize": minimize}
    asked_for = {name: one for name, one in given.items() if one is not None}
    if len(asked_for) > 1:
        raise PlayoutError(
            f"{named('maximize')} and {named('minimize')} exclude each other: use only one of them"
        )
    for name, one in asked_for.items():
        goal = read_goal(rules, str(one), name)
        if goal.terms[0].equal or goal.terms[0].part is not None:
            raise PlayoutError(f"{as_typed(name, one)}: must be a mean or a rate")
        return goal, "highest" if name == "maximize" else "lowest"
    return None, "highest"


def example(game: Game) -> str:
    """An option of a game with some of its values, as people write them."""
    for option in game.options:
        if option.choices:
            return f"{option.name}={','.join(map(str, option.choices[:2]))}"
        if option.text is None and option.low < option.high and not option.is_chance:
            low = max(option.low, int(option.default or option.low) - 1)
            return f"{option.name}={low}..{min(option.high, low + 2)}"
    return "strategy=random,greedy"


def _joined(values: tuple[Value, ...]) -> str:
    """Values as they are typed: whole numbers one after another as a range."""
    whole = [value for value in values if isinstance(value, int)]
    if len(whole) == len(values) > 2 and whole == list(range(whole[0], whole[-1] + 1)):
        return f"{whole[0]}..{whole[-1]}"
    return ",".join(map(str, values))
