"""Strategies, and the players that play them on the seats of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playout.engine.game.game import Rules

StrategyReference = str | Callable[[Any, Any], int]
"""A strategy: its name, or the function that declares it."""

PARAMETERS = 8  # most tunable numbers a strategy may have
NOTES = 40  # words of scratch memory a strategy keeps through one game
OF_SEARCH = 32  # those from here on are what a search keeps, whose blueprint has the ones before


@dataclass(frozen=True, eq=False)
class Strategy:
    """A way of playing: a plain function ``(view, rng) -> move``, and what is known of it."""

    game: str
    name: str
    function: Callable[[Any, Any], int]
    parameters: Mapping[str, float]  # tunable numbers and their defaults
    compiled: bool  # False: plain Python that may use any library, on the slow path
    summary: str  # first line of its docstring
    check: Callable[[Rules], None] | None = None  # raises PlayoutError for rules it cannot play
    aliases: tuple[str, ...] = ()  # other names that it goes by
    hint: Callable[[Any, int], int] | None = None  # what it tells the others (engine/play/hints.py)
    file: str = ""  # in which it was declared; its functions may come from another
    module: str = ""  # in which it was declared
    allowed: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # ranges of parameters
    uses_chance: bool = True  # False: promises to draw no random numbers; tests hold it to that
    lookup: Callable[[Rules], Any] | None = None  # its table, float64[size] (engine/play/lookup.py)
    blueprint: str = ""  # of a search: the strategy that it plays as, unless another move is better

    @property
    def is_ours(self) -> bool:
        """Whether it comes with Playout, whose tests hold it to what strategies promise."""
        return self.module.partition(".")[0] == "playout"


@dataclass(frozen=True)
class Alias:
    """Other names that a game has for a strategy with its parameters."""

    names: tuple[str, ...]  # the first is the one that lists show
    reference: str  # the strategy, as a user names it: "search:worlds=25"
    note: str  # a sentence for lists: why there is the name


@dataclass(frozen=True)
class Player:
    """A strategy with values for its parameters, to play on a seat."""

    strategy: Strategy
    values: tuple[float, ...]
    reference: str  # how a user names it: "chains:extra=2", "mine.py:bold"


def line_up(players: Sequence[Player]) -> str:
    """The players of all seats as one reference: "greedy", or "greedy+random"."""
    names = [player.reference for player in players]
    return names[0] if len(set(names)) == 1 else "+".join(names)
