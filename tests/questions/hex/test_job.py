"""Maps and compound games as jobs: kept, stopped, resumed and sent away they count the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy import stats

import playout
from playout import PlayoutError
from playout.engine.vectors.vectors import BITS
from playout.games.hex.maps import BoardCounts
from playout.hex import Compound, CriticalityMap, compound, criticality, parse_stones
from playout.questions.hex import compound as games
from playout.questions.hex import maps
from playout.questions.hex.compound.found import Played
from playout.report.answer import Answer
from playout.runner.jobs import Job
from playout.runner.ledger import Ledger
from playout.runner.plan import Batch
from playout.stats.packing import pack, unpack
from tests.chance import FALSE_ALARM
from tests.command import playout as command
from tests.questions.hex.boards import same_game

BOARDS = 60 * BITS + 77  # the last block is a partial one
START = ". . . X\n . O . .\n  . . . .\n   . . X ."


def mapped(**more: Any) -> CriticalityMap:
    return criticality(stones=START, boards=BOARDS, p=0.4, seed=6, **more)


def maps_and_games(number: int) -> list[Any]:
    """Both questions; what plays games compiles for seconds."""
    games = partial(compound, games=number)
    return [criticality, pytest.param(games, marks=pytest.mark.slow, id="games")]


def played(**more: Any) -> Compound:
    return compound(stones=START, boards=300, p=0.4, seed=6, **{"games": 60, **more})


@pytest.mark.slow
def test_compound_games_can_be_extended_and_then_make_no_promise_of_a_fixed_number(
    tmp_path: Path,
) -> None:
    save = tmp_path / "games.run"
    played(games=20, save=save)
    longer = playout.extend(save, 60)
    assert isinstance(longer, Compound)
    assert all(map(same_game, longer.played, played().played))
    assert longer.games == 60
    assert "95 % intervals, which hold only if the results did not decide" in longer.caption()
    assert "although" not in played().caption()


def test_a_map_cannot_be_extended(tmp_path: Path) -> None:
    save = tmp_path / "map.run"
    mapped(save=save)
    with pytest.raises(
        PlayoutError, match="a run of the kind hex-map cannot be extended; start a new one"
    ):
        playout.extend(save, 10 * BOARDS)


@pytest.mark.parametrize("ask", maps_and_games(5))
@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"p": 0.3},
        {"boards": 400},
        {"confidence": 0.9},
        {"stones": ". . .\n . X ."},
        {"cols": 4},
    ],
)
def test_the_file_of_a_question_refuses_another_one(
    other: dict[str, Any], ask: Callable[..., Answer], tmp_path: Path
) -> None:
    save = tmp_path / "one.run"
    asked: dict[str, Any] = {"rows": 2, "cols": 3, "boards": 300, "p": 0.4, "seed": 1}
    ask(**asked, save=save)
    for ask_again in (criticality, compound):
        with pytest.raises(PlayoutError, match=r"is a saved run of another|belongs to another"):
            ask_again(**{**asked, **other}, save=save)


@pytest.mark.slow
def test_the_file_of_games_refuses_another_number_of_games(tmp_path: Path) -> None:
    save = tmp_path / "games.run"
    compound(2, games=5, boards=9, save=save)
    with pytest.raises(PlayoutError, match="saved run plays games 0 to 4 of each row, not 0 to 5"):
        compound(2, games=6, boards=9, save=save)


def test_the_file_of_a_map_refuses_another_method(tmp_path: Path) -> None:
    save = tmp_path / "map.run"
    criticality(2, boards=300, save=save)
    with pytest.raises(PlayoutError, match="this saved run belongs to another question"):
        criticality(2, boards=300, method="gale", save=save)


JOBS: list[Job[Any]] = [
    maps.Job(maps.ask(7, 9, boards=5_000, seed=2**63 - 1)),
    maps.Job(maps.ask(stones=START, p=0.1, method="flip", boards=3)),
    games.Job(games.ask(3, games=7, boards=20, p=1 / 3)),
    games.Job(games.ask(stones=START, games=3, boards=5_000, confidence=0.99, seed=4)),
]


@pytest.mark.parametrize(
    "job",
    [JOBS[0], pytest.param(JOBS[2], marks=pytest.mark.slow)],
    ids=lambda job: job.kind,
)
def test_the_command_of_a_job_asks_for_the_same(job: Job[Any], tmp_path: Path) -> None:
    save = tmp_path / "same.run"
    said = command(*job.command().split()[1:], "--save", str(save))
    assert (said.code, said.err) == (0, "")
    with Ledger.open(save) as ledger:
        assert (ledger.kind, ledger.asked) == (job.kind, job.asked.canonical())
        assert (ledger.begin, ledger.end) == (job.begin, job.end)


def test_a_command_cannot_name_a_position_that_lies_in_no_file() -> None:
    assert JOBS[1].command() == JOBS[3].command() == ""


@pytest.mark.slow
def test_a_map_that_stops_by_itself_does_so_at_the_same_board_with_any_workers() -> None:
    def map_with(workers: object) -> CriticalityMap:
        return criticality(5, boards="4M", confidence=0.99, seed=3, workers=workers)

    one, two = map_with(1), map_with(3)
    assert one.boards < 4_000_000
    assert (one.boards, one.leaders, one.complete) == (two.boards, ["c3"], True)
    assert (one.counts == two.counts).all()
    # So far it is the map without a confidence.
    assert (one.counts == criticality(5, boards=one.boards, seed=3).counts).all()
    assert one.data()["interval"] == "anytime-valid"
    assert "c3 is the most critical cell" in one.sentence()
    few = criticality(5, boards=3_000, confidence=0.99, seed=3)
    assert few.boards == 3_000
    assert len(few.leaders) > 1
    assert "3,000 random boards are too few to tell" in few.sentence()


@pytest.mark.slow
def test_a_map_that_stops_by_itself_goes_on_in_its_file(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"boards": "4M", "confidence": 0.99, "seed": 3}
    file = tmp_path / "map.run"

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    stopped = criticality(5, **asked, save=file, workers=1, progress=stop)
    assert not stopped.complete
    whole, due = criticality(5, **asked, save=file), criticality(5, **asked)
    assert whole == due
    assert whole.leaders == ["c3"]
    (job,) = [maps.Job.restored(maps.ask(5, **asked).canonical(), 9)]
    assert job.command() == "playout map --size 5x5 --boards 4000000 --confidence 0.99 --seed 3"


@pytest.mark.slow
@pytest.mark.parametrize("boards", ["20k", "200k", "1M"])
def test_a_map_of_a_small_board_stops_soon(boards: str) -> None:
    found = [criticality(3, boards=boards, confidence=0.9, seed=seed) for seed in range(20)]
    assert sum(one.boards <= 15_000 and one.leaders == ["b2"] for one in found) >= 10
    clear = [one for one in found if len(one.leaders) == 1]
    assert all("b2 is the most critical cell" in one.sentence() for one in clear)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "p", "confidence"),
    [
        ("...\n.X.\n...", 0.5, 0.8),
        pytest.param("...\n.X.\n...", 0.3, 0.8, marks=pytest.mark.thorough),
        ("....\n....", 0.5, 0.6),
        *(
            pytest.param(text, p, 0.5, marks=pytest.mark.thorough)
            for text, p in (
                ("...\n...\n...", 0.5),
                ("....\n....\n....", 0.47),
                (".....\n.....\n.....\n.....", 0.5),
            )
        ),
    ],
)
def test_a_map_names_a_wrong_cell_no_more_often_than_allowed(
    text: str, p: float, confidence: float
) -> None:
    stones, seeds = parse_stones(text), 100
    exact = criticality(stones=stones, p=p, method="exact")
    wrong = 0
    for seed in range(seeds):
        found = criticality(
            stones=stones, p=p, boards="300k", confidence=confidence, seed=seed, workers=1
        )
        wrong += not set(exact.leaders) & set(found.leaders)
    assert stats.binom.sf(wrong - 1, seeds, 1 - confidence) > FALSE_ALARM


@pytest.mark.slow
def test_counts_of_boards_survive_being_packed() -> None:
    job = maps.Job(maps.ask(5, boards=BOARDS, confidence=0.9))
    counted = job.play(Batch(0, 3, 4))
    assert counted.both.any()
    # Trailing zeros, which are not stored: player 1 never won, and the last cells are not pivotal.
    none = BoardCounts.empty(3)
    few = replace(none, games=1, boards=3, pivotal=np.array([2, 0, 0]))
    for some, nothing in ((counted, job.nothing()[0]), (few, none)):
        again = nothing.filled(unpack(pack(some), nothing))
        assert all(map(np.array_equal, again.arrays(), some.arrays()))


@pytest.mark.slow
@pytest.mark.parametrize(("p", "boards"), [(0.5, 1), (0.5, 500), (0.0, 5), (1.0, 5)])
def test_compound_games_survive_being_packed(p: float, boards: int) -> None:
    # With one board a move samples are silent; the last stone is often in cell 0 of such boards.
    job = games.Job(games.ask(2, 2, games=40, boards=boards, p=p))
    (nothing,) = job.nothing()
    for count in (0, 1, 40):
        one = job.play(Batch(0, 0, count))
        again = nothing.filled(unpack(pack(one), nothing))
        assert isinstance(again, Played)
        assert again.games == count
        assert all(map(same_game, again.all, one.all))
        for game in again.all:
            assert (game.cells.dtype.name, game.owners.dtype.name) == ("int16", "int8")


@pytest.mark.slow
def test_an_answer_has_its_numbers_for_machines() -> None:
    data = mapped().data()
    assert (data["kind"], data["game"], data["games"]) == ("hex-map", "hex", BOARDS)
    assert data["position"] == "...X/.O../..../..X."
    assert data["leaders"][0] == data["best"] == mapped().best
    assert [row["pivotal"] for row in data["rows"]] == mapped().counts.ravel().tolist()
    data = played().data()
    assert (data["kind"], data["games"], data["boards"]) == ("hex-compound", 60, 300)
    assert [row["length"] for row in data["rows"]] == played().lengths.tolist()
    assert data["length"] == played().mean_length.estimate
    assert data["silent_stops"] == played().silent_stops


@pytest.mark.parametrize("ask", maps_and_games(10))
def test_what_was_stopped_before_it_began_says_that_nothing_is_known(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playout.runner.jobs.play_batches", lambda *_, **__: False)
    answer = ask(3, boards=500)
    assert (answer.games, answer.complete) == (0, False)
    assert re.search("no (board has been sampled|game has been played) yet", repr(answer))
    assert all(row["rate"] is None for row in answer.data()["rows"])
    for figure in answer.figures():
        ElementTree.fromstring(figure.svg())


@pytest.mark.parametrize("ask", maps_and_games(10))
def test_an_answer_keeps_its_position_when_the_array_that_was_given_changes(
    ask: Callable[..., Any],
) -> None:
    position = np.zeros((3, 3), np.int8)
    answer = ask(stones=position, boards=100)
    position[:] = 1
    assert (answer.stones == 0).all()


@pytest.mark.slow
def test_a_map_that_stopped_early_says_that_its_best_rate_is_too_high() -> None:
    said = "Stopped as soon as the most critical cell was clear, so its share is on average"
    assert said in criticality(3, boards="1M", confidence=0.9).caption()
    for confidence in (None, 0.9):
        assert said not in criticality(3, boards=1_000, confidence=confidence).caption()
