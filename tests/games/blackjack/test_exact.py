"""Exact means of Blackjack: two programs agree, and so do samples and published numbers."""

from __future__ import annotations

import math
from typing import Any

import pytest

import playout
from playout.engine.who.references import find_players
from playout.games.blackjack.game import GAME
from playout.games.blackjack.optimum import (
    COUNTS,
    SIZE,
    best_table,
    count_tables,
    expected,
    move_by,
)
from tests.reference.blackjack import House

ONE_SPLIT: list[tuple[dict[str, Any], House, float]] = [  # per cent of the bet
    ({"double_after_split": "no"}, House(double_after_split=False, hands=2), -0.690237),
    ({}, House(hands=2), -0.570388),
    ({"double_after_split": "no", "soft_17": "hit"},
     House(double_after_split=False, hits_soft_17=True, hands=2), -0.911315),
    ({"soft_17": "hit"}, House(hits_soft_17=True, hands=2), -0.789211),
]  # fmt: skip
OTHERS: list[tuple[dict[str, Any], House]] = [
    ({}, House()),
    ({"surrender": "yes", "soft_17": "hit"}, House(surrender=True, hits_soft_17=True)),
    ({"peek": "no", "surrender": "yes", "natural": "6:5"},
     House(peek=False, surrender=True, natural=1.2)),
    ({"double": "9-11", "most_hands": 3, "double_after_split": "no"},
     House(doubles=(9, 10, 11), hands=3, double_after_split=False)),
    ({"double": "10-11", "most_hands": 1, "peek": "no"},
     House(doubles=(10, 11), hands=1, peek=False)),
    ({"double": "none"}, House(doubles=())),
]  # fmt: skip


def chips(strategy: str, **options: Any) -> float:
    """What a strategy wins of 100 chips on average, exactly."""
    rules = GAME.with_options(options)
    return expected(rules, find_players(rules, [strategy]))["chips"] - 1000


