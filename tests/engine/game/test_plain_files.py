"""Plain games in files and modules: they are found, saved and sent to processes."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import playout
from playout.engine.find.declarations import declare_game
from playout.engine.find.games import find_game, game_names, strategies
from playout.engine.game.game import Game, Measure, Option
from playout.engine.match.match import Match
from playout.engine.who.references import find_player
from playout.engine.words.errors import OtherFile, PlayoutError
from playout.questions.answers import job_in, job_to_view
from playout.questions.runs import Job, ask
from playout.runner.ledger import Ledger
from playout.stats.packing import pack
from tests.engine.game.nim import declared, nim
from tests.playing import played

pytestmark = pytest.mark.usefixtures("forgets")

PIG = Path(__file__).parents[3] / "examples" / "pig.py"


def test_a_module_with_a_class_of_states_is_a_game() -> None:
    source = nim()
    functions = ("deal", "is_over", "actor", "legal_moves", "play", "score")

    class Module:
        State = type("State", (), {})

    module = Module()
    for name in functions:
        setattr(module, name, getattr(source, name))
    option = (Option("players", 2, "players", 2, 2), Option("stones", 7, "stones", 1, 50))
    measure = Measure("win", "share", "won", per_seat=True)
    declare_game(
        Game("nim2", "Nim", 1, "Nim.", option, (measure,), rules=module, compiled=False,
             moves=("none", "one", "two"))
    )  # fmt: skip
    match = Match("nim2", strategy="random")
    with pytest.raises(PlayoutError, match="'three' is not a move: choose from none, one, two"):
        match.play("three")
    list(match.run())
    assert match.is_over
    assert match.format_move(2) == "two"
    assert match.code("one") == 1


def test_a_file_is_a_game_with_its_strategies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pig.py").write_text(PIG.read_text(encoding="utf-8"), encoding="utf-8")
    game = find_game("pig.py")
    assert game.name == "pig.py:pig-plain"
    assert find_game("pig.py:pig-plain") is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert [one.name for one in strategies("pig.py")] == ["hold", "random"]
    assert "pig-plain" not in game_names()
    Path("mine.py").write_text(
        "import playout\n@playout.strategy('pig-plain')\ndef never(view, rng):\n"
        "    return 1 if view.turn_total else 0\n",
        encoding="utf-8",
    )
    assert find_player(game.name, "mine.py:never").strategy.name == "never"
    for name, expected in {
        "pig.py:hog": "pig.py has no game 'hog'; its games are pig.py:pig-plain",
        "mine.py": "mine.py declares no game",
        "none.py": "there is no file 'none.py'",
    }.items():
        with pytest.raises(PlayoutError, match=expected):
            find_game(name)


def test_a_run_of_a_file_is_saved_and_sent_to_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pig.py").write_text(PIG.read_text(encoding="utf-8"), encoding="utf-8")
    asked = ask("pig.py", seats="hold,random", goal=20, games=40)
    found = played(Job(asked), "processes:1", Path("a.run"))
    assert pack(found.tallies[0]) == pack(played(Job(asked), 1).tallies[0])
    with Ledger.open(Path("a.run")) as ledger:
        assert job_to_view(ledger).game.name == "pig.py:pig-plain"
    Path("pig.py").write_text("raise ValueError('run')", encoding="utf-8")
    expected = pytest.raises(PlayoutError, match=r"pig\.py cannot be run: ValueError: run")
    with Ledger.open(Path("a.run")) as ledger, pytest.warns(OtherFile), expected:
        job_in(ledger)


def test_a_game_of_this_program_stays_in_it() -> None:
    declared()
    with pytest.raises(PlayoutError, match="'nim' is declared in this program, where other proc"):
        playout.run("nim", games=2, workers="processes:1")
