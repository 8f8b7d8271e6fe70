"""What a declared game says of its measures, and of rules as words of a command."""

from __future__ import annotations

import math
import pickle
import shlex
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game, game_names
from playout.engine.game.game import Game, Measure, Option
from playout.engine.game.measures import column_of
from playout.engine.game.open_information import open_view
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError

GAMES = [find_game(name) for name in game_names()]
the_game, mexican_train = find_game("the-game"), find_game("mexican-train")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_measure_is_found_by_its_name_with_either_line(game: Game) -> None:
    for measure in game.measures:
        dashed = measure.name.replace("_", "-")
        for name in (measure.name, dashed, f" {dashed} "):
            assert game.measure(name) is measure


@pytest.mark.parametrize("nothing", [None, ""])
def test_without_a_name_it_is_the_first_measure(nothing: str | None) -> None:
    for game in GAMES:
        assert game.measure(nothing) is game.measures[0]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wins", "there is no measure 'wins': did you mean 'win'"),
        ("cards left", "there is no measure 'cards left': did you mean 'cards_left'"),
        ("Win", "there is no measure 'Win': did you mean 'win'"),
        ("points", r"there is no measure 'points': choose from .*cards_left.*, win"),
        (" ", "there is no measure ' ': choose from "),
    ],
)
def test_a_measure_that_there_is_not_is_refused_in_a_sentence(name: str, expected: str) -> None:
    with pytest.raises(PlayoutError, match=expected) as caught:
        the_game.measure(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_measures_lie_beside_each_other_in_the_order_of_their_places(game: Game) -> None:
    column = 0
    for place, measure in enumerate(game.measures):
        assert game.place(measure) == place
        assert game.column(measure) == game.columns[place] == column
        column += game.seats if measure.per_seat else 1
    assert column == game.width


def test_a_measure_of_every_seat_begins_at_its_column() -> None:
    options: dict[str, Any] = {"players": 3, "rounds": 1, "set": 6}
    rules = mexican_train.with_options(options)
    players = find_players(rules, "random")
    outcome = play_batch(rules, players, 4, 7, 1)[0]
    match = Match("mexican-train", strategy="random", seed=4, game_number=7, **options)
    for _ in match.run():
        pass
    points, turns = (mexican_train.measure(name) for name in ("points", "turns"))
    assert (points.per_seat, turns.per_seat) == (True, False)
    first = mexican_train.column(points)
    assert outcome[first : first + 3].tolist() == match.outcome()["points"]
    assert outcome[mexican_train.column(turns)] == match.outcome()["turns"]


def test_rules_are_words_of_a_command_that_asks_for_them() -> None:
    rules = the_game.with_options({"players": 2, "min_cards": 3, "hints": "marks"})
    assert rules.command_options() == ["--players 2", "--min-cards 3", "--hints marks"]
    assert the_game.with_options({"players": 3}).command_options() == ["--players 3"]


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("the-game", {"players": 4, "hand": 5, "jump": 7}),
        ("mexican-train", {"players": 3, "variant": "seed", "tiles": 9}),
        ("hex", {"rows": 3, "cols": 5, "p": 0.1}),
    ],
)
def test_the_words_of_rules_are_read_back(game: str, given: dict[str, object]) -> None:
    rules = find_game(game).with_options(given)
    words = shlex.split(" ".join(rules.command_options()))
    read = {name.removeprefix("--").replace("-", "_"): value for name, value in pairs(words)}
    assert find_game(game).with_options(read).values == rules.values


def pairs(words: list[str]) -> list[tuple[str, str]]:
    return list(zip(words[::2], words[1::2], strict=True))


@pytest.mark.parametrize(
    ("game", "given", "same"),
    [
        ("the-game", {"hints": False, "first_player": 0}, {}),
        ("the-game", {"hints": True}, {"hints": "marks"}),
        ("the-game", {"hints": None, "hand": None, "players": None}, {}),
        ("mexican-train", {"gate": False, "lock": False}, {"gate": "no", "lock": "no"}),
        ("mexican-train", {"gate": "NO", "gate_marker": True}, {"gate": "no"}),
        ("mexican-train", {"variant": "seed", "lock": None, "draw": None}, {"variant": "seed"}),
    ],
)
def test_true_and_false_are_yes_and_no_and_none_is_the_default(
    game: str, given: dict[str, object], same: dict[str, object]
) -> None:
    rules = find_game(game).with_options(given)
    assert rules.values == find_game(game).with_options(same).values
    assert all(type(value) in (int, str) for value in rules.values.values())


