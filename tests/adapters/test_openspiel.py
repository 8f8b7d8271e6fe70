"""Games of OpenSpiel: what they are called, what is counted, and what is refused in a sentence."""

from __future__ import annotations

import re
import sys
from typing import Any

import numpy as np
import pytest

from playout.adapters import names, openspiel
from playout.adapters.returns import MILLION, Returns, denominator_of
from playout.adapters.spiel_rules import drawn
from playout.engine.chance.rng import STREAM, start
from playout.engine.find.foreign_games import foreign_game
from playout.engine.find.games import find_game, strategies
from playout.engine.game.game import Game
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from tests.chance import FALSE_ALARM, p_of_counts
from tests.playing import refused


def measures(game: Game) -> list[str]:
    return [measure.name for measure in game.measures]


def test_a_game_has_one_name_whichever_way_its_settings_are_written() -> None:
    game = find_game("openspiel:pig(winscore=50,players=3)")
    assert game.name == "openspiel:pig(players=3,winscore=50)"
    assert find_game("openspiel:pig(players=3,winscore=50)") is game
    assert find_game(" openspiel:pig()") is find_game("openspiel:pig")
    assert (game.title, game.seats) == ("Pig (players=3,winscore=50)", 3)


def test_games_differ_in_what_is_counted() -> None:
    rivals, alone, friends = (
        find_game(f"openspiel:{name}") for name in ("tic_tac_toe", "catch", "tiny_hanabi")
    )
    assert measures(rivals) == ["win", "points"]
    assert measures(alone) == measures(friends) == ["points"]
    assert [game.cooperative for game in (rivals, alone, friends)] == [False, True, True]
    assert [game.seats for game in (rivals, alone, friends)] == [2, 1, 2]
    assert not rivals.measure("points").is_told  # it follows from who wins
    assert find_game("openspiel:leduc_poker").measure("points").is_told
    assert (
        find_game("openspiel:leduc_poker")
        .measure("points")
        .top(find_game("openspiel:leduc_poker").with_options())
        == 26
    )


def test_points_are_whole_numbers_of_parts_of_a_return() -> None:
    three = find_game("openspiel:pig(players=3,winscore=20)")
    assert three.option("denominator").default == 2
    match = Match(three.name, strategy="random", seed=1)
    list(match.run())
    returns = match.state.state.returns()
    assert sorted(returns) == [-0.5, -0.5, 1.0]
    assert match.outcome()["points"] == [2 * (value + 1) for value in returns]


@pytest.mark.parametrize(
    ("value", "least", "denominator", "said"),
    [
        (-3.0, -1, 1, "below least=-1; add least=-3,"),
        (0.25, -1, 1, "add denominator=4"),
        (0.25, -1, 3, "add denominator=12"),
        (0.123456, -1, 1, f"denominator={MILLION}"),
        (float("nan"), -1, 1, "a number"),
    ],
)
def test_a_return_that_does_not_fit_is_never_rounded(
    value: float, least: int, denominator: int, said: str
) -> None:
    rules: Any = type("Rules", (), {"least": least, "denominator": denominator})
    returns = Returns(1, least, None, denominator)
    with pytest.raises(PlayoutError, match=said):
        returns.score([value], rules, is_over=True)
    if value == value:
        rules.least, rules.denominator = -3, MILLION
        assert returns.score([value], rules, is_over=True) == {"points": round((value + 3) * 10**6)}


def test_a_win_that_cannot_be_shared_is_refused() -> None:
    rules: Any = type("Rules", (), {"least": 0, "denominator": 1})
    refused("9 seats", Returns(9, 0, None).score, [0.0] * 9, rules, is_over=True)
    assert Returns(3, 0, None).score([2, 1, 2], rules, True)["win"] == [0.5, 0, 0.5]


def test_denominators_are_found() -> None:
    assert [denominator_of(each) for each in ([1, -3], [0.5], [1 / 3, 0.5], [0.01])] == [
        1,
        2,
        6,
        100,
    ]
    assert denominator_of([np.pi]) == MILLION
    assert denominator_of([float(np.float32(0.1))]) == 10


