"""What people and programs are told of a game that is solved."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.words.errors import PlayoutError
from playout.games.pig.exact import expected_alone
from playout.questions.solve import ask
from playout.questions.solving import solver_of
from tests.command import playout as command
from tests.command import printed

NIM = '''
import playout
from playout import Measure, Option

@playout.game(
    measures=[Measure("win", "share", "has won", per_seat=True, first="highest")],
    options=[Option("players", 2, "players", 2, 2), Option("stones", 21, "stones", 1, 100)],
    title="Nim",
)
class Nim:
    """Take one, two or three stones; who takes the last one wins."""

    def deal(self, rules, stream):
        self.heap, self.player = rules.stones, 0

    def is_over(self, rules):
        return self.heap == 0

    def actor(self, rules):
        return self.player

    def legal_moves(self, rules):
        return range(1, min(3, self.heap) + 1)

    def play(self, rules, move, stream):
        self.heap -= move
        self.player = 1 - self.player

    def score(self, rules):
        return {"win": [float(self.player == 1), float(self.player == 0)]}
'''


solve: Any = playout.solve  # with options that are no other game's


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "nim.py"
    path.write_text(NIM)
    return str(path)


def test_the_answer_says_who_wins_and_how(nim: str) -> None:
    said = printed("solve", nim)
    assert said.startswith(
        "Nim (stones=21): with best play by both players, the player who goes first wins "
        "(exact; 42 positions). The best first move is '1'.\n"
    )
    assert "seat  strategy     win (%)" in said
    assert "   1  best      100.000000" in said
    lost = printed("solve", nim, "--stones", "20")
    assert lost.startswith(
        "Nim (stones=20): with best play by both players, the player who goes "
        "second wins (exact; 40 positions)."
    )
    assert "All 3 first moves lose." in lost


def test_strategies_are_told_what_they_give_away(nim: str) -> None:
    answer = solve(nim, strategy="random", stones=5)
    first, second = answer
    assert first["strategy"] == second["strategy"] == "random"
    assert first["value"] + second["value"] == pytest.approx(1.0)
    assert second["best"] == pytest.approx(8 / 9)
    assert first["gives_away"] == pytest.approx(first["best"] - first["value"])
    assert answer.sentence().startswith(
        "Nim (stones=5): if both players play random, the player who goes first wins 5"
    )
    text = repr(answer)
    assert "gives away (% points)" in text
    against = solve(nim, strategy="random+best", stones=5)
    assert against[1]["value"] == pytest.approx(8 / 9)
    assert "gives away" not in repr(against)


def test_a_position_has_a_row_for_each_move(nim: str) -> None:
    answer = playout.solve(nim, position="heap=6 player=1")
    assert answer.best_moves == ["2"]
    assert answer.sentence() == (
        "Nim: from this position (heap 6, seat 2 to move), with best play by both "
        "players, the player to move wins (exact; 12 positions). The best move is '2'."
    )
    other = playout.solve("pig", goal=20, position="scores=3,5 player=1").sentence()
    assert other.startswith(
        "Pig with 2 players (goal=20): from this position (scores 3 and 5, seat 2 to move), with "
        "best play by both players, the player to move wins 6"
    )
    assert answer["move"] == ["2", "1", "3"]
    assert answer["value"] == [1.0, 0.0, 0.0]
    assert answer["is_best"] == [True, False, False]
    seats = answer.table("seats")
    assert list(seats["value"]) == [0.0, 1.0]
    assert printed("solve", nim, "--position", "heap=6 player=1", "--csv", "-").startswith(
        "move,number,value,value_low,value_high,is_best\n2,2,1.0,1.0,1.0,True\n"
    )


@pytest.mark.parametrize("line", ["random", "random+best", "best+random", "best"])
@pytest.mark.parametrize("seat", [0, 1])
def test_moves_are_worth_what_they_are_to_the_seat_to_move(nim: str, line: str, seat: int) -> None:
    answer = playout.solve(nim, strategy=line, position=f"heap=6 player={seat}")
    rows = answer.table("seats").to_dict("records")
    worth = dict(zip(answer["move"], answer["value"], strict=True))
    chosen = list(worth.values())
    value = sum(chosen) / 3 if rows[seat]["strategy"] == "random" else max(chosen)
    assert value == pytest.approx(rows[seat]["value"])
    assert answer.best_moves[0] == max(worth, key=lambda move: worth[move]) == "2"


def test_moves_of_a_seat_whose_values_are_unknown_are_left_out() -> None:
    """With three seats, what one of them wins does not follow from what another wins."""
    where = "scores=3,2,2 player=1 turn_total=2"
    lines = ("random", "random+best+random", "best+random+random")
    shown = [solve("pig", players=3, goal=6, strategy=line, position=where) for line in lines]
    assert [one.best_moves for one in shown] == [["roll"], ["roll"], []]
    assert "best move" not in shown[-1].sentence()
    random = dict(zip(shown[0]["move"], shown[0]["value"], strict=True))
    seats = shown[0].table("seats")
    assert sum(random.values()) / 2 == pytest.approx(seats["value"][1])


def test_every_position_has_its_moves(nim: str) -> None:
    answer = playout.solve(nim)
    assert answer.moves_at("heap=6 player=1") == {"1": 0.0, "2": 1.0, "3": 0.0}
    assert answer.moves_at("heap=7 player=0")["3"] == 1.0
    with pytest.raises(PlayoutError, match="solved game of Nim leads to a choice in this position"):
        answer.moves_at("heap=21 player=1")
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer
    with pytest.raises(PlayoutError, match="solve the game again"):
        again.moves_at("heap=6 player=1")


def test_programs_get_all_of_it(nim: str) -> None:
    data = json.loads(printed("solve", nim, "--stones", "3", "--json"))
    assert data["kind"] == "solve"
    assert data["exact"] is True
    assert data["positions"] == 6
    assert data["best_moves"] == ["3"]
    assert data["rules"] == {"players": 2, "stones": 3}
    assert data["strategies"] == ["best", "best"]
    assert [row["number"] for row in data["moves"]] == [3, 1, 2]
    assert data["rows"][0]["value"] == 1.0
    assert "seed" not in data


@pytest.mark.slow
def test_rates_means_and_who_wants_them() -> None:
    answer = playout.solve("pig", players=1, goal=20)
    assert answer.value == pytest.approx(expected_alone("optimal", 20)["turns"], abs=1e-9)
    assert answer.sentence().startswith(
        "Pig with 1 player (goal=20): with best play for the fewest turns, the average number of "
        "turns is 2.663 (exact; "
    )
    assert not answer.is_exact
    assert "each value is computed to nine digits" in answer.caption()
    (row,) = playout.solve("pig", players=1, goal=20, strategy="hold:at=10")
    assert row["gives_away"] == pytest.approx(row["value"] - answer.value)
    battle = playout.solve("risk-battle", attackers=2, defenders=1)
    assert battle.sentence().startswith(
        "Risk battle (attackers=2, defenders=1): there are no choices to make. The chance of "
        "'conquered' (no defender is left) is 75.42 % (exact; "
    )


@pytest.mark.slow
def test_a_measure_that_nobody_wants_is_refused_before_positions_are_found() -> None:
    sentence = "want high or low values, so there is no best play; use another measure, such as"
    with pytest.raises(PlayoutError, match=sentence):
        solve("pig", measure="throws", states=2)
    with pytest.raises(PlayoutError, match="more than 2 positions"):
        solve("pig", measure="throws", states=2, strategy="hold")
    nobody_chooses = solve("snakes-and-ladders", players=1, measure="throws")
    assert "The average number of throws is " in nobody_chooses.sentence()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"strategy": "best+random+random"}, "3 strategies"),
        ({"strategy": "best+nobody"}, "'nobody'"),
        ({"seconds": 0}, "seconds=0: must be a number above 0"),
        ({"states": "many"}, "states='many': must be"),
        ({"position": "heap=5"}, "position: there is no field 'heap'"),
        ({"measure": "luck"}, "there is no measure 'luck'"),
        ({"goal": 2000}, "goal=2000: must be from"),
    ],
)
def test_what_cannot_be_asked(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence) as error:
        ask("pig", **given)
    assert "\n" not in str(error.value)


def test_a_game_that_is_too_large_ends_with_a_sentence() -> None:
    said = command("solve pig --states 1k")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "playout: Pig was not solved: it has more than 1,000 positions; use a smaller "
        "game, or a position near the end, or allow more with --states\n"
    )


def test_how_far_it_is_and_how_long_it_may_take_is_told() -> None:
    told: list[str] = []
    asked = ask("pig", goal=20, strategy="best+hold", seconds=50)
    solver = solver_of(asked, asked.players, told.append)
    *found, valued = told
    for words in found:
        assert re.fullmatch(
            r"[0-9,]+ positions found so far; it gives up in about \d+ s at the latest", words
        )
    assert found
    assert valued == f"computing the values of {solver.graph.positions:,} positions"


def test_the_question_has_one_form_and_a_command() -> None:
    asked = ask("pig", strategy="best+hold", goal=20, position="scores=5,3")
    again = type(asked).restored(json.loads(json.dumps(asked.canonical())), asked.end)
    assert again == asked
    assert asked.command(asked.end) == (
        "playout solve pig --strategy best+hold --players 2 --goal 20 --measure win "
        "--position scores=5,3 --states 5000000"
    )


def test_equal_answers_are_equal(tmp_path: Path, nim: str) -> None:
    first, again = (solve(nim, stones=9) for _ in range(2))
    assert first == again
    assert first != solve(nim, stones=10)
    file = tmp_path / "table.csv"
    first.to_csv(file)
    assert file.read_text().startswith("seat,strategy,value,")


@pytest.mark.parametrize(
    ("named", "other"),
    [
        ("Python's random", "random.randint(1, 2)"),
        ("numpy.random", "int(numpy.random.randint(1, 3))"),
    ],
)
def test_what_draws_elsewhere_is_not_called_exact(tmp_path: Path, named: str, other: str) -> None:
    file = tmp_path / "nim.py"
    text = "import random\nimport numpy" + NIM.replace("self.heap -= move", f"self.heap -= {other}")
    file.write_text(text.replace("== 0", "<= 0"))
    few: dict[str, Any] = {"stones": 4}
    with pytest.raises(PlayoutError, match=f"Nim: the rules or a strategy draw from {named}"):
        playout.solve(str(file), **few)
    chance = playout.odds(str(file), **few, precision="20%").chance
    assert chance.low < chance.high