@pytest.mark.parametrize(
    ("game", "given", "expected"),
    [
        ("the-game", {"players": True}, "players=True: must be a whole number"),
        ("mexican-train", {"lock": True}, "lock=True: choose from all, no, others"),
        ("mexican-train", {"gate": 1}, "gate=1: choose from no, yes"),
        ("the-game", {"first_player": 1}, "first_player=1: choose from best, random, seat-1"),
        ("the-game", {"hnad": None}, "no rule option 'hnad': did you mean 'hand'"),
    ],
)
def test_what_no_option_means_is_refused(
    game: str, given: dict[str, object], expected: str
) -> None:
    with pytest.raises(PlayoutError, match=expected):
        find_game(game).with_options(given)


def test_none_among_several_values_is_the_default_if_there_is_one() -> None:
    assert the_game.option("min_cards").read(None) == 2
    with pytest.raises(PlayoutError, match="hand=None: the default depends on other options, so"):
        the_game.option("hand").read(None)


ENDING = Measure("ending", "category", "why", categories=("won", "no_tile_left"))


def with_measures(*measures: Measure) -> Game:
    return replace(the_game, measures=(Measure("win", "rate", "won"), *measures))


def test_each_value_of_a_category_has_a_rate_that_is_found_by_its_name() -> None:
    game = with_measures(ENDING)
    rate = game.measure_or_rate("ending-no-tile-left")
    assert (rate.name, rate.kind, rate.help) == ("ending_no_tile_left", "rate", "why: no tile left")
    assert game.place(rate) == game.place(game.measure("ending")) == 1
    assert game.measure_or_rate("ending") is game.measure("ending")
    conceded = the_game.measure_or_rate("ending_conceded")
    assert pickle.loads(pickle.dumps(conceded)) == conceded


def test_where_a_number_is_needed_a_category_is_refused() -> None:
    expected = r"measure='ending': its values are words \(won, no_tile_left\), but this question"
    with pytest.raises(PlayoutError, match=expected):
        with_measures(ENDING).quantity("ending")
    for ask, words in (
        (playout.compare, {"a": "greedy", "b": "quick"}),
        (playout.luck, {"strategies": "greedy,quick"}),
        (playout.run, {"precision": 1}),
    ):
        with pytest.raises(PlayoutError, match="needs numbers; choose from cards_left,"):
            ask("the-game", measure="ending", **words)
    with pytest.raises(PlayoutError, match="event that happens or not; choose from excellent, win"):
        playout.rare("the-game", measure="ending")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"categories": ()}, "go with the kind 'category'"),
        ({"kind": "mean"}, "go with the kind 'category'"),
        ({"categories": ("a", "no tile")}, "lower-case words, such as 'no_tile_left'"),
        ({"categories": ("a", "a")}, "has two measures named 'ending_a'"),
        ({"name": "win"}, "has two measures named 'win'"),
        ({"per_seat": True}, "is counted once in a game, ranks nobody"),
        ({"better": "lowest"}, "is counted once in a game, ranks nobody"),
    ],
)
def test_a_category_that_nobody_could_count_is_refused(
    change: dict[str, Any], expected: str
) -> None:
    with pytest.raises(PlayoutError, match=f"game 'the-game'.*{expected}"):
        with_measures(replace(ENDING, **change))


def test_a_category_is_not_the_first_measure() -> None:
    with pytest.raises(PlayoutError, match="is not the first measure"):
        replace(the_game, measures=(ENDING,))


def endings(game: str, measure: str, **options: Any) -> tuple[Any, dict[str, Any]]:
    """Of 300 games the words of a category, and all outcomes by the measures' names."""
    rules = find_game(game).with_options(options)
    outcomes = play_batch(rules, find_players(rules, "random"), 1, 0, 300)
    columns = {one.name: outcomes[:, rules.game.column(one)] for one in rules.game.measures}
    category = rules.game.measure(measure)
    return np.array(category.categories)[columns[measure]], columns


