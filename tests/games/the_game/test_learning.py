"""The program that trains `learned` tells what it does, and its network has learned."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from playout.games.the_game.learned import PARTS, expanded

PROGRAM = Path(__file__).parents[3] / "learning" / "the_game.py"


@pytest.mark.thorough  # it needs the extra "learn"
@pytest.mark.parametrize("hints", ["none", "marks"])
def test_the_program_that_trains_writes_a_network_that_knows_who_does_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hints: str
) -> None:
    few = ["--rounds", "30", "--positions", "8000", "--batch", "512", "--games", "200"]
    asked = ["--players", "2", "--hints", hints, "--seed", "1", *few]
    networks = []
    for out in (tmp_path / "one.npz", tmp_path / "same.npz"):
        found = subprocess.run(
            [sys.executable, PROGRAM, *asked, "--out", out],
            capture_output=True,
            text=True,
            check=True,
        )
        assert len(re.findall(r"wins [\d.]+ % \([\d.]+ to [\d.]+\)", found.stdout)) >= 3
        with np.load(out) as file:
            networks.append(expanded(*(file[name].astype(np.int64) for name in PARTS)))
    assert (networks[0] == networks[1]).all()  # the same seed, on the same machine

    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    from the_game import POSITION, Games  # type: ignore[import-not-found]

    # What ends of turns are worth to it, beside how near their games came to being won.
    positions = np.zeros(60_000, POSITION)
    count = Games(2, hints, seed=2, ends=16).play(networks[0], positions, 0, near=1.0, trace=1.0)
    seen = positions[:count]
    assert count > 50_000
    assert np.corrcoef(seen["value"], seen["target"])[0, 1] > 0.3
