"""The declaration of Spades: its options, measures and parts."""

from __future__ import annotations

from functools import partial

from playout.engine.game.game import Game, Measure, Option, QuestionText, Rules
from playout.games.spades import drawing, encoding, rules
from playout.games.spades.rules import MOST_HANDS, PLUS, SEATS, SIDES
from playout.kits.cards import RANKS

MOST_POINTS = 500
_BEST_HAND = 230  # points: nil, while the partner takes 13 tricks
_NO_YES = ("no", "yes")


def _most_points(of: Rules) -> int:
    """Before the last hand both sides are below the points that end the match."""
    return PLUS + max(of.number("points") - 1, 0) + _BEST_HAND


def _hands(of: Rules, each: int = 1) -> int:
    return each * (MOST_HANDS if of.number("points") else 1)


_OF_HANDS = partial(_hands, each=RANKS)

GAME = Game(
    name="spades",
    title="Spades",
    version=1,
    summary="Spades: two partners bid how many tricks they will take; spades are trumps.",
    how_to_play=(
        "You and the player opposite are partners: your bids, tricks and points count together.",
        "Each player says in turn how many tricks they will take: that is their bid.",
        "The first to bid leads any card but a spade. You must follow suit if you can; if you "
        "cannot, play any card.",
        "The highest spade takes the trick, or else the highest card of the suit that was led. Its "
        "player leads the next.",
        "Spades may be led only after a spade was thrown, or by a player who has nothing else.",
        "Partners who take as many tricks as they have bid get 10 points for each trick bid. If "
        "they take fewer, they lose as many.",
        "Each trick beyond the bids is a bag: 1 point, but every tenth bag costs 100.",
        "A bid of 0 is nil: 100 points if its player takes no trick, else minus 100.",
    ),
    questions=(
        QuestionText(
            "How often do partners take what they bid if all play {strategy}?",
            {"strategy": "bidder", "measure": "made"},
            kind="run",
        ),
        QuestionText("What changes if nobody may bid nil?", {"a.nil": "no", "measure": "made"}),
    ),
    options=(
        Option("players", SEATS, "players at the table", SEATS, SEATS, each="player"),
        Option(
            "points",
            0,
            "points that end the match, above or below 0: hands are played until partners have "
            f"them, {MOST_HANDS} at most; default: 0, one hand",
            0,
            MOST_POINTS,
            each="point to end the match",
        ),
        Option("nil", "yes", "whether a player may bid nil", choices=_NO_YES),
        Option(
            "bags",
            "yes",
            "whether tricks beyond the bids are worth 1 point each, and every tenth costs 100",
            choices=_NO_YES,
        ),
    ),
    measures=(
        Measure(
            "win",
            "share",
            "the partners have more points; equals share the win",
            per_seat=True,
            first="highest",
        ),
        Measure(
            "points_plus_1000",
            "mean",
            "points of the partners at the end, and 1,000 more, as they may be below 0",
            per_seat=True,
            better="highest",
            most=_most_points,
        ),
        Measure("tricks", "mean", "tricks taken", per_seat=True, most=_OF_HANDS),
        Measure("bid", "mean", "tricks bid", per_seat=True, most=_OF_HANDS),
        Measure("bags", "mean", "bags of the partners", per_seat=True, most=_OF_HANDS),
        Measure(
            "made",
            "mean",
            "hands in which the partners took what they bid",
            per_seat=True,
            better="highest",
            most=_hands,
        ),
        Measure("hands", "mean", "hands of the match", most=_hands, least=1),
    ),
    teams=SIDES,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.spades.strategies",),
    default_strategy="bidder",
    ladder=("random", "aces", "bidder"),
    opponents=("random", "bidder", "search"),
    table_players=SEATS,
    deviations=0.0,
)
