"""The declaration of Risk battles: options, measures and parts."""

from __future__ import annotations

from typing import Any

from playout.engine.game.game import Game, Measure, Option, QuestionText, Rules, Value
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed, named
from playout.games.risk_battle import drawing, encoding, rules
from playout.games.risk_battle.exact import exact_moves, expected
from playout.games.risk_battle.rules import MOST_ARMIES, MOST_ROUNDS, SIDE
from playout.kits.dice import FACES, MOST_SIDES

OPTIONS = (
    Option(
        "attackers", 10, "attackers that may roll", 1, MOST_ARMIES, each="attacker", is_told=True
    ),
    Option("defenders", 10, "defenders", 1, MOST_ARMIES, each="defender", is_told=True),
    Option("attack_dice", 3, "maximum number of dice of the attacker", 1, SIDE, each="die"),
    Option("defence_dice", 2, "maximum number of dice of the defender", 1, SIDE, each="die"),
    Option("attack_sides", FACES, "sides of the attacker's dice", 2, MOST_SIDES, each="side"),
    Option("defence_sides", FACES, "sides of the defender's dice", 2, MOST_SIDES, each="side"),
    Option(
        "retreat_at",
        0,
        "number of attackers left at which they retreat; 0: never",
        0,
        MOST_ARMIES - 1,
        each="attacker left at the retreat",
    ),
    Option(
        "retreat_after",
        MOST_ROUNDS,
        f"number of rounds after which the attackers retreat; {MOST_ROUNDS}: never",
        1,
        MOST_ROUNDS,
        each="round before the retreat",
    ),
)


def resolve(values: dict[str, Any]) -> dict[str, Value]:
    """Check that there is a first round: the attackers must not retreat before it."""
    attackers, stop = values["attackers"], values["retreat_at"]
    if stop >= attackers:
        raise PlayoutError(
            f"{as_typed('attackers', attackers)}, {as_typed('retreat_at', stop)}: the attackers "
            f"would retreat before the first round; {named('retreat_at')} must be from 0 to "
            f"{attackers - 1}"
        )
    return values


def _most_rounds(rules: Rules) -> int:
    """Each round costs an army, and none is fought after a retreat."""
    most = rules.number("attackers") - rules.number("retreat_at") + rules.number("defenders") - 1
    return min(most, rules.number("retreat_after"))


MEASURES = (
    Measure(
        "conquered",
        "rate",
        "no defender is left",
        better="highest",
        role="the attacker",
        verbs=("conquers", "conquer", "conquered"),
    ),
    Measure(
        "attackers_left",
        "mean",
        "attackers left, 0 if they all fell",
        most=lambda r: r.number("attackers"),
        better="highest",
    ),
    Measure(
        "defenders_left",
        "mean",
        "defenders left, 0 if they are conquered",
        most=lambda r: r.number("defenders"),
        better="lowest",
    ),
    Measure(
        "rounds",
        "mean",
        "rounds fought",
        most=_most_rounds,
        least=1,
    ),
    Measure(
        "attackers_lost",
        "mean",
        "attackers that fell",
        most=lambda r: r.number("attackers"),
        better="lowest",
    ),
    Measure(
        "defenders_lost",
        "mean",
        "defenders that fell",
        most=lambda r: r.number("defenders"),
        better="highest",
    ),
)

GAME = Game(
    name="risk-battle",
    title="Risk battle",
    version=1,
    summary="A battle of Risk: attackers and defenders roll dice to the end; nothing to decide.",
    how_to_play=(
        "The attacker wants to beat all defenders; the dice decide everything.",
        "In each round the attacker throws a die for each army, at most three; the defender at "
        "most two.",
        "Compare the highest dice of both sides, then the second highest if both have one.",
        "The side with the lower die loses an army. Of equal dice the attacker's counts as the "
        "lower.",
        "The army that must stay behind is not counted among the attackers.",
        "The battle ends when one side has no army left.",
    ),
    questions=(
        QuestionText(
            "How often do {rule.attackers} attackers beat {rule.defenders} defenders?",
            {"rule.attackers": 10, "rule.defenders": 10},
            kind="run",
        ),
        QuestionText(
            "How many of {rule.attackers} attackers are left after a battle with {rule.defenders} "
            "defenders?",
            {
                "rule.attackers": 10,
                "rule.defenders": 5,
                "measure": "attackers_left",
                "precision": "1%",
            },
            kind="run",
        ),
        QuestionText("What if the defender rolls {a.defence_dice} dice?", {"a.defence_dice": 3}),
        QuestionText(
            "What if the defender's dice have {a.defence_sides} sides?", {"a.defence_sides": 8}
        ),
        QuestionText(
            "What if the attackers retreat as soon as {a.retreat_at} of them are left?",
            {"a.retreat_at": 3, "measure": "attackers_lost"},
        ),
    ),
    options=OPTIONS,
    measures=MEASURES,
    resolve=resolve,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.risk_battle.strategies",),
    default_strategy="throw",
    chance_in_play=True,
    moves=("throw",),
    exact=expected,
    exact_moves=exact_moves,
)
