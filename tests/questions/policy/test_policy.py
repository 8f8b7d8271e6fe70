"""Tables of best play, against values found in another way, and as people see them."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.questions.policy import ask
from playout.questions.policy.points import _places
from playout.report.figures import PAGE, PHONE
from tests.command import playout as command
from tests.command import printed

policy: Any = playout.policy  # with options that are no other game's

NIM = '''
import playout
from playout import Measure, Option

@playout.game(
    measures=[
        Measure("win", "share", "has won", per_seat=True, first="highest"),
        Measure("moves_made", "mean", "moves"),
    ],
    options=[
        Option("players", 2, "players", 2, 2),
        Option("stones", 9, "stones", 1, 100),
        Option("more", 0, "stones in a second heap", 0, 9),
    ],
    title="Nim",
)
class Nim:
    """Take one, two or three stones; who takes the last one wins."""

    def deal(self, rules, stream):
        self.heaps, self.player, self.count = [rules.stones, rules.more], 0, 0

    def is_over(self, rules):
        return self.heaps == [0, 0]

    def actor(self, rules):
        return self.player

    def legal_moves(self, rules):
        return [4 * k + n for k in (0, 1) for n in range(1, min(3, self.heaps[k]) + 1)]

    def play(self, rules, move, stream):
        self.heaps[move // 4] -= move % 4
        self.player = 1 - self.player
        self.count += 1

    def forget(self, rules):
        self.count = 0

    def score(self, rules):
        return {"win": [self.player == 1, self.player == 0], "moves_made": self.count}
'''


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "nim.py"
    path.write_text(NIM)
    return str(path)


# ------------------------------------------------------------------ the truth


@cache
def pig(goal: int) -> dict[tuple[int, int, int], tuple[float, float]]:
    """What to roll and to hold are worth, by own score, other score, turn total.

    Value iteration over all of these at once, Neller and Presser (2004), equation 2.
    """
    places = [
        (own, other, total)
        for own, other in product(range(goal), repeat=2)
        for total in range(goal - own)
    ]
    win = dict.fromkeys(places, 0.0)

    def of(own: int, other: int, total: int) -> float:
        return 1.0 if own + total >= goal else win[own, other, total]

    def both(own: int, other: int, total: int) -> tuple[float, float]:
        lost = 1.0 - win[other, own, 0]
        roll = (lost + sum(of(own, other, total + die) for die in range(2, 7))) / 6
        hold = 1.0 if own + total >= goal else 1.0 - win[other, own + total, 0]
        return roll, hold

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for place in places:
            roll, hold = both(*place)
            value = max(roll, hold) if place[2] else roll
            change = max(change, abs(value - win[place]))
            win[place] = value
    ends = [
        (own, other, goal - own + more)
        for own, other in product(range(goal), repeat=2)
        for more in range(1)
    ]
    return {place: both(*place) for place in [*places, *ends]}


def spans(text: str) -> dict[int, str]:
    """The move at each value of ``roll 2..20; hold 21..33``."""
    found = dict[int, str]()
    for part in text.split("; "):
        move, values = re.fullmatch(r"(.*) ([0-9.]+)", part).groups()  # type: ignore[union-attr]
        low, _, high = values.partition("..")
        found |= dict.fromkeys(range(int(low), int(high or low) + 1), move)
    return found


def test_pig_is_what_value_iteration_finds() -> None:
    goal, worth = 14, pig(14)
    answer = policy("pig", goal=goal)
    assert answer.keys == ("scores.0", "scores.1")
    checked = 0
    for row in answer:
        own, other = row["scores.0"], row["scores.1"]
        for total, move in spans(row["moves"]).items():
            roll, hold = worth[own, other, total]
            best = "roll" if roll > hold + 1e-9 else "hold" if hold > roll + 1e-9 else None
            assert move == (best or "roll or hold"), (own, other, total)
            checked += 1
        held = [t for t, move in spans(row["moves"]).items() if "hold" in move]
        assert row["threshold"] == min(held)
        gone = [t for t, move in spans(row["moves"]).items() if t > min(held) and move == "roll"]
        assert row["is_simple"] is not bool(gone)
    assert checked > 1000


def test_values_of_pig_are_what_value_iteration_finds() -> None:
    worth = pig(14)
    answer = policy("pig", goal=14, where={"turn_total": 4}, show="value")
    assert answer.found.switch is None
    for row in answer:
        roll, hold = worth[row["scores.0"], row["scores.1"], 4]
        assert row["value"] == pytest.approx(max(roll, hold), abs=1e-8)
        assert row["ahead"] == pytest.approx(abs(roll - hold), abs=1e-8)


@pytest.mark.thorough
def test_pig_to_100_is_held_as_neller_and_presser_say_and_as_optimal_plays() -> None:
    best = policy("pig")
    first = best.found.cells[0]
    assert (first.down, first.across, first.start(1)) == (0, 0, 21)
    assert best.sentence().startswith(
        "Pig with 2 players, best play: at own score = 0 and other score = 0, hold from turn total "
        "21 on"
    )
    own = policy("pig", strategy="optimal", down="3..93:30", across="0..90:30")
    known = {(row["scores.0"], row["scores.1"]): spans(row["moves"]) for row in best}
    for row in own:
        moves = known[row["scores.0"], row["scores.1"]]
        played = spans(row["moves"])
        assert all(played[total] in moves[total] for total in moves.keys() & played.keys())


def test_the_best_reply_is_what_solving_says() -> None:
    answer = policy("pig", goal=20, strategy="best+hold:at=8")
    solved = playout.solve("pig", goal=20, strategy="best+hold:at=8")
    for row in list(answer)[::17]:
        own, other = row["scores.0"], row["scores.1"]
        for total, move in spans(row["moves"]).items():
            worth = solved.moves_at(f"scores={own},{other} turn_total={total}")
            best = max(worth.values())
            assert move.split(" or ") == [m for m in worth if worth[m] > best - 1e-9]
    assert answer.sentence().startswith(
        "Pig with 2 players (goal = 20), best play against hold:at=8"
    )


def test_nim_is_what_everybody_knows(nim: str) -> None:
    for row in policy(nim):
        left = row["heaps.0"] % 4
        assert row["best"] == (str(left) if left else "1 or 2 or 3")
        assert row["value"] == (1.0 if left else 0.0)


@pytest.mark.slow
def test_yahtzee_is_kept_as_the_table_of_best_play_says() -> None:
    best = policy("yahtzee", down="dice", across="throws=1,2,3")
    own = policy("yahtzee", strategy="optimal", down="dice", across="throws")
    assert len(best) == 756
    assert best.is_exact
    assert "exact" in best.sentence()
    assert not own.is_exact
    for row, played in zip(best, own, strict=True):
        assert (row["dice"], row["throws"]) == (played["dice"], played["throws"])
        assert played["best"] in row["best"].split(" or ")
        odds = playout.odds("yahtzee", position=f"dice={row['dice']} throws={row['throws']}")
        if row["dice"] in ("1,1,3,4,4", "2,3,4,5,5"):
            assert odds.chance.estimate == pytest.approx(row["value"])
    throws = {",".join(map(str, dice)) for dice in combinations_with_replacement(range(1, 7), 5)}
    assert {row["dice"] for row in best} == throws


@pytest.mark.slow
def test_a_throw_is_one_value_although_it_is_a_list() -> None:
    (row,) = policy("yahtzee", down="dice=1,1,2,3,4", where=["throws=3", "free=twos,chance"])
    assert (row["dice"], row["best"]) == ("1,1,2,3,4", "twos")
    fixed = ["free=ones,sixes", "throws=3", "dice=1,6,6,6,6"]
    known = policy("yahtzee", down="upper=0..60:20", where=fixed)
    assert known["best"] == ["sixes"] * 4
    low, _, high, _ = known["value"]
    assert high - low == pytest.approx(40 + 35)  # the bonus, which 24 in sixes bring


def rule_of_28(columns: Mapping[int, int]) -> float:
    """Michael Keller's points of three runners, by the steps that each has made."""
    points = sum((1 + steps) * (1 + abs(7 - column)) for column, steps in columns.items())
    odd = [column % 2 for column in columns]
    points += 2 if all(odd) else -2 if not any(odd) else 0
    return points + 4 * (max(columns) < 8 or min(columns) > 6)


