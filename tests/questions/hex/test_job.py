"""Maps and compound games as jobs: kept, stopped, resumed and sent away they count the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import playout
from playout import PlayoutError
from playout.engine.vectors.vectors import BITS
from playout.games.hex.display.notation import from_one_line, on_one_line
from playout.games.hex.maps import METHODS, BoardCounts
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
from tests.questions.hex.boards import same_game, undecided

BOARDS = 60 * BITS + 77  # the last block is a partial one
START = ". . . X\n . O . .\n  . . . .\n   . . X ."


def mapped(**more: Any) -> CriticalityMap:
    return criticality(stones=START, boards=BOARDS, p=0.4, seed=6, **more)


def played(**more: Any) -> Compound:
    return compound(stones=START, boards=300, p=0.4, seed=6, **{"games": 60, **more})


def same_counts(one: Answer, other: CriticalityMap) -> bool:
    assert isinstance(one, CriticalityMap)
    names = ("counts", "boards", "win_rate", "expected_pivotals_error")
    pairs = ((getattr(one, name), getattr(other, name)) for name in names)
    return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)


def same_counts_of_boards(one: BoardCounts, other: BoardCounts) -> bool:
    pairs = zip(one.arrays(), other.arrays(), strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


def same_games(one: Answer, other: Compound) -> bool:
    assert isinstance(one, Compound)
    return one.games == other.games and all(map(same_game, one.played, other.played))


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that play one block, or game, after another: a run can be stopped anywhere."""
    monkeypatch.setattr("playout.runner.workers.Threads.batch_seconds", 1e-9)


def test_compound_games_can_be_extended_and_then_make_no_promise_of_a_fixed_number(
    tmp_path: Path,
) -> None:
    save = tmp_path / "games.run"
    played(games=20, save=save)
    longer = playout.extend(save, 60)
    assert same_games(longer, played())
    assert (
        "95 % intervals, which promise nothing if the number of games depended" in longer.caption()
    )
    assert "although" not in played().caption()


def test_a_map_cannot_be_extended(tmp_path: Path) -> None:
    save = tmp_path / "map.run"
    mapped(save=save)
    with pytest.raises(
        PlayoutError, match="a run of the kind hex-map cannot be extended; begin a new one"
    ):
        playout.extend(save, 10 * BOARDS)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"p": 0.3},
        {"boards": 400},
        {"method": "gale"},
        {"stones": ". . .\n . X ."},
        {"cols": 4},
    ],
)
def test_the_file_of_a_map_refuses_another_map(other: dict[str, Any], tmp_path: Path) -> None:
    save = tmp_path / "map.run"
    asked: dict[str, Any] = {"rows": 2, "cols": 3, "boards": 300, "p": 0.4, "seed": 1}
    criticality(**asked, save=save)
    with pytest.raises(PlayoutError, match="this is another run"):
        criticality(**{**asked, **other}, save=save)
    if "method" not in other:
        with pytest.raises(PlayoutError, match="this is another run"):
            compound(**{**asked, **other}, save=save)


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"p": 0.3}, {"boards": 400}, {"confidence": 0.9}, {"cols": 4}]
)
def test_the_file_of_compound_games_refuses_other_games(
    other: dict[str, Any], tmp_path: Path
) -> None:
    save = tmp_path / "games.run"
    asked: dict[str, Any] = {"rows": 2, "cols": 3, "boards": 300, "p": 0.4, "seed": 1}
    compound(**asked, games=5, save=save)
    with pytest.raises(PlayoutError, match="this is another run"):
        compound(**{**asked, **other}, games=5, save=save)
    with pytest.raises(PlayoutError, match="that run plays games 0 to 4 of each row, not 0 to 5"):
        compound(**asked, games=6, save=save)


