"""The declaration of Blackjack: its options, measures and parts."""

from __future__ import annotations

from playout.engine.game.game import Game, Measure, Option, QuestionText, Rules
from playout.engine.game.measures import Stake
from playout.games.blackjack import drawing, encoding, kernel, rules
from playout.games.blackjack.optimum import expected
from playout.games.blackjack.rules import (
    BET,
    CHIPS,
    MOST_BET,
    MOST_DECKS,
    MOST_HANDS,
    MOST_ROUNDS,
    PURSE,
)

OPTIONS = (
    Option("decks", 0, "packs of cards in the shoe; 0: each card from a full pack", 0, MOST_DECKS,
           each="pack in the shoe"),
    Option("soft_17", "stand", "the dealer with 17 points of which an ace counts 11",
           choices=("stand", "hit")),
    Option("double", "any", "points with which the player may double",
           choices=("any", "9-11", "10-11", "none")),
    Option("double_after_split", "yes", "double after a split too", choices=("no", "yes")),
    Option("most_hands", 4, "most hands after splits; 1: no splits", 1, MOST_HANDS, each="hand"),
    Option("surrender", "no", "give up with the first two cards, for half the bet",
           choices=("no", "yes")),
    Option("natural", "3:2", "what a natural pays", choices=("3:2", "6:5")),
    Option("peek", "yes", "the dealer looks for a natural before the player plays",
           choices=("no", "yes")),
    Option("insurance", "no", "against an ace, half the bet that the dealer has a natural, 2 to 1",
           choices=("no", "yes")),
    Option("rounds", 1, "rounds of a game", 1, MOST_ROUNDS, each="round"),
    Option("cut", 75, "per cent of the shoe that are dealt before it is shuffled", 1, 100,
           each="per cent of the shoe dealt"),
    Option("most_bet", 1, "most bets of 100 chips in a round", 1, MOST_BET, each="bet"),
)  # fmt: skip


def purse(rules: Rules) -> int:
    """The chips with which the player comes: more than can be lost."""
    return PURSE * rules.number("rounds") * rules.number("most_bet")


def _most_staked(rules: Rules) -> int:
    return (
        CHIPS
        * (4 * rules.number("most_hands") + rules.number("insurance"))
        // 2
        * rules.number("rounds")
        * rules.number("most_bet")
    )


MEASURES = (
    Measure(
        "chips",
        "mean",
        "chips at the end; the player comes with 1,000 for each round and bet, and bets 100",
        most=lambda r: 2 * purse(r),
        better="highest",
        stake=Stake(purse, CHIPS, lambda r: r.number("rounds")),
    ),
    Measure(
        "win",
        "rate",
        "more chips at the end than at the beginning",
        better="highest",
        role="the player",
    ),
    Measure("push", "rate", "as many chips at the end as at the beginning"),
    Measure("loss", "rate", "fewer chips at the end than at the beginning", better="lowest"),
    Measure("staked", "mean", "chips bet, also by doubling and splitting", most=_most_staked,
            least=CHIPS),
)  # fmt: skip

GAME = Game(
    name="blackjack",
    title="Blackjack",
    version=1,
    summary="Blackjack: draw cards to beat the dealer, with at most 21 points.",
    how_to_play=(
        "Have more points than the dealer, but at most 21.",
        "Cards count their number, pictures 10, an ace 1 or 11, whichever is better.",
        "Bet 100 chips. You and the dealer get two cards; one of the dealer's lies face down.",
        "Hit to draw a card, stand to draw no more. With more than 21 points you lose at once.",
        "With two cards you may double: the bet doubles, and you get exactly one more card.",
        "Two cards of the same value may be split into two hands, each with a bet of its own; "
        "split aces get one card each.",
        "Then the dealer draws until 17. More points win the bet, equal ones get it back.",
        "An ace and a card of 10 at once are a natural, which pays 3 to 2.",
    ),
    questions=(
        QuestionText(
            "How much does {strategy} lose of 100 chips bet?",
            {"strategy": "basic", "measure": "chips", "games": "1M"},
            kind="run",
        ),
        QuestionText("What does it cost if a natural pays only {a.natural}?", {"a.natural": "6:5"}),
        QuestionText("How much worse is {a} than {b}?", {"a": "mimic", "b": "basic"}),
    ),
    options=OPTIONS,
    measures=MEASURES,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.blackjack.strategies",),
    default_strategy="basic",
    ladder=("random", "mimic", "never-bust", "basic"),
    opponents=("random", "never-bust", "basic", "mimic"),
    moves=dict(enumerate(drawing.NAMES)) | {BET + k: f"bet {k}" for k in range(1, MOST_BET + 1)},
    chance_in_play=True,
    vectors=kernel,
    exact=expected,
)
