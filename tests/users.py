"""What users write, for the type checker alone: it takes what is right and finds what is wrong.

Nothing here is run.  An error that mypy does not find is an unused ``type: ignore``, which it does
not allow.
"""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np

import playout
from playout.hex import Compound, CriticalityMap
from playout.questions import compare, luck, odds, rare, runs, tournament
from playout.report.answer import Answer


def right() -> None:
    """What a checker takes, and the types of the answers."""

    @playout.strategy("the-game")
    def thrifty(view: Any, rng: Any) -> int:
        return 0

    answer = playout.run(
        "the-game",
        players=[1, 2],
        hand="5..7",
        hints=True,
        first_player=0,
        strategy=thrifty,
        seed=None,
    )
    assert_type(answer, runs.Answer)
    assert_type(len(answer), int)
    assert_type(answer[0], dict[str, Any])
    assert_type(answer["win"], list[Any])
    assert_type(answer.to_csv(), str)
    assert_type(answer.seed, int)
    assert_type(list(answer), list[dict[str, Any]])
    playout.run("mexican-train", seats=["random", "greedy"], gate=[True, False], lock=None)
    playout.run("hex", rows=np.int64(5), p=[0.5, 0.6], players=np.array([2]))
    for game in ("the-game", "the-game-blog"):
        for hints in ("none", "marks"):
            playout.run(game, hand=5, hints=hints)
    another: dict[str, Any] = {"at": 25}
    playout.run("pig", **another)
    assert_type(playout.compare("the-game", a=thrifty, b="quick", hand=6), compare.Answer)
    assert_type(
        playout.tournament("mexican-train", strategies=["random", "greedy"]), tournament.Answer
    )
    assert_type(playout.luck("the-game", strategies=[thrifty, "quick"]), luck.Answer)
    assert_type(playout.rare("the-game", strategy=thrifty), rare.Answer)
    assert_type(playout.odds("the-game", strategy=thrifty, turn=3), odds.Answer)
    assert_type(playout.load_run("a.run"), Answer)
    assert_type(playout.resume("a.run"), Answer)
    assert_type(playout.extend("a.run", 5), Answer)
    assert_type(playout.run_study("the-game-blog"), Answer)
    assert_type(playout.hex.criticality(3), CriticalityMap)
    assert_type(playout.hex.compound(3), Compound)
    assert_type(playout.list_options("hex")[0].name, str)
    playout.Match("the-game", strategy=[thrifty, "random"], players=2, seed=None)


def wrong() -> None:
    """What a checker finds: misspelt rule options, values of another type."""
    playout.run("the-game", plaers=3)  # type: ignore[call-arg]
    playout.compare("the-game", a="quick", b="greedy", hnad=3)  # type: ignore[call-arg]
    playout.tournament("mexican-train", tils=3)  # type: ignore[call-arg]
    playout.luck("the-game", strategies="all", mincards=3)  # type: ignore[call-arg]
    playout.rare("the-game", hint="marks")  # type: ignore[call-arg]
    playout.Match("hex", colums=3)  # type: ignore[call-arg]
    playout.run("the-game", threads=3)  # type: ignore[call-arg]
    playout.run("the-game", hints=3.5)  # type: ignore[arg-type]
    playout.compare("the-game", hand=[5, 6])  # type: ignore[arg-type]