@pytest.mark.thorough
def test_the_endings_of_all_games_agree_with_their_numbers() -> None:
    word, hex = endings("hex", "ending", rows=3)
    assert set(word) == {"player_1", "player_2"}
    assert ((word == "player_1") == hex["win"]).all()
    word, cards = endings("the-game", "ending", high=12, hand=4)
    assert set(word) == {"won", "stuck"}
    assert ((word == "won") == cards["win"]).all()
    word, loop = endings("the-game-blog", "ending", high=12, hand=4)
    assert set(word) == {"stuck", "deck_empty"}
    assert (loop["cards_left"][word == "deck_empty"] == 4).all()


def test_a_match_of_mexican_train_ends_by_its_target_or_its_rounds() -> None:
    rules: dict[str, Any] = {"set": 6, "players": 2, "target": 40, "rounds": 2}
    found = find_game("mexican-train").with_options(rules)
    outcomes = play_batch(found, find_players(found, "random"), 1, 0, 300)
    points = found.game.column(found.game.measure("points"))
    most = outcomes[:, points : points + 2].max(axis=1)
    word, _ = endings("mexican-train", "ending", **rules)
    assert set(word) == {"target", "rounds"}
    assert ((word == "target") == (most >= 40)).all()
    word, one = endings("mexican-train", "last_round", set=6, players=2, rounds=1)
    assert set(word) == {"out", "blocked", "blocked_gate"}
    assert ((word != "out") == one["blocked"]).all()
    assert ((word == "blocked_gate") == one["blocked_gate"]).all()


def without(module: Any, **changed: Any) -> Any:
    """A copy of a module with other members; None takes one away."""
    copy = ModuleType(module.__name__)
    members = {**vars(module), **changed}
    copy.__dict__.update({name: one for name, one in members.items() if one is not None})
    return copy


@pytest.mark.parametrize(
    ("part", "changed", "expected"),
    [
        ("rules", {"is_over": None}, r"has no function is_over\(state, rules\)"),
        (
            "rules",
            {"play": lambda state, rules, move: None},
            r"has play\(state, rules, move\), but play\(state, rules, move, stream\) is needed",
        ),
        (
            "rules",
            {"play": lambda state, move, rules, stream: None},
            r"has play\(state, move, rules, stream\), but play\(state, rules, move, stream\) is",
        ),
        ("rules", {"deal": 7}, r"needs deal to be a function, deal\(state, rules, stream\)"),
        ("rules", {"determinize": lambda view: None}, "but determinize.view, rules, stream, state"),
        ("rules", {"STATE": None}, "have no STATE, a NumPy dtype"),
        ("rules", {"VIEW": np.dtype([("seat", int)])}, "VIEW has no field parameters; make it"),
        ("rules", {"MOST_LEGAL": None}, "have no MOST_LEGAL, the most moves of one position"),
        ("rules", {"STATE": np.dtype([("a", object)])}, "STATE has Python objects: only numbers"),
        pytest.param(
            "rules",
            {"score": lambda state, rules, outcome: None},
            "rules are compiled, and score is not: write @jit above it",
            marks=pytest.mark.skipif(not COMPILING, reason="nothing is compiled"),
        ),
        ("drawing", {"svg": lambda state: ""}, r"but svg\(state, rules, seat\) is needed"),
        ("splitting", {"renew": None}, r"has no function renew\(state, rules, stream\)"),
        ("hints", {"show": None}, r"has no function show\(state, rules, seat, place, mark\)"),
        ("vectors", {"kernel": None}, r"has no function kernel\(rules, player\)"),
    ],
)
def test_a_game_is_checked_when_it_is_declared(
    part: str, changed: dict[str, Any], expected: str
) -> None:
    module = without(getattr(the_game, part), **changed)
    with pytest.raises(PlayoutError, match=f"game 'the-game': its .*{expected}"):
        replace(the_game, **{part: module})


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"measures": ()}, "at least one measure is needed"),
        ({"version": 0}, "version = 0: must be a whole number from 1 on"),
        ({"version": 10**30}, "a whole number from 1 on"),
        ({"measures": the_game.measures * 2}, "has two measures named 'win'"),
        ({"options": the_game.options * 2}, "has two options named 'players'"),
        *(
            (
                {"options": (Option("players", 2, "", *ends),)},
                f"{ends[0]} to {ends[1]}: a table has",
            )
            for ends in [(1, 10**6), (1, 61), (0, 2), (-2, 6)]
        ),
        ({"resolve": 3}, r"'the-game' needs resolve to be a function, resolve\(values\)"),
        ({"exact": len}, r"exact\(rules, players\) is needed"),
        (
            {"measures": (Measure("out", "rate", "is out", seat=7),)},
            "measure 'out': seat = 7: must be from 0 to 6",
        ),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(changed: dict[str, Any], expected: str) -> None:
    with pytest.raises(PlayoutError, match=expected):
        replace(the_game, **changed)


