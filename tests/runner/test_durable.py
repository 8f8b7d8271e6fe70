"""What can be done with runs that are files: more games, parts put together, checks."""

from __future__ import annotations

import dataclasses
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from playout.api import make_spec
from playout.engine.errors import PlayoutError
from playout.stats.packing import pack
from playout.study import durable
from playout.study.durable import command_of, counted, extend, facts, merge, play_saved, verify
from playout.study.executors import Threads
from playout.study.jobs import play_job
from playout.study.ledger import Ledger
from playout.study.run import GameRun, Run, part_of
from playout.study.tournament import TournamentRun, plan_tournament


def spec(games: int | None = 2_000, **options: Any) -> Any:
    usual: dict[str, Any] = {"players": [1, 2], "strategy": "greedy", "seed": 9}
    return make_spec("the-game", games=games, **(usual | options))


def play(path: Path | None, job: Any) -> Any:
    with Threads(2) as workers:
        return play_saved(job, workers, path)


def go_on(path: Path) -> Any:
    with Ledger.open(path, write=True) as ledger, Threads(2) as workers:
        return play_job(ledger.job(), workers, keeper=ledger)


def bits(run: Run) -> list[bytes]:
    return [pack(tally) for tally in run.tallies]


def test_an_extended_run_is_a_longer_one_whose_length_was_not_fixed(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    assert play(path, GameRun(spec(500))).how == "fixed"
    with Ledger.open(path, write=True) as ledger:
        extend(ledger, 2_000)
    found = go_on(path)
    assert found.complete
    assert found.how == "anytime"
    assert bits(found) == bits(play(None, GameRun(spec())))
    refused = pytest.raises(PlayoutError, match="the run has 2000 already, more are needed")
    with Ledger.open(path, write=True) as ledger, refused:
        extend(ledger, 2_000)


@pytest.mark.parametrize("parts", [2, 3, 7])
def test_parts_put_together_are_the_whole_run(tmp_path: Path, parts: int) -> None:
    paths = [tmp_path / f"{k}.run" for k in range(parts)]
    for k, path in enumerate(paths):
        play(path, part_of(spec(), f"{k + 1}/{parts}"))
    random.Random(1).shuffle(paths)
    merge(tmp_path / "all.run", paths)
    with Ledger.open(tmp_path / "all.run") as ledger:
        found = counted(ledger)
        assert found.complete
        assert found.how == "fixed"
        assert bits(found) == bits(play(None, GameRun(spec())))
        assert len(ledger.codes) == parts


def test_merged_parts_are_a_part_again_or_a_run_that_can_be_extended(tmp_path: Path) -> None:
    one, two, three, some, every = (tmp_path / f"{name}.run" for name in ("1", "2", "3", "s", "e"))
    for k, path in enumerate((one, two, three)):
        play(path, part_of(spec(), f"{k + 1}/3"))
    merge(some, [two, one])
    with Ledger.open(some, write=True) as ledger:
        assert ledger.whole == 2_000
        with pytest.raises(PlayoutError, match="this is a part of a run"):
            extend(ledger, 3_000)
    merge(every, [some, three])
    assert go_on(every).how == "fixed"
    with Ledger.open(every, write=True) as ledger:
        extend(ledger, 2_100)
    assert bits(go_on(every)) == bits(play(None, GameRun(spec(2_100))))


def test_parts_of_different_strategies_of_one_name_are_not_put_together(tmp_path: Path) -> None:
    file, parts = tmp_path / "mine.py", [tmp_path / "1.run", tmp_path / "2.run"]
    for k, name in enumerate(("random", "greedy")):
        file.write_text(STRATEGY.format(name=name))
        play(parts[k], part_of(spec(100, strategy=f"{file}:mine"), f"{k + 1}/2"))
    for order in (parts, parts[::-1]):
        with pytest.raises(PlayoutError, match=r"1\.run: the code has changed since it was begun"):
            merge(tmp_path / "all.run", order)
    assert not (tmp_path / "all.run").exists()


def test_what_is_missing_between_parts_is_played_when_the_run_goes_on(tmp_path: Path) -> None:
    for k in (1, 3):
        play(tmp_path / f"{k}.run", part_of(spec(), f"{k}/3"))
    merge(tmp_path / "all.run", [tmp_path / "1.run", tmp_path / "3.run"])
    with Ledger.open(tmp_path / "all.run") as ledger:
        assert not counted(ledger).complete
    assert bits(go_on(tmp_path / "all.run")) == bits(play(None, GameRun(spec())))


def test_other_runs_are_not_put_together(tmp_path: Path) -> None:
    names = [tmp_path / f"{name}.run" for name in "abcd"]
    a, b, c, d = names
    play(a, part_of(spec(), "1/2"))
    play(b, GameRun(spec(1_000)))
    play(c, part_of(spec(seed=10), "2/2"))
    play(d, GameRun(make_spec("the-game", precision="50%", max_games=500)))
    for parts, said in (
        ([a, b], "both have game 0 of row 1"),
        ([a, a], "both have game 0 of row 1"),
        ([a, c], "these were asked different things; seed: 9 and 10"),
        ([a], "at least two runs are needed"),
        ([d, d], "both have game 0|has no parts"),
    ):
        with pytest.raises(PlayoutError, match=said):
            merge(tmp_path / "all.run", parts)
    play(tmp_path / "e.run", part_of(spec(), "2/2"))
    with pytest.raises(PlayoutError, match="there is a file of this name already"):
        merge(a, [a, tmp_path / "e.run"])


@pytest.mark.parametrize("part", ["0/2", "3/2", "1", "1/0", "a/b", "1/3000", "-1/2"])
def test_impossible_parts_are_refused_in_a_sentence(part: str) -> None:
    with pytest.raises(PlayoutError, match=f"part = {part}: 1/4 to 4/4"):
        part_of(spec(), part)


def test_a_run_that_chooses_its_games_has_no_parts() -> None:
    with pytest.raises(PlayoutError, match="has no parts"):
        part_of(spec(None, precision=0.01), "1/2")


def test_a_tournament_can_be_kept_but_not_extended(tmp_path: Path) -> None:
    asked = plan_tournament("mexican-train", ["random", "greedy", "path"], 60, 3, {"players": 4})
    path = tmp_path / "t.run"
    found = play(path, TournamentRun(asked))
    with Ledger.open(path) as ledger:
        again = counted(ledger)
    assert pack(again.standing) == pack(found.standing)
    assert pack(found.standing) == pack(play(None, TournamentRun(asked)).standing)
    refused = pytest.raises(PlayoutError, match="a tournament cannot be extended")
    with Ledger.open(path, write=True) as ledger, refused:
        extend(ledger, 600)


def test_batches_played_again_are_equal(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    play(path, GameRun(spec()))
    with Ledger.open(path) as ledger:
        found = verify(ledger, 3)
        assert len(found.batches) == 3
        assert found.different == []
        assert verify(ledger, 10**6).games == 4_000
        with pytest.raises(PlayoutError, match="sample = 0"):
            verify(ledger, 0)


STRATEGY = """
from playout.engine.registry import strategy
from playout.games.the_game.strategies import {name}

@strategy("the-game", compiled=False)
def mine(view, rng):
    "Another's idea."
    return {name}(view, rng)
"""


def test_batches_of_another_strategy_of_the_same_name_are_found(tmp_path: Path) -> None:
    path, file = tmp_path / "one.run", tmp_path / "mine.py"
    file.write_text(STRATEGY.format(name="greedy"))
    asked = spec(100, strategy=f"{file}:mine")
    play(path, GameRun(asked))
    # A changed text that plays the same games may go on; one that does not may not.
    file.write_text(STRATEGY.format(name="greedy") + "# said again\n")
    with Ledger.open(path, write=True) as ledger:
        extend(ledger, 130)
    play(path, GameRun(spec(130, strategy=f"{file}:mine")))
    file.write_text(STRATEGY.format(name="random"))
    with Ledger.open(path) as ledger:
        assert len(verify(ledger, 3).different) == 3
    before = path.read_bytes()
    with pytest.raises(PlayoutError, match="the code has changed since it was begun"):
        play(path, GameRun(spec(130, strategy=f"{file}:mine")))
    assert path.read_bytes() == before


def test_another_version_of_the_game_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one.run"
    play(path, GameRun(spec()))
    job = GameRun(spec())
    job.game = dataclasses.replace(job.game, version=2)
    refused = pytest.raises(PlayoutError, match="played with version 1 of the-game, this is")
    with Ledger.open(path) as ledger, refused:
        durable.check_code(ledger, job)


def test_a_run_with_a_precision_goes_on_to_the_same_verdict(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    asked = spec(None, precision="20%", max_games="1M")
    whole = play(None, GameRun(asked))
    assert whole.complete
    assert not whole.missed

    def stop(done: int, total: int) -> None:
        if done > 2_000:
            raise KeyboardInterrupt

    with Threads(2) as workers:
        play_saved(GameRun(asked), workers, path, progress=stop)
    found = go_on(path)
    assert bits(found) == bits(whole)
    assert found.games == whole.games
    # What was played beyond the verdict is kept, but not counted.
    with Ledger.open(path) as ledger:
        assert sum(one.batch.count for one in ledger.batches()) >= found.games


def test_the_facts_and_the_command_of_a_run(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    play(path, part_of(spec(strategy=["greedy", "chains:extra=2"], min_cards=1), "2/2"))
    with Ledger.open(path) as ledger:
        told = facts(ledger)
        asked = ledger.asked
    assert told["games"] == "1000 to 1999 of each row"
    assert told["complete"]
    command = "playout run the-game --players 1,2 --strategy greedy,chains:extra=2 --min-cards 1"
    assert told["command"] == f"{command} --seed 9"
    assert asked["seed"] == 9
    whole = tmp_path / "two.run"
    play(whole, GameRun(spec(None, precision="20%", max_games=500)))
    with Ledger.open(whole, write=True) as ledger:
        command = facts(ledger)["command"]
        assert command.endswith(" --precision 20% --measure win --seed 9 --max-games 500")
        with pytest.raises(PlayoutError, match="the run may play up to 500 already"):
            extend(ledger, 400)
    seats = make_spec("mexican-train", seats=["random,greedy"], by="seat", rotate=False)
    command = "playout run mexican-train --seats random,greedy --no-rotate --by seat --seed 1"
    assert command_of(seats.asked()) == command


PROGRAM = """
import sys
from pathlib import Path
from playout.api import make_spec
from playout.study.durable import play_saved
from playout.study.executors import Threads
from playout.study.run import GameRun

Threads.batch_seconds = 0.002  # many small ones
job = GameRun(make_spec("the-game", players=[1, 2], strategy="greedy", games=400_000, seed=9))
told = []

def progress(done, total):
    if not told:
        told.append(print("begun", flush=True))

with Threads(2) as workers:
    play_saved(job, workers, Path(sys.argv[1]), progress=progress)
"""


def killed_often(path: Path, kills: int, chance: random.Random) -> int:
    """Begin a run and kill it at some instant, so often; the batches that were left at the end."""
    for _ in range(kills):
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.15))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        # Whatever the instant: the file is whole, and what it holds is what was played.
        with Ledger.open(path) as ledger:
            verify(ledger, 3)
    with Ledger.open(path) as ledger:
        return len(list(ledger.batches()))


def check_kills(path: Path, kills: int) -> None:
    batches = killed_often(path, kills, random.Random(kills))
    assert batches > kills
    asked = make_spec("the-game", players=[1, 2], strategy="greedy", games=400_000, seed=9)
    found = play(path, GameRun(asked))
    assert found.complete
    assert bits(found) == bits(play(None, GameRun(asked)))


def test_a_run_killed_at_any_instant_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    check_kills(tmp_path / "one.run", 3)


@pytest.mark.thorough
def test_a_run_killed_sixty_times_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    check_kills(tmp_path / "one.run", 60)
