"""The declaration of random-turn Hex: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Measure, Option, QuestionText, Value
from playout.games.hex import encoding, random_games, rules
from playout.games.hex.board import SIDES
from playout.games.hex.display import drawing
from playout.games.hex.exact_moves import exact_moves
from playout.games.hex.rules import ENGINE_ROWS

OPTIONS = (
    Option("players", 2, "players at the board", 2, 2, each="player"),
    Option("rows", 11, "rows of cells", 1, ENGINE_ROWS, each="row of cells", is_told=True),
    Option(
        "cols",
        None,
        "columns of cells; default: as many as rows",
        1,
        ENGINE_ROWS,
        each="column of cells",
        is_told=True,
    ),
    Option(
        "p",
        0.5,
        "chance that player 1 gets the next turn",
        0,
        1,
        is_chance=True,
        each="chance that player 1 gets the next turn",
    ),
)

MEASURES = (
    Measure("win", "rate", "player 1 has won", seat=0, role=f"joins {SIDES[1]}"),
    Measure(
        "length",
        "mean",
        "stones placed",
        most=lambda r: r.number("rows") * r.number("cols"),
        least=1,
    ),
    Measure(
        "ending",
        "category",
        "who has joined two sides",
        is_told=False,
        categories=("player_1", "player_2"),
    ),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Complete rules: a square board if only the rows are given."""
    if values["cols"] is None:
        values["cols"] = values["rows"]
    return values


GAME = Game(
    name="hex",
    title="Random-turn Hex",
    version=1,
    summary="Random-turn Hex: a coin toss decides who places the next stone; connect your two "
    "sides.",
    how_to_play=(
        "Two players connect opposite sides of a board of hexagonal cells.",
        "A coin decides before every move who places the next stone.",
        "Player 1 joins the top and the bottom, player 2 the left and the right.",
        "Place a stone on any free cell. Stones are never moved or taken off.",
        "A corner cell belongs to both of its sides.",
        "The game ends when one player has joined the own two sides. There are no draws.",
    ),
    questions=(
        QuestionText(
            "Which cells decide the game on a board with {rows} rows?",
            {"rows": 11},
            kind="hex-map",
        ),
        QuestionText(
            "How long does a game last on a board with {rows} rows if each stone goes to the best "
            "cell?",
            {"rows": 5},
            kind="hex-compound",
        ),
        QuestionText(
            "How often does player 1 win on a board with {rule.rows} rows and {rule.cols} columns?",
            {"rule.rows": 8, "rule.cols": 9},
            kind="run",
        ),
        QuestionText("What if player 1 gets each turn with the chance {a.p}?", {"a.p": 0.55}),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.hex.strategies",),
    default_strategy="shortest",
    ladder=("random", "centre", "shortest"),
    opponents=("centre", "shortest", "pivotal"),
    vectors=random_games,
    exact_moves=exact_moves,
    encode=rules.cell_move,
)
