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

import playout
from playout.engine.words.errors import OtherFile, PlayoutError
from playout.questions import tournament
from playout.questions.answers import job_in, job_to_view
from playout.questions.runs import Asked, Job, ask
from playout.questions.runs.job import part_of
from playout.runner import saved_runs
from playout.runner.identity import difference
from playout.runner.jobs import play_job
from playout.runner.ledger import Ledger
from playout.runner.saved_runs import Verified, facts, resumed_job
from playout.runner.workers import Threads
from playout.stats.packing import pack
from tests.playing import refused
from tests.runner.small_runs import counts, played, saved


def question(games: int | None = 2_000, **options: Any) -> Asked:
    usual: dict[str, Any] = {"players": [1, 2], "strategy": "greedy", "seed": 9}
    return ask("the-game", games=games, **(usual | options))


def go_on(path: Path) -> Any:
    with Ledger.open(path, write=True) as ledger, Threads(2) as workers:
        return play_job(resumed_job(ledger, job_in), workers, store=ledger)


def extend(ledger: Ledger, games: int) -> None:
    saved_runs.extend(ledger, job_in(ledger), games)


def merge(into: Path, parts: list[Path]) -> None:
    saved_runs.merge(into, parts, job_in, job_to_view)


def verify(ledger: Ledger, sample: int) -> Verified:
    return saved_runs.verify(ledger, job_in(ledger), sample)


def played_parts(folder: Path, number: int) -> list[Path]:
    """Parts of the run, each in its file."""
    paths = [folder / f"{k}.run" for k in range(1, number + 1)]
    for k, path in enumerate(paths, 1):
        played(path, part_of(question(), f"{k}/{number}"))
    return paths


def test_an_extended_run_is_a_longer_one_whose_length_was_not_fixed(path: Path) -> None:
    assert played(path, Job(question(500))).how == "fixed"
    with Ledger.open(path, write=True) as ledger:
        extend(ledger, 2_000)
    found = go_on(path)
    assert found.complete
    assert found.how == "anytime"
    assert counts(found) == counts(played(None, Job(question())))
    refused = pytest.raises(
        PlayoutError, match="the run already has 2,000 games; give a larger number"
    )
    with Ledger.open(path, write=True) as ledger, refused:
        extend(ledger, 2_000)


@pytest.mark.parametrize("parts", [2, 3, 7])
def test_parts_put_together_are_the_whole_run(tmp_path: Path, parts: int) -> None:
    paths = played_parts(tmp_path, parts)
    random.Random(1).shuffle(paths)
    merge(tmp_path / "all.run", paths)
    with Ledger.open(tmp_path / "all.run") as ledger:
        found = saved(ledger)
        assert found.complete
        assert found.how == "fixed"
        assert counts(found) == counts(played(None, Job(question())))
        assert len(ledger.codes) == parts


def test_merged_parts_are_a_part_again_or_a_run_that_can_be_extended(tmp_path: Path) -> None:
    one, two, three = played_parts(tmp_path, 3)
    some, every = tmp_path / "some.run", tmp_path / "every.run"
    merge(some, [two, one])
    with Ledger.open(some, write=True) as ledger:
        assert ledger.whole == 2_000
        refused("this is one part of a run", extend, ledger, 3_000)
    merge(every, [some, three])
    assert go_on(every).how == "fixed"
    with Ledger.open(every, write=True) as ledger:
        extend(ledger, 2_100)
    assert counts(go_on(every)) == counts(played(None, Job(question(2_100))))


@pytest.mark.slow
def test_parts_of_different_strategies_of_one_name_are_not_put_together(tmp_path: Path) -> None:
    file, parts = tmp_path / "mine.py", [tmp_path / "1.run", tmp_path / "2.run"]
    for k, name in enumerate(("random", "greedy")):
        file.write_text(STRATEGY.format(name=name))
        played(parts[k], part_of(question(100, strategy=f"{file}:mine"), f"{k + 1}/2"))
    for order in (parts, parts[::-1]):
        with (
            pytest.warns(OtherFile, match="its text is not that of the file"),
            pytest.raises(PlayoutError, match=r"1\.run: the code has changed since the run began"),
        ):
            merge(tmp_path / "all.run", order)
    assert not (tmp_path / "all.run").exists()


def test_what_is_missing_between_parts_is_played_when_the_run_goes_on(tmp_path: Path) -> None:
    one, _, three = played_parts(tmp_path, 3)
    merge(tmp_path / "all.run", [one, three])
    with Ledger.open(tmp_path / "all.run") as ledger:
        assert not saved(ledger).complete
    assert counts(go_on(tmp_path / "all.run")) == counts(played(None, Job(question())))


