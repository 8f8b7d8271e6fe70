"""The strategies `mine` of learning/ play networks that training has just written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.games.mexican_train.learned import FILE as WEIGHTS
from playout.games.the_game.learned import FILE as NETWORKS
from playout.games.the_game.learned import PARTS

LEARNING = Path(__file__).parents[2] / "learning"


def rows(game: str, mine: str, **options: Any) -> list[Any]:
    """The counts of `learned` and of `mine`, without their names."""
    answers = [
        playout.run(game, strategy=name, games=30, seed=3, workers=1, **options)
        for name in ("learned", mine)
    ]
    return [[value for key, value in answer[0].items() if key != "strategy"] for answer in answers]


@pytest.mark.thorough
def test_mine_plays_the_network_of_the_game_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with np.load(NETWORKS) as file:
        np.savez(tmp_path / "2.npz", **{part: file[f"{part}2"] for part in PARTS})
    mine = f"{LEARNING / 'the_game_mine.py'}:mine"
    learned, own = rows("the-game", mine, players=2)
    assert own == learned
    with pytest.raises(playout.PlayoutError, match=r"no network: learning/the_game.py --out 4.npz"):
        playout.run("the-game", strategy=mine, games=30, players=4)


@pytest.mark.thorough
def test_mine_plays_the_weights_of_mexican_train_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "weights.npy").write_bytes(WEIGHTS.read_bytes())
    learned, own = rows("mexican-train", f"{LEARNING / 'mexican_train_mine.py'}:mine", players=2)
    assert own == learned
