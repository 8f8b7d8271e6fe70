"""What each move is worth: exact chances, nothing that is hidden, and how sure it is."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.games.hex.exact import count_fillings
from playout.games.hex.rules import col_of, row_of
from playout.games.pig.exact import expected_alone
from playout.games.pig.rules import HOLD, ROLL
from playout.games.yahtzee.optimum import expected_score
from playout.questions.odds import Answer, Asked, Found, Job, ask
from playout.questions.odds.found import ERROR, either, pairs
from playout.runner.plan import LOOKS, Batch
from playout.stats.multiple import rate_p_value
from playout.stats.products import Choices
from playout.stats.sequential import Aim, moments_log_wealth
from tests.chance import FALSE_ALARM
from tests.playing import refused
from tests.reference import pig as pig_reference


def counted(worlds: int, **asked: Any) -> tuple[Asked, Choices]:
    """What is counted in so many worlds, whether or not fewer are enough."""
    question = ask(games=worlds, **asked)
    return question, Job(question).play(Batch(0, 0, worlds))


def check(found: Choices, k: int, chance: float) -> None:
    wins, games = found.products.total(k), found.games
    if chance in (0, 1):
        assert wins == chance * games
    else:
        assert rate_p_value(wins, games, chance) > FALSE_ALARM


@pytest.mark.slow
def test_random_turn_hex_has_the_chances_of_all_fillings() -> None:
    asked, found = counted(20_000, game="hex", rows=3, strategy="random")
    rates = {}
    for move in asked.moves:
        stones = np.zeros((3, 3), np.int8)
        stones[row_of(move), col_of(move)] = 1 + asked.seat
        rates[move] = count_fillings(stones).win_rate(0.5)
    assert [rates[move] for move in asked.moves] == [rates[move] for move in asked.equals]
    assert len(asked.judged) == 5  # of nine cells
    for k, move in enumerate(asked.judged):
        check(found, k, rates[move])
    check(found, len(asked.judged), float(np.mean([*rates.values()])))
    assert found.chosen.min() > 0
    assert found.chosen.sum() == found.games


@pytest.mark.slow
def test_pig_has_the_chances_of_its_equations() -> None:
    hold = pig_reference.hold_at(20, 100)
    win = pig_reference.chances((hold, hold), 100)

    def held(own: int, other: int, total: int) -> Fraction:
        return Fraction(1) if own + total >= 100 else 1 - win(1, other, own + total)

    def rolled(own: int, other: int, total: int) -> Fraction:
        lost = 1 - win(1, other, own)
        after = [
            (held if hold(own, other, t) else rolled)(own, other, t)
            for t in range(total + 2, total + 7)
        ]
        return (lost + sum(after)) / 6

    for own, other, total in ((60, 70, 18), (30, 85, 22), (0, 0, 12)):
        scores = f"scores={own},{other}" if own or other else ""
        asked, found = counted(
            8_000, game="pig", strategy="hold", position=f"{scores} turn_total={total}".strip()
        )
        assert asked.moves == tuple(sorted((ROLL, HOLD)))
        for k, move in enumerate(asked.moves):
            check(found, k, float((rolled if move == ROLL else held)(own, other, total)))


def test_pig_is_exact_where_its_equations_are() -> None:
    hold = pig_reference.hold_at(20, 100)
    win = pig_reference.chances((hold, hold), 100)
    for own, other, total in ((60, 70, 18), (0, 0, 12), (80, 85, 0)):
        position = f"scores={own},{other} turn_total={total}" if own else f"turn_total={total}"
        answer = playout.odds("pig", strategy="hold", position=position)
        assert (answer.games, answer.complete) == (0, True)
        assert all(row["value_low"] == row["value"] == row["value_high"] for row in answer)
        values = dict(zip(answer["move"], answer["value"], strict=True))
        if total:
            assert values["hold"] == pytest.approx(float(1 - win(1, other, own + total)), abs=1e-9)
        else:
            assert values == {"roll": pytest.approx(float(win(0, own, other)), abs=1e-9)}
        sampled = playout.odds("pig", strategy="hold", position=position, games=4_000)
        for row in sampled:
            assert row["value_low"] <= values[row["move"]] <= row["value_high"]
    sentence = answer.sentence()
    assert sentence.startswith("From here hold wins exactly ")
    assert "the only move is roll" in sentence
    assert "exact: computed from all that can come, not sampled" in answer.caption()
    assert answer.facts()["interval"] == "exact"
    assert answer.figures()[0].svg().startswith("<svg")
    assert Asked.restored(answer.found.asked.canonical(), 0) == answer.found.asked


def test_pig_alone_is_exact_too() -> None:
    start = playout.odds("pig", players=1, strategy="hold")
    assert start.chance.estimate == pytest.approx(expected_alone("hold")["turns"], abs=1e-9)
    later: dict[str, Any] = {"players": 1, "position": "scores=80 turn_total=15 turns=7"}
    late = playout.odds("pig", strategy="hold", **later)
    sampled = playout.odds("pig", strategy="hold", **later, games=2_000)
    values = dict(zip(late["move"], late["value"], strict=True))
    for row in sampled:
        assert row["value_low"] <= values[row["move"]] <= row["value_high"]


def test_an_exact_answer_is_saved_as_others_are(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"strategy": "optimal", "position": "scores=90,90 turn_total=5"}
    path = tmp_path / "a.run"
    one = playout.odds("pig", **asked, save=path)
    assert one.best == "roll"
    assert playout.load_run(path) == one
    assert playout.odds("pig", **asked, save=path) == one


@pytest.mark.slow
def test_hex_is_exact_where_all_fillings_are_counted() -> None:
    answer = playout.odds("hex", rows=2, strategy="exact")
    assert {*answer["move"]} == {"a1 or b2", "b1 or a2"}
    stones = np.zeros((2, 2), np.int8)
    stones[0, 1] = 1 + answer.facts()["seat"]
    value = count_fillings(stones).win_rate(0.5)
    assert value in answer["value"]
    assert playout.odds("hex", rows=2, strategy="random", games=5).games == 5


MEASURES = (
    "conquered",
    "attackers_left",
    "defenders_left",
    "rounds",
    "attackers_lost",
    "defenders_lost",
)


@pytest.mark.slow
def test_risk_is_exact_and_its_dice_have_fallen() -> None:
    for position in ("attackers=3 defenders=2 dice=6,5,1,5,5,0", "attackers=9 defenders=7"):
        for measure in MEASURES:
            one = playout.odds("risk-battle", position=position, measure=measure)
            assert one.games == 0
            many = playout.odds("risk-battle", position=position, measure=measure, games=1_000)
            assert many.chance.low <= one.chance.estimate <= many.chance.high


@pytest.mark.slow
def test_yahtzee_is_exact_from_its_table_of_best_play() -> None:
    total = 0.0
    for dice in combinations_with_replacement(range(1, 7), 5):
        ways = factorial(5) // prod(factorial(dice.count(face)) for face in range(1, 7))
        text = ",".join(map(str, dice))
        total += ways * playout.odds("yahtzee", position=f"dice={text} throws=1").chance.estimate
    assert total / 6**5 == pytest.approx(expected_score(), abs=1e-9)
    answer = playout.odds("yahtzee", position="dice=3,3,3,4,5 throws=2")
    assert answer.best == "keep 3 3 3"
    assert len(answer.found.asked.moves) == 28
    assert answer["move"][1] == "keep 3 3 3 4 or 5"  # which are worth the same
    assert answer.sentence().startswith("From here score is exactly 253.86 on average with ")
    last = playout.odds("yahtzee", position="dice=3,3,3,4,5 throws=3")
    assert last.best == "threes"


@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        ("{0: 0.5}", "game '.*doors': its exact_moves must return a number for each legal move"),
        ("1 / 0", "game '.*doors': its exact_moves"),
    ],
)
def test_exact_values_of_an_own_game_are_checked(
    tmp_path: Path, returned: str, sentence: str
) -> None:
    game = doors(tmp_path, exact=f"lambda view, rules, players, measure: {returned}")
    with pytest.raises(PlayoutError, match=sentence):
        ask(game, strategy=f"{game}:first")


def test_an_own_game_may_say_what_its_moves_are_worth(tmp_path: Path) -> None:
    exact = "lambda view, rules, players, measure: {0: .375, 1: .375, 2: .375, 3: .75}"
    game = doors(tmp_path, exact=exact)
    answer = playout.odds(game, strategy=f"{game}:first")
    assert answer["move"] == ["window", "left, middle or right door"]
    assert answer["value"] == [0.75, 0.375]
    assert answer["usual"] == [0, 1]
    assert answer.sentence() == (
        f"From here {game}:first wins exactly 37.50 %; best is window with 75.00 %, 37.50 points "
        "more."
    )
    by_chance = playout.odds(game)  # with `random`, which makes any move
    assert by_chance.chance.estimate == pytest.approx((3 * 0.375 + 0.75) / 4)
    assert sum(by_chance["usual"]) == pytest.approx(1.0)
    assert playout.odds(game, games=100).games == 100


@pytest.mark.slow
@pytest.mark.parametrize("turn", [1, 3])
def test_a_tiny_deck_has_the_mean_over_all_orders_of_its_cards(turn: int) -> None:
    deck: dict[str, Any] = {"players": 1, "low": 1, "high": 10, "hand": 3, "jump": 3}
    asked, found = counted(
        4_000, game="the-game", strategy="greedy", turn=turn, game_number=3, **deck
    )
    (hidden,) = re.findall(r"draw=(\S+)", asked.position)
    orders = list(permutations(hidden.split(",")))
    assert len(orders) > 1
    for k, move in enumerate(asked.judged):
        wins = 0
        for order in orders:
            position = asked.position.replace(f"draw={hidden}", f"draw={','.join(order)}")
            match = Match("the-game", strategy="greedy", position=position, **deck)
            match.play(move)
            list(match.run())
            wins += match.outcome()["win"]
        check(found, k, wins / len(orders))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("the-game", {"players": 3, "strategy": "quick"}),
        pytest.param("hex", {"rows": 5, "strategy": "shortest"}, marks=pytest.mark.slow),
    ],
)
def test_what_the_seat_to_move_does_not_know_changes_nothing(
    game: str, options: dict[str, Any]
) -> None:
    match = Match(game, seed=3, **options)
    for _ in range(7):
        match.step()
    positions = [match.position, *(match.world(seed=seed).position for seed in range(3))]
    here, *others = [counted(40, game=game, position=text, **options)[1] for text in positions]
    assert len(set(positions)) == 4
    for other in others:
        assert np.array_equal(other.products.sums, here.products.sums)
        assert np.array_equal(other.chosen, here.chosen)


def test_it_stops_as_soon_as_the_chance_and_the_best_moves_are_known() -> None:
    where: dict[str, Any] = {"players": 3, "position": "scores=80,95,20 turn_total=20"}
    answer = playout.odds("pig", strategy="hold", **where)
    assert answer.complete
    assert answer.games in LOOKS
    assert answer.best == "hold"
    assert answer.chance.high - answer.chance.low <= 0.02
    assert "more worlds" not in answer.caption()
    assert answer.sentence().startswith("From here hold wins ")
    assert "; best is its own move, hold, " in answer.sentence()
    assert answer["usual"] == [1.0, 0.0]
    lost = answer[1]
    assert lost["difference_high"] < 0 < answer.chance.low
    tied = playout.odds("hex", rows=1, games=300)  # there is one move alone
    assert tied.games == 300
    assert "the only move is a1" in tied.sentence()


@pytest.mark.parametrize(
    ("asked", "aim", "worlds"),
    [
        ({}, 0.01, 40_000),
        ({"games": 300}, None, 300),
        ({"precision": "2.5%"}, 0.025, 100_000_000),
        ({"precision": 0.025, "games": "2k"}, 0.025, 2_000),
        pytest.param({"strategy": "search:worlds=2"}, 0.01, 2_000, marks=pytest.mark.slow),
    ],
)
def test_a_number_of_worlds_is_played_and_a_precision_ends_it(
    asked: dict[str, Any], aim: float | None, worlds: int
) -> None:
    question = ask("pig", players=3, **asked)
    assert question.precision == (None if aim is None else Aim(aim))
    assert question.worlds == worlds
    same = Asked.restored(question.canonical(), question.end)
    assert same == question
    assert (Job(question).decide is None) == (aim is None)
    mean = ask("pig", players=3, measure="turns", **{"precision": "1%", **asked} if asked else {})
    assert mean.precision == (Aim(0.01, relative=True) if aim in (None, 0.01) else mean.precision)


def test_a_precision_is_reached_or_what_is_missing_is_told() -> None:
    where: dict[str, Any] = {"players": 3, "position": "scores=80,90,20 turn_total=10"}
    answer = playout.odds("pig", **where, strategy="hold", precision="3%")
    assert answer.chance.high - answer.chance.low <= 0.06
    assert all(row["value_high"] - row["value_low"] <= 0.06 for row in answer)
    assert answer.games > 256  # which is enough to know the best move
    short = playout.odds("pig", **where, strategy="hold", precision="1%", games=1000)
    assert short.games == 1000
    assert "more worlds are expected until all is known to 1 percentage point" in short.caption()


DOORS = """
import playout
from playout.engine.chance.rng import randrange

