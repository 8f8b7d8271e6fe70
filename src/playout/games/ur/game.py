"""The declaration of the Royal Game of Ur: its options, measures and parts."""

from __future__ import annotations

from playout.engine.game.game import Game, Measure, Option, QuestionText
from playout.games.ur import drawing, rules
from playout.games.ur.rules import MOST_DICE, MOST_PIECES, PLAYERS

_NO_YES = ("no", "yes")

OPTIONS = (
    Option("players", PLAYERS, "players", PLAYERS, PLAYERS, each="player"),
    Option("pieces", MOST_PIECES, "pieces of each player", 1, MOST_PIECES, each="piece"),
    Option("dice", 4, "dice with two marked corners of four", 1, MOST_DICE, each="die"),
    Option("again", "yes", "whether a rosette lets its player throw again", choices=_NO_YES),
    Option("safe", "yes", "whether a piece on the middle rosette is safe", choices=_NO_YES),
    Option(
        "most_throws",
        2000,
        "throws in total, after which the most pieces at home win",
        1,
        1_000_000,
        each="throw that a game may last",
    ),
)

MEASURES = (
    Measure("win", "share", "has all pieces home first", per_seat=True, first="highest"),
    Measure("home", "mean", "pieces that came home", per_seat=True, better="highest"),
    Measure("sent", "mean", "pieces of the other sent back", per_seat=True, better="highest"),
    Measure("throws", "mean", "throws of both", most=lambda r: r.number("most_throws"), least=1),
)

GAME = Game(
    name="ur",
    title="Royal Game of Ur",
    version=1,
    summary="The Royal Game of Ur: race seven pieces home, and send the other's back.",
    how_to_play=(
        "Bring your seven pieces along your path and off the board before the other does.",
        "Throw four dice with two marked corners each: a piece of yours goes ahead one square for "
        "each marked corner that points up.",
        "You may bring in a piece or move one on. No square holds two pieces of yours.",
        "If a piece of the other stands on the square, it goes back to its player. You meet only "
        "in the middle row.",
        "On a rosette (a flower) you throw again. On the one in the middle row your piece is safe.",
        "A piece leaves the board with the exact number. If no piece can move, you pass.",
    ),
    questions=(
        QuestionText(
            "How long is a game if a rosette does not let you throw again?",
            {"a.again": "no", "measure": "throws"},
        ),
        QuestionText(
            "How long is a game if no square is safe?",
            {"a.safe": "no", "measure": "throws"},
        ),
        QuestionText(
            "How many throws does a game with {rule.pieces} pieces each take?",
            {"rule.pieces": 7, "measure": "throws", "precision": "1%"},
            kind="run",
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    rules=rules,
    drawing=drawing,
    strategies=("playout.games.ur.strategies",),
    default_strategy="lookahead",
    ladder=("random", "greedy", "lookahead"),
    opponents=("random", "greedy", "lookahead"),
    moves=("enter", *(f"square {step}" for step in range(1, rules.HOME)), "pass"),
    chance_in_play=True,
)
