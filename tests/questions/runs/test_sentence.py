"""The sentence of a run stands alone: game, players, rules, and one rounded number, or two."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.game.game import Value
from playout.questions.runs.asked import asked_of
from playout.questions.runs.found import Found
from playout.questions.runs.wording.seats import shared_wins
from playout.questions.runs.wording.sentence import sentence
from playout.stats.tally import GROUPS, Histogram, Tally

GAMES = 10_000


def tally(won: float, measures: int, kind: str, games: int) -> Tally:
    """A tally of games of which so many are won: of shares in parts of 840."""
    counts = np.zeros(841 if kind == "share" else 2, np.int64)
    wins = round(won * games)
    counts[0] += games - wins
    counts[-1] += wins
    one = Histogram(counts, 840 if kind == "share" else 1)
    return Tally((one,) * measures, np.zeros((1 + measures, GROUPS), np.int64))


def sentence_of(game: str, wins: list[float], games: int = GAMES, **factors: Any) -> str:
    """The sentence of rows that are won so often, by nobody's play."""
    listed: dict[str, list[Value]] = {
        name: value if isinstance(value, list) else [value] for name, value in factors.items()
    }
    asked = asked_of(game, factors=listed)
    kind = asked.game.measures[0].kind
    tallies = [tally(won, len(asked.game.measures), kind, games) for won in wins]
    return sentence(Found(asked, asked.rows, tallies, [0.0] * len(wins), 0.0, True))


def test_one_row_is_told_with_its_game_players_rules_and_strategy() -> None:
    assert sentence_of("the-game", [0.0141]) == (
        "The Game with 1 player: quick wins about 1.4 % of the games."
    )
    assert sentence_of("the-game", [0.6425], players=2, min_cards=1, strategy="careful") == (
        "The Game with 2 players (min_cards=1): careful wins about 64 % of the games."
    )
    assert sentence_of("the-game", [0.5], players=2, strategy="greedy+random") == (
        "The Game with 2 players: greedy and random win about 50 % of the games."
    )


def test_what_was_never_seen_keeps_its_upper_bound() -> None:
    assert sentence_of("the-game", [0.0]) == (
        "The Game with 1 player: quick won none of 10,000 games, so the win rate is very likely "
        "less than 0.037 %."
    )
    assert sentence_of("the-game", [0.0, 0.0], strategy=["greedy", "random"]) == (
        "The Game with 1 player: no clear difference between the 2 rows; each wins less than "
        "0.037 % of the games."
    )


def test_of_many_rows_the_best_and_the_worst_are_told() -> None:
    said = sentence_of(
        "the-game", [0.2, 0.6, 0.1, 0.4], players=[1, 2], strategy=["greedy", "careful"]
    )
    assert said == (
        "The Game: careful with 1 player wins most often, about 60 % of the games; greedy with "
        "2 players wins least often, about 10 %."
    )
    said = sentence_of("the-game", [0.2, 0.6], players=[1, 2], strategy="careful", hand=6)
    assert said == (
        "The Game (hand=6), careful: 2 players win more often, about 60 % of the games; 1 player "
        "wins about 20 %."
    )
    said = sentence_of("the-game", [0.2, 0.6], players=2, min_cards=[1, 2])
    assert said == (
        "The Game with 2 players: quick wins more often with min_cards=2, about 60 % of the games; "
        "with min_cards=1 it wins about 20 %."
    )
    said = sentence_of("the-game", [0.2, 0.6, 0.4], players=2, hand=[5, 7, 6])
    assert said == (
        "The Game with 2 players: quick wins most often with hand=7, about 60 % of the games; it "
        "wins least often with hand=5, about 20 %."
    )
    said = sentence_of("the-game", [0.2, 0.3, 0.6, 0.4], players=[1, 2], hand=[5, 6])
    assert said == (
        "The Game, quick: 2 players with hand=5 win most often, about 60 % of the games; 1 player "
        "with hand=5 wins least often, about 20 %."
    )


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        (
            [0.1, 0.598, 0.6, 0.3],
            "10,000 games per row are too few to say which row wins most often: careful (about "
            "60 % of the games) or combo; greedy wins least often, about 10 %.",
        ),
        (
            [0.1, 0.598, 0.6, 0.601],
            "which row wins most often: quick (about 60 % of the games), combo or careful; greedy "
            "wins clearly less often, about 10 %.",
        ),
        (
            [0.1, 0.598, 0.6, 0.101],
            "careful (about 60 % of the games) or combo; the other 2 rows win clearly less often.",
        ),
        (
            [0.1, 0.101, 0.6, 0.102],
            "careful wins most often, about 60 % of the games; greedy wins least often, about "
            "10 %, but not clearly less often than combo and quick.",
        ),
        (
            [0.601, 0.598, 0.607, 0.594],
            "no clear difference between the 4 rows; the best so far, careful, wins about 61 % of "
            "the games, and the worst, quick, about 59 %.",
        ),
        ([0.6, 0.6, 0.6, 0.6], "between the 4 rows; each wins about 60 % of the games."),
    ],
)
def test_no_row_is_called_the_best_that_may_not_be(wins: list[float], said: str) -> None:
    names = ["greedy", "combo", "careful", "quick"]
    assert said in sentence_of("the-game", wins, players=2, strategy=names)


def test_strategies_at_one_table_are_told_with_their_line_up() -> None:
    said = sentence_of("mexican-train", [0.6, 0.2], seats="sequence,random,random")
    assert said == (
        "Mexican Train with sequence, random and random, taking turns to go first: sequence wins "
        "more often, about 60 % of the games; each random wins about 20 %."
    )