@playout.game(measures=[playout.Measure("win", "rate", "has won")], moves=MOVES, exact_moves=EXACT)
class Doors:
    def deal(self, rules, stream):
        self.left, self.won = 2, 0
    def is_over(self, rules):
        return self.left < 2
    def legal_moves(self, rules):
        return [0, 1, 2, 3]
    def play(self, rules, move, stream):
        self.left -= 1
        luck = randrange(stream, 8)
        self.won = int(luck < (3 if move < 3 else 6))
    def score(self, rules):
        return {"win": self.won}
ALIKE
@playout.strategy("doors", compiled=False, uses_chance=False)
def first(view, rng):
    'The first door.'
    return 0
"""
ALIKE = """
    def alike(self, view, rules, move):
        return RETURNED
"""


def doors(folder: Path, returned: str = "", exact: str = "None") -> str:
    """A game in which doors 0 to 2 come to the same, and 3 is better."""
    alike = ALIKE.replace("RETURNED", returned) if returned else ""
    names = '("left door", "middle door", "right door", "window")'
    file = folder / "doors.py"
    text = DOORS.replace("ALIKE", alike).replace("MOVES", names).replace("EXACT", exact)
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(("returned", "played"), [("", 4), ("0 if move < 2 else move", 3)])
def test_moves_that_come_to_the_same_are_one_row(
    tmp_path: Path, returned: str, played: int
) -> None:
    answer = playout.odds(doors(tmp_path, returned), games=400)
    assert len(answer.found.asked.judged) == played
    assert answer["move"] == ["window", "left, middle or right door"]
    assert sum(answer["usual"]) == pytest.approx(1.0)
    assert answer.best == "window"
    assert "best is window" in answer.sentence()


@pytest.mark.parametrize("returned", ["9", "1 - move if move < 2 else move"])
def test_a_game_that_names_wrong_equals_is_refused(tmp_path: Path, returned: str) -> None:
    refused("alike of game ", ask, doors(tmp_path, returned))


@pytest.mark.parametrize(
    ("names", "one"),
    [
        (["a1"], "a1"),
        (["23 on pile 1", "23 on pile 2"], "23 on pile 1 or 2"),
        (["23 on pile 1, stop", "23 on pile 2, stop"], "23 on pile 1 or 2, stop"),
        (["a1", "b2", "c3"], "a1, b2 or c3"),
        ([f"a{k}" for k in range(1, 9)], "a1, a2, a3 or 5 others"),
        (["23 on pile 1", "24 on pile 2"], "23 on pile 1 or 24 on pile 2"),
    ],
)
def test_several_moves_are_named_as_one(names: list[str], one: str) -> None:
    assert either(names) == one


@pytest.mark.parametrize(
    ("game", "options", "equal"),
    [
        (
            "the-game",
            {"position": "piles=1,1,90,100 hands=12,30"},
            [["12 on pile 0", "12 on pile 1"]],
        ),
        ("the-game", {"position": "piles=1,2,90,99 hands=12,30"}, []),
        (
            "the-game-blog",
            {"position": "piles=-/-/97/- hands=20"},
            [["20 on pile 0", "20 on pile 1"]],
        ),
        ("hex", {"rows": 2}, [["a1", "b2"], ["b1", "a2"]]),
        ("hex", {"rows": 2, "turn": 1}, []),
    ],
)
def test_a_game_says_which_moves_come_to_the_same(
    game: str, options: dict[str, Any], equal: list[list[str]]
) -> None:
    asked = ask(game, games=1, **options)
    named = [[asked.move(code) for code in asked.alike(k)] for k in range(len(asked.judged))]
    together = [names for names in named if len(names) > 1]
    assert [names for names in together if names in equal] == equal
    assert bool(together) == bool(equal)


@pytest.mark.slow
def test_who_wants_little_of_a_measure_has_the_least_first() -> None:
    answer = playout.odds("the-game", measure="cards_left", strategy="quick", turn=3, games=300)
    assert answer["value"] == sorted(answer["value"])
    seats = set()
    for number in range(6):  # of Hex the measure is what player 1 wins
        asked: dict[str, Any] = {"rows": 3, "turn": 1, "game_number": number, "games": 300}
        other = playout.odds("hex", strategy="random", **asked)
        seats.add(seat := other.facts()["seat"])
        assert other["value"] == sorted(other["value"], reverse=seat == 0)
    assert seats == {0, 1}


def test_all_that_is_told_is_plain_and_can_be_asked_again() -> None:
    answer = playout.odds("the-game", strategy="greedy+random", players=2, turn=4, games=64)
    assert isinstance(answer, Answer)
    data = json.loads(json.dumps(answer.data(), allow_nan=False))
    assert data["turn"] == 4
    assert data["worlds" if "worlds" in data else "games"] == 64
    match = Match("the-game", strategy="greedy+random", players=2)
    for _ in range(4):
        match.step()
    assert data["position"] == match.position
    assert {*answer["number"]} <= {*match.legal_moves()}
    assert answer.found.asked.moves == tuple(match.legal_moves())
    same = playout.odds(
        "the-game", strategy="greedy+random", players=2, position=match.position, games=64
    )
    assert same.to_pandas().equals(answer.to_pandas())  # neither of them keeps notes
    assert "<table" in answer._repr_html_()
    assert answer.figures()[0].svg().startswith("<svg")
    command = Job(answer.found.asked).command()
    assert command == (
        "playout odds the-game --strategy greedy+random --players 2 --measure win --game 0 "
        "--turn 4 --games 64 --seed 1"
    )


@pytest.mark.thorough
def test_search_may_go_on_too() -> None:
    answer = playout.odds("the-game", strategy="search:worlds=2", turn=12, games=2, high=30)
    assert answer.games == 2


BOLD = """
from playout import strategy
from playout.games.the_game.strategies import any_legal

