"""``--json`` and ``--csv -``: plain values on the standard output, and nothing else there."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest

import playout as package
from playout.engine.find.games import find_game, game_names, strategies
from playout.engine.match.match import Match
from playout.lists import study_files
from tests.command import playout, printed, printed_json, stopped_here

RUN = "run the-game --players 1,2 --games 60"
STUDY = """
game = "the-game"
title = "{0}"
question = "How many?"
answer = "{{{{ row().win }}}}."
games = 40
[factors]
strategy = ["greedy"]
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = str(tmp_path / "one.run")
    printed(f"{RUN} --save {path}")
    return path


def test_games_strategies_and_rules_are_lists() -> None:
    listed = printed_json("games --json")
    assert [one["name"] for one in listed] == game_names()
    game, one = find_game("the-game"), listed[game_names().index("the-game")]
    assert (one["title"], one["version"], one["cooperative"]) == ("The Game", game.version, True)
    assert [measure["name"] for measure in one["measures"]] == [m.name for m in game.measures]
    listed = printed_json("strategies the-game --json")
    names = [*(one.name for one in strategies("the-game")), "search"]
    assert [one["name"] for one in listed] == names
    assert [one["parameters"] for one in listed if one["name"] == "chains"] == [{"extra": 3}]
    assert len(printed_json("strategies --json")) > len(listed)
    rules = {one["name"]: one for one in printed_json("rules the-game --json")}
    assert list(rules) == [option.name for option in game.options]
    assert (rules["players"]["low"], rules["players"]["high"]) == (1, 7)
    assert (rules["players"]["default"], rules["hand"]["default"]) == (1, None)
    assert rules["deck"]["choices"] == ["official", "double"]


def test_numbers_that_there_are_not_are_null() -> None:
    # Nobody says how many points a game of Pig may have.
    assert printed_json("run pig --games 1 --json")["rows"][0]["points_high"] is None


def test_replay_has_every_move_and_the_outcome() -> None:
    data = printed_json("replay the-game --players 2 --strategy greedy,combo --game 7 --json")
    match = Match("the-game", players=2, strategy=["greedy", "combo"], game_number=7)
    assert (data["number"], data["players"]) == (7, ["greedy", "combo"])
    assert data["rules"] == dict(match.rules.values)
    for move in data["moves"]:
        assert (move["seat"], move["position"]) == (match.seat, match.position)
        match.play(move["move"])
    assert match.is_over
    assert (data["outcome"], data["position"]) == (match.outcome(), match.position)


@pytest.mark.slow
def test_winnable_has_the_line_of_each_deal() -> None:
    data = printed_json("winnable the-game --low 90 --hand 3 --players 2 --deals 3 --game 5 --json")
    assert [deal["number"] for deal in data["deals"]] == [5, 6, 7]
    assert data["yes"] + data["no"] + data["unknown"] == 3
    assert 0 <= data["yes_low"] < data["yes_high"] <= 1
    won = [deal for deal in data["deals"] if deal["answer"] == "yes"]
    assert won
    for deal in data["deals"]:
        assert (deal["limit"] is None) == (deal["answer"] != "unknown")
    for deal in won:
        match = Match("the-game", low=90, hand=3, players=2, game_number=deal["number"])
        for move in deal["line"]:
            assert move["seat"] == match.seat
            match.play(move["move"])
        assert match.outcome()["win"] == 1


def test_studies_are_a_list_of_answers_with_their_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text(STUDY.format(name.title()))
    files = [str(tmp_path / f"{name}.toml") for name in ("one", "two")]
    data = printed_json("study", *files, "--out", str(tmp_path / "out"), "--json")
    assert data["report"] == str(tmp_path / "out" / "index.html")
    assert [one["name"] for one in data["studies"]] == ["one", "two"]
    first = data["studies"][0]
    assert (first["title"], first["question"], first["games"]) == ("One", "How many?", 40)
    assert first["sentence"].endswith(".")
    assert first["rows"][0]["strategy"] == "greedy"
    assert "one.csv" in first["files"]
    assert all((tmp_path / "out" / name).is_file() for name in first["files"])


def test_the_list_of_studies_has_their_questions() -> None:
    data = printed_json("study --list --json")
    assert sorted(one["name"] for one in data) == list(study_files())
    assert all(one["question"].endswith("?") for one in data)


def test_files_of_runs_are_told_as_data(file: str, tmp_path: Path) -> None:
    answer = package.load_run(file).data()
    status = printed_json("status", file, "--json")
    assert (status["finished"], status["beyond"], status["complete"]) == (120, 0, True)
    assert status["answer"] == answer
    assert printed_json("export", file, "--json") == answer
    verified = printed_json("verify", file, "--json")
    assert (verified["file"], verified["different"]) == (file, [])
    assert (verified["unit"], verified["games"]) == ("games", 120)
    parts = []
    for part in ("1/2", "2/2"):
        parts.append(str(tmp_path / f"{part[0]}.run"))
        printed(f"{RUN} --part {part} --save {parts[-1]}")
    both = str(tmp_path / "both.run")
    assert printed_json("merge", *parts, "--into", both, "--json") == {"file": both, "parts": parts}


@pytest.mark.parametrize(
    "command",
    [
        RUN,
        pytest.param("map --size 3 --boards 5k", marks=pytest.mark.slow),
        "luck the-game --strategies random,greedy --games 40",
        "tournament mexican-train --strategies random,greedy --rounds 1 --games 60",
    ],
)
def test_a_table_is_printed_alone_as_csv(command: str, tmp_path: Path) -> None:
    out = printed(f"{command} --csv -")
    written = tmp_path / "table.csv"
    printed(f"{command} --csv {written}")
    assert out == written.read_text()


def test_a_stopped_run_prints_its_table_and_says_so_on_the_error_stream() -> None:
    code, out, err = stopped_here("run the-game --games 3M --csv -", after=100_000)
    said = "playout: stopped early; the table has the games finished until then\n"
    assert (code, err) == (130, said)
    assert pd.read_csv(io.StringIO(out))["games"].item() > 0


def test_a_saved_table_is_printed_too(file: str) -> None:
    frame = package.load_run(file).to_pandas()
    for option, mark in (("--csv", ","), ("--tsv", "\t")):
        said = playout("export", file, option, "-")
        pd.testing.assert_frame_equal(pd.read_csv(io.StringIO(said.out), sep=mark), frame)


def test_a_cross_table_is_printed_alone() -> None:
    said = playout("tournament mexican-train --strategies random,greedy --games 60 --cross -")
    frame = pd.read_csv(io.StringIO(said.out))
    assert len(frame) >= 2