def test_a_merge_that_ends_on_the_way_leaves_no_file_and_can_be_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = played_parts(tmp_path, 2)
    add, added = Ledger.add, list[str]()

    def killed(self: Ledger, *given: Any, **named: Any) -> None:
        if added:
            raise KeyboardInterrupt
        added.append("a part")
        add(self, *given, **named)

    with monkeypatch.context() as now:
        now.setattr(Ledger, "add", killed)
        with pytest.raises(KeyboardInterrupt):
            merge(tmp_path / "all.run", paths)
    assert not (tmp_path / "all.run").exists()
    merge(tmp_path / "all.run", paths)
    with Ledger.open(tmp_path / "all.run") as ledger:
        assert saved(ledger).complete


def test_other_runs_are_not_put_together(tmp_path: Path) -> None:
    names = [tmp_path / f"{name}.run" for name in "abcd"]
    a, b, c, d = names
    played(a, part_of(question(), "1/2"))
    played(b, Job(question(1_000)))
    played(c, part_of(question(seed=10), "2/2"))
    played(d, Job(ask("the-game", precision="50%", max_games=500)))
    for parts, said in (
        ([a, b], "both contain game 0 of row 1"),
        ([a, a], "both contain game 0 of row 1"),
        ([a, c], "these runs belong to different questions; one has seed=9, the other seed=10"),
        ([a], "at least two runs"),
        ([d, d], "both contain game 0|has no parts"),
    ):
        with pytest.raises(PlayoutError, match=said):
            merge(tmp_path / "all.run", parts)
    played(tmp_path / "e.run", part_of(question(), "2/2"))
    refused("a file with this name already exists", merge, a, [a, tmp_path / "e.run"])


FACTORS = [["x", [1]], ["y", [2]]]


@pytest.mark.parametrize(
    ("key", "one", "other", "said"),
    [
        ("factors", [["hand", [5, 6]]], [["hand", [7]]], "one has hand=5, 6, the other hand=7"),
        ("rules", [["low", 3]], [], "one has low=3, the other low as usual"),
        (
            "rules",
            [[], []],
            [[], [["low", 4]]],
            "one has low of B as usual, the other low of B=4",
        ),
        (
            "cases",
            [["few", [["low", 3], ["hand", 5]]]],
            [["many", []]],
            "one has case few=low 3, hand 5, the other no case few",
        ),
        ("precision", None, "5%", "one has no precision, the other precision=5%"),
        ("factors", FACTORS, FACTORS[::-1], "both have the same settings, in another order"),
    ],
)
def test_how_two_runs_differ_is_said_in_words(key: str, one: Any, other: Any, said: str) -> None:
    assert difference({key: one}, {key: one}) == ""
    assert difference({key: one}, {key: other}) == f"; {said}"


@pytest.mark.parametrize("part", ["0/2", "3/2", "1", "1/0", "a/b", "1/3000", "-1/2"])
def test_impossible_parts_are_refused_in_a_sentence(part: str) -> None:
    with pytest.raises(PlayoutError, match=f"part={part!r}: must be I/N, such as 1/4 to 4/4"):
        part_of(question(), part)


def test_a_run_that_chooses_its_games_has_no_parts() -> None:
    refused("has no parts", part_of, question(None, precision=0.01), "1/2")


def test_a_tournament_can_be_kept_but_not_extended(path: Path) -> None:
    asked = tournament.ask(
        "mexican-train", strategies=["random", "greedy", "path"], games=60, seed=3, players=4
    )
    found = played(path, tournament.Job(asked))
    with Ledger.open(path) as ledger:
        again = saved(ledger)
    assert pack(again.counted) == pack(found.counted)
    assert pack(found.counted) == pack(played(None, tournament.Job(asked)).counted)
    refused = pytest.raises(PlayoutError, match="a run of the kind tournament cannot be extended")
    with Ledger.open(path, write=True) as ledger, refused:
        extend(ledger, 600)


def test_batches_played_again_are_equal(path: Path) -> None:
    played(path, Job(question()))
    with Ledger.open(path) as ledger:
        found = verify(ledger, 3)
        assert len(found.batches) == 3
        assert found.different == []
        assert verify(ledger, 10**6).games == 4_000
    refused("sample=0: must be from 1 to", playout.verify, path, 0)


STRATEGY = """
from playout import strategy
from playout.games.the_game.strategies import {name}

@strategy("the-game", compiled=False)
def mine(view, rng):
    "Another's idea."
    return {name}(view, rng)
"""


