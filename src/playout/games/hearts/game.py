"""The declaration of Hearts: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Measure, Option, QuestionText, Rules, Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.hearts import drawing, encoding, rules
from playout.games.hearts.deck import ACROSS, PASSED, PASSING, deck_of, points_of
from playout.games.hearts.records import SEATS
from playout.kits.cards import ACE, size_of

MOST_POINTS = 1000
_NO_YES = ("no", "yes")

OPTIONS = (
    Option("players", 4, "players at the table", 3, SEATS, each="player"),
    Option(
        "points",
        0,
        "points that end the match: hands are played until a player has them; default: 0, one hand",
        0,
        MOST_POINTS,
        each="point to end the match",
    ),
    Option(
        "passing",
        None,
        "where three cards are passed before a hand. turns (default): left, right, across, and "
        "not at all, hand after hand; with 3 or 5 players without across",
        choices=PASSING,
    ),
    Option(
        "moon",
        "others",
        "who takes all points of a hand: others (default) get them all; off: nothing is special",
        choices=("others", "off"),
        yes="others",
    ),
    Option(
        "break_hearts",
        "yes",
        "whether hearts may be led only after a heart was played",
        choices=_NO_YES,
    ),
    Option(
        "queen_breaks",
        "no",
        "whether the queen of spades allows to lead hearts, as a heart does",
        choices=_NO_YES,
    ),
    Option(
        "first_trick_points",
        "no",
        "whether hearts and the queen of spades may be thrown into the first trick",
        choices=_NO_YES,
    ),
    Option(
        "lowest",
        2,
        "lowest rank in the deck, 11 to 14 for jack to ace; 7: 32 cards",
        2,
        ACE - 1,
        each="rank left out of the deck",
    ),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Complete rules: passing that is possible."""
    players, count = int(values["players"]), 4 * (ACE + 1 - int(values["lowest"]))
    few = count // players < PASSED
    if values["passing"] is None:
        values["passing"] = "none" if few else "turns"
    typed = as_typed("passing", values["passing"])
    if few and values["passing"] != "none":
        raise PlayoutError(
            f"{typed}, {as_typed('lowest', values['lowest'])}: each player gets {count // players} "
            f"cards, but {PASSED} are passed; use passing=none"
        )
    if values["passing"] == PASSING[ACROSS] and players != 4:
        raise PlayoutError(f"{typed}, {as_typed('players', players)}: only 4 players pass across")
    return values


def _of_a_hand(rules: Rules) -> tuple[int, int]:
    """The points of a hand, and its tricks."""
    deck = deck_of(rules.record())
    return int(points_of(deck)), int(size_of(deck)) // rules.number("players")


def _most_points(rules: Rules) -> int:
    """Before the last hand all are below the points that end the match."""
    return max(rules.number("points") - 1, 0) + _of_a_hand(rules)[0]


def _most_hands(rules: Rules) -> int:
    """While the match goes on, each player has fewer points than end it."""
    players, before = rules.number("players"), max(rules.number("points") - 1, 0)
    return players * before // _of_a_hand(rules)[0] + 1


MEASURES = (
    Measure(
        "win",
        "share",
        "has the fewest points; equals share the win",
        per_seat=True,
        better="highest",
    ),
    Measure(
        "points",
        "mean",
        "points at the end",
        per_seat=True,
        first="lowest",
        most=_most_points,
    ),
    Measure(
        "tricks",
        "mean",
        "tricks taken",
        per_seat=True,
        most=lambda rules: _of_a_hand(rules)[1] * _most_hands(rules),
    ),
    Measure("queens", "mean", "queens of spades taken", per_seat=True, most=_most_hands),
    Measure("moon", "rate", "somebody took all points of a hand"),
    Measure("hands", "mean", "hands of the match", most=_most_hands, least=1),
)

GAME = Game(
    name="hearts",
    title="Hearts",
    version=1,
    summary="Hearts: take no tricks with hearts or the queen of spades; fewest points win.",
    how_to_play=(
        "Have the fewest points when all cards are played.",
        "Each heart that you take is 1 point, and the queen of spades is 13.",
        "Before the first card, pass three of your cards face down to the player on your left. All "
        "pass at once.",
        "Whoever has the two of clubs leads it. You must follow suit if you can; if you cannot, "
        "throw any card.",
        "The highest card of the suit that was led takes the trick, and its player leads the next.",
        "Nobody may throw a heart or the queen of spades into the first trick.",
        "Hearts may be led only after a heart was thrown, or by a player who has nothing else.",
        "Whoever takes all points shoots the moon: everybody else gets 26 points instead.",
    ),
    questions=(
        QuestionText(
            "How often does somebody shoot the moon if all play {strategy}?",
            {"strategy": "duck", "measure": "moon"},
            kind="run",
        ),
        QuestionText(
            "What changes if hearts may be led at any time?",
            {"a.break_hearts": "no", "measure": "moon"},
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.hearts.strategies", "playout.games.hearts.counting"),
    default_strategy="duck",
    ladder=("random", "duck", "counting"),
    opponents=("random", "duck", "search"),
    table_players=4,
    deviations=0.0,  # with 2 it wins 36 in place of 42 % against three of `duck`
)