@strategy("the-game")
def bold(view, rng):
    return -5 if view.left < 90 else any_legal(view, rng, view.needed == 1)
"""


def test_a_strategy_that_breaks_the_rules_is_told_before_and_after(tmp_path: Path) -> None:
    file = tmp_path / "bold.py"
    file.write_text(BOLD)
    for turn in (0, 15):
        with pytest.raises(IllegalMove, match=r"(returned an illegal move|may not play)") as told:
            playout.odds("the-game", strategy=f"{file}:bold", games=50, turn=turn)
        assert "replay it: playout replay the-game" in str(told.value)
        assert "Traceback" not in str(told.value)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "pig", "turn": 10_000}, "turn = 10000: game 0 of seed 1 is over after"),
        ({"game": "pig", "turn": -1}, "turn = -1: allowed are 0 to"),
        ({"game": "pig", "turn": 2, "position": "x"}, "position and turn: only one of the two"),
        ({"game": "pig", "game_number": 2, "position": ""}, "position and the number of a game"),
        ({"game": "hex", "measure": "ending"}, "measure = ending: its values are words"),
        ({"game": "hex", "rows": 50}, "there are 1,250 different legal moves: at most 1,000"),
        ({"game": "pig", "precision": "0"}, "precision = 0: a half-width between 0 and 1 is"),
        ({"game": "pig", "precision": "100%"}, "precision = 100%: a half-width between 0 and 1"),
        ({"game": "pig", "precision": True}, "precision = True: a half-width between 0 and 1"),
        (
            {"game": "pig", "measure": "turns", "precision": "x"},
            "precision = x: a half-width above 0 is needed, as 0.002, or 5% of the estimate",
        ),
        ({"game": "the-game", "position": "piles=1"}, "position: "),
        ({"game": "snakes-and-ladders", "games": 9}, "measure = throws: it has no odds, because"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    asked: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=f"^{re.escape(sentence)}") as told:
        ask(**asked)
    assert "\n" not in str(told.value)


def test_a_game_that_is_over_has_no_odds() -> None:
    match = Match("pig", strategy="hold")
    list(match.run())
    sentence = "the game is over there, so nobody has a move to choose"
    refused(sentence, ask, "pig", position=match.position)


def test_a_game_that_deals_no_worlds_is_refused_with_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text("""
import playout

