"""The declaration of Yahtzee: its options, measures and parts."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from playout.engine.game.game import Game, Measure, Option, Policy, QuestionText, Rules, Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.games.yahtzee import drawing, encoding, rules
from playout.games.yahtzee.boxes import BONUS, DICE, FACES, FIRST, FURTHER, TURNS
from playout.games.yahtzee.exact_moves import exact_moves
from playout.games.yahtzee.optimum import JOKERS, VARIANTS, expected
from playout.games.yahtzee.rules import MOST_THROWS

_UPPER = 5 * 21  # every upper box with five of its face
_LOWER = 30 + 30 + 25 + 30 + 40 + 30 + FIRST
_YATZY_LOWER = 12 + 22 + 18 + 24 + 15 + 20 + 28 + 30 + FIRST


def _most(rules: Rules) -> int:
    """The most points: in Yahtzee of Yahtzees throughout, with their bonuses."""
    if rules["variant"] == "yatzy":
        return int(_UPPER + BONUS[-1] + _YATZY_LOWER)
    return int(_UPPER + BONUS[0] + _LOWER + (TURNS[0] - 1) * FURTHER)


OPTIONS = (
    Option("players", 1, "players, each with a card", 1, rules.PLAYERS, each="player"),
    Option(
        "joker",
        "forced",
        "rule for a Yahtzee after the first. forced: it must go into the upper box of its "
        "face, and is a joker if that box is filled; free: it may go into any box, with the "
        "same joker",
        choices=JOKERS,
    ),
    Option(
        "variant",
        "yahtzee",
        "the score card. yatzy: the Scandinavian game, with fifteen boxes and no jokers",
        choices=VARIANTS,
    ),
)

MEASURES = (
    Measure("score", "mean", "points at the end", per_seat=True, first="highest", most=_most),
    Measure("win", "share", "the seat has the highest score", per_seat=True),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Refuse a joker where there is none."""
    if values["variant"] == "yatzy" and values["joker"] != "forced":
        raise PlayoutError(
            f"{as_typed('variant', 'yatzy')}, {as_typed('joker', values['joker'])}: Yatzy has no "
            f"jokers; leave out {named('joker')}"
        )
    return values


POLICY = Policy(
    down="dice",
    across="throws",
    heads={"dice": "throw", "throws": "throws made"},
    places={"dice": "with the dice {}", "throws": "after throw {}"},
    values={
        "dice": lambda rules: [
            ",".join(map(str, dice))
            for dice in combinations_with_replacement(range(1, FACES + 1), DICE)
        ],
        "throws": lambda rules: range(1, MOST_THROWS + 1),
    },
    exactly="optimal",
    too_large=True,
)

GAME = Game(
    name="yahtzee",
    title="Yahtzee",
    version=1,
    summary="Yahtzee: three throws of five dice per turn, thirteen boxes; most points win.",
    how_to_play=(
        "Fill the thirteen boxes of your card. The highest total wins.",
        "In your turn throw five dice. Twice you may keep any of them and throw the others again.",
        "Then score the dice in a free box, even for 0 points.",
        "Ones to sixes: the sum of the dice of that face. 63 or more in these six boxes bring "
        "35 extra.",
        "Three and four of a kind, and chance: the sum of all dice. Full house: 25.",
        "Small straight, four faces in a row: 30. Large straight, five in a row: 40.",
        "Yahtzee, five alike: 50. Once that box holds 50, each further Yahtzee brings 100 extra.",
        "A Yahtzee whose box is full goes to the upper box of its face, or else to any free "
        "lower box.",
    ),
    questions=(
        QuestionText("How many points does {strategy} score?", {"strategy": "optimal"}, kind="run"),
        QuestionText("Which dice should I keep?", kind="policy"),
        QuestionText("What if we play the Scandinavian game, {a.variant}?", {"a.variant": "yatzy"}),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.yahtzee.strategies",),
    default_strategy="optimal",
    ladder=("random", "greedy", "optimal"),
    opponents=("casual", "greedy", "optimal"),
    chance_in_play=True,
    encode=rules.keep_move,
    exact=expected,
    exact_moves=exact_moves,
    policy=POLICY,
)
