"""Policies of learners as strategies: the same games as by hand, whatever form a policy has."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import playout
import playout.envs
from playout.engine.words.errors import IllegalMove, PlayoutError
from tests.command import printed_json

pytestmark = pytest.mark.usefixtures("plain")

TOTAL = 2  # the place of the points of this turn, with two players


@pytest.fixture
def plain(forgets: None) -> None:
    """The strategy that the policies below are."""

    @playout.strategy("pig")
    def plain(view: Any, rng: Any) -> int:
        return 1 if view.turn_total >= 8 else 0


def points(*who: Any) -> list[Any]:
    """The points of both seats in some games of Pig."""
    answer = playout.run("pig", seats=list(who), games=12, seed=3, goal=40, workers=2)
    return [round(value, 9) for value in answer["points"]]


def test_a_policy_plays_the_games_of_the_strategy_that_it_is() -> None:
    @playout.envs.policy("pig")
    def vector(observation: Any, action_mask: Any) -> int:
        return int(observation[TOTAL] >= 8)

    @playout.envs.policy("pig", observation="dict")
    def parts(observation: Any, action_mask: Any) -> Any:
        return np.int32(observation["turn_total"] >= 8)

    @playout.envs.policy("pig", zoo=True)
    def agent(observation: Any, agent: str) -> int:
        assert agent in ("seat_0", "seat_1")
        assert set(observation) == {"observation", "action_mask"}
        return int(observation["observation"][TOTAL] >= 8)

    @playout.envs.policy("pig")
    def logits(observation: Any, action_mask: Any) -> Any:
        return [0.5, observation[TOTAL] >= 8]

    wanted = points("plain", "random")
    for name in ("vector", "parts", "agent", "logits"):
        assert points(name, "random") == wanted


def test_a_policy_is_named_by_its_function_and_cannot_change_what_is_legal() -> None:
    @playout.envs.policy("pig")
    def eager(observation: Any, action_mask: Any, at: int = 8) -> int:
        assert at == 8
        may = action_mask[1] == 1
        action_mask[:] = 1
        return int(may and observation[TOTAL] >= at)

    assert points(eager, "random") == points("plain", "random")


def test_a_policy_that_draws_is_given_a_generator_of_its_game() -> None:
    @playout.envs.policy("pig")
    def chance(observation: Any, action_mask: Any, generator: np.random.Generator) -> Any:
        return generator.choice(np.flatnonzero(action_mask))

    one = playout.run("pig", strategy="chance", games=20, seed=1, goal=20, workers=1)
    two = playout.run("pig", strategy="chance", games=20, seed=1, goal=20, workers=2)
    assert one.to_csv() == two.to_csv()
    assert one["turns"][0] > 1


def test_a_module_of_torch_is_asked_for_numbers_without_gradients(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Told from others by its class; the largest number of a legal action is taken."""

    class Module:
        def __call__(self, seen: Any) -> Any:
            return SimpleNamespace(numpy=lambda force: np.array([0.5, seen[TOTAL] >= 8]))

    torch = SimpleNamespace(
        nn=SimpleNamespace(Module=Module), no_grad=nullcontext, as_tensor=lambda array: array
    )
    monkeypatch.setitem(sys.modules, "torch", torch)
    playout.envs.policy("pig", "net")(Module())

    assert points("net", "random") == points("plain", "random")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (1, "action 1 is no legal one here"),
        (5, "action 5 is no legal one here"),
        ([1, 2, 3], r"an action, or 2 numbers, one for each action \(line"),
        (0.5, r"an action, or 2 numbers, one for each action \(line"),
        (None, r"an action, or 2 numbers, one for each action \(line"),
        ([float("nan")] * 2, "only NaN or -inf"),
        ([float("-inf"), 1], "only NaN or -inf"),
    ],
)
def test_what_is_no_action_stops_the_run_with_a_sentence(answer: Any, said: str) -> None:
    @playout.envs.policy("pig")
    def wrong(observation: Any, action_mask: Any) -> Any:
        return answer

    with pytest.raises((IllegalMove, PlayoutError), match=said):
        playout.run("pig", strategy="wrong", games=2, seed=1)


def test_a_policy_needs_its_game() -> None:
    with pytest.raises(PlayoutError, match="stands without its game"):
        playout.envs.policy(lambda seen, mask: 0)  # type: ignore[arg-type]
    with pytest.raises(PlayoutError, match="a function"):
        playout.envs.policy("pig", "five")(5)  # type: ignore[type-var]


@pytest.mark.slow
def test_a_file_of_policies_is_one_of_strategies(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        textwrap.dedent(
            """
            import playout.envs

            @playout.envs.policy("pig")
            def eight(observation, action_mask):
                "Holds at 8."
                return int(observation[2] >= 8)
            """
        )
    )
    words = f"run pig --seats {file}:eight,hold:at=8 --games 8 --seed 1 --json --workers"
    rows = [printed_json(f"{words} {workers}")["rows"] for workers in ("1", "processes:1")]
    assert rows[0] == rows[1]


def test_without_gymnasium_it_is_said_how_to_install_it() -> None:
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "try:\n    import playout.envs\n"
        "except Exception as error:\n    print(type(error).__name__, error)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    assert told == (
        "PlayoutError playout.envs needs gymnasium and pettingzoo: "
        'pip install "playout[envs]" installs them\n'
    )
