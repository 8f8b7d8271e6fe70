"""Odds that are exact: against enumerations that are written here, and the same as worlds say."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.questions import exact_moves as exact
from playout.questions.odds import ask

HIDES = """
import playout

@playout.game(measures=[playout.Measure("win", "rate", "has won")])
class Cards:
    'Two of five cards are seen; a card is laid, the next drawn, twice: the sum must be 6 or more.'
    def deal(self, rules, stream):
        self.deck = [1, 2, 3, 4, 5]
        playout.shuffle(stream, self.deck)
        self.hand = sorted(self.deck.pop() for _ in range(2))
        self.sum = self.laid = 0
    def is_over(self, rules):
        return self.laid == 2
    def legal_moves(self, rules):
        return list(self.hand)
    def play(self, rules, move, stream):
        self.hand.remove(move)
        self.hand = sorted([*self.hand, self.deck.pop()])
        self.sum += move
        self.laid += 1
    def score(self, rules):
        return {"win": int(self.sum >= 8)}
    def observe(self, rules, seat, view):
        view.hand, view.sum, view.laid, view.cards = self.hand, self.sum, self.laid, len(self.deck)
    def determinize(self, view, rules, stream):
        self.hand, self.sum, self.laid = list(view.hand), view.sum, view.laid
        seen = {*view.hand, view.sum} if view.laid == 1 else {*view.hand}
        self.deck = [card for card in (1, 2, 3, 4, 5) if card not in seen]
        playout.shuffle(stream, self.deck)

@playout.strategy("cards", compiled=False, uses_chance=False)
def highest(view, rng):
    return max(view.legal_moves)

@playout.strategy("cards", compiled=False)
def coin(view, rng):
    return view.legal_moves[playout.randrange(rng, 2)]

@playout.strategy("cards", compiled=False)
def fraction(view, rng):
    return view.legal_moves[int(playout.author.uniform(rng) < 0.5)]