@pytest.mark.thorough
def test_batches_of_another_strategy_of_the_same_name_are_found(tmp_path: Path) -> None:
    path, file = tmp_path / "one.run", tmp_path / "mine.py"
    file.write_text(STRATEGY.format(name="greedy"))
    asked = question(100, strategy=f"{file}:mine")
    played(path, Job(asked))
    # A changed text that plays the same games may go on; one that does not may not.
    file.write_text(STRATEGY.format(name="greedy") + "# said again\n")
    with Ledger.open(path, write=True) as ledger, pytest.warns(OtherFile):
        extend(ledger, 130)
    played(path, Job(question(130, strategy=f"{file}:mine")))
    file.write_text(STRATEGY.format(name="random"))
    with Ledger.open(path) as ledger, pytest.warns(OtherFile):
        assert len(verify(ledger, 3).different) == 3
    before = path.read_bytes()
    with pytest.raises(PlayoutError, match="the code has changed since the run began"):
        played(path, Job(question(130, strategy=f"{file}:mine")))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("is_ours", "old"), [(True, "Playout [0-9.]+"), (False, "the_game as it was then")]
)
def test_another_version_of_the_game_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_ours: bool, old: str
) -> None:
    path = tmp_path / "one.run"
    played(path, Job(question()))
    job = Job(question())
    other = dataclasses.replace(job.game, version=2)
    vars(other)["is_ours"] = is_ours
    monkeypatch.setattr(Job, "game", other)
    said = f"played with version 1 of the-game, but this is version 2, .*; {old} can continue it"
    with Ledger.open(path) as ledger, pytest.raises(PlayoutError, match=said):
        saved_runs.check_code(ledger, job)


@pytest.mark.slow
def test_a_run_with_a_precision_goes_on_to_the_same_verdict(path: Path) -> None:
    asked = question(None, precision="20%", max_games="1M")
    whole = played(None, Job(asked))
    assert whole.complete
    assert not whole.missed

    played(path, Job(asked), stop_after=2_001)
    found = go_on(path)
    assert counts(found) == counts(whole)
    assert found.games == whole.games
    # What was played beyond the verdict is kept, but not counted.
    with Ledger.open(path) as ledger:
        assert sum(one.batch.count for one in ledger.batches()) >= found.games


def test_the_facts_and_the_command_of_a_run(path: Path, tmp_path: Path) -> None:
    played(path, part_of(question(strategy=["greedy", "chains:extra=2"], min_cards=1), "2/2"))
    with Ledger.open(path) as ledger:
        told = facts(ledger, job_in(ledger))
        asked = ledger.asked
    assert told["games"] == "1000 to 1999 of each row"
    assert told["complete"]
    command = "playout run the-game --players 1,2 --strategy greedy,chains:extra=2 --min-cards 1"
    assert told["command"] == f"{command} --games 2000 --part 2/2 --seed 9"
    assert asked["seed"] == 9
    whole = tmp_path / "two.run"
    played(whole, Job(question(None, precision="20%", max_games=500)))
    with Ledger.open(whole, write=True) as ledger:
        command = facts(ledger, job_in(ledger))["command"]
        assert command.endswith(" --precision 20% --measure win --max-games 500 --seed 9")
        refused("games=400: the run may already play 500 games; give a", extend, ledger, 400)
    seats = ask("mexican-train", seats=["random,greedy"], by="seat", rotate=False)
    command = "playout run mexican-train --seats random,greedy --no-rotate --by seat"
    assert Job(seats).command() == f"{command} --games 10000 --seed 1"


PROGRAM = """
import sys
from pathlib import Path
from playout.questions.runs import Job, ask
from playout.runner.saved_runs import play_saved
from playout.runner.workers import Threads

Threads.batch_seconds = 0.002  # many small ones
job = Job(ask("the-game", players=[1, 2], strategy="greedy", games=400_000, seed=9))
told = []

def progress(done, total):
    if not told:
        told.append(print("begun", flush=True))

with Threads(2) as workers:
    play_saved(job, workers, Path(sys.argv[1]), progress=progress)
"""


@pytest.mark.slow
def test_a_run_killed_at_any_instant_goes_on_to_the_same_bits(path: Path) -> None:
    chance = random.Random(3)
    for _ in range(2):
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
            assert len(list(ledger.batches())) > 0
    asked = ask("the-game", players=[1, 2], strategy="greedy", games=400_000, seed=9)
    found = played(path, Job(asked))
    assert found.complete
    assert counts(found) == counts(played(None, Job(asked)))


def test_runs_of_two_kinds_are_told_apart_by_their_kinds(tmp_path: Path) -> None:
    played(tmp_path / "a.run", Job(question(20)))
    with_others = tournament.ask("pig", strategies=["hold", "random"], games=2)
    played(tmp_path / "b.run", tournament.Job(with_others))
    with pytest.raises(PlayoutError, match="these are run and tournament"):
        merge(tmp_path / "all.run", [tmp_path / "a.run", tmp_path / "b.run"])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder in which nobody can write")
def test_a_folder_without_room_for_files_is_no_other_process() -> None:
    refused("cannot be written", play_saved_in, Path("/proc/x.run"))


def play_saved_in(path: Path) -> None:
    played(path, Job(question(20)))
