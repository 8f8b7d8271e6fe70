"""Games of other libraries are games everywhere: commands, files, processes, Python."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import playout
from playout.engine.find.declarations import STRATEGIES
from playout.engine.find.games import find_game
from playout.testing import check_game
from tests.adapters.test_pig import HOLDING
from tests.command import mistake, printed, printed_json
from tests.command import playout as command

PIG = "openspiel:pig(winscore=20)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a strategy for every game of Pig of OpenSpiel, and one for ours."""
    monkeypatch.chdir(tmp_path)
    ours = '\n@playout.strategy("pig")\ndef roll(view, rng):\n    """Rolls."""\n    return 0\n'
    Path("holding.py").write_text(HOLDING + ours)


def wins(*words: str) -> dict[str, float]:
    """The share of the wins of each strategy of a run."""
    rows = printed_json(*words, "--json", "--seed", "1")["rows"]
    return {row["strategy"]: row["win"] for row in rows}


@pytest.mark.slow
def test_a_line_up_is_the_same_on_threads_in_processes_and_in_a_file() -> None:
    words = "run", PIG, "--seats", "holding.py:hold,random", "--games", "120"
    found = wins(*words)
    assert found["holding.py:hold"] > 0.6 > 0.4 > found["random"]
    assert wins(*words, "--workers", "processes:1") == found
    printed(*words[:-1], "60", "--seed", "1", "--save", "a.run")
    for again in ("verify a.run", "extend a.run --games 120"):
        said = command(again)
        assert said.code == 0
        assert "this runs the package pyspiel" in said.err
    rows = printed_json("export a.run --json")["rows"]
    assert {row["strategy"]: row["win"] for row in rows} == found


def test_a_file_knows_what_its_games_were_built_on(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "run", PIG, "--seats", "holding.py:hold,random", "--games", "20", "--seed", "1"
    printed(*words, "--save", "a.run")
    game = find_game(PIG)
    before = game.built_on
    assert before[0].startswith("open_spiel ")
    # The same games are played, so another version goes on with it.
    object.__setattr__(game, "built_on", ("open_spiel 9.9.9",))
    try:
        assert command("extend a.run --games 40").code == 0
        object.__setattr__(game, "built_on", ("open_spiel 9.9.8",))
        monkeypatch.setattr("playout.adapters.spiel_rules.randrange", lambda stream, n: n - 1)
        said = command("extend a.run --games 60").err
    finally:
        object.__setattr__(game, "built_on", before)
    assert "plays other games" in said
    assert "strategy files, open_spiel" in said


@pytest.mark.parametrize(
    "words",
    [
        "compare PIG --a holding.py:hold --b random --max-games 60",
        "tournament PIG --strategies holding.py:hold,random --games 40",
        "luck PIG --strategies holding.py:hold,random --games 20",
        "replay PIG --strategy holding.py:hold",
        "odds PIG --strategy holding.py:hold --games 20",
        "odds openspiel:kuhn_poker --strategy random --games 20",
        "review openspiel:nim(pile_sizes=1;2) --strategy random --worlds 20",
        "mistakes openspiel:nim(pile_sizes=1;2) --strategy random --games 2 --worlds 20",
        "run openspiel:tiny_hanabi --strategy random --games 20",
        "run openspiel:tic_tac_toe --strategy random --games 20 --by seat",
        "run openspiel:nim(pile_sizes=1;2) --strategy search:worlds=20 --games 4",
        "run pettingzoo:tictactoe_v3 --strategy random --games 10",
        "run openspiel:pig --help",
        "rules openspiel:leduc_poker",
        "strategies openspiel:leduc_poker",
    ],
)
def test_a_command_answers(words: str) -> None:
    said = command(*(PIG if word == "PIG" else word for word in words.split()))
    odds_of_hidden = "kuhn" in words
    assert said.code == (2 if odds_of_hidden else 0), said.err
    assert len(said.err.splitlines()) == odds_of_hidden
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run openspiel:tictactoe", "did you mean tic_tac_toe"),
        ("run openspiel:pig --players 3", "openspiel:pig(players=3)"),
        ("run openspiel:pig --winscore 50", "no option --winscore"),
        ("run openspiel:pig --strategy hold", "has no strategy 'hold'"),
        (
            "run openspiel:kuhn_poker --strategy holding.py:hold",
            "it declares hold for openspiel:pig",
        ),
        ("run pettingzoo:tictactoe", "did you mean tictactoe_v3"),
        ("run spiel:pig", "there is no game"),
        ("check openspiel:nowhere", "has no game 'nowhere'"),
    ],
)
def test_a_mistake_is_one_sentence(words: str, said: str) -> None:
    assert said in mistake(words)


def test_python_asks_as_the_command_line_does(forgets: None) -> None:
    @playout.strategy("openspiel:pig", compiled=False)
    def rolling(view: object, rng: object) -> int:
        """Rolls."""
        return int(view.legal_moves[0])  # type: ignore[attr-defined]

    answer = playout.run(PIG, seats=[rolling, "random"], games=20, seed=1)
    assert [row["strategy"] for row in answer] == ["rolling", "random"]
    assert [one.name for one in playout.list_strategies(PIG)] == ["rolling", "random", "search"]
    assert ("openspiel:pig", "rolling") in STRATEGIES
    assert pickle.loads(pickle.dumps(find_game(PIG))) is find_game(PIG)
    assert playout.Match(PIG, strategy=rolling).choose() == 0


def test_a_file_with_strategies_for_a_missing_library_is_good_for_others() -> None:
    Path("two.py").write_text(
        HOLDING.replace("openspiel:pig", "openspiel:no_such_game")
        + ('\n@playout.strategy("pig")\ndef roll(view, rng):\n    """Rolls."""\n    return 0\n')
    )
    printed("run pig --strategy two.py:roll --games 20")


@pytest.mark.thorough  # of all games, test_all_games.py plays some twice
@pytest.mark.parametrize("name", ["openspiel:tic_tac_toe", "openspiel:kuhn_poker"])
def test_games_keep_what_games_must(name: str) -> None:
    report = check_game(name, seconds=0.3)
    assert report.ok, report
