"""The declaration of Pig: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Measure, Option, Policy, QuestionText, Rules, Value
from playout.games.pig import drawing, encoding, rules
from playout.games.pig.exact import expected
from playout.games.pig.exact_moves import exact_moves
from playout.games.pig.optimum import MOST_SOLVED_GOAL

OPTIONS = (
    Option("players", 2, "players who roll in turn", 1, rules.SEATS, each="player"),
    Option("goal", 100, "points that win", 1, rules.MOST_GOAL, each="point to reach"),
    Option(
        "most_turns",
        None,
        "turns in total, after which the most points win; default: 10 times the goal, at "
        "least 1000",
        1,
        1_000_000,
        each="turn that a game may last",
    ),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Complete rules: the last turn that follows from the goal."""
    if values["most_turns"] is None:
        values["most_turns"] = max(1000, 10 * values["goal"])
    return values


MEASURES = (
    Measure(
        "win",
        "share",
        "has reached the goal, or has the most points after the last turn; equals share the win",
        per_seat=True,
        first="highest",
    ),
    Measure("points", "mean", "points at the end", per_seat=True, better="highest"),
    Measure(
        "turns",
        "mean",
        "turns of all players",
        most=lambda r: r.number("most_turns"),
        least=1,
        better="lowest",
    ),
    Measure("throws", "mean", "throws of all players", least=1),
)


def _scores(goal: int) -> list[int]:
    """The scores during a game: a turn brings 2 points or more."""
    return [score for score in range(goal) if score != 1]


def _as_far_as_needed(rules: Any) -> str:
    """What the turn total of a position is."""
    return (
        "The turn total counts only up to the points needed to win: with own score "
        f"{rules.number('goal') - 1} it is 1 at most."
    )


def reviewer(rules: Rules) -> str:
    """Return who judges a game: best play, where it is known."""
    known = rules["players"] == 1 or (
        rules["players"] == 2 and rules.number("goal") <= MOST_SOLVED_GOAL
    )
    return "optimal" if known else "hold"


POLICY = Policy(
    down="scores.0",
    across="scores.1",
    threshold="turn_total",
    where={"player": "0"},
    heads={"scores.0": "own score", "scores.1": "other score", "turn_total": "turn total"},
    notes={"turn_total": _as_far_as_needed},
    values={
        "scores.0": lambda rules: _scores(rules.number("goal")),
        "scores.1": lambda rules: _scores(rules.number("goal") if rules["players"] == 2 else 1),
        "turn_total": lambda rules: range(2, rules.number("goal") + 1),
    },
)

GAME = Game(
    name="pig",
    title="Pig",
    version=1,
    summary="Pig: roll a die as often as you dare; a 1 loses the points of the turn.",
    how_to_play=(
        "Be the first to reach 100 points.",
        "In your turn roll one die as often as you like. Each roll adds to the points of your "
        "turn.",
        "A 1 ends your turn, and the points of this turn are lost.",
        "Hold to end your turn and keep its points.",
        "You must roll at least once.",
        "Only points that you have kept count: you win when you hold.",
    ),
    questions=(
        QuestionText("When should I roll, and when should I hold?", kind="policy"),
        QuestionText(
            "How many turns does a game last if you need {rule.goal} points to win?",
            {"rule.goal": 50, "measure": "turns"},
            kind="run",
        ),
        QuestionText(
            "How many turns does {strategy} need alone to reach {rule.goal} points?",
            {
                "rule.players": 1,
                "strategy": "hold",
                "rule.goal": 100,
                "measure": "turns",
                "precision": "1%",
            },
            kind="run",
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.pig.strategies", "playout.games.pig.published_strategies"),
    default_strategy="hold",
    reviewer=reviewer,
    ladder=("random", "hold", "optimal"),
    opponents=("random", "hold", "optimal", "hold:at=25"),
    moves=("roll", "hold"),
    chance_in_play=True,
    forget_keeps=("win", "turns", "throws"),
    exact=expected,
    exact_moves=exact_moves,
    policy=POLICY,
)