def test_players_who_all_play_alike_win_equally_often_which_is_no_finding() -> None:
    who = ["sequence", "random"]
    said = playout.run("mexican-train", strategy=who, rounds=1, games=50).sentence()
    assert said.startswith(
        "Mexican Train with 4 players (rounds=1): all players at a table use the"
    )
    assert (
        " the same strategy, so their average win rate is always 25 %. This does not show " in said
    )
    assert said.endswith(" whether going first helps; --by seat does.")


@pytest.mark.slow
def test_who_plays_alone_is_told_by_a_measure_of_the_whole_game() -> None:
    run = playout.run("cant-stop", players=1, games=50)
    assert (
        run.sentence() == "Can't Stop with 1 player, tuned: 50 games are too few: the average is "
        "somewhere between 7.2 and 9.1 turns."
    )
    assert "all seats" not in str(run)


def test_rows_of_the_same_games_are_told_by_a_measure_of_the_seats() -> None:
    run = playout.run("snakes-and-ladders", players=2, by="seat", games=2000, seed=1)
    assert run.sentence() == (
        "Snakes and ladders with 2 players: seat 1, the first at the table, wins exactly "
        "50.78 % of the games, where an equal share is 50 %; seat 2 wins exactly 49.22 %."
    )


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        (
            [0.53, 0.47],
            "about 53 % of the games, where an equal share is 50 %; seat 2 wins about 47 %.",
        ),
        (
            [0.33, 0.37, 0.3],
            "about 33 % of the games, where an equal share is 33.3 %; seat 2 wins most often, "
            "about 37 %; seat 3 wins least often, about 30 %.",
        ),
        (
            [0.37, 0.33, 0.3],
            "about 37 % of the games, where an equal share is 33.3 %; seat 3 wins least often, "
            "about 30 %.",
        ),
    ],
)
def test_the_first_seat_is_told_beside_an_equal_share(wins: list[float], said: str) -> None:
    asked = asked_of("mexican-train", factors={"players": [len(wins)]}, by="seat")
    tallies = [tally(won, len(asked.game.measures), "share", GAMES) for won in wins]
    told = sentence(Found(asked, asked.rows, tallies, [0.0] * len(wins), 0.0, True))
    assert told.endswith(f": seat 1, the first at the table, wins {said}")


@pytest.mark.parametrize(
    ("players", "tables", "shared", "said"),
    [
        (
            2,
            1,
            2000,
            "counting a draw (about 20 % of the games) as half a win for each player,",
        ),
        (2, 1, 99, ""),
        (3, 1, 2000, "counting a tie as part of a win,"),
        (2, 2, 2000, "counting a draw as half a win for each player,"),
    ],
)
def test_how_a_shared_win_counts_is_told(players: int, tables: int, shared: int, said: str) -> None:
    counts = np.zeros(841, np.int64)
    counts[[0, 420, 840]] = 2000, shared, GAMES - 2000 - shared
    factors: dict[str, list[Value]] = {"players": [players], "rounds": [*range(1, 1 + tables)]}
    asked = asked_of("mexican-train", factors=factors, by="seat")
    histograms = (Histogram(counts, 840),) * len(asked.game.measures)
    one = Tally(histograms, np.zeros((1 + len(histograms), GROUPS), np.int64))
    found = Found(asked, asked.rows, [one] * len(asked.rows), [0.0] * len(asked.rows), 0.0, True)
    rows = range(len(asked.rows))
    assert shared_wins(found, asked.game.measures[0], rows).strip() == said


def test_a_seat_is_one_however_many_players_there_are() -> None:
    asked = asked_of("mexican-train", factors={"players": [2, 3]}, by="seat")
    wins = [0.6, 0.4, 0.33, 0.33, 0.34]
    tallies = [tally(won, len(asked.game.measures), "share", GAMES) for won in wins]
    assert sentence(Found(asked, asked.rows, tallies, [0.0] * 5, 0.0, True)) == (
        "Mexican Train, careful: with 2 players, seat 1, the first at the table, wins about 60 % "
        "of the games, where an equal share is 50 %; seat 2 wins about 40 %. With 3 players, "
        "10,000 games are too few to show whether going first helps: seat 1, the first at the "
        "table, wins about 33 % of the games, where an equal share is 33.3 %."
    )


def test_a_result_of_one_seat_goes_from_row_to_row() -> None:
    said = sentence_of("hex", [0.4, 0.6], rows=5, strategy="random", p=[0.4, 0.6])
    assert said == (
        "Random-turn Hex (rows=5, cols=5), random: player 1 (joins top and bottom) wins more "
        "often with p=0.6, about 60 % of the games; with p=0.4 it wins about 40 %."
    )


def test_without_a_game_nothing_is_told() -> None:
    asked = asked_of("the-game", factors={})
    empty = [Tally.empty(len(asked.game.measures))]
    assert sentence(Found(asked, asked.rows, empty, [0.0], 0.0, False)) == (
        "This run has no finished games yet."
    )


def test_chances_that_are_asked_for_are_told() -> None:
    asked: dict[str, Any] = {"strategy": "greedy", "games": 200, "seed": 1}
    one = playout.run("the-game", players=2, **asked).showing(chance="cards_left=0")
    assert re.search(
        r" (About|Less than) [\d.]+ % of the games have 0 cards left\.$", one.sentence()
    )
    both = playout.run("the-game", players=[1, 2], **asked).showing(chance="cards_left<=30")
    ends = r"From about \d+ % \(\d players?\) to about \d+ % \(\d players?\) of the games"
    assert re.search(rf" {ends} have 30 or fewer cards left\.$", both.sentence())
    nobody_knows = playout.run(
        "mexican-train", players=2, set=6, rounds=1, strategy="random", games=20
    ).showing(chance="points=0")  # of a mean over seats
    assert "oints = 0" not in nobody_knows.sentence()