def test_the_exact_method_plays_nothing_so_it_is_not_kept(tmp_path: Path) -> None:
    save = tmp_path / "map.run"
    with pytest.raises(PlayoutError, match=r"save = .*map\.run: method exact counts everything"):
        criticality(3, method="exact", save=save)
    with pytest.raises(PlayoutError, match="workers = processes:2: method exact counts everything"):
        criticality(3, method="exact", workers="processes:2")
    assert list(tmp_path.iterdir()) == []


JOBS: list[Job[Any]] = [
    maps.Job(maps.ask(7, 9, boards=5_000, seed=2**63 - 1)),
    maps.Job(maps.ask(stones=START, p=0.1, method="flip", boards=3)),
    games.Job(games.ask(3, games=7, boards=20, p=1 / 3)),
    games.Job(games.ask(stones=START, games=3, boards=5_000, confidence=0.99, seed=4)),
]


@pytest.mark.parametrize("job", [JOBS[0], JOBS[2]], ids=lambda job: job.kind)
def test_the_command_of_a_job_asks_for_the_same(job: Job[Any], tmp_path: Path) -> None:
    save = tmp_path / "same.run"
    said = command(*job.command().split()[1:], "--save", str(save))
    assert (said.code, said.err) == (0, "")
    with Ledger.open(save) as ledger:
        assert (ledger.kind, ledger.asked) == (job.kind, job.asked.canonical())
        assert (ledger.begin, ledger.end) == (job.begin, job.end)


def test_a_command_cannot_name_a_position_that_lies_in_no_file() -> None:
    assert JOBS[1].command() == JOBS[3].command() == ""


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (3, 7), (12, 5)])
def test_a_position_on_one_line_is_read_as_it_was(rows: int, cols: int) -> None:
    stones = undecided(rows, cols, 2)
    assert "\n" not in on_one_line(stones)
    assert (from_one_line(on_one_line(stones)) == stones).all()


@pytest.mark.slow
def test_a_map_that_stops_by_itself_does_so_at_the_same_board_with_any_workers() -> None:
    def found(workers: object) -> CriticalityMap:
        return criticality(5, boards="4M", confidence=0.99, seed=3, workers=workers)

    one, two = found(1), found(3)
    assert one.boards < 4_000_000
    assert (one.boards, one.leaders, one.complete) == (two.boards, ["c3"], True)
    assert (one.counts == two.counts).all()
    # So far it is the map without a confidence.
    assert (one.counts == criticality(5, boards=one.boards, seed=3).counts).all()
    assert one.data()["interval"] == "anytime-valid"
    assert "c3 is most often pivotal" in one.sentence()
    few = criticality(5, boards=3_000, confidence=0.99, seed=3)
    assert few.boards == 3_000
    assert len(few.leaders) > 1
    assert "too few boards to tell" in few.sentence()


@pytest.mark.slow
def test_a_map_that_stops_by_itself_goes_on_in_its_file(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"boards": "4M", "confidence": 0.99, "seed": 3}
    file = tmp_path / "map.run"

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    stopped = criticality(5, **asked, save=file, workers=1, progress=stop)
    assert not stopped.complete
    whole, due = criticality(5, **asked, save=file), criticality(5, **asked)
    assert same_counts(whole, due)
    assert whole.leaders == due.leaders == ["c3"]
    (job,) = [maps.Job.restored(maps.ask(5, **asked).canonical(), 9)]
    assert job.command() == "playout map --size 5x5 --boards 4000000 --confidence 0.99 --seed 3"


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.5, 0.3])
def test_a_map_names_a_wrong_cell_no_more_often_than_allowed(p: float) -> None:
    stones, seeds, confidence = parse_stones("...\n.X.\n..."), 100, 0.8
    exact = criticality(stones=stones, p=p, method="exact")
    wrong = 0
    for seed in range(seeds):
        found = criticality(
            stones=stones, p=p, boards="300k", confidence=confidence, seed=seed, workers=1
        )
        wrong += not set(exact.leaders) & set(found.leaders)
    assert stats.binom.sf(wrong - 1, seeds, 1 - confidence) > FALSE_ALARM


