"""`learned`: what it sees and how it values moves by a slow model, who it beats, how it is trained.

False alarms: were the seed drawn anew, the statistical tests would fail correct code less than once
in a million times, see tests/chance.py.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.games.mexican_train.chains.chains import LONGEST
from playout.games.mexican_train.chains.plan import make_plan
from playout.games.mexican_train.features import POSITION, SIGHT, see_move, see_position
from playout.games.mexican_train.learned import (
    FILE,
    NETWORK,
    TOP,
    UNITS,
    read_weights,
    sum_position,
    value,
)
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import DECLARED, high_of, low_of, tile_of, train_of
from tests.chance import FALSE_ALARM
from tests.games.mexican_train.tables import p_of_less, plan_of, wins
from tests.reference.mexican_train_learned import Sight, worth

TRAINING = Path(__file__).parents[3] / "learning" / "mexican_train.py"

MANY: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 2},
    {"players": 8},
    {"players": 3, "set": 7, "tiles": 6, "gate": "no", "start_open": "yes"},
    {"players": 3, "variant": "seed"},
    {"players": 5, "doubles": "many", "first_turn": "train", "draw": "until"},
]


def network() -> Any:
    """The network that ships."""
    return read_weights().view(NETWORK)[0]


@pytest.mark.thorough
@pytest.mark.parametrize("options", MANY, ids=str)
def test_what_it_sees_and_what_that_is_worth_are_those_of_a_slow_model(
    options: dict[str, Any],
) -> None:
    sight, units, weights = new_record(SIGHT), new_record(UNITS), network()
    for number in range(2):
        match = Match("mexican-train", strategy="random", seed=5, game_number=number, **options)
        for _ in range(30):
            if match.is_over:
                break
            view = match.view()
            make_plan(view, LONGEST)
            slow = Sight(view, *plan_of(view))  # the slow model
            see_position(view, sight)
            sum_position(weights, sight.seen, units)
            assert sight.seen[:POSITION].tolist() == [*map(int, slow.position())]
            for move in match.legal_moves():
                if move == STOP or move & DECLARED:
                    continue
                train, tile = train_of(move), tile_of(move)
                other = low_of(tile) + high_of(tile) - int(view.ends[train])
                see_move(view, train, other, sight)
                features = [*map(int, slow.position()), *map(int, slow.move(train, other))]
                assert sight.seen.tolist() == features
                assert value(weights, sight.seen, units) == worth(weights, features)
            match.step()


def test_no_sum_of_its_weights_is_larger_than_32_bits() -> None:
    weights, features = network(), 120
    first = np.abs(np.hstack([weights.position, weights.move]).astype(np.int64)).sum(axis=1)
    first = first * features
    second = np.abs(weights.second.astype(np.int64)).sum(axis=1) * TOP
    assert max(first.max(), (second + np.abs(weights.bias)).max()) < 2**31


def test_what_is_no_file_of_weights_is_told(tmp_path: Path) -> None:
    right, names = np.load(FILE), ["weights.npz", "text.npy", "empty.npy", "broken.npy"]
    np.save(tmp_path / "right.npy", right)
    assert read_weights(tmp_path / "right.npy").tobytes() == read_weights().tobytes()
    others: list[Any] = [right[:-1], right.view(np.int16), right.astype(">i4"), np.array([None])]
    for number, other in enumerate(others):
        np.save(tmp_path / f"{number}.npy", other, allow_pickle=True)
        names.append(f"{number}.npy")
    np.savez(tmp_path / "weights.npz", right)
    (tmp_path / "text.npy").write_text("0.1 0.2")
    (tmp_path / "empty.npy").touch()
    (tmp_path / "broken.npy").write_bytes((tmp_path / "weights.npz").read_bytes()[:1000])
    for name in names:
        with pytest.raises(PlayoutError, match=f"{name} is not a file of weights for `learned`"):
            read_weights(tmp_path / name)


@pytest.mark.thorough
def test_to_decide_without_weights_is_told(tmp_path: Path) -> None:
    (tmp_path / "bare.py").write_text(
        "import playout\n"
        "from playout.games.mexican_train.learned import decide\n"
        '@playout.strategy("mexican-train")\n'
        "def bare(view, rng):\n"
        '    """Has forgotten its weights."""\n'
        "    return decide(view)\n"
    )
    with pytest.raises(PlayoutError, match="no weights: declare it with lookup="):
        playout.run("mexican-train", seats=f"{tmp_path / 'bare.py'}:bare,random", games=2)


def test_its_weights_are_small() -> None:
    assert FILE.stat().st_size < 1_000_000


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("others", "players"),
    [
        ("careful", 4),
        *(
            pytest.param(*one, marks=pytest.mark.thorough)
            for one in (("sequence", 4), ("sequence", 2), ("careful", 6))
        ),
    ],
)
def test_it_wins_more_than_careful_on_the_same_deals(others: str, players: int) -> None:
    options = {"players": players}
    shares = [wins(one, others, 23, 6000, options) for one in ("learned", "careful")]
    assert p_of_less(shares[0] - shares[1], 0) < FALSE_ALARM


PUPIL = '''
from pathlib import Path
from typing import Any

import playout
from playout.games.mexican_train.learned import decide, read_weights


def weights(rules: Any) -> Any:
    return read_weights(Path(__file__).parent / "pupil.npy")


@playout.strategy("mexican-train", lookup=weights, uses_chance=False)
def pupil(view: Any, rng: Any) -> int:
    """What a short training has learned."""
    return decide(view)
'''


@pytest.mark.thorough  # it needs the extra "learn"
def test_a_few_seconds_of_training_beat_random_play(tmp_path: Path) -> None:
    """At least half of the matches against three of `random`; equal players win a quarter."""
    (tmp_path / "pupil.py").write_text(PUPIL)
    command = [sys.executable, str(TRAINING), "--seconds", "8", "--teacher", "0.7"]
    command += ["--matches", "200", "--out", str(tmp_path / "pupil.npy")]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert {line.split()[0] for line in output.splitlines()[1:]} == {"teacher", "self", "wrote"}
    shares = wins(f"{tmp_path / 'pupil.py'}:pupil", "random", 3, 4000, {"players": 4})
    assert p_of_less(shares, 0.5) < FALSE_ALARM
