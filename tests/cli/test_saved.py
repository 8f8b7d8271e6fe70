"""Runs that are files, from the command line and from Python."""

from __future__ import annotations

import re
import shlex
import sqlite3
from importlib import util
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pytest

import playout as package
from playout.questions.runs import Answer
from playout.runner.ledger import Ledger
from tests.command import PLAYING, mistake, playout, printed, printed_json, stopped

ASKED = "run the-game --players 1,2 --strategy greedy --seed 3"
EVERY: list[Any] = [
    f"{ASKED} --min-cards 1..2 --games 300",
    "run the-game --strategy quick --precision 20% --measure cards_left --max-games 5k",
    "run mexican-train --seats random,greedy,greedy --by seat --rounds 1 --games 60",
    "compare the-game --a combo --b greedy --players 2 --margin 0.05",
    "tournament mexican-train --strategies random,greedy,path --players 4 --rounds 1 --games 600",
    "luck the-game --strategies random,greedy --players 2 --measure cards_left --games 64",
    "luck mexican-train --strategies random,greedy --against path --rounds 1 --games 40",
    pytest.param(
        "rare the-game --strategy random --high 20 --particles 50 --repeats 12",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "odds the-game --strategy quick --players 2 --turn 9 --games 300",
        marks=pytest.mark.thorough,
    ),
    pytest.param("map --size 3x4 --boards 5k --p 0.4 --seed 2", marks=pytest.mark.slow),
    pytest.param(
        "compound --size 4 --games 12 --boards 300 --confidence 0.9", marks=pytest.mark.thorough
    ),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "one.run"


def table(file: Path) -> pd.DataFrame:
    out = file.with_suffix(".csv")
    said = playout("export", str(file), "--csv", str(out))
    written = pd.read_csv(out)
    assert said.out == f"{out}: {len(written)} row{'s' if len(written) > 1 else ''} written\n"
    return written


def test_a_stopped_run_says_how_to_go_on_and_does(file: Path) -> None:
    words = [*ASKED.split(), "--games", "300k", "--save", str(file)]
    code, out, err = stopped(PLAYING, *words)
    assert (code, err) == (130, "")
    assert out.splitlines()[-1] == f"To resume: playout resume {file}"
    said = playout("status", str(file))
    command = "playout run the-game --players 1,2 --strategy greedy --games 300000 --seed 3"
    assert f"command:   {command}\n" in said.out
    assert "complete:  no" in said.out
    assert "Stopped early" in said.out
    assert ", the same deals in every row; seed 3." in printed("resume", str(file))
    whole = package.run("the-game", players=[1, 2], strategy="greedy", seed=3, games="300k")
    pd.testing.assert_frame_equal(table(file), whole.to_pandas())


def test_a_run_whose_file_was_deleted_is_not_said_to_go_on(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Ledger.save

    def kept(self: Ledger, *given: Any) -> None:
        save(self, *given)
        file.unlink()

    monkeypatch.setattr(Ledger, "save", kept)
    said = playout(f"{ASKED} --games 5k --workers 1 --save {file}")
    assert said.code == 2
    assert "Stopped early" in said.out
    assert "go on" not in said.out
    assert said.err.startswith(f"playout: {file}: the file was deleted, renamed or replaced")
    assert said.err.count("\n") == 1


def test_the_same_command_goes_on_and_another_is_refused(file: Path) -> None:
    words = f"{ASKED} --games 500 --save {file}"
    printed(words)
    before = file.read_bytes()
    printed(words)
    assert mistake(f"{ASKED} --min-cards 1 --games 500 --save {file}") == (
        f"playout: {file}: this saved run belongs to another question; one has min_cards as usual, "
        "the other min_cards=1; choose another file\n"
    )
    assert file.read_bytes() == before


def test_extend_merge_verify_and_export(file: Path, tmp_path: Path) -> None:
    printed(f"{ASKED} --games 500 --save {file}")
    extended = printed("extend", str(file), "--games", "2k")
    assert "95 % intervals that stay valid whenever you stop" in extended
    words = " ".join(extended.split())
    wider = re.search(r"about ([\d.]+) times as wide as for 2,000 games planned", words)
    assert wider
    assert 1 < float(wider[1]) < 4
    again = words.split("If you had planned these 2,000 games anyway: ")[1]
    assert "stay valid" not in printed(again.removeprefix("playout "))
    assert table(file)["games"].tolist() == [2000, 2000]
    for k in (1, 2):
        part = tmp_path / f"{k}.run"
        printed(f"{ASKED} --games 2k --part {k}/2 --save {part}")
    parts = [str(tmp_path / f"{k}.run") for k in (1, 2)]
    both = tmp_path / "both.run"
    said = playout("merge", *parts, "--into", str(both))
    assert said.out == f"{both}: 2 runs merged\n"
    same = ["games", "win", "cards_left"]
    pd.testing.assert_frame_equal(table(both)[same], table(file)[same])
    said = playout("verify", str(both), "--sample", "4")
    assert said.out.startswith(f"{both}: played 4 batches with ")
    assert said.out.endswith("games again; all are equal\n")
    for kind, read in (("tsv", lambda f: pd.read_csv(f, sep="\t")), ("parquet", pd.read_parquet)):
        out = tmp_path / f"table.{kind}"
        printed("export", str(both), f"--{kind}", str(out))
        pd.testing.assert_frame_equal(read(out), table(both))
    status = printed_json("status", str(both), "--json")
    assert status["complete"]
    assert status["finished"] == 4000
    assert [row["games"] for row in status["rows"]] == [2000, 2000]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "unit"),
    [
        (f"{ASKED} --games 50", "games"),
        ("map --size 3 --boards 5k", "boards"),
        ("luck the-game --strategies random,greedy --games 40", "deals"),
        ("rare the-game --strategy random --high 20 --particles 50 --repeats 12", "replications"),
        pytest.param(
            "odds the-game --strategy quick --turn 9 --games 50",
            "worlds",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_verify_counts_what_the_question_counts(command: str, unit: str, file: Path) -> None:
    printed(f"{command} --save {file}")
    status = printed_json("status", str(file), "--json")
    number = status["finished"]
    assert status["unit"] == unit
    assert playout("verify", str(file)).out.endswith(
        f" batches with {number:,} {unit} again; all are equal\n"
    )
    assert f"finished:  {number:,} {unit}\n" in playout("status", str(file)).out


def test_status_says_what_is_in_the_table_and_what_is_beyond(file: Path) -> None:
    said = playout(f"run the-game --precision 20% --measure cards_left --save {file} --workers 2")
    assert said.code == 0
    status = printed_json("status", str(file), "--json")
    assert status["finished"] == table(file)["games"].sum() == status["answer"]["games"]
    with Ledger.open(file) as ledger:
        kept = sum(stored.batch.count for stored in ledger.batches())
    assert status["beyond"] == kept - status["finished"]
    told = playout("status", str(file)).out
    assert f"finished:  {status['finished']:,} games\n" in told
    assert ("beyond: " in told) == (status["beyond"] > 0)


def test_verify_says_if_nothing_was_counted_yet(file: Path) -> None:
    printed(f"{ASKED} --games 20 --save {file}")
    with sqlite3.connect(file) as db:
        db.execute("DELETE FROM batch")
    db.close()
    said = playout("verify", str(file))
    assert said == (0, f"{file}: this run has no finished games yet, so nothing was checked\n", "")


@pytest.mark.parametrize("part", ["2/4", "3/7", "60/60", "1/2"])
def test_status_says_the_command_of_a_part(part: str, file: Path, tmp_path: Path) -> None:
    printed(f"{ASKED} --games 60 --part {part} --save {file}")
    command = printed_json("status", str(file), "--json")["command"]
    assert f" --games 60 --part {part} " in command
    again = tmp_path / "again.run"
    printed(*shlex.split(command)[1:], "--save", str(again))
    assert package.load_run(again) == package.load_run(file)


def test_status_says_no_command_of_parts_that_are_none_together(file: Path, tmp_path: Path) -> None:
    parts = [tmp_path / "2.run", tmp_path / "3.run"]
    for k, part in enumerate(parts, 2):
        printed(f"{ASKED} --games 60 --part {k}/4 --save {part}")
    package.merge(file, parts)
    assert printed_json("status", str(file), "--json")["command"] == ""
    assert "asked:     {'game': 'the-game'" in playout("status", str(file)).out


@pytest.mark.slow
def test_a_run_with_a_precision_is_extended_until_it_has_it(file: Path) -> None:
    command = f"run the-game --precision 4% --measure cards_left --save {file}"
    assert playout(f"{command} --max-games 300").code == 2  # it is not reached
    said = playout("extend", str(file), "--games", "200")
    assert said.err == (
        "playout: --games 200: the run may already play 300 games; give a larger number\n"
    )
    printed("extend", str(file), "--games", "100k")
    before = file.read_bytes()
    assert mistake("extend", str(file), "--games", "1M") == (
        f"playout: {file}: this run chooses its number of games and has reached its goal; "
        "for more, such as a smaller --precision, start a new run\n"
    )
    assert file.read_bytes() == before


def test_parquet_without_pyarrow_is_refused_with_what_to_install(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed(f"{ASKED} --games 50 --save {file}")
    there = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name: None if name == "pyarrow" else there(name))
    out = file.with_suffix(".parquet")
    assert mistake("export", str(file), "--parquet", str(out)) == (
        f'playout: --parquet {out} needs pyarrow; install it with: pip install "playout[parquet]"\n'
    )
    assert not out.exists()


def test_a_precision_out_of_reach_is_told_with_exit_code_2() -> None:
    said = playout("run the-game --precision 0.001 --max-games 300")
    assert said.code == 2
    assert "300" in said.out
    assert said.err.startswith(
        "playout: win did not reach the precision 0.001 (0.1 percentage points): "
    )


class Saved(NamedTuple):
    """A run of one of the commands above, in its file."""

    command: str
    file: Path
    text: str  # what the command printed
    data: dict[str, Any]  # what `resume` prints of it


@pytest.fixture(scope="module", params=EVERY)
def saved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Saved:
    command, file = request.param, tmp_path_factory.mktemp("saved") / "one.run"
    text = printed(f"{command} --save {file}")
    return Saved(command, file, text, printed_json(f"resume {file} --json"))


def test_resume_prints_what_the_command_printed_that_began_the_run(saved: Saved) -> None:
    clock = r"( in|;) \d+\.\d s\b"  # which is not told of games that a file had already
    command, file, text, data = saved
    assert re.search(clock, text)
    before = file.read_bytes()
    for again in (f"resume {file}", f"{command} --save {file} --workers 1"):
        assert printed(again) == re.sub(clock, "", text)
    assert not re.search(clock, printed(f"status {file}"))
    assert data["complete"]
    assert data["rows"]
    assert data["sentence"] in text
    assert package.load_run(file).data() == data
    assert file.read_bytes() == before


def test_status_says_the_command_that_counts_the_same(saved: Saved) -> None:
    status = printed_json("status", str(saved.file), "--json")
    assert status["kind"] == saved.data["kind"]
    assert status["complete"]
    again = printed_json(*shlex.split(status["command"])[1:], "--json")
    assert again.pop("seconds") >= 0
    assert again | {"seconds": None} == saved.data


def test_the_main_table_is_the_same_in_csv_json_and_export(saved: Saved) -> None:
    csv = saved.file.with_name("table.csv")
    printed(f"{saved.command} --save {saved.file} --csv {csv}")
    pd.testing.assert_frame_equal(pd.read_csv(csv), table(saved.file))
    rows = pd.DataFrame(saved.data["rows"])
    pd.testing.assert_frame_equal(pd.read_csv(csv), rows, check_dtype=False)


def test_a_study_keeps_its_runs(tmp_path: Path) -> None:
    study = tmp_path / "small.toml"
    study.write_text(
        'game = "the-game"\ntitle = "Small"\nquestion = "How?"\nprecision = "30%"\n'
        'answer = "{{ row(players=1).win }} won."\n[factors]\nplayers = [1, 2]\n'
    )
    words = f"study {study} --out {tmp_path / 'out'} --save {tmp_path / 'runs'}"
    first = playout(words)
    assert first.code == 0
    kept = tmp_path / "runs" / "small.run"
    before = kept.read_bytes()
    printed(words)
    assert kept.read_bytes() == before
    page = (tmp_path / "out" / "index.html").read_text()
    assert "stay valid whenever you stop" in page


def test_from_python(file: Path, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"players": [1, 2], "strategy": "greedy", "seed": 3}
    first = package.run("the-game", games=500, save=file, **asked)
    assert isinstance(first, Answer)
    assert package.load_run(file).to_pandas().equals(first.to_pandas())
    assert package.extend(file, "1k").to_pandas()["games"].tolist() == [1000, 1000]
    assert package.resume(file).complete
    assert package.verify(file, 2).different == []
    with pytest.raises(package.PlayoutError, match="at least two runs"):
        package.merge(tmp_path / "x.run", [file])


def test_an_extension_that_is_refused_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "one.run"
    printed(f"run the-game --games 100 --save {file}")
    before = playout(f"status {file}").out
    assert playout(f"extend {file} --games 200 --workers bogus").code == 2
    assert playout(f"status {file}").out == before


def test_a_game_of_a_saved_run_is_replayed_from_its_file(file: Path, tmp_path: Path) -> None:
    printed(f"run pig --strategy hold:at=15,hold --goal 30 --games 20 --seed 5 --save {file}")
    said = playout("replay", str(file), "--game", "3", "--row", "2")
    known = playout(
        "replay", "pig", "--goal", "30", "--strategy", "hold", "--seed", "5", "--game", "3"
    )
    assert (said.code, said.err, said.out) == (0, "", known.out)
    for words, sentence in (
        (["--seed", "5"], "the saved run already contains the strategies, rules and seed"),
        (["--goal", "30"], "the saved run already contains the strategies, rules and seed"),
        (["--row", "3"], "--row 3: the run has 2 rows"),
    ):
        assert sentence in mistake("replay", str(file), *words)


def test_parts_of_a_run_may_be_saved_where_they_are_put_together(tmp_path: Path) -> None:
    parts = [str(tmp_path / f"{k}.run") for k in (1, 2)]
    for k, part in enumerate(parts, 1):
        printed(f"run pig --games 40 --part {k}/2 --save {part}")
    both = tmp_path / "both.run"
    assert playout("merge", *parts, "--save", str(both)).out == f"{both}: 2 runs merged\n"
