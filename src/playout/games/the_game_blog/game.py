"""The declaration of the blog's loop: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Option, QuestionText, Rules, Value
from playout.games.numbered_cards.deck import HIGH, LOW, check_deck, measures, usual_hand
from playout.games.the_game_blog import drawing, encoding, rules, splitting

OPTIONS = (
    Option("players", 1, "players at the table", 1, rules.PLAYERS, each="player"),
    LOW,
    HIGH,
    Option(
        "hand",
        None,
        "cards in a full hand; default: 8 alone, 7 for two players, else 6",
        1,
        rules.HAND,
        each="card in a full hand",
    ),
)


def _cards(rules: Rules) -> int:
    return rules.number("high") - rules.number("low") - 1


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Complete rules: the hand that follows from the players, and checks across options."""
    if values["hand"] is None:
        values["hand"] = usual_hand(values["players"])
    check_deck(values["low"], values["high"], 1, values["players"], values["hand"])
    return values


GAME = Game(
    name="the-game-blog",
    title="The Game (a blog's rules)",
    version=1,
    summary="The Game as a published simulation (Lennard Berger) plays it, with its quirks.",
    how_to_play=(
        "The cards and the piles are those of The Game: piles 1 and 2 rise from 1, piles 3 and "
        "4 fall from 100.",
        "In turn each player proposes one card of the own hand for a pile; player 1 begins.",
        "A card that fits is laid, and another one is drawn at once.",
        "A card that does not fit ends the game, even if another card would fit.",
        "There is no backward trick.",
        "A round begins only while there is a card to draw, and is then completed, so the game "
        "cannot be won.",
        "The aim is to lay as many cards as you can.",
    ),
    questions=(
        QuestionText(
            "How many cards does {strategy} leave with {rule.players} players?",
            {
                "strategy": "trick",
                "rule.players": 2,
                "measure": "cards_left",
                "precision": "1%",
            },
            kind="run",
        ),
        QuestionText(
            "Does {a} leave fewer cards than {b}?",
            {"a": "trick", "b": "minimal", "measure": "cards_left"},
        ),
        QuestionText(
            "With {rule.players} players, what if each holds {a.hand} cards?",
            {"rule.players": 4, "a.hand": 7, "measure": "cards_left"},
        ),
    ),
    options=OPTIONS,
    measures=measures(_cards, rules.ENDINGS, "cards_played"),
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.the_game_blog.strategies",),
    default_strategy="random",
    ladder=("trick", "minimal", "random"),
    cooperative=True,
    splitting=splitting,
    encode=rules.card_move,
)