"""


@pytest.fixture
def cards(tmp_path: Path) -> str:
    file = tmp_path / "cards.py"
    file.write_text(HIDES.replace("import playout\n", "import playout\nimport playout.author\n", 1))
    return str(file)


@pytest.mark.parametrize("strategy", ["highest", "coin"])
def test_hidden_cards_are_as_likely_as_their_orders(cards: str, strategy: str) -> None:
    answer = playout.odds(cards, strategy=strategy)
    hand = [int(move) for move in sorted(answer["move"])]
    hidden = {1, 2, 3, 4, 5} - {*hand}

    def wins(sum_: int, left: list[int]) -> float:
        """The chance of the second card: the highest, or any."""
        each = [float(sum_ + card >= 8) for card in left]
        return float(np.mean(each)) if strategy == "coin" else each[left.index(max(left))]

    due = {}
    for move in hand:
        (other,) = {*hand} - {move}
        due[move] = np.mean([wins(move, [other, order[0]]) for order in permutations(hidden)])
    assert answer.games == 0
    assert {
        int(move): value for move, value in zip(answer["move"], answer["value"], strict=True)
    } == (pytest.approx(due))
    usual = dict(zip(answer["move"], answer["usual"], strict=True))
    own = {"coin": [0.5, 0.5], "highest": [0.0, 1.0]}[strategy]
    assert [usual[str(move)] for move in hand] == own
    assert answer.chance.estimate == pytest.approx(np.dot(own, [due[move] for move in hand]))
    assert " exactly " in answer.sentence()
    sampled = playout.odds(cards, strategy=strategy, games=400)
    assert sampled.games == 400
    for row in sampled:
        assert row["value_low"] <= due[int(row["move"])] <= row["value_high"]


def test_what_is_too_large_or_cannot_be_listed_is_sampled(
    cards: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask(cards, strategy="fraction").exact is None
    assert ask("the-game").exact is None
    assert ask("cant-stop").exact is None
    assert ask(cards, strategy="coin").exact is not None
    known = exact.SMALL_PLAIN
    for small in (replace(known, positions=3), replace(known, ways=3)):
        monkeypatch.setattr(exact, "SMALL_PLAIN", small)
        assert ask(cards, strategy="coin").exact is None


# ------------------------------------------------------------------ Hex


def wins_of_fillings(rows: int, cols: int) -> Any:
    """Of each filling, as bits, whether stones on bits that are set join the top and the bottom."""
    cells = rows * cols
    stones = np.arange(1 << cells)[:, None] >> np.arange(cells) & 1 == 1
    reached = stones & (np.arange(cells) < cols)
    for _ in range(cells):
        around = reached.copy()
        for row, col in product(range(rows), range(cols)):
            for other, beside in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                if 0 <= row + other < rows and 0 <= col + beside < cols:
                    near = (row + other) * cols + col + beside
                    around[:, row * cols + col] |= reached[:, near]
        reached = around & stones
    return reached[:, -cols:].any(1)


@pytest.mark.parametrize("strategy", ["random", "exact"])
def test_hex_up_to_four_rows_is_that_of_all_fillings(strategy: str) -> None:
    answer = playout.odds("hex", rows=4, strategy=strategy)
    won, fillings = wins_of_fillings(4, 4), np.arange(1 << 16)
    due = [won[fillings >> cell & 1 == 1].mean() for cell in range(16)]
    values = {
        move: row["value"]
        for row in answer
        for move in row["move"].replace(" or ", ", ").split(", ")
    }
    names = [f"{col}{row}" for row in range(1, 5) for col in "abcd"]
    assert [values[name] for name in names] == pytest.approx(due)
    assert answer.games == 0
    own = np.mean(due) if strategy == "random" else max(due)
    assert answer.chance.estimate == pytest.approx(own)
    if strategy == "random":
        assert sum(answer["usual"]) == pytest.approx(1.0)


# ------------------------------------------------------------------ snakes and ladders

JUMPS = {3: 7, 9: 2, 6: 4}
LAST = 11


def played_out(squares: tuple[int, ...], player: int, throws: int) -> dict[str, float]:
    """The measures of a race of three on a small board, from the chances of all positions."""

    def after(squares: tuple[int, ...], player: int, die: int) -> tuple[int, ...]:
        square = squares[player] + die
        square = squares[player] if square > LAST else JUMPS.get(square, square)
        return (*squares[:player], square, *squares[player + 1 :])

    measures = {"throws": 0.0, "rounds": 0.0, "win": 0.0}
    now, seat, made = {squares: 1.0}, (player - 1) % 3, throws
    while sum(now.values()) > 1e-13:
        going: dict[tuple[int, ...], float] = {}
        for here, chance in now.items():
            if here[seat] == LAST:
                measures["throws"] += chance * made
                measures["rounds"] += chance * -(-made // 3)
                measures["win"] += chance * (seat == player)
                continue
            for face in (1, 2):
                there = after(here, (seat + 1) % 3, face)
                going[there] = going.get(there, 0.0) + chance / 2
        now, seat, made = going, (seat + 1) % 3, made + 1
    return measures


@pytest.mark.parametrize("measure", ["throws", "rounds", "win"])
@pytest.mark.parametrize(("squares", "player", "throws"), [((0, 0, 0), 0, 0), ((7, 4, 10), 1, 10)])
def test_three_players_race_as_all_their_positions_say(
    squares: tuple[int, ...], player: int, throws: int, measure: str
) -> None:
    board = f"{LAST}:" + "/".join(f"{start}-{end}" for start, end in JUMPS.items())
    at = f"squares={','.join(map(str, squares))} player={player} throws={throws}"
    game: dict[str, Any] = {"players": 3, "board": board, "sides": 2, "position": at}
    due = played_out(squares, player, throws)[measure]
    answer = playout.odds("snakes-and-ladders", measure=measure, **game)
    assert answer.chance.estimate == pytest.approx(due, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["throws", "rounds", "win"])
def test_the_solver_finds_the_race_of_three_too(measure: str) -> None:
    board = f"{LAST}:" + "/".join(f"{start}-{end}" for start, end in JUMPS.items())
    at = "squares=7,4,10 player=1 throws=10"
    game: dict[str, Any] = {"players": 3, "board": board, "sides": 2, "position": at}
    solved = playout.solve("snakes-and-ladders", strategy="throw", measure=measure, **game)
    due = played_out((7, 4, 10), 1, 10)[measure]
    ends = solved.found.solved.values[1 if measure == "win" else 0]
    assert ends is not None
    assert ends.value == pytest.approx(due, abs=1e-8)


# ------------------------------------------------------------------ near the end of large games


@pytest.mark.slow
def test_the_end_of_the_game_is_exact_and_agrees_with_its_worlds() -> None:
    deck: dict[str, Any] = {
        "players": 1,
        "low": 1,
        "high": 12,
        "hand": 4,
        "jump": 3,
        "min_cards": 1,
    }
    for strategy in ("greedy", "random"):
        known = playout.odds("the-game", strategy=strategy, turn=2, **deck)
        sampled = playout.odds("the-game", strategy=strategy, turn=2, games=4_000, **deck)
        assert (known.games, sampled.games) == (0, 4_000)
        low, high = sampled.chance.low, sampled.chance.high
        assert low <= known.chance.estimate <= high
        first = {row["number"]: row["value"] for row in known}
        both = [row for row in sampled if row["number"] in first]
        assert len(both) > 1
        for row in both:
            assert row["value_low"] - 1e-9 <= first[row["number"]] <= row["value_high"] + 1e-9


@pytest.mark.thorough
@pytest.mark.parametrize("strategy", ["random", "minimal", "trick"])
@pytest.mark.parametrize(
    "position",
    ["piles=5,18/-/97/- hands=20,30,33", "piles=50,60/40/55/- hands=61,41,20", "piles=98/99/2/3"],
)
def test_every_measure_of_the_blogs_loop_has_odds(strategy: str, position: str) -> None:
    for measure in ("win", "excellent", "cards_left", "cards_played"):
        given: dict[str, Any] = {"strategy": strategy, "position": position, "measure": measure}
        answer = playout.odds("the-game-blog", games=64, **given)
        assert answer.chance.low <= answer.chance.estimate <= answer.chance.high
