"""The rule options of all games that ship with Playout, for type checkers and editors.

Written by ``python -m tests.keywords`` from what the games declare; a test says when it is old.
What the options mean, and which game has which, says ``playout.list_options(game)``.  For a game
of another package a checker lets pass ``**options`` of a ``dict[str, Any]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Literal, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, TypeVar

from playout.engine.game.players import StrategyReference

_T = TypeVar("_T")
_Some: TypeAlias = _T | Iterable[_T]
_Whole: TypeAlias = SupportsIndex | str | None
_Chance: TypeAlias = SupportsFloat | str | None
_Word: TypeAlias = str | bool | None
_Text: TypeAlias = str | PathLike[str] | None


class OneEach(TypedDict, total=False):
    """A value for each rule option."""

    after_gate: Literal["cover", "double"] | _Word
    ascending: _Whole
    attack_dice: _Whole
    attackers: _Whole
    blocked_gate_points: _Whole
    board: _Text
    cols: _Whole
    columns_to_win: _Whole
    copies: _Whole
    deck: Literal["official", "double"] | _Word
    defence_dice: _Whole
    defenders: _Whole
    descending: _Whole
    double_blank: _Whole
    doubles: Literal["one", "many"] | _Word
    draw: Literal["play", "wait", "until", "none"] | _Word
    engine: Literal["fixed", "countdown"] | _Word
    first_player: Literal["seat-0", "random", "best", 0] | _Word
    first_turn: Literal["tile", "train"] | _Word
    gate: Literal["no", "yes"] | _Word
    gate_draw: Literal["all", "others"] | _Word
    gate_marker: Literal["no", "yes"] | _Word
    goal: _Whole
    hand: _Whole
    high: _Whole
    hints: Literal["none", "marks", "vague"] | _Word
    joker: Literal["forced", "free"] | _Word
    jump: _Whole
    last_double: Literal["ends", "cover"] | _Word
    lock: Literal["no", "others", "all"] | _Word
    low: _Whole
    marker: Literal["closes", "stays"] | _Word
    min_cards: _Whole
    most_turns: _Whole
    overshoot: Literal["lost", "wins"] | _Word
    p: _Chance
    players: _Whole
    rounds: _Whole
    rows: _Whole
    set: _Whole
    start_open: Literal["no", "yes"] | _Word
    target: _Whole
    tiles: _Whole
    variant: Literal["standard", "seed"] | _Word


class Several(TypedDict, total=False):
    """A value, or several, for each rule option; and who plays.

    Rows vary in the players first, then in who plays, then in the other options as given.
    """

    strategy: StrategyReference | Iterable[StrategyReference] | None
    after_gate: _Some[Literal["cover", "double"] | _Word]
    ascending: _Some[_Whole]
    attack_dice: _Some[_Whole]
    attackers: _Some[_Whole]
    blocked_gate_points: _Some[_Whole]
    board: _Some[_Text]
    cols: _Some[_Whole]
    columns_to_win: _Some[_Whole]
    copies: _Some[_Whole]
    deck: _Some[Literal["official", "double"] | _Word]
    defence_dice: _Some[_Whole]
    defenders: _Some[_Whole]
    descending: _Some[_Whole]
    double_blank: _Some[_Whole]
    doubles: _Some[Literal["one", "many"] | _Word]
    draw: _Some[Literal["play", "wait", "until", "none"] | _Word]
    engine: _Some[Literal["fixed", "countdown"] | _Word]
    first_player: _Some[Literal["seat-0", "random", "best", 0] | _Word]
    first_turn: _Some[Literal["tile", "train"] | _Word]
    gate: _Some[Literal["no", "yes"] | _Word]
    gate_draw: _Some[Literal["all", "others"] | _Word]
    gate_marker: _Some[Literal["no", "yes"] | _Word]
    goal: _Some[_Whole]
    hand: _Some[_Whole]
    high: _Some[_Whole]
    hints: _Some[Literal["none", "marks", "vague"] | _Word]
    joker: _Some[Literal["forced", "free"] | _Word]
    jump: _Some[_Whole]
    last_double: _Some[Literal["ends", "cover"] | _Word]
    lock: _Some[Literal["no", "others", "all"] | _Word]
    low: _Some[_Whole]
    marker: _Some[Literal["closes", "stays"] | _Word]
    min_cards: _Some[_Whole]
    most_turns: _Some[_Whole]
    overshoot: _Some[Literal["lost", "wins"] | _Word]
    p: _Some[_Chance]
    players: _Some[_Whole]
    rounds: _Some[_Whole]
    rows: _Some[_Whole]
    set: _Some[_Whole]
    start_open: _Some[Literal["no", "yes"] | _Word]
    target: _Some[_Whole]
    tiles: _Some[_Whole]
    variant: _Some[Literal["standard", "seed"] | _Word]
