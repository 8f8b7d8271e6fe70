"""The declaration of Pig with two dice: its options, measures and parts."""

from __future__ import annotations

from playout import Game, Measure, Option
from two_dice_pig import rules

GAME = Game(
    name="two-dice-pig",
    title="Pig with two dice",
    version=1,
    summary="Pig with two dice: one 1 loses the points of the turn, two lose all.",
    options=(
        Option("players", 2, "players who roll in turn", 2, rules.SEATS),
        Option("goal", 100, "points that win", 1, 1000),
        Option("most_turns", 1000, "turns after which the most points win", 1, 1_000_000),
    ),
    measures=(
        Measure("win", "share", "has the most points", per_seat=True, first="highest"),
        Measure("turns", "mean", "turns of all players", most=lambda r: r.number("most_turns")),
    ),
    rules=rules,
    strategies=("two_dice_pig.strategies",),
    default_strategy="hold",
    moves=("roll", "hold"),
    chance_in_play=True,
)
