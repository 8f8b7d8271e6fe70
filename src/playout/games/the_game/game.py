"""The declaration of The Game: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Option, QuestionText, Rules, Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.numbered_cards.deck import HIGH, LOW, check_deck, measures, usual_hand
from playout.games.the_game import drawing, encoding, hints, rules, splitting
from playout.games.the_game.vectors import playouts

OPTIONS = (
    Option("players", 1, "players at the table", 1, rules.PLAYERS, each="player"),
    Option(
        "deck",
        "official",
        "official: cards 2..99 once; double: the box of 200, cards 2..99 twice",
        choices=("official", "double"),
    ),
    LOW,
    HIGH,
    Option(
        "copies",
        None,
        "copies of every card; default: 1, or 2 in the double deck",
        1,
        4,
        each="copy of every card",
    ),
    Option("ascending", 2, "ascending piles", 0, 4, each="ascending pile"),
    Option("descending", 2, "descending piles", 0, 4, each="descending pile"),
    Option(
        "jump", 10, "size of the backward trick; 0: none", 0, 126, each="step in the backward trick"
    ),
    Option(
        "hand",
        None,
        "cards in a full hand; default: 8 alone, 7 for two players, else 6; double deck: 6",
        1,
        rules.HAND,
        each="card in a full hand",
    ),
    Option(
        "min_cards",
        2,
        "minimum number of cards to lay in a turn",
        1,
        64,
        each="card to lay in a turn",
    ),
    Option(
        "first_player",
        "seat-1",
        "who begins; best: the player who can lay the minimum with the least movement of the piles",
        choices=("seat-1", "random", "best"),
    ),
    Option(
        "hints",
        "none",
        "marks: every player says one word about each pile, no number, but 'trick' names "
        "one card; vague: the same without 'trick'",
        choices=("none", "marks", "vague"),
        yes="marks",
    ),
)


def _cards(rules: Rules) -> int:
    return rules.number("copies") * (rules.number("high") - rules.number("low") - 1)


MOST_FOR_BEST = 6  # cards: every sequence of so many is tried to find the cheapest


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Complete rules: defaults that follow from other options, and checks across options."""
    players, double = int(values["players"]), values["deck"] == "double"
    if values["copies"] is None:
        values["copies"] = 2 if double else 1
    if values["hand"] is None:
        values["hand"] = 6 if double else usual_hand(players)
    low, high, copies = int(values["low"]), int(values["high"]), int(values["copies"])
    check_deck(low, high, copies, players, int(values["hand"]))
    if int(values["ascending"]) + int(values["descending"]) == 0:
        raise PlayoutError(
            f"{as_typed('ascending', 0)}, {as_typed('descending', 0)}: at least one pile is needed"
        )
    if values["first_player"] == "best" and int(values["min_cards"]) > MOST_FOR_BEST:
        raise PlayoutError(
            f"{as_typed('first_player', 'best')}, {as_typed('min_cards', values['min_cards'])}: at "
            f"most {MOST_FOR_BEST} cards are allowed with {as_typed('first_player', 'best')}"
        )
    return values


MOST_CAREFUL = 3  # players with whom `careful` plays better than `quick` does


def reviewer(rules: Rules) -> str:
    """Return who judges a game; `learned` plays better, but would take minutes."""
    return "careful" if rules.number("players") <= MOST_CAREFUL else "quick"


GAME = Game(
    name="the-game",
    title="The Game",
    version=1,
    summary="The Game (Steffen Benndorf): cooperative; lay all 98 cards on four piles.",
    how_to_play=(
        "You play together against the deck. Lay all 98 cards, 2 to 99, on four piles.",
        "Two piles start at 1 and rise, two start at 100 and fall.",
        "A card must be higher than the top of a rising pile, or lower than the top of a "
        "falling one.",
        "The backward trick: a card that is exactly ten the wrong way fits too.",
        "In your turn lay at least two cards, on any piles. You may lay more.",
        "Then you draw back to a full hand: 8 cards alone, 7 with two players, 6 with more.",
        "Once the draw pile is empty, one card a turn is enough.",
        "You may not show or name your cards to the others.",
        "If a player must lay a card and none fits, the game is lost. Fewer than ten cards "
        "left is excellent.",
    ),
    questions=(
        QuestionText(
            "With {rule.players} players, what if each holds {a.hand} cards?",
            {"rule.players": 4, "a.hand": 7},
        ),
        QuestionText(
            "With {rule.players} players, what if each must lay {a.min_cards} cards in a turn?",
            {"rule.players": 3, "a.min_cards": 3},
        ),
        QuestionText(
            "With {rule.players} players, what if each may say a word about the piles before a "
            "turn?",
            {"rule.players": 3, "a.hints": "marks"},
        ),
    ),
    options=OPTIONS,
    measures=measures(_cards, rules.ENDINGS),
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=tuple(
        f"playout.games.the_game.{name}" for name in ("strategies", "careful", "quick", "learned")
    ),
    default_strategy="quick",
    reviewer=reviewer,
    ladder=("random", "greedy", "combo", "quick", "careful"),
    opponents=("combo", "careful", "learned"),
    table_players=3,
    cooperative=True,
    splitting=splitting,
    vectors=playouts,
    hints=hints,
    solver="playout.games.the_game.winnable",
    encode=rules.card_move,
)
