"""The rule options of all games that ship with Playout, for type checkers and editors.

Written by ``python -m tests.keywords`` from what the games declare; a test says when it is old.
What the options mean, and which game has which, says ``playout.list_options(game)``.  For a game
of another package a checker lets pass ``**options`` of a ``dict[str, Any]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Generic, Literal, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, TypeVar

from playout.engine.game.players import StrategyReference

_T = TypeVar("_T")
_W = TypeVar("_W")
_C = TypeVar("_C")
_F = TypeVar("_F")
_Some: TypeAlias = _T | Iterable[_T]
_Whole: TypeAlias = SupportsIndex | str | None
_Chance: TypeAlias = SupportsFloat | str | None
_Word: TypeAlias = str | bool | None
_File: TypeAlias = str | PathLike[str] | None


class _Numbers(TypedDict, Generic[_W, _C, _F], total=False):
    """The rule options that are whole numbers, chances or files."""

    ascending: _W
    attack_dice: _W
    attack_sides: _W
    attackers: _W
    blocked_gate_points: _W
    board: _F
    cols: _W
    columns_to_win: _W
    copies: _W
    cut: _W
    decks: _W
    defence_dice: _W
    defence_sides: _W
    defenders: _W
    descending: _W
    dice: _W
    double_blank: _W
    goal: _W
    hand: _W
    high: _W
    jump: _W
    low: _W
    lowest: _W
    min_cards: _W
    most_bet: _W
    most_hands: _W
    most_throws: _W
    most_turns: _W
    p: _C
    passes: _W
    patience: _W
    pieces: _W
    players: _W
    points: _W
    retreat_after: _W
    retreat_at: _W
    rounds: _W
    rows: _W
    set: _W
    sides: _W
    target: _W
    tiles: _W


class OneEach(_Numbers[_Whole, _Chance, _File], total=False):
    """A value for each rule option."""

    after_gate: Literal["cover", "double"] | _Word
    again: Literal["no", "yes"] | _Word
    back: Literal["no", "yes"] | _Word
    bags: Literal["no", "yes"] | _Word
    break_hearts: Literal["no", "yes"] | _Word
    deck: Literal["official", "double"] | _Word
    double: Literal["any", "9-11", "10-11", "none"] | _Word
    double_after_split: Literal["no", "yes"] | _Word
    doubles: Literal["one", "many"] | _Word
    draw: _Whole | Literal["play", "wait", "until", "none"] | _Word
    engine: Literal["fixed", "countdown"] | _Word
    first_player: Literal["seat-1", "random", "best", 0] | _Word
    first_trick_points: Literal["no", "yes"] | _Word
    first_turn: Literal["tile", "train"] | _Word
    gate: Literal["no", "yes"] | _Word
    gate_draw: Literal["all", "others"] | _Word
    gate_marker: Literal["no", "yes"] | _Word
    hints: Literal["none", "marks", "vague"] | _Word
    insurance: Literal["no", "yes"] | _Word
    joker: Literal["forced", "free"] | _Word
    last_double: Literal["ends", "cover"] | _Word
    lock: Literal["no", "others", "all"] | _Word
    marker: Literal["closes", "stays"] | _Word
    moon: Literal["others", "off"] | _Word
    natural: Literal["3:2", "6:5"] | _Word
    nil: Literal["no", "yes"] | _Word
    overshoot: Literal["lost", "wins"] | _Word
    passing: Literal["turns", "none", "left", "right", "across"] | _Word
    peek: Literal["no", "yes"] | _Word
    queen_breaks: Literal["no", "yes"] | _Word
    safe: Literal["no", "yes"] | _Word
    soft_17: Literal["stand", "hit"] | _Word
    start_open: Literal["no", "yes"] | _Word
    surrender: Literal["no", "yes"] | _Word
    variant: Literal["standard", "seed"] | _Word | Literal["yahtzee", "yatzy"] | _Word


class Several(_Numbers[_Some[_Whole], _Some[_Chance], _Some[_File]], total=False):
    """A value, or several, for each rule option; and who plays.

    Rows vary in the players first, then in who plays, then in the other options as given.
    """

    strategy: StrategyReference | Iterable[StrategyReference] | None
    after_gate: _Some[Literal["cover", "double"] | _Word]
    again: _Some[Literal["no", "yes"] | _Word]
    back: _Some[Literal["no", "yes"] | _Word]
    bags: _Some[Literal["no", "yes"] | _Word]
    break_hearts: _Some[Literal["no", "yes"] | _Word]
    deck: _Some[Literal["official", "double"] | _Word]
    double: _Some[Literal["any", "9-11", "10-11", "none"] | _Word]
    double_after_split: _Some[Literal["no", "yes"] | _Word]
    doubles: _Some[Literal["one", "many"] | _Word]
    draw: _Some[_Whole | Literal["play", "wait", "until", "none"] | _Word]
    engine: _Some[Literal["fixed", "countdown"] | _Word]
    first_player: _Some[Literal["seat-1", "random", "best", 0] | _Word]
    first_trick_points: _Some[Literal["no", "yes"] | _Word]
    first_turn: _Some[Literal["tile", "train"] | _Word]
    gate: _Some[Literal["no", "yes"] | _Word]
    gate_draw: _Some[Literal["all", "others"] | _Word]
    gate_marker: _Some[Literal["no", "yes"] | _Word]
    hints: _Some[Literal["none", "marks", "vague"] | _Word]
    insurance: _Some[Literal["no", "yes"] | _Word]
    joker: _Some[Literal["forced", "free"] | _Word]
    last_double: _Some[Literal["ends", "cover"] | _Word]
    lock: _Some[Literal["no", "others", "all"] | _Word]
    marker: _Some[Literal["closes", "stays"] | _Word]
    moon: _Some[Literal["others", "off"] | _Word]
    natural: _Some[Literal["3:2", "6:5"] | _Word]
    nil: _Some[Literal["no", "yes"] | _Word]
    overshoot: _Some[Literal["lost", "wins"] | _Word]
    passing: _Some[Literal["turns", "none", "left", "right", "across"] | _Word]
    peek: _Some[Literal["no", "yes"] | _Word]
    queen_breaks: _Some[Literal["no", "yes"] | _Word]
    safe: _Some[Literal["no", "yes"] | _Word]
    soft_17: _Some[Literal["stand", "hit"] | _Word]
    start_open: _Some[Literal["no", "yes"] | _Word]
    surrender: _Some[Literal["no", "yes"] | _Word]
    variant: _Some[Literal["standard", "seed"] | _Word | Literal["yahtzee", "yatzy"] | _Word]