@playout.game(measures=[playout.Measure("win", "rate", "has won")])
class Coin:
    def deal(self, rules, stream):
        self.left = 1
    def observe(self, rules, seat, view):
        view.left = self.left
    def is_over(self, rules):
        return self.left == 0
    def legal_moves(self, rules):
        return [0, 1]
    def play(self, rules, move, stream):
        self.left = 0
    def score(self, rules):
        return {"win": 1}
""")
    with pytest.raises(PlayoutError, match="no odds: its rules have no function determinize"):
        playout.odds(str(file))


@pytest.mark.thorough
def test_intervals_hold_for_all_moves_and_looks_at_once() -> None:
    asked = ask("hex", rows=2, games=1_200)
    asked = replace(asked, equals=asked.moves)  # as if no cell were like another
    (low, top), rng = asked.ends, np.random.default_rng(1)
    looks = [look for look in LOOKS if look <= 1_200]
    means = np.array([0.45, 0.5, 0.5, 0.55])
    enough, wrong, missed, runs = np.log(pairs(4) / ERROR), 0, 0, 300
    for _ in range(runs):
        luck = rng.random((1_200, 1))  # that all moves share, in half of the worlds
        own = rng.random((1_200, 4))
        values = (np.where(rng.random((1_200, 1)) < 0.5, luck, own) < means).astype(np.int64)
        chosen = rng.integers(0, 4, 1_200)
        decided = outside = False
        for look in looks:
            counted = Choices.of(values[:look], chosen[:look])
            found = Found(asked, counted, 0.0, False)
            if not decided and found.is_decided:
                decided = True
                wrong += found.moves.best != (3 if found.moves.sign > 0 else 0)
            for k in range(4):
                for other in range(k):
                    wealth = moments_log_wealth(
                        counted.products.difference(k, other),
                        float(means[k] - means[other]),
                        low - top,
                        top - low,
                    )
                    outside = outside or wealth >= enough
        missed += outside
    # With a chance of 5 % at most, more than 37 of 300 are a chance below 1e-6.
    assert missed <= 37
    assert wrong <= 37


def test_the_answer_of_nothing_is_told() -> None:
    asked = ask("pig", strategy="hold", players=3)
    answer = Answer(Found(asked, Job(asked).nothing()[0], 0.0, False))
    assert answer.sentence() == "Pig with 3 players: no world was played."