@pytest.mark.slow
def test_the_rule_of_28_stops_at_28_points() -> None:
    answer = policy("cant-stop", strategy="rule-of-28")
    assert len(answer) == 100
    for row in answer:
        six, eight = row["runners.6"] + 1, row["runners.8"] + 1
        stops = [k for k in range(1, 13) if rule_of_28({6: six, 7: k, 8: eight}) >= 28]
        assert row["threshold"] == (min(stops) if stops else None)
    assert "what rule-of-28 does, which need not be best" in answer.sentence()
    assert answer.facts()["known"] == "strategy"


def test_a_strategy_is_asked_in_every_position() -> None:
    answer = policy("pig", goal=30, strategy="hold", down="0..29:7", across="0,20")
    assert [row["threshold"] for row in answer] == [
        max(2, min(20, 30 - own)) for own in range(0, 29, 7) for _ in (0, 20)
    ]
    drawn = policy("pig", goal=10, strategy="random", down="0..4", across="0")
    assert "random draws random numbers: in some of these it may do otherwise" in drawn.caption()


# ------------------------------------------------------------------ what people see


def test_fields_are_found_by_themselves(nim: str) -> None:
    said = printed("policy", nim, "--where", "player=0")
    assert said.startswith(
        "Nim, best play: the best move in each of 7 positions, by heaps.0 (exact).\n\n"
        "heaps.0  best move    win (%)  ahead of the next (points)\n"
    )
    assert "      2  2             100.00                         100\n" in said
    two = printed("policy", nim)
    assert "heaps.0  0            1\n" in two
    assert "down: heaps.0; across: player" in two
    many = printed("policy", nim, "--more", "2")
    assert many.startswith("Nim (more = 2), best play: the best move in each of ")
    assert "heaps=9,2 player=0" in many
    assert re.search(r"shown are \d+ of \d+ rows; all are in the CSV file \(--csv FILE\)\n", many)
    assert "heaps=9,2 player=0 count" in many


