"""What is said below the table of a run: shares by construction, rows that are the same games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from tests.command import playout as command


def test_a_share_among_equals_has_no_interval_and_says_why() -> None:
    answer = playout.run("mexican-train", strategy=["greedy", "random"], games=200, players=4)
    for row in answer.to_pandas().to_dict("records"):
        assert row["win"] == row["win_low"] == row["win_high"] == 0.25
        assert row["points_low"] < row["points"] < row["points_high"]
    said = answer.to_text()
    assert said.count("25 % (all seats)") == 2
    assert "playout tournament mexican-train --players 4 --strategies greedy,random" in said
    assert "playout compare mexican-train --a greedy --b random --players 4" in said


def test_the_command_that_it_names_answers() -> None:
    said = command("tournament mexican-train --players 4 --strategies greedy,random --games 100")
    assert said.code == 0


def test_one_strategy_alone_is_pointed_to_line_ups() -> None:
    said = playout.run("mexican-train", strategy="greedy", games=100, players=3).to_text()
    assert "--seats greedy,OTHER,OTHER" in said


def test_all_numbers_of_players_are_named() -> None:
    answer = playout.run("mexican-train", strategy="greedy", games=20, rounds=1, players="2..4")
    said = " ".join(answer.note.split())
    assert "playout tournament mexican-train --players 2 --rounds 1, or playout run " in said
    assert " mexican-train --seats greedy,OTHER --rounds 1; likewise with " in said
    assert said.endswith("; likewise with --players 3 and --players 4")
    shares = "their average win rate is always 50, 33.3 and 25 % with 2, 3 and 4 players. This "
    assert shares in answer.sentence()


def test_shares_of_mixed_tables_and_of_seats_have_intervals() -> None:
    mixed = playout.run("mexican-train", seats=["greedy", "random", "random"], games=200)
    assert "all seats" not in mixed.to_text()
    by_seat = playout.run("mexican-train", strategy="greedy", players=3, by="seat", games=200)
    assert "all seats" not in by_seat.to_text()
    assert all(row["win_low"] < row["win_high"] for row in by_seat.to_pandas().to_dict("records"))


@pytest.mark.thorough
def test_a_strategy_that_ignores_what_is_varied_is_named() -> None:
    who, words = ["quick", "careful"], ["none", "marks"]
    answer = playout.run("the-game", strategy=who, hints=words, players=3, games=200)
    assert "Hints made no difference to quick: the games were exactly" in answer.note
    assert "careful" not in answer.note.splitlines()[-1]
    assert answer.data()["notes"][-1] == answer.note.splitlines()[-1]


def test_a_factor_that_matters_is_not_named() -> None:
    answer = playout.run("the-game", strategy="greedy", min_cards=[1, 2], players=[1, 2], games=200)
    assert answer.data()["notes"] == []


def test_cards_played_are_shown_only_if_asked_for() -> None:
    answer = playout.run("the-game", games=200)
    assert "cards played" not in answer.to_text()
    assert "cards played" in answer.to_text(measures=["cards_played"])
    assert "cards left" not in answer.to_text(measures=["cards_played"])
    assert {"cards_played", "cards_left"} <= {*answer.to_pandas()}


def test_measures_are_chosen_on_the_command_line() -> None:
    base = "run the-game --games 200"
    heads = command(f"{base} --measures excellent,cards_played").out.splitlines()[2]
    played = "cards played cards played median cards played p95"
    assert " ".join(heads.split()) == f"players strategy games excellent {played}"
    assert "cards played" in command(f"{base} --measures all").out
    wrong = command(f"{base} --measures wins")
    assert wrong.code == 2
    assert wrong.err.count("\n") == 1
    assert "win" in wrong.err


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (
            "risk-battle",
            {},
            "In brackets: 95 % intervals that stay valid whenever you stop. 40 games",
        ),
        (
            "pig",
            {"seats": "hold,random"},
            "In brackets: 95 % intervals that stay valid whenever you stop, except for points and "
            "throws, because the game does not say how large they can get. 40 games",
        ),
        (
            "snakes-and-ladders",
            {},
            "There are no intervals for throws and rounds, because the game does not say how large "
            "they can get. 40 games",
        ),
    ],
)
def test_a_run_that_was_extended_names_intervals_only_if_there_are_any(
    game: str, options: dict[str, Any], said: str, tmp_path: Path
) -> None:
    few = playout.run(game, games=20, save=tmp_path / "a.run", **options)
    assert few.caption().startswith("In brackets: 95 % intervals. 20 games")
    assert playout.extend(tmp_path / "a.run", 40).caption().startswith(said)


@pytest.mark.parametrize(
    ("rounds", "by", "hints"), [(3, "seat", 1), (1, "seat", 0), (3, "strategy", 0)]
)
def test_seats_that_many_rounds_do_not_tell_apart_are_pointed_to_one_round(
    rounds: int, by: Any, hints: int
) -> None:
    answer = playout.run(
        "mexican-train", players=2, strategy="random", rounds=rounds, by=by, games=40
    )
    assert answer.to_text().count("add --rounds 1 to the command") == hints
