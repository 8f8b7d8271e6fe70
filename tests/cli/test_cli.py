"""What the commands print and write."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import playout as package
from playout.engine.find.games import find_game, strategies
from playout.engine.match.match import Match
from playout.games.the_game.winnable import winnable
from playout.lists import find_study, study_files
from tests.command import mistake, playout, printed

MINE = '''
from playout import strategy
from playout.games.the_game.strategies import any_legal

@strategy("the-game", parameters={"left": 0})
def bold(view, rng):
    """Random play."""
    return any_legal(view, rng, view.needed == 1)

@strategy("the-game")
def cheat(view, rng):
    """Plays a card that nobody has once 95 cards are left."""
    if view.left <= 95:
        return -77
    return any_legal(view, rng, view.needed == 1)

@strategy("the-game")
def confused(view, rng):
    """Misspells a field."""
    return view.hnad

@strategy("the-game", compiled=False)
def slowly_confused(view, rng):
    """Misspells a field in plain Python."""
    return view.hnad

@strategy("the-game")
def broken(view, rng):
    """Fails once 95 cards are left."""
    if view.left <= 95:
        raise ValueError("no idea")
    return any_legal(view, rng, view.needed == 1)
'''


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("mine") / "mine.py"
    path.write_text(MINE, encoding="utf-8")
    return str(path)


def test_run_prints_a_sentence_a_table_with_a_row_per_combination_and_what_it_is() -> None:
    out = printed("run the-game --players 1..2 --strategy greedy,combo --games 500")
    sentence, *lines = [line.split() for line in out.splitlines() if line.strip()]
    interval = r"\d+\.?\d* %? ?\(\d+\.?\d* to \d+\.?\d*\)"
    best = " ".join(sentence)
    assert re.fullmatch(
        r"The Game: 500 games per row are too few to say which row wins most often: combo with 2 "
        r"players \(somewhere between \d+ and \d+ % of the games\) or combo with 1 player; the "
        r"other 2 rows win clearly less often\.",
        best,
    )
    assert " ".join(lines[0]) == "players strategy games win excellent cards left"
    assert [line[:3] for line in lines[2:6]] == [
        [str(players), name, "500"] for players in (1, 2) for name in ("greedy", "combo")
    ]
    assert all(len(re.findall(interval, " ".join(line))) == 3 for line in lines[2:6])
    assert len(lines) == 7
    caption = out.splitlines()[-1]
    assert caption.startswith("In brackets: 95 % intervals. 2,000 games in ")
    assert ", the same deals in every row; seed 1." in caption


def test_run_takes_every_rule_option_and_writes_what_it_shows(tmp_path: Path) -> None:
    csv, picture = tmp_path / "new" / "table.csv", tmp_path / "picture.svg"
    out = printed(
        "run the-game --strategy greedy --min-cards=1,3 --first-player random "
        f"--games 200 --seed 4 --workers 2 --csv {csv} --plot {picture}"
    )
    expected = package.run(
        "the-game", strategy="greedy", min_cards=[1, 3], first_player="random", games=200, seed=4
    )
    pd.testing.assert_frame_equal(pd.read_csv(csv), expected.to_pandas())
    assert "min cards" in out
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_wide_table_is_not_cut_when_it_goes_to_a_file() -> None:
    every = [f"--{option.name.replace('_', '-')}" for option in find_game("the-game").options]
    values = ["2", "official", "1", "100", "1", "2", "2", "10", "6", "2"]
    values += ["seat-1", "none"]
    words = [word for pair in zip(every, values, strict=True) for word in pair]
    out = printed("run", "the-game", "--strategy", "greedy", "--games", "50", *words)
    assert "…" not in out
    rows = [line for line in out.splitlines() if line.startswith(" ") and "greedy" in line]
    assert len(rows) == 1


@pytest.mark.thorough
def test_without_a_name_the_main_studies_are_run_with_fewer_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'game = "the-game"\ntitle = "{}"\nquestion = "Q?"\ngames = 30\norder = {}\n{}'
    for name, order, more in (
        ("other", 1, ""),
        ("second", 3, "main = 20\n"),
        ("first", 2, "main = 10\n"),
    ):
        (tmp_path / f"{name}.toml").write_text(text.format(name.title(), order, more))
    files = {path.stem: path for path in tmp_path.glob("*.toml")}
    monkeypatch.setattr("playout.lists.study_files", lambda: files)
    out = tmp_path / "out"

    said = playout("study", "--out", str(out))
    assert said.code == 0, said.err
    assert said.out.startswith("2 of 3 studies, with fewer games than playout study --all:\n")
    assert said.out.count("The Game: Q?\n  The Game with 1 player") == 2
    assert re.findall(r"^  \w+ +(First|Second)$", said.out, re.M) == ["First", "Second"]
    assert re.search(r"This takes about \d+ seconds", said.out)
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "<pre>playout study first --games 10 --seed 1</pre>" in page
    assert [int(pd.read_csv(out / f"{name}.csv")["games"][0]) for name in ("first", "second")] == [
        10,
        20,
    ]

    said = playout("study", "--games", "5", "--out", str(out))
    assert "This takes" not in said.out
    assert int(pd.read_csv(out / "second.csv")["games"][0]) == 5

    said = playout("study", "--all", "--out", str(out))
    assert said.code == 0, said.err
    assert said.out.count("The Game: Q?\n") == 3
    assert int(pd.read_csv(out / "first.csv")["games"][0]) == 30

    said = playout("study", "--all", "first")
    assert (said.code, said.err) == (
        2,
        "playout: --all runs every study; use it without names (first)\n",
    )


def test_studies_are_listed_with_their_questions_the_main_one_first() -> None:
    out = printed("study", "--list")
    listed = [line.split()[0] for line in out.splitlines()]
    assert sorted(listed) == list(study_files())
    assert listed[0] == "the-game-strategies"
    assert "How much harder is it if every turn needs one more card?" in out
    mains = re.findall(r"^([a-z-]+) .*\(main\)$", out, re.M)
    assert {find_study(name).stem.split("-")[0] for name in mains} == {"the", "hex", "mexican"}
    assert len(mains) < len(listed) / 2


def test_a_study_prints_question_and_answer_and_writes_a_report(tmp_path: Path) -> None:
    file = tmp_path / "my own.toml"
    file.write_text(
        'game = "the-game"\ntitle = "Mine"\nquestion = "How many?"\n'
        'answer = "{{ row().win }} of {{ games }}."\n[factors]\nstrategy = ["greedy"]\n'
    )
    out = printed("study", str(file), "--games", "50", "--seed", "9", "--out", str(tmp_path / "o"))
    few = "50 games are too few to be precise: percentages here may be off by about 5 percentage"
    rough = f"{few} points, up or down."
    assert re.match(
        rf"The Game: How many\?\n  {rough} about \d+ % of 50\.\n\nreport: .*index\.html\n", out
    )
    page = (tmp_path / "o" / "index.html").read_text(encoding="utf-8")
    assert "my own.toml&#39; --games 50 --seed 9</pre>" in page
    assert (tmp_path / "o" / "my own.csv").is_file()


def test_replay_prints_the_game_of_that_number_turn_by_turn() -> None:
    said = playout("replay the-game --strategy combo --players 3 --seed 6 --game 12")
    match = Match("the-game", strategy="combo", players=3, seed=6, game_number=12)
    assert said == (0, match.transcript() + "\n", "")
    assert said.out.startswith("start ")
    assert "turn 1   seat 1  hand " in said.out


def test_replay_takes_a_strategy_per_seat_and_draws_the_last_position(tmp_path: Path) -> None:
    path = tmp_path / "last.svg"
    said = playout(f"replay the-game --players 2 --strategy greedy,combo --svg {path}")
    match = Match("the-game", strategy=["greedy", "combo"], players=2)
    assert said.out == match.transcript() + "\n"
    assert path.read_text(encoding="utf-8") == match._repr_svg_()


@pytest.mark.slow
def test_winnable_prints_the_line_that_wins_or_a_summary_of_many_deals() -> None:
    one = playout("winnable the-game --players 2 --seconds 5")
    assert one.code == 0
    told = winnable(players=2)
    said = "Deal 1 of seed 1 (--game 0): The Game with 2 players, all cards known.\n"
    assert one.out.startswith(f"{said}This deal can be won (found in ")
    assert one.out.endswith(f" s).\n{told.transcript}\n")
    many = playout("winnable the-game --low 90 --hand 3 --deals 3 --game 5")
    assert many.code == 0
    assert [line.split(":")[0] for line in many.out.splitlines()[:3]] == [
        "deal 6 (--game 5)",
        "deal 7 (--game 6)",
        "deal 8 (--game 7)",
    ]
    assert re.search(
        r"The Game with 1 player \(low=90, hand=3\): with all cards known, "
        r"(all 3|\d of the 3) deals can be won\. Of all deals, ",
        many.out,
    )
    double = playout("winnable the-game --deck double --seconds 0.1")
    assert "The Game with 1 player (deck=double), all cards known.\n" in double.out


def test_games_strategies_and_rules_are_listed_with_their_first_lines() -> None:
    game = find_game("the-game")
    assert re.search(rf"^the-game +{re.escape(game.summary)}$", playout("games").out, re.M)
    said = playout("strategies", "the-game")
    assert said.out.splitlines()[0] == "The Game:"
    for found in strategies("the-game"):
        assert re.search(rf"^  {found.name}\S* +{re.escape(found.summary)}$", said.out, re.M)
    assert said.out in playout("strategies").out
    said = playout("rules", "the-game")
    told, _, listed = said.out.partition("\n\n")
    assert told.startswith(f"- {game.how_to_play[0]}")
    assert [line.split()[0] for line in listed.splitlines()] == [
        f"--{option.name.replace('_', '-')}" for option in game.options
    ]


def test_a_strategy_from_a_file_plays_like_any_other(mine: str) -> None:
    out = printed("run", "the-game", "--strategy", f"{mine}:bold,random", "--games", "300")
    rows = [re.split(r"\s{2,}", line.strip()) for line in out.splitlines() if "300 " in line]
    assert rows[0][1] == f"{mine}:bold"
    assert rows[0][2:] == rows[1][2:]


def test_a_misspelt_field_is_told_with_the_fields_there_are(mine: str) -> None:
    err = mistake("run", "the-game", "--strategy", f"{mine}:confused", "--games", "50")
    assert re.fullmatch(
        r"playout: strategy 'confused' cannot be compiled: its view has no field 'hnad': "
        r"did you mean 'hand'\? \(known: .* pile_count, piles, .*\n",
        err,
    )
    said = playout("run", "the-game", "--strategy", f"{mine}:slowly-confused", "--games", "50")
    assert said.code == 2
    assert "raised AttributeError: there is no field 'hnad': did you mean 'hand'?" in said.err


@pytest.mark.parametrize(
    ("name", "what"), [("cheat", "returned an illegal move"), ("broken", "no idea")]
)
def test_an_illegal_move_is_told_with_a_command_that_replays_it(
    name: str, what: str, mine: str
) -> None:
    said = playout(
        f"run the-game --strategy {mine}:{name} --players 2 --hand 6 --seed 3 --games 50"
    )
    assert said.code == 2
    assert said.out == ""
    first, *position, last = said.err.splitlines()
    assert re.fullmatch(
        rf"playout: strategy '.*:{name}' on seat [12] .*{what}.* in game \d+", first
    )
    assert position[0].startswith("piles ")
    assert any(line.startswith("-> seat ") for line in position)
    command = last.removeprefix("replay it: playout ").split()
    assert command[:2] == ["replay", "the-game"]

    again = playout(*command)
    assert again.code == 2
    assert again.err == said.err
    # What was laid before it, and nothing after: at most 3 cards of the first two turns.
    moves = again.out.splitlines()
    assert 3 <= len(moves) <= 4
    assert all(" on pile " in move for move in moves)


def test_a_run_that_ends_with_an_illegal_move_shows_what_it_counted(tmp_path: Path) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "import playout\n"
        "from playout.games.the_game.rules import CONCEDE\n\n"
        "@playout.strategy('the-game')\n"
        "def late(view, rng):\n"
        '    """Gives up at once, but cheats in one deal of some thousands."""\n'
        "    return 2000 if view.hand[0, 0] & 4092 == 28 else CONCEDE\n",
        encoding="utf-8",
    )
    said = playout("run", "the-game", "--strategy", f"{file}:late", "--games", "100k")
    assert said.code == 2
    assert "returned an illegal move" in said.err
    assert "Stopped early" in said.out


def test_what_was_counted_before_a_failure_is_reported(mine: str, tmp_path: Path) -> None:
    """A study fails in its own games, or in its answer: those before it, and it, are kept."""
    head = 'game = "the-game"\ngames = 20\n'
    texts = {
        "good": head + 'answer = "Good."\n[rules]\nstrategy = "greedy"\n',
        "unlucky": head
        + "answer = \"{% if row().value('win') < 0.5 %}{{ row().wni }}{% endif %}\"\n"
        '[rules]\nstrategy = "random"\n',
        "bad": head + f'[rules]\nstrategy = "{mine}:cheat"\n',
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text)
    files = [str(tmp_path / f"{name}.toml") for name in texts]
    said = playout("study", *files, "--out", str(tmp_path / "out"))
    assert said.code == 2
    assert "returned an illegal move" in said.err
    assert "report: " in said.out
    assert {path.name for path in (tmp_path / "out").glob("*.csv")} == {"good.csv", "unlucky.csv"}
    said = playout("study", *files[:2], "--out", str(tmp_path / "out"))
    assert said.code == 2
    assert said.err == (
        f"playout: {files[1]}: answer: a row has no 'wni': did you mean 'win'? "
        "(known: cards_left, cards_played, ending_conceded, ending_stuck, ending_won, "
        "excellent, players, strategy, win)\n"
    )
