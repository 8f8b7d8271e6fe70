"""How Python programs ask: what they may write, and what is refused in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import playout
from playout import PlayoutError
from playout.games.mexican_train.strategies import path
from playout.games.the_game.strategies import combo, greedy
from tests.playing import refused

GAME, TRAIN = "the-game", "mexican-train"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"strategy": "gredy"}, "did you mean 'greedy'"),
        ({"strategy": 3}, "the-game has no strategy '3'"),
        ({"playrs": 2}, "did you mean 'players'"),
        ({"hand": True}, "hand=True: must be a whole number"),
        ({"hand": 5.5}, "hand=5.5: must be a whole number"),
        ({"hand": []}, r"hand=\[\]: give at least one value"),
        ({"hand": [[5]]}, r"hand=\[5\]: must be a whole number"),
        ({"games": 1.5}, "games=1.5: must be a whole number from 1"),
        ({"seed": True}, "seed=True: must be a whole number from 0"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    wrong: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        playout.run("the-game", **{"strategy": "greedy", "games": 10, **wrong})


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ({"players": "1..3"}, {"players": [1, 2, 3]}),
        ({"players": "1,3"}, {"players": [1, 3]}),
        ({"players": ["1..2", 4]}, {"players": [1, 2, 4]}),
        ({"strategy": "greedy,combo"}, {"strategy": ["greedy", "combo"]}),
        ({"hints": True}, {"hints": "marks"}),
        ({"hints": [False, True]}, {"hints": ["none", "marks"]}),
        ({"hints": None, "players": None, "strategy": None, "seats": None}, {}),
        ({"min_cards": [None, 3]}, {"min_cards": [2, 3]}),
        ({"first_player": 0}, {"first_player": "seat-1"}),
        ({"games": "40", "seed": "3"}, {"seed": 3}),
        ({"measure": None, "precision": None, "max_games": None, "by": None, "rotate": None}, {}),
    ],
)
def test_python_asks_in_its_own_words_and_gets_the_same(
    given: dict[str, Any], plain: dict[str, Any], tmp_path: Path
) -> None:
    one, other = (
        playout.run("the-game", **{"games": 40, **asked}, save=tmp_path / f"{k}.run")
        for k, asked in enumerate((given, plain))
    )
    pd.testing.assert_frame_equal(one.to_pandas(), other.to_pandas())
    assert one == other == playout.load_run(tmp_path / "0.run")
    assert one.found.asked.canonical() == other.found.asked.canonical()


def test_a_precision_is_read_as_on_the_command_line() -> None:
    one = playout.run("the-game", precision="20%", measure="cards_left", max_games="1k")
    assert one == playout.run("the-game", precision=" 20%", measure="cards-left", max_games=1_000)
    assert one.facts()["precision"] == "20%"
    text, number = (playout.run("the-game", precision=p, max_games=300) for p in ("0.1", 0.1))
    assert text == number


def test_none_says_the_default_of_other_questions_too() -> None:
    one = playout.compare(
        "the-game",
        a="greedy",
        b="quick",
        hand=None,
        margin=None,
        error=None,
        measure=None,
        max_games="200",
    )
    assert one == playout.compare("the-game", a="greedy", b="quick", max_games=200)
    luck = playout.luck("the-game", strategies="greedy,combo", games=40, repeats=None, measure=None)
    assert luck == playout.luck("the-game", strategies=["greedy", "combo"], games=40)
    asked: Any = {"particles": 20, "repeats": 10, "high": 20}
    assert playout.rare("the-game", strategy=None, measure=None, **asked) == playout.rare(
        "the-game", **asked
    )
    assert playout.odds("the-game", strategy=None, position=None, turn=None, games=20) == (
        playout.odds("the-game", game_number=0, measure="win", games="20")
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda seed: playout.run("the-game", games=20, seed=seed),
        lambda seed: playout.compare("the-game", a="greedy", b="quick", max_games=60, seed=seed),
        lambda seed: playout.tournament(
            "mexican-train", strategies="random,path", games=60, seed=seed
        ),
        lambda seed: playout.luck("the-game", strategies="greedy,combo", games=40, seed=seed),
        lambda seed: playout.rare("the-game", particles=20, repeats=10, high=20, seed=seed),
        lambda seed: playout.odds("the-game", games=20, seed=seed),
        lambda seed: playout.hex.criticality(3, boards=2_000, seed=seed),
        pytest.param(
            lambda seed: playout.hex.compound(3, games=2, boards=100, seed=seed),
            marks=pytest.mark.slow,
        ),
    ],
    ids=["run", "compare", "tournament", "luck", "rare", "odds", "map", "compound"],
)
def test_no_seed_draws_a_fresh_one_and_the_answer_says_which(ask: Callable[[Any], Any]) -> None:
    one, other = ask(None), ask(None)
    assert one.seed != other.seed
    assert f"seed {one.seed}" in repr(one)
    assert ask(one.seed) == one


FEW: dict[Callable[..., Any], dict[str, Any]] = {
    playout.run: {"games": 20},
    playout.compare: {"max_games": 60},
    playout.tournament: {"games": 40},
    playout.luck: {"games": 40},
    playout.rare: {"players": 2, "particles": 20, "repeats": 10},
    playout.odds: {"players": 2, "games": 20},
}


@pytest.mark.parametrize(
    ("ask", "game", "one", "other"),
    [
        (playout.run, GAME, {"strategy": [greedy, "combo"]}, {"strategy": ["greedy", "combo"]}),
        (playout.run, GAME, {"strategy": greedy}, {"strategy": "greedy"}),
        (playout.run, TRAIN, {"seats": [[path, "random"]]}, {"seats": ["path,random"]}),
        (playout.compare, GAME, {"a": greedy, "b": "combo"}, {"a": "greedy", "b": combo}),
        (
            playout.compare,
            GAME,
            {"strategy": greedy, "a_rules": {"hints": True}, "b_rules": {"hand": 5}},
            {"strategy": "greedy", "a_rules": "hints=marks", "b_rules": "hand=5"},
        ),
        (
            playout.compare,
            GAME,
            {"a": [greedy, combo], "b": "combo", "players": 2},
            {"a": "greedy+combo", "b": "combo", "players": 2},
        ),
        (
            playout.tournament,
            TRAIN,
            {"strategies": [path, "random"]},
            {"strategies": "path,random"},
        ),
        (
            playout.luck,
            TRAIN,
            {"strategies": [path, "random"], "against": path},
            {"strategies": "path,random", "against": "path"},
        ),
        (playout.rare, GAME, {"strategy": [greedy, combo]}, {"strategy": "greedy+combo"}),
        (playout.odds, GAME, {"strategy": [greedy, combo]}, {"strategy": "greedy+combo"}),
    ],
)
def test_a_declared_function_is_a_strategy_everywhere(
    ask: Callable[..., Any], game: str, one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert ask(game, **one, **FEW[ask]) == ask(game, **other, **FEW[ask])


def test_a_function_that_is_not_declared_is_refused_with_what_to_do() -> None:
    def plain(view: Any, rng: Any) -> int:
        return 0

    for ask in (
        lambda: playout.run("the-game", strategy=["greedy", plain]),
        lambda: playout.compare("the-game", a=plain, b="greedy"),
        lambda: playout.luck("the-game", strategies=[plain, "greedy"]),
        lambda: playout.rare("the-game", strategy=plain),
        lambda: playout.odds("the-game", strategy=plain),
        lambda: playout.Match("the-game", strategy=plain),
    ):
        refused('plain is not a strategy yet; write @playout.strategy("the-game")', ask)


QUESTIONS = ("run", "compare", "tournament", "luck", "rare", "odds", "review", "mistakes")


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("histogram", "showing(histogram=...)"),
        ("quantiles", "showing(quantiles=...)"),
        ("chance", "showing(chance=...)"),
        ("dry_run", "playout.forecast('run', ...)"),
        ("csv", "to_csv("),
        ("xlsx", "to_excel("),
    ],
)
def test_an_option_of_the_command_says_where_it_is_in_python(word: str, place: str) -> None:
    run: Any = playout.run
    with pytest.raises(PlayoutError, match=re.escape(place)):
        run("pig", **{word: "win"})


@pytest.mark.parametrize("name", [*QUESTIONS, "Match"])
@pytest.mark.parametrize("word", ["cls", "self", "options", "given", "kwargs", "nonsense", "words"])
def test_a_keyword_that_no_game_knows_is_refused_in_a_sentence(name: str, word: str) -> None:
    others: dict[str, Any] = {"strategies": ["hold", "random"]} if name == "luck" else {}
    game = GAME if name == "rare" else "pig"
    with pytest.raises(PlayoutError, match=f"^{game} has no rule option '{word}': "):
        getattr(playout, name)(game, **{word: 1}, **others)


@pytest.mark.parametrize("name", [*QUESTIONS, "load_run", "resume", "merge", "list_options"])
def test_a_call_that_python_refuses_names_the_function(name: str) -> None:
    function = getattr(playout, name)
    with pytest.raises(TypeError, match=rf"^{name}\(\) takes "):
        function("pig", "a", "b", "c")
    if name in QUESTIONS:
        with pytest.raises(TypeError, match=rf"^{name}\(\) got multiple values for .* 'game'$"):
            function("pig", game=1)
    else:
        with pytest.raises(TypeError, match=rf"^{name}\(\) got an unexpected .* 'nonsense'"):
            function("pig", nonsense=1)
