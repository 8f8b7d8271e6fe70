"""What is asked: a game, rules, the factors that vary, how many games, which seed."""

from __future__ import annotations

import itertools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game, Player, Rules
from playout.engine.registry import find_game, find_player

_SUFFIXES = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}


def read_count(text: object) -> int:
    """A number of games from 100000, "100_000", "100k", "1.5M" or "1e6"."""
    found = re.fullmatch(r"([0-9_]*\.?[0-9_]+(?:e[0-9]+)?)([kMG]?)", str(text).strip())
    number = float(found[1].replace("_", "")) * _SUFFIXES[found[2]] if found else 0.0
    if found is None or number < 1 or number != int(number):
        raise PlayoutError(
            f"games = {text}: a whole number of at least 1 is needed, as 5000 or 100k"
        )
    return int(number)


def read_values(text: str) -> list[str]:
    """The values of a factor on the command line: "3", "1,2,5" or "1..5"."""
    found = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", text.strip())
    if found:
        low, high = int(found[1]), int(found[2])
        if low > high or high - low >= 1000:
            raise PlayoutError(f"'{text}': a range goes up, as 1..5, by less than 1000")
        return [str(value) for value in range(low, high + 1)]
    return [part.strip() for part in text.split(",") if part.strip()]


Count = Annotated[int, BeforeValidator(read_count)]


class Plot(BaseModel):
    """How a study's results are drawn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["lines", "bars", "distribution"] = "lines"
    measure: str = "win"
    x: str = "players"
    lines: str = "strategy"


class Spec(BaseModel):
    """A question as data; every field can stand in a study's TOML file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    games: Count = 10_000  # per cell
    seed: int = Field(default=1, ge=0, lt=2**63)
    factors: dict[str, list[int | str]] = {}  # rule option, or "strategy", -> its values
    rules: dict[str, int | str] = {}  # rule option -> its one value
    # What a report says of it:
    title: str = ""
    question: str = ""
    answer: str = ""  # a Jinja template over the results
    notes: str = ""
    plots: list[Plot] = [Plot()]
    published: list[dict[str, int | float | str]] = []  # somebody else's numbers, cell by cell
    raw: str = ""  # write every game's value of this measure too

    @field_validator("factors", mode="before")
    @classmethod
    def _lists(cls, value: Any) -> Any:
        if isinstance(value, dict):
            for name, values in value.items():
                if not isinstance(values, list) or not values:
                    raise ValueError(f"factors.{name} must be a list of values, as [1, 2, 3]")
        return value


@dataclass(frozen=True)
class Cell:
    """One combination of factor values: complete rules, and who plays."""

    factors: dict[str, int | str]  # as a table shows them: players, strategy, then what varies
    rules: Rules
    players: tuple[Player, ...]


def cells(spec: Spec) -> list[Cell]:
    """All combinations of the factors, the first factor varying slowest.

    Raises PlayoutError if any of them cannot be played.
    """
    game = find_game(spec.game)
    for name in spec.rules:
        if name in spec.factors:
            raise PlayoutError(f"{name} is both a factor and a fixed rule; it can be only one")
    names = ["players", "strategy", *spec.rules, *spec.factors]
    _check_names(game, names)
    fixed = {name: [value] for name, value in spec.rules.items()}
    choices = {"players": [1], "strategy": ["random"], **fixed, **spec.factors}
    if "strategy" not in spec.factors and "strategy" not in spec.rules:
        raise PlayoutError(f"no strategy is given; {suggest('', _strategy_names(game))}")
    return [
        _cell(game, dict(zip(choices, combination, strict=True)))
        for combination in itertools.product(*choices.values())
    ]


def _cell(game: Game, chosen: dict[str, Any]) -> Cell:
    player = find_player(game.name, str(chosen["strategy"]))
    rules = game.rules({name: value for name, value in chosen.items() if name != "strategy"})
    shown = {name: player.label if name == "strategy" else rules[name] for name in chosen}
    return Cell(shown, rules, (player,) * int(rules["players"]))


def _check_names(game: Game, names: list[str]) -> None:
    allowed = ["strategy", *(option.name for option in game.options)]
    for name in names:
        if name not in allowed:
            raise PlayoutError(f"{game.name} has no rule option '{name}': {suggest(name, allowed)}")


def _strategy_names(game: Game) -> list[str]:
    from playout.engine.registry import strategies

    return [strategy.name for strategy in strategies(game.name)]


def read_study(path: Path) -> Spec:
    """A study from its TOML file; one sentence with file, key and line if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlayoutError(f"{path}: cannot be read ({_why(error)})") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PlayoutError(f"{path}: this is not TOML: {error}") from None
    for name in data:
        if name not in Spec.model_fields:
            where = _line(text, name)
            raise PlayoutError(
                f"{path}{where}: unknown key '{name}': {suggest(name, Spec.model_fields)}"
            )
    try:
        spec = Spec(**data)
        cells(spec)
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(part) for part in first["loc"] if not str(part).endswith("]")]
        message = str(first["msg"]).removeprefix("Value error, ")
        raise PlayoutError(f"{path}{_line(text, *keys)}: {'.'.join(keys)}: {message}") from None
    except PlayoutError as error:
        word = re.match(r"(\w+)", str(error))
        raise PlayoutError(f"{path}{_line(text, word[1] if word else '')}: {error}") from None
    return spec


def _why(error: Exception) -> str:
    return error.strerror or str(error) if isinstance(error, OSError) else "it is not UTF-8 text"


def _line(text: str, *keys: str) -> str:
    """``, line 12`` for the first line that sets the last of the keys that is found."""
    for key in reversed(keys):
        for number, line in enumerate(text.splitlines(), 1):
            if re.match(rf"\s*\[*\s*\"?{re.escape(key)}\b", line) and key:
                return f", line {number}"
    return ""
