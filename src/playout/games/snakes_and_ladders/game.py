"""The declaration of Snakes and ladders: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Measure, Option, QuestionText, Value
from playout.games.snakes_and_ladders import drawing, encoding, rules
from playout.games.snakes_and_ladders.board import OFFICIAL, TEXT
from playout.games.snakes_and_ladders.exact import check_length, exact_moves, expected
from playout.kits.dice import FACES, MOST_SIDES

OPTIONS = (
    Option("players", 1, "players", 1, rules.SEATS, each="player"),
    Option("board", OFFICIAL, "the squares and the jumps", text=TEXT),
    Option(
        "overshoot",
        "lost",
        "what happens to a throw beyond the last square",
        choices=("lost", "wins"),
    ),
    Option("dice", 1, "number of dice in a throw, which are added", 1, rules.DICE, each="die"),
    Option("sides", FACES, "sides of each die, or of the spinner", 2, MOST_SIDES, each="side"),
)

MEASURES = (
    Measure("throws", "mean", "throws of all players", least=1),
    Measure("rounds", "mean", "throws of the winner", least=1),
    Measure("win", "share", "has won", per_seat=True, first="highest"),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Refuse a board on which a game never ends, or takes too long."""
    check_length(*(values[name] for name in ("board", "overshoot", "dice", "sides")))
    return values


GAME = Game(
    name="snakes-and-ladders",
    title="Snakes and ladders",
    version=1,
    summary="Snakes and ladders: throw a die, climb ladders, slide down snakes; nothing to decide.",
    how_to_play=(
        "Be the first on the last square of the board.",
        "All tokens start beside the board, on square 0.",
        "Throw a die and move your token so many squares. Tokens may share a square.",
        "At the foot of a ladder your token climbs it, at the head of a snake it slides down.",
        "With a throw beyond the last square your token stays where it is.",
        "There is nothing to decide.",
    ),
    questions=(
        QuestionText(
            "How many throws does a game with {rule.players} players take?",
            {"rule.players": 2},
            kind="run",
        ),
        QuestionText(
            "What if a throw beyond the last square wins, with {rule.players} players?",
            {"rule.players": 2, "rule.overshoot": ("lost", "wins")},
            kind="run",
        ),
        QuestionText(
            "What if we throw {rule.dice} dice, and a throw beyond the last square wins?",
            {"rule.dice": 2, "rule.overshoot": "wins"},
            kind="run",
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.snakes_and_ladders.strategies",),
    default_strategy="throw",
    moves=("throw",),
    chance_in_play=True,
    exact=expected,
    exact_moves=exact_moves,
)