def test_counts_of_another_form_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "map.run"
    with monkeypatch.context() as before:
        arrays = BoardCounts.arrays
        before.setattr(BoardCounts, "arrays", lambda self: arrays(self)[:2])
        criticality(3, boards=2_000, save=file)
    with pytest.raises(PlayoutError, match="keeps its counts in another form"):
        playout.load_run(file)


def test_counts_of_boards_survive_being_packed() -> None:
    job = maps.Job(maps.ask(stones=START, boards=BOARDS, p=0.2))
    for counted in (job.nothing()[0], job.play(Batch(0, 0, 1)), job.play(Batch(0, 58, 3))):
        again = job.nothing()[0].filled(unpack(pack(counted), job.nothing()[0]))
        assert same_counts_of_boards(again, counted)
    job = maps.Job(maps.ask(5, boards=BOARDS, confidence=0.9))
    counted = job.play(Batch(0, 3, 4))
    assert counted.both.any()
    again = job.nothing()[0].filled(unpack(pack(counted), job.nothing()[0]))
    assert same_counts_of_boards(again, counted)
    # Trailing zeros, which are not stored: player 1 never won, and the last cells are not pivotal.
    none = BoardCounts.empty(3)
    counted = replace(none, games=1, boards=3, pivotal=np.array([2, 0, 0]))
    again = none.filled(unpack(pack(counted), none))
    assert same_counts_of_boards(again, counted)


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


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("ask", [mapped, played])
def test_what_was_counted_before_an_error_is_its_partial_answer(
    ask: Callable[..., CriticalityMap | Compound], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep, kept = Ledger.keep, 0

    def full(*given: Any) -> None:
        nonlocal kept
        kept += 1
        if kept > 3:
            raise PlayoutError("the disk is full")
        keep(*given)

    monkeypatch.setattr(Ledger, "keep", full)
    with pytest.raises(PlayoutError, match="the disk is full") as told:
        ask(save=tmp_path / "some.run", workers=1)
    partial: Any = told.value.partial
    assert isinstance(partial, CriticalityMap | Compound)
    assert partial.games > 0
    assert not partial.complete
    assert partial.note.startswith("PARTIAL RESULT (stopped): 4x4, ")


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


def stopping_at(share: float) -> Callable[[int, int], None]:
    """Ctrl-C once such a share of the work is finished."""

    def stop(done: int, total: int) -> None:
        if done >= share * total:
            raise KeyboardInterrupt

    return stop


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
def test_a_map_that_was_stopped_and_resumed_counts_as_one_that_never_was(
    method: str, share: float, tmp_path: Path
) -> None:
    save, due = tmp_path / "map.run", mapped()
    stopped = mapped(method=method, save=save, workers=1, progress=stopping_at(share))
    assert not stopped.complete
    assert share * BOARDS <= stopped.boards < BOARDS
    kept = playout.load_run(save)
    assert same_counts(kept, stopped)
    assert not kept.complete
    resumed = mapped(method=method, save=save)
    assert resumed.complete
    assert same_counts(resumed, due)
    assert same_counts(playout.resume(save), due)  # nothing is left to be played
    assert playout.verify(save).different == []


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("confidence", [None, 0.9])
@pytest.mark.parametrize("share", [0.0, 0.4, 0.9])
def test_compound_games_that_were_stopped_and_resumed_are_as_if_they_never_were(
    confidence: float | None, share: float, tmp_path: Path
) -> None:
    save, due = tmp_path / "games.run", played(confidence=confidence)
    stopped = played(confidence=confidence, save=save, workers=1, progress=stopping_at(share))
    assert not stopped.complete
    assert share * 60 <= stopped.games < 60
    kept = playout.load_run(save)
    assert same_games(kept, stopped)
    resumed = playout.resume(save)
    assert resumed.complete
    assert same_games(resumed, due)
    assert playout.verify(save).different == []
