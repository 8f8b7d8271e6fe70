"""What is wrong in a study's TOML file is said with file, line and key, before any game."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.engine.words.errors import PlayoutError
from playout.lists import find_study, study_files
from playout.questions.answers import load_study

HEAD = '# A study.\ngame = "the-game"\n'
PLAY = '[factors]\nstrategy = ["greedy"]\n'  # lines 3 and 4 after HEAD

# Their answers are made by code that few other tests need.
COMPILES = {"hex-compound", "hex-scaling", "the-game-mistakes", "the-game-verdicts"}

MISTAKES = {
    "a misspelt key": ('gaem = "x"\n' + PLAY, ", line 1: unknown key 'gaem': did you mean 'game'"),
    "no game": (PLAY, ": the key 'game' is missing"),
    "an unknown game": ('game = "the-gmae"\n' + PLAY, ", line 1: there is no game 'the-gmae': did"),
    "a number for a name": ("game = 3\n" + PLAY, ", line 1: game: Input should be a valid string"),
    "no TOML": ("game = the-game\n", ": this is not TOML: .*line 1, column 8"),
    "a deep list": (
        HEAD + "a = " + "[" * 5000 + "]" * 5000 + "\n",
        ": lists or tables are nested too deeply",
    ),
    "a long number": (HEAD + "seed = " + "9" * 5000 + "\n", ": this is not TOML: "),
    "a terminal's command": (
        HEAD + 'title = "red \\u001b[31m"\n',
        r": title: control characters are not allowed in 'red \\x1b\[31m'",
    ),
    "a key twice": (HEAD + 'game = "x"\n', ": this is not TOML: .*line 3"),
    "no games": (
        "games = 0\n" + HEAD + PLAY,
        ", line 1: games = 0: must be a whole number from 1 on",
    ),
    "games in words": (
        'games = "many"\n' + HEAD + PLAY,
        ", line 1: games = 'many': must be a whole number",
    ),
    "a negative seed": (
        "seed = -1\n" + HEAD + PLAY,
        ", line 1: seed = -1: must be a whole number from 0",
    ),
    "a truth for a seed": (
        "seed = true\n" + HEAD + PLAY,
        ", line 1: seed = True: must be a whole number",
    ),
    "a truth for a place": ("order = true\n" + HEAD + PLAY, ", line 1: order: .* valid integer"),
    "a limit in words": (
        'max_games = "x"\n' + HEAD + PLAY,
        ", line 1: max_games = 'x': must be a whole",
    ),
    "a word for a truth": ('rotate = "yes"\n' + HEAD + PLAY, ", line 1: rotate: .* valid boolean"),
    "a number for a title": ("title = 3\n" + HEAD + PLAY, ", line 1: title: .* valid string"),
    "several kinds": ('kind = ["a", "b"]\n' + HEAD + PLAY, r": kind = .*: choose from compare"),
    "a wide precision": ("precision = 2\n" + HEAD + PLAY, ", line 1: precision = 2: win is"),
    "a misspelt rule": (HEAD + PLAY + "playres = [1]\n", ", line 5: .*'playres': did you mean 'pl"),
    "a misspelt strategy": (
        HEAD + '[rules]\nstrategy = "gredy"\n',
        ", line 4: .*'gredy': did you mean 'greedy'",
    ),
    "a bare value": (HEAD + PLAY + "players = 2\n", ", line 5: factors.players: must be a list"),
    "an empty list": (
        HEAD + PLAY + "players = []\n",
        ", line 5: factors.players: must be a list of values",
    ),
    "half a player": (
        HEAD + PLAY + "players = [1, 1.5]\n",
        ", line 5: players = 1.5: must be a whole number",
    ),
    "a truth": (HEAD + PLAY + "players = [true]\n", ", line 5: factors.players: True is neither"),
    "a list as a rule": (
        HEAD + PLAY + "[rules]\nhand = [5]\n",
        r", line 6: rules.hand: \[5\] is nei",
    ),
    "a contradiction": (
        HEAD + PLAY + "players = [1]\n[rules]\nplayers = 2\n",
        ", line 5: players is both a factor and a fixed rule",
    ),
    "too large a hand": (
        HEAD + PLAY + "hand = [5, 90]\n",
        ", line 5: hand = 90: must be from 1 to 64",
    ),
    "a value twice": (HEAD + PLAY + "hand = [5, 5]\n", ", line 5: hand: a value is given twice"),
    "a plot of no measure": (
        HEAD + PLAY + '[[plots]]\nx = "players"\n[[plots]]\nmeasure = "wins"\n',
        ", line 8: there is no measure 'wins': did you mean 'win'",
    ),
    "a plot over no factor": (
        HEAD + PLAY + '[[plots]]\nx = "hand"\n',
        ", line 6: there is no factor 'hand': choose from players, strategy",
    ),
    "a plot of no kind": (
        HEAD + PLAY + '[[plots]]\nkind = "bars"\n[[plots]]\nkind = "pie"\n',
        ", line 8: plots.kind: Input should be 'lines', 'bars' or 'distribution'",
    ),
    "a plot with a misspelt key": (
        HEAD + PLAY + '[[plots]]\nkinds = "bars"\n',
        ", line 6: unknown key 'plots.kinds': did you mean 'kind'",
    ),
    "raw of no measure": ('raw = "cards"\n' + HEAD + PLAY, ", line 1: there is no measure 'cards'"),
    "published without an error": (
        HEAD + PLAY + "[[published]]\nwin = 0.1\n",
        ", line 5: published: each row needs one measure and its standard error 'se'",
    ),
    "published of no factor": (
        HEAD + PLAY + "[[published]]\nplaeyrs = 1\nwin = 0.1\nse = 1\n",
        ", line 6: there is no factor or measure 'plaeyrs': did you mean 'players'",
    ),
}


@pytest.mark.parametrize(("text", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_file_is_told_with_file_line_and_key(
    text: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlayoutError, match=rf"^.*mine\.toml{sentence}") as caught:
        load_study(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("{% if %}", "Expected an expression"),
        ("{{ foo }}", "'foo' is undefined"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{{ row(players=9).win }}", "one row with players=9, but there are 0"),
        ("{{ row().wins }}", "a row has no 'wins': did you mean 'win'"),
        ("{{ row(playerz=1).win }}", "a row has no 'playerz': did you mean 'players'"),
        ("{{ best('wins').win }}", "a row has no 'wins'"),
        ("{{ worst('win', players=7).win }}", "a row with players=7, but there is none"),
        ("{{ most('wins') }}", "a row has no 'wins'"),
        ("{{ row().percent('wins') }}", "a row has no 'wins'"),
        ("{{ change(row(), row(), 'wins') }}", "a row has no 'wins'"),
        ("{{ row().__class__.__mro__ }}", "unsafe"),
    ],
)
def test_an_answer_that_cannot_be_made_is_found_before_any_game(
    answer: str, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'answer = "{answer}"\n' + HEAD + PLAY, encoding="utf-8")
    with pytest.raises(PlayoutError, match=rf"mine\.toml: answer: .*{sentence}"):
        load_study(path)


def test_a_file_that_cannot_be_read_is_told_why(tmp_path: Path) -> None:
    with pytest.raises(PlayoutError, match=r"none\.toml: cannot be read \(No such file"):
        load_study(tmp_path / "none.toml")
    with pytest.raises(PlayoutError, match=r"cannot be read \(Is a directory\)"):
        load_study(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"\n')
    with pytest.raises(PlayoutError, match=r"cannot be read \(it is not UTF-8 text\)"):
        load_study(tmp_path / "latin.toml")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name,
            marks=pytest.mark.thorough
            if name == "the-game-verdicts"  # compiles all strategies of The Game
            else pytest.mark.slow
            if name in COMPILES
            else (),
        )
        for name in study_files()
    ],
)
def test_every_study_that_ships_can_be_read_and_answered(name: str) -> None:
    study = load_study(find_study(name))
    assert study.title
    assert study.question
    assert study.answer


def test_an_unknown_study_is_answered_with_the_nearest() -> None:
    with pytest.raises(PlayoutError, match="did you mean 'the-game-blog'"):
        find_study("the-game-blgo")