def test_chance_is_as_likely_as_openspiel_says() -> None:
    stream = new_record(STREAM)
    start(stream, 1, 0, 0)
    outcomes = [(4, 0.5), (7, 0.0), (9, 0.3), (2, 0.2)]
    seen = [drawn(outcomes, stream) for _ in range(2_000)]
    counts = np.array([seen.count(action) for action, _ in outcomes])
    assert p_of_counts(counts, [chance for _, chance in outcomes]) > FALSE_ALARM
    seen = [drawn([(3, 1 / 3), (1, 1 / 3), (2, 1 / 3)], stream) for _ in range(2_000)]
    assert p_of_counts(np.array([seen.count(k) for k in (1, 2, 3)]), [1 / 3] * 3) > FALSE_ALARM


def test_only_chance_after_the_deal_is_chance_in_play() -> None:
    told = {name: find_game(f"openspiel:{name}").chance_in_play for name in ("pig", "kuhn_poker")}
    assert told == {"pig": True, "kuhn_poker": False}


def test_moves_have_names_where_these_never_change() -> None:
    match = Match("openspiel:pig", strategy="random", seed=1)
    assert [match.format_move(move) for move in (0, 1)] == ["roll", "stop"]
    match = Match("openspiel:tic_tac_toe", strategy="random", seed=1)
    assert match.format_move(4) == "4"
    assert match.game.drawing.parse_move("4") == 4
    told = Match("openspiel:tic_tac_toe", strategy="random", seed=1).transcript()
    assert re.search(r"^seat 1: \d x\(\d,\d\)$", told, re.M)
    assert "seat 2: roll" in Match("openspiel:pig", strategy="random", seed=1).transcript()


def test_a_position_is_all_that_has_happened() -> None:
    match = Match("openspiel:leduc_poker", strategy="random", seed=1)
    match.step()
    again = Match("openspiel:leduc_poker", strategy="random", seed=1, position=match.position)
    assert again.position == match.position
    assert again.state == match.state
    assert again.view().text == match.view().text
    for wrong, said in [
        ("history=0,1,9", "9 cannot happen"),
        ("history=0,0", "0 cannot happen"),
        ("history=0,1,1,0,1", "cannot happen|over"),
        ("history=x", "a whole number"),
        ("past=1", "history"),
    ]:
        with pytest.raises(PlayoutError, match=said):
            Match("openspiel:leduc_poker", position=wrong)


def test_all_that_move_at_once_move_in_turn_unseen() -> None:
    views = []
    for move in (0, 2):
        match = Match("openspiel:matrix_rps", strategy="random", seed=1)
        match.play(move)
        assert match.seat == 1
        views.append(match.view())
    assert views[0].legal_moves == [0, 1, 2]
    assert views[0].text == views[1].text
    assert np.array_equal(views[0].observation, views[1].observation)


def test_a_view_holds_plain_values_alone() -> None:
    for name in ("openspiel:tic_tac_toe", "openspiel:kuhn_poker"):
        view = Match(name, strategy="random", seed=1).view()
        kinds = {type(value) for value in vars(view).values()}
        assert kinds <= {int, str, list, np.ndarray}
        assert view.observation.dtype == np.float32
    assert Match("openspiel:tic_tac_toe").view().observation.shape == (3, 3, 3)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tictactoe", "did you mean tic_tac_toe"),
        ("block_dominoes", "did you mean python_block_dominoes"),
        ("", "has no game ''"),
        ("pig(foo=3)", "Unknown parameter 'foo'"),
        ("pig(players=x)", "Wrong type for parameter players"),
        ("pig(players=3", "Missing closing bracket"),
        ("pig(players=99)", "99 players; allowed are 2 to 10"),
        ("misere()", "Missing parameter game"),
        ("mfg_garnet", "mean-field"),
        ("tarok", "draws its chance itself"),
        ("crossword", "cannot be played"),
        ("hex(board_size=0)", "there is no legal move"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    name: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PlayoutError, match=said) as raised:
        find_game(f"openspiel:{name}")
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300
    assert capfd.readouterr().err == ""  # of OpenSpiel, which writes there


def test_what_openspiel_warns_of_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    openspiel._game.cache_clear()
    foreign_game.cache_clear()
    find_game("openspiel:quoridor")
    assert "quoridor" in capfd.readouterr().err


def test_a_missing_package_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, extra in (("pyspiel", "openspiel"), ("pettingzoo", "envs")):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(PlayoutError, match=rf'pip install "playout\[{extra}\]"'):
            names.imported(module)


def test_a_game_of_two_libraries_is_listed_nowhere() -> None:
    from playout.engine.find.games import game_names

    find_game("openspiel:pig")
    assert not [name for name in game_names() if ":" in name]
    assert [one.name for one in strategies("openspiel:pig")] == ["random"]
