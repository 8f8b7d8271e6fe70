"""The declaration of Klondike: its options, measures and parts."""

from __future__ import annotations

from playout.engine.game.game import Game, Measure, Option, QuestionText
from playout.games.klondike import drawing, rules
from playout.games.klondike.records import ENDINGS
from playout.kits.cards import CARDS

OPTIONS = (
    Option("players", 1, "players", 1, 1, each="player"),
    Option("draw", 3, "cards drawn at a time", 1, 3, each="card drawn at a time"),
    Option(
        "passes",
        0,
        "passes through the stock; 0: as many as you like",
        0,
        1000,
        each="pass through the stock",
    ),
    Option(
        "back", "yes", "whether cards may come back from the foundations", choices=("no", "yes")
    ),
    Option(
        "patience",
        100,
        "moves without progress that end the game: no card from the stock, none turned face up, "
        "foundations no higher than before",
        1,
        1_000_000,
        each="move without progress",
    ),
)

MEASURES = (
    Measure("win", "rate", "all cards are on the foundations", better="highest"),
    Measure(
        "home",
        "mean",
        "cards on the foundations at the end",
        most=lambda rules: CARDS,
        better="highest",
    ),
    Measure("moves", "mean", "moves, of which each draw is one"),
    Measure("ending", "category", "why the game ended", categories=ENDINGS),
)

GAME = Game(
    name="klondike",
    title="Klondike",
    version=1,
    summary="Klondike: the usual solitaire; bring all cards to the foundations by suit.",
    how_to_play=(
        "Bring all 52 cards to the four foundations: each suit from ace to king.",
        "In a column a card goes onto one of the other colour, one rank higher: a red 9 onto a "
        "black 10.",
        "Move a face-up card with all cards that lie on it. The card below is then turned face up.",
        "Only a king, with what lies on it, goes into an empty column.",
        "Draw three cards at a time from the stock; you may play the last card drawn.",
        "When the stock is empty, turn the drawn cards over and go through them again.",
        "A card may come back from its foundation to a column.",
        "The stock is turned over only if a card has moved since the last time.",
    ),
    questions=(
        QuestionText("What if I draw {a.draw} cards at a time?", {"a.draw": 1}),
        QuestionText("What if I may go through the stock only {a.passes} times?", {"a.passes": 3}),
        QuestionText("What if no card may come back from a foundation?", {"a.back": "no"}),
    ),
    options=OPTIONS,
    measures=MEASURES,
    rules=rules,
    drawing=drawing,
    strategies=("playout.games.klondike.strategies",),
    default_strategy="greedy",
    ladder=("random", "greedy"),
    solver="playout.games.klondike.winnable",
)
