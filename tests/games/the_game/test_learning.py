"""The program that trains `learned` runs, tells what it does, and writes a network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from playout.games.the_game.network.files import PARTS, expanded
from playout.games.the_game.network.weighing import OUT

PROGRAM = Path(__file__).parents[3] / "learning" / "the_game.py"


@pytest.mark.thorough
def test_the_program_that_trains_writes_a_network_and_its_curve(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    pytest.importorskip("optax")
    out = tmp_path / "network.npz"
    few = ["--seconds", "12", "--positions", "3000", "--batch", "256", "--games", "200"]
    found = subprocess.run(
        [sys.executable, PROGRAM, "--players", "3", "--seed", "1", "--out", out, *few],
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(re.findall(r"wins [\d.]+ % \([\d.]+ to [\d.]+\)", found.stdout)) >= 3
    with np.load(out) as file:
        network = expanded(*(file[name].astype(np.int64) for name in PARTS))
    assert np.abs(network[OUT:]).max() > 0  # it has weighed what it saw
