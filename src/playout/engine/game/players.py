"""Strategies, and the players that play them on the seats of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playout.engine.game.game import Rules

StrategyReference = str | Callable[[Any, Any], int]
"""A strategy: its name, or the function that declares it."""

PARAMETERS = 16  # most tunable numbers of a strategy
NOTES = 40  # words of memory that a strategy has during a game
OF_SEARCH = 32  # the first word of a search; its blueprint has those before


@dataclass(frozen=True, eq=False)
class Strategy:
    """A way of playing: a plain function ``(view, rng) -> move`` with its declaration."""

    game: str
    name: str
    function: Callable[[Any, Any], int]
    parameters: Mapping[str, float]  # tunable numbers and their defaults
    compiled: bool  # False: plain Python that may use any library, on the slow path
    summary: str  # first line of its docstring
    check: Callable[[Rules], None] | None = None  # raises PlayoutError for other rules
    aliases: tuple[str, ...] = ()  # other names
    hint: Callable[[Any, int], int] | None = None  # its marks for the others (engine/play/hints.py)
    file: str = ""  # where it was declared; its functions may come from another
    module: str = ""  # where it was declared
    allowed: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # ranges of parameters
    uses_chance: bool = True  # False: promises to draw no random numbers; tests hold it to that
    lookup: Callable[[Rules], Any] | None = None  # its table, float64[size] (engine/play/lookup.py)
    blueprint: str = ""  # of a search: the strategy that it starts from

    @property
    def is_ours(self) -> bool:
        """Whether it comes with Playout, so that our tests check it."""
        return self.module.partition(".")[0] == "playout"


@dataclass(frozen=True)
class Alias:
    """Other names that a game has for a strategy with its parameters."""

    names: tuple[str, ...]  # the first is the one that lists show
    reference: str  # the strategy, as a user writes it: "search:worlds=25"
    note: str  # a sentence for lists: the reason for the name


@dataclass(frozen=True)
class Player:
    """A strategy with values for its parameters, to play on a seat."""

    strategy: Strategy
    values: tuple[float, ...]
    reference: str  # as a user writes it: "chains:extra=2", "mine.py:bold"


def line_up(players: Sequence[Player]) -> str:
    """Return the players of all seats as one reference: "greedy", or "greedy+random"."""
    names = [player.reference for player in players]
    return names[0] if len(set(names)) == 1 else "+".join(names)