@pytest.mark.slow
@pytest.mark.parametrize(("options", "house", "per_cent"), ONE_SPLIT)
def test_the_best_play_wins_what_two_programs_say(
    options: dict[str, Any], house: House, per_cent: float
) -> None:
    assert 100 * house.mean() == pytest.approx(per_cent, abs=1e-6)
    assert chips("basic", most_hands=2, **options) == pytest.approx(100 * house.mean(), abs=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(("options", "house"), OTHERS)
def test_so_it_does_by_other_rules(options: dict[str, Any], house: House) -> None:
    assert chips("basic", **options) == pytest.approx(100 * house.mean(), abs=1e-10)


def test_it_is_close_to_what_griffin_printed() -> None:
    """The Theory of Blackjack: -0.690223 % for these rules and an infinite deck."""
    assert chips("basic", most_hands=2, double_after_split="no") == pytest.approx(
        -0.690223, abs=2e-5
    )


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        ("basic", {}),
        ("mimic", {"peek": "no", "surrender": "yes", "soft_17": "hit", "natural": "6:5"}),
        pytest.param("never-bust", {"surrender": "yes"}, marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_a_sample_agrees(strategy: str, options: dict[str, Any]) -> None:
    answer = playout.run("blackjack", strategy=strategy, games=200_000, seed=1, **options)
    rows = answer.table("exact")
    assert rows["measure"].tolist() == ["chips", "staked"]
    assert (abs(rows["difference"]) < 5).all()
    assert "loses exactly" in answer.sentence()
    (row,) = answer.table("money").to_dict("records")
    assert row["won"] == row["won_high"] == pytest.approx(chips(strategy, **options))
    assert math.isinf(row["bankroll"])
    hourly = answer.money(bet=10, rounds_an_hour=60, bankroll=1_000)
    assert hourly["hourly"][0] == pytest.approx(6 * row["won"])
    assert hourly["ruin"][0] == 1.0


@pytest.mark.slow
def test_money_of_a_precision_has_intervals_that_stay_valid_whenever_one_stops() -> None:
    answer = playout.run("blackjack", decks=6, precision=20, max_games=10_000, seed=1)
    (row,) = answer.table("money").to_dict("records")
    chips = answer.to_pandas().iloc[0]
    for end in ("", "_low", "_high"):
        assert row[f"won{end}"] == pytest.approx(chips[f"chips{end}"] - 1000)
    fixed = playout.run("blackjack", decks=6, games=int(chips["games"]), seed=1)
    (planned,) = fixed.table("money").to_dict("records")
    for name in ("won", "deviation", "n0", "bankroll"):
        assert row[name] == pytest.approx(planned[name])
        assert row[f"{name}_low"] < planned[f"{name}_low"]
        assert row[f"{name}_high"] >= planned[f"{name}_high"]
    assert answer.money().iloc[0]["hourly"] == pytest.approx(8 * row["won"])
    with pytest.raises(playout.PlayoutError, match="bet=-1: must be a number above 0"):
        playout.run("blackjack", games=10).money(bet=-1)


@pytest.mark.slow
def test_no_money_is_told_of_games_without_bets() -> None:
    with pytest.raises(playout.PlayoutError, match="pig has no bets"):
        playout.run("pig", games=10).money()


def test_a_shoe_has_no_exact_mean() -> None:
    rules = GAME.with_options({"decks": 6})
    assert expected(rules, find_players(rules, ["basic"])) == {}
    assert expected(GAME.with_options({}), find_players(GAME.with_options({}), ["random"])) == {}


def test_the_table_is_the_known_basic_strategy() -> None:
    """The dealer stands on soft 17, doubling after splits: against 2 to 10, then an ace."""

    def row(hand: str, **options: Any) -> str:
        moves = ""
        for up in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A"):
            match = playout.Match(
                "blackjack", position=f"hands={hand} dealer={up}", strategy="basic", **options
            )
            moves += {"split": "P", "surrender": "R"}.get(
                name := match.format_move(match.choose()), name[0].upper()
            )
        return moves

    assert row("10,6") == "SSSSSHHHHH"
    assert row("10,2") == "HHSSSHHHHH"
    assert row("6,5") == "DDDDDDDDDH"
    assert row("5,4") == "HDDDDHHHHH"
    assert row("A,7") == "SDDDDSSHHH"
    assert row("8,8") == "PPPPPPPPPP"
    assert row("9,9") == "PPPPPSPPSS"
    assert row("10,10") == "SSSSSSSSSS"
    assert row("5,5") == "DDDDDDDDHH"
    assert row("10,6", surrender="yes") == "SSSSSHHRRR"


ILLUSTRIOUS = {  # D. Schlesinger, Blackjack Forum (September 1986): from which true count on
    "10,6 10": (0, "stand"), "10,5 10": (4, "stand"), "10,10 5": (5, "split"),
    "10,10 6": (4, "split"), "6,4 10": (4, "double"), "10,2 3": (2, "stand"),
    "10,2 2": (3, "stand"), "7,4 A": (1, "double"), "7,2 2": (1, "double"),
    "6,4 A": (4, "double"), "7,2 7": (3, "double"), "10,6 9": (5, "stand"),
    "10,3 2": (-1, "stand"), "10,2 4": (0, "stand"), "10,2 5": (-2, "stand"),
    "10,2 6": (-1, "stand"), "10,3 3": (-2, "stand"),
}  # fmt: skip


@pytest.mark.slow
def test_the_count_changes_moves_where_others_found_it() -> None:
    """Within a point: they counted four packs, and here it is the mean of any number."""
    rules = GAME.with_options({"decks": 6})
    tables = count_tables(rules).reshape(len(COUNTS), SIZE)
    assert (tables[COUNTS.index(0)] == best_table(rules)).all()
    for position, (index, move) in ILLUSTRIOUS.items():
        hand, up = position.split()
        match = playout.Match("blackjack", position=f"hands={hand} dealer={up}", decks=6)
        moves = [int(move_by(table, match.state, match.record)) for table in tables]
        first = COUNTS[next(k for k, one in enumerate(moves) if match.format_move(one) == move)]
        assert abs(first - index) <= 1, position


def test_hi_lo_insures_from_a_count_of_three_on() -> None:
    def move(gone: str) -> str:
        position = f"hands=10S,9S dealer=AD insured=1 gone={gone}"
        match = playout.Match(
            "blackjack", position=position, strategy="hi-lo", decks=1, insurance="yes"
        )
        return match.format_move(match.choose())

    assert move("2S,3S,4S,5S,6S") == "insure"
    assert move("2S,3S,4S") == "decline"


def test_hi_lo_bets_more_when_high_cards_are_left() -> None:
    gone = ",".join(f"{rank}{suit}" for rank in range(2, 7) for suit in "CDHS")
    cards = "hands=2S,3S dealer=10D,7D done=1 bet=1"

    def bet(gone: str, per: float) -> str:
        position = f"phase=bet {cards} {gone and f'gone={gone}'}"
        match = playout.Match(
            "blackjack", position=position, strategy=f"hi-lo:per={per}", decks=1, rounds=5,
            most_bet=50,
        )  # fmt: skip
        return match.format_move(match.choose())

    assert bet("", 1) == "bet 1"
    assert bet(gone, 1) == f"bet {20 * 52 // 32}"
    assert bet(gone, 0.5) == f"bet {20 * 52 // 32 // 2}"
    assert bet(gone.replace("6", "10"), 1) == f"bet {12 * 52 // 32}"


def test_hi_lo_needs_a_shoe() -> None:
    with pytest.raises(playout.PlayoutError, match="it needs 1 to 8 packs"):
        playout.run("blackjack", strategy="hi-lo", games=10)