def test_a_game_of_ones_own_says_what_its_table_looks_like(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        NIM.replace("import playout\n", "import playout\nfrom playout.author import Policy\n", 1)
        .replace('title="Nim"', 'title="Nim", policy=Policy(down="heaps.0", where={"player": 0}, '
                 'heads={"heaps.0": "stones"})')
    )  # fmt: skip
    said = printed("policy", str(path))
    assert said.startswith(
        "Nim, best play: the best move in each of 7 positions, by stones (exact)."
    )
    assert "\nstones  best move " in said
    other = printed("policy", str(path), "--where", "player=1")  # whose words may not fit any more
    assert "\nheaps.0  best move " in other


def test_fields_are_named_and_fixed(nim: str) -> None:
    table = policy(nim, more=3, down="heaps.0=0..9:3", across="heaps.1", where="player=0")
    assert {row["heaps.0"] for row in table} == {0, 3, 6, 9}
    shown = printed("policy", nim, "--more", "3", "--where", "player=0", "--across", "heaps.1",
                    "--down", "heaps.0=0..9:3")  # fmt: skip
    assert "\nheaps.0  0  1 " in shown
    lists = policy(nim, more=1, down="heaps", where={"player": 1})
    assert "8,1" in lists["heaps"]
    switch = policy("pig", goal=20, players=1)
    assert switch.found.fields == ("scores.0", "turn_total")
    one = policy("pig", goal=20, where=["scores.0=3", "scores.1=5"])
    assert one.keys == ("turn_total",)
    assert "roll up to turn total" in one.sentence()


def test_a_large_table_is_summarised_and_a_named_field_is_not() -> None:
    said = printed("policy", "pig", "--goal", "32")
    assert re.search(
        r"shown are \d+ of \d+ rows and \d+ of \d+ columns; all are in the CSV file", said
    )
    assert max(map(len, said.split("Pig with 2 players (goal = 32); ")[0].splitlines()[2:])) <= 80
    assert "in the cells: hold from this turn total on\n" in said
    whole = printed("policy", "pig", "--goal", "32", "--down", "scores.0")
    assert len(whole.splitlines()) > len(said.splitlines()) + 12


def test_programs_get_all_of_it(nim: str, tmp_path: Path) -> None:
    data = json.loads(printed("policy", nim, "--json"))
    assert (data["kind"], data["known"], data["down"]) == ("policy", "exact", "heaps.0")
    assert data["across"] == "player"
    assert "seed" not in data
    assert data["rows"][0] == {
        "heaps.0": 2, "player": 0, "best": "2", "value": 1.0, "ahead": 1.0,
    }  # fmt: skip
    assert printed("policy", nim, "--csv", "-").startswith(
        "heaps.0,player,best,value,ahead\n2,0,2,"
    )
    answer = policy(nim)
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert answer != policy(nim, stones=8)
    frame = answer.to_pandas(index=True)
    assert frame.loc[(2, 0), "best"] == "2"
    picture = tmp_path / "nim.svg"
    printed("policy", nim, "--plot", str(picture))
    assert "1 or 2 or 3" in picture.read_text()


@pytest.mark.parametrize("width", [3.7, 7.7])
@pytest.mark.parametrize(
    "given",
    [
        {"goal": 10},
        {"goal": 10, "players": 1},
        {"goal": 10, "where": "turn_total=4", "show": "value"},
        {"goal": 10, "strategy": "hold", "where": "scores.1=0"},
    ],
)
def test_every_table_is_drawn(given: dict[str, Any], width: float) -> None:
    assert policy("pig", **given).plot(width).get_size_inches()[0] == pytest.approx(width)


