"""The declaration of Risk battles: options, measures and parts."""

from __future__ import annotations

from playout.engine.game.game import Game, Measure, Option
from playout.games.risk_battle import drawing, encoding, rules
from playout.games.risk_battle.exact import expected
from playout.games.risk_battle.rules import MOST_ARMIES, SIDE

OPTIONS = (
    Option("attackers", 10, "attackers that may roll", 1, MOST_ARMIES, each="attacker"),
    Option("defenders", 10, "defenders", 1, MOST_ARMIES, each="defender"),
    Option("attack_dice", 3, "most dice of the attacker", 1, SIDE, each="die"),
    Option("defence_dice", 2, "most dice of the defender", 1, SIDE, each="die"),
)

MEASURES = (
    Measure("conquered", "rate", "no defender is left", better="highest"),
    Measure(
        "attackers_left",
        "mean",
        "attackers left, 0 if the defenders hold",
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
        most=lambda r: r.number("attackers") + r.number("defenders") - 1,
        least=1,
    ),
)

GAME = Game(
    name="risk-battle",
    title="Risk battle",
    version=1,
    summary="A battle of Risk: attackers against defenders, by dice, to the end; no choices.",
    options=OPTIONS,
    measures=MEASURES,
    rules=rules,
    encoding=encoding,
    drawing=drawing,
    strategies=("playout.games.risk_battle.strategies",),
    default_strategy="throw",
    chance_in_play=True,
    moves=("throw",),
    exact=expected,
)