def test_a_view_of_everything_has_options_that_there_are() -> None:
    pig = find_game("pig")
    view = open_view(pig.state_dtype, "players", "gaol", "most_turns")
    with pytest.raises(PlayoutError, match="pig has no rule option 'gaol': did you mean 'goal'"):
        replace(pig, rules=without(pig.rules, VIEW=view))
    for twice in ("seat", "scores", "notes"):
        with pytest.raises(PlayoutError, match=f"two fields of a view are named '{twice}'"):
            open_view(pig.state_dtype, "players", twice)


@pytest.mark.parametrize(
    ("resolve", "expected"),
    [
        (lambda values: 1 / 0, r"its resolve raised ZeroDivisionError: division by zero$"),
        (lambda values: None, r"its resolve must return .*\(players, goal, .*\), and not None"),
        (lambda values: {"goal": 3}, "its resolve must return the values of all options"),
        (dict, "its resolve leaves option 'most_turns' without a value, which has no default"),
    ],
)
def test_what_resolve_does_not_give_is_told(resolve: Any, expected: str) -> None:
    pig = replace(find_game("pig"), resolve=resolve)
    with pytest.raises(PlayoutError, match=f"^game 'pig': {expected}"):
        pig.with_options({"players": 3})


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        (lambda rules, players: 1 / 0, "its exact raised ZeroDivisionError: division by zero"),
        (lambda rules, players: 7, "its exact must return numbers by names of measures, not 7"),
        (lambda rules, players: {"nope": 3}, "there is no measure 'nope'"),
        (lambda rules, players: {"win": 0.5}, "its exact: win = 0.5: must be 2 numbers"),
        (lambda rules, players: {"turns": math.nan}, "its exact: turns = nan: must be a number"),
        (lambda rules, players: {"turns": "b"}, "its exact: turns = 'b': must be a number"),
    ],
)
def test_exact_values_that_are_none_are_told(known: Any, sentence: str) -> None:
    pig = replace(find_game("pig"), exact=known)
    with pytest.raises(PlayoutError, match=sentence):
        pig.expected(pig.with_options({}), ())


def test_the_columns_of_a_run_are_those_that_no_option_and_no_measure_can_be_called() -> None:
    rounds: dict[str, Any] = {"rounds": [1, 2], "games": 4, "strategy": "random"}
    answers = [
        playout.run("mexican-train", by="seat", set=6, players=2, **rounds),
        playout.run("the-game", seats="greedy,random", games=4),
    ]
    for answer in answers:
        game: Any = answer.game
        measures = [*game.measures, *(rate for one in game.measures for rate in one.rates)]
        own = {one.name for one in (*game.options, *measures)}
        for column in set(answer.to_pandas().columns) - own:
            assert column_of(column, measures), column


def test_a_game_without_players_is_for_one() -> None:
    options = tuple(option for option in the_game.options if option.name != "players")
    alone = replace(the_game, options=options, questions=())
    assert alone.seats == 1
    assert alone.with_options()["players"] == 1
    with pytest.raises(PlayoutError, match=r"players=2: must be 1 \(players"):
        alone.with_options({"players": 2})
