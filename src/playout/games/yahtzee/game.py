"""The declaration of Yahtzee: its options, measures and parts."""

from __future__ import annotations

from playout.engine.game.game import Game, Measure, Option
from playout.games.yahtzee import drawing, encoding, rules
from playout.games.yahtzee.boxes import BONUS, BOXES, FIRST, FURTHER
from playout.games.yahtzee.optimum import JOKERS

_UPPER = 5 * 21 + BONUS  # every upper box with five of its face
_LOWER = 30 + 30 + 25 + 30 + 40 + 30 + FIRST
_MOST = _UPPER + _LOWER + (BOXES - 1) * FURTHER  # Yahtzees throughout, with their bonuses


OPTIONS = (
    Option("players", 1, "players, each with a card", 1, rules.PLAYERS, each="player"),
    Option(
        "joker",
        "forced",
        "a Yahtzee after the first. forced: it must go into the upper box of its face, and is a "
        "joker if that is filled; free: into any box, with the same joker",
        choices=JOKERS,
    ),
)

MEASURES = (
    Measure(
        "score", "mean", "points of the seat", per_seat=True, first="highest", most=lambda _: _MOST
    ),
    Measure("win", "share", "the seat has the highest score", per_seat=True),
)

GAME = Game(
    name="yahtzee",
    title="Yahtzee",
    version=1,
    summary="Yahtzee: three throws of five dice a turn, thirteen boxes, the most points.",
    options=OPTIONS,
    measures=MEASURES,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.yahtzee.strategies",),
    default_strategy="optimal",
    chance_in_play=True,
    encode=rules.keep_move,
)