@pytest.mark.parametrize("width", [PHONE, PAGE])
@pytest.mark.parametrize(("game", "given"), [("yahtzee", {}), ("hex", {"rows": 2, "cols": 2})])
def test_the_names_of_moves_have_room_above_the_picture(
    game: str, given: dict[str, Any], width: float
) -> None:
    figure = policy(game, **given).plot(width)
    figure.draw_without_rendering()
    named = figure.legends[0].get_window_extent()
    assert figure.bbox.x0 <= named.x0
    assert named.x1 <= figure.bbox.x1
    assert not named.overlaps(figure.axes[0].get_window_extent())


def test_positions_stand_in_the_order_of_their_numbers() -> None:
    texts = np.array(
        ["b=10,2 c=0", "b=9,1 c=1", "b=9,1 c=0", "b=9/3 c=0", "b=-1,5 c=0", "-"], object
    )
    assert _places(texts)[0] == [
        "-", "b=-1,5 c=0", "b=9,1 c=0", "b=9,1 c=1", "b=9/3 c=0", "b=10,2 c=0",
    ]  # fmt: skip
    lists = np.array(["10,1", "2", "2,5", "2,10"], object)
    assert _places(lists)[0] == ["2", "2,5", "2,10", "10,1"]


@pytest.mark.parametrize("width", [3.7, 7.7])
def test_names_of_positions_stand_beside_each_other(width: float) -> None:
    figure = policy("hex", rows=2, cols=2).plot(width)
    figure.canvas.draw()
    labels = figure.axes[0].get_xticklabels()
    assert len(labels) >= 2
    places = [label.get_window_extent() for label in labels]
    assert all(one.x1 <= other.x0 for one, other in pairwise(places))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("pig --down foo", "there is no field 'foo': "),
        ("pig --where player=7", "where = player=7: in no such position has a seat a choice; "),
        ("pig --where player", "where = player: a value is needed, as player=0"),
        ("pig --where scores.0=x", "scores.0=x: scores.0 is a number, as scores.0=0..9"),
        ("pig --where player=0 --where player=1", "where: player is given twice; write player=1,2"),
        ("pig --down 9..1", "down: 9..1: a range goes up, as 0..99:5, by at most 10,000 values"),
        ("pig --down 0..9:0", "down: 0..9:0: a step of at least 1 is needed"),
        ("pig --down scores.0=0..", "down: 0..: a range is written 0..99, or 0..99:5"),
        ("pig --down scores.0=77", "scores.0=77: in no position with these values"),
        ("pig --down scores.0 --across scores.0", "the same field is given twice"),
        ("pig --show best", "show = best: known: move, value"),
        (
            "pig --show value",
            "show = value: a cell has positions of several values of turn_total; ",
        ),
        (
            "pig --show value --strategy hold",
            "show = value: what the moves of strategies are worth",
        ),
        ("pig --strategy nobody", "'nobody'"),
        ("pig --down turn_total", "positions with the same values differ in more: scores.0 (0 to "),
        ("risk-battle", "nobody has a choice in Risk battle"),
        (
            "cant-stop",
            "Can't Stop is too large to be solved exactly; --strategy rule-of-28 shows",
        ),
        ("cant-stop --strategy tuned --down steps.0.7", "steps.0.7: say which of its values"),
        (
            "yahtzee --measure win",
            "measure = win: which moves are best for it is not",
        ),
        (
            "yahtzee --strategy best+greedy --players 2",
            "Yahtzee is too large to be solved",
        ),
        ("yahtzee --down upper", "upper: say which of its values to look at, as upper=0..9"),
        ("the-game-blog --strategy random", "does not say which positions to look at"),
    ],
)
def test_what_cannot_be_asked(words: str, sentence: str) -> None:
    game, *others = words.split()
    goal = ["--goal", "12"] if game == "pig" else []
    said = command("policy", game, *goal, *others)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_the_question_has_one_form_and_a_command() -> None:
    asked = ask(
        "pig", strategy="best+hold", goal=20, down="0..9:3", where=["player=0", "turn_total=4"]
    )
    again = type(asked).restored(json.loads(json.dumps(asked.canonical())), asked.end)
    assert again == asked
    assert asked.command(asked.end) == (
        "playout policy pig --strategy best+hold --players 2 --goal 20 --down scores.0=0..9:3 "
        "--where player=0 --where turn_total=4 --show move --measure win --states 5000000"
    )


def test_every_table_of_a_game_names_fields_of_its_positions() -> None:
    for name in ("pig", "yahtzee", "cant-stop"):
        game = find_game(name)
        assert game.policy is not None
        names = {name.partition(".")[0] for name in (game.policy.down, game.policy.across)}
        assert names <= {*(game.state_dtype.names or ())}
