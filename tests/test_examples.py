"""Every example runs and prints something, without a warning."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.kits.cards import read_card
from playout.kits.dice import chance
from tests.command import install
from tests.questions.tune import chips

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
@pytest.mark.slow
def test_the_example_runs(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(path), "1", "10"])  # few seconds and games, if it has any
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize(
    ("players", "wins"),
    [
        (2, [0.38207492, 0.61792508]),
        pytest.param(3, [0.30684301, 0.32801873, 0.36513826], marks=pytest.mark.thorough),
    ],
)
def test_chips_have_the_exact_values_of_linear_equations(players: int, wins: list[float]) -> None:
    answer = playout.solve(str(EXAMPLES[0].parent / "chips.py"), players=players)
    assert [row["value"] for row in answer] == pytest.approx(wins, abs=1e-8)
    assert chips.winners(players, 3) == pytest.approx(wins, abs=1e-8)


@pytest.mark.usefixtures("forgets")
def test_bids_of_goofspiel_are_made_at_once() -> None:
    """With three cards all orders of prizes and random bids are 36 games, played here by hand."""
    wins = Fraction(0)
    for prizes, bids in product(permutations((1, 2, 3)), repeat=2):
        rounds = zip(prizes, bids, strict=True)
        lead = sum(prize * ((prize > bid) - (prize < bid)) for prize, bid in rounds)
        wins += Fraction((lead > 0) + (lead >= 0), 2 * 36)
    path = str(EXAMPLES[0].parent / "goofspiel.py")
    rules: dict[str, Any] = {"cards": 3}
    row, _ = playout.run(path, seats="match,random", games=1_000, seed=1, **rules)
    assert row["win_low"] < wins < row["win_high"]


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("5C,5D,5S,JH", "5H", 29),  # the most there is
        ("2C,3C,4C,5C", "AC", 12),
        ("2C,2D,3C,4D", "4H", 18),
        ("7C,8C,8D,9H", "6S", 16),
        ("2C,4D,6S,8H", "KD", 0),
    ],
)
def test_hands_of_cribbage_have_the_points_that_players_count(
    hand: str, starter: str, points: int
) -> None:
    names = runpy.run_path(str(EXAMPLES[0].parent / "cribbage.py"))
    cards = [read_card(card) for card in hand.split(",")]
    assert names["show"](cards, read_card(starter)) == points


@pytest.mark.usefixtures("forgets")
def test_dice_that_score_nothing_are_as_likely_as_is_known() -> None:
    # Of one to five dice, as every table of this game has them.
    kept = runpy.run_path(str(EXAMPLES[0].parent / "farkle.py"))["kept"]
    chances = [chance(dice, lambda counts: not kept(counts)) for dice in range(1, 6)]
    assert list(map(str, chances)) == ["2/3", "4/9", "5/18", "17/108", "25/324"]


@pytest.mark.thorough
def test_the_example_of_a_package_is_a_game_that_passes_its_own_tests(tmp_path: Path) -> None:
    """As installed: what pip writes of its entry points lies beside it on the path."""
    package = tmp_path / "own_game"
    shutil.copytree(EXAMPLES[0].parent / "own_game", package)
    install(package, tmp_path)
    path = os.pathsep.join([str(tmp_path), str(package), *filter(None, sys.path)])
    for words in (
        ["pytest", "-q", "-n", "0", "-p", "no:cacheprovider", str(package / "tests")],
        ["playout", "tournament", "two-dice-pig", "--strategies", "hold,random", "--games", "50"],
        ["playout", "replay", "two-dice-pig", "--goal", "20"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", *words],
            env={**os.environ, "PYTHONPATH": path},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
