"""The declaration of Can't Stop: its options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Measure, Option, Policy, QuestionText, Rules, Value
from playout.engine.game.policy import Allowed
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.cant_stop import drawing, encoding, rules
from playout.games.cant_stop.rules import HIGH, LENGTHS, LOW

COLUMNS = rules.HIGH - rules.LOW + 1
MOST_THROWS = 36  # of one turn: a throw is a step at least, and three columns have 35 at most

OPTIONS = (
    Option("players", 2, "players at the board", 1, rules.SEATS, each="player"),
    Option(
        "columns_to_win",
        3,
        "columns that a player must finish to win",
        1,
        COLUMNS,
        each="column to win",
    ),
    Option(
        "most_turns",
        1000,
        "turns in total, after which the most columns win",
        1,
        1_000_000,
        each="turn that a game may last",
    ),
)


def _columns(rules: Rules) -> int:
    """The last move may finish two columns."""
    return min(COLUMNS, rules.number("columns_to_win") + 1)


MEASURES = (
    Measure(
        "win",
        "share",
        "enough columns finished, or the most of them after the last turn; equals share the win",
        per_seat=True,
        better="highest",
    ),
    Measure("columns", "mean", "columns finished", per_seat=True, first="highest", most=_columns),
    Measure(
        "busts",
        "mean",
        "turns lost to a throw that moved no runner",
        per_seat=True,
        most=lambda r: r.number("most_turns"),
        better="lowest",
    ),
    Measure(
        "turns",
        "mean",
        "turns of all players",
        most=lambda r: r.number("most_turns"),
        least=1,
        better="lowest",
    ),
    Measure(
        "throws",
        "mean",
        "throws of all players",
        most=lambda r: MOST_THROWS * r.number("most_turns"),
        least=1,
    ),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Check that somebody can win: the columns must not all be closed before."""
    players, needed = values["players"], values["columns_to_win"]
    most = 1 + (COLUMNS - 1) // players
    if needed > most:
        raise PlayoutError(
            f"{as_typed('players', players)}, {as_typed('columns_to_win', needed)}: all {COLUMNS} "
            f"columns could be closed before a player has {needed}; at most {most} are allowed"
        )
    return values


def _places(column: int) -> Allowed:
    """Where a runner can stand that has room for another step."""
    return lambda rules: range(1, int(LENGTHS[column]))


POLICY = Policy(
    down="runners.6",
    across="runners.8",
    threshold="runners.7",
    where={"dice": "3,3,3,5"},  # 6 and 8, and nothing else
    heads={f"runners.{column}": f"step in column {column}" for column in range(LOW, HIGH + 1)},
    places={
        f"runners.{column}": f"with column {column} at step {{}}" for column in range(LOW, HIGH + 1)
    },
    values={f"runners.{column}": _places(column) for column in range(LOW, HIGH + 1)},
    too_large=True,
    example="rule-of-28",
)

GAME = Game(
    name="cant-stop",
    title="Can't Stop",
    version=1,
    summary="Can't Stop: four dice, eleven columns; throw again, or stop and keep your steps.",
    how_to_play=(
        "Be the first to finish three of the eleven columns, 2 to 12. They have 3 to 13 steps; "
        "the middle ones are longest.",
        "Throw four dice and make two pairs of them, as you like.",
        "In the column of each sum a runner moves one step up from where you stand. A turn has "
        "three runners.",
        "You must use both sums if you can. If both need a new runner and only one is left, "
        "choose the column.",
        "Then throw again, or stop and keep the steps of this turn.",
        "A throw that can move no runner is a bust: the steps of this turn are lost.",
        "If you stop at the top of a column, it is yours. It is closed, and the others lose "
        "their steps in it.",
    ),
    questions=(
        QuestionText("When does {strategy} stop?", {"strategy": "rule-of-28"}, kind="policy"),
        QuestionText(
            "What if you need {a.columns_to_win} columns to win?",
            {"a.columns_to_win": 2, "measure": "turns"},
        ),
        QuestionText(
            "How many turns does {strategy} need alone?",
            {"strategy": "tuned", "rule.players": 1, "measure": "turns", "precision": "1%"},
            kind="run",
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=(
        "playout.games.cant_stop.strategies",
        "playout.games.cant_stop.published_strategies",
    ),
    default_strategy="tuned",
    ladder=("random", "rule-of-28", "tuned"),
    opponents=("steps", "rule-of-28", "tuned"),
    chance_in_play=True,
    encode=rules.column_move,
    policy=POLICY,
)
