"""Series of compound games: the same whatever the threads, told and drawn as they were played."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from playout.games.hex.compound import play_compound
from playout.games.hex.race import sampling
from playout.hex import Compound, compound, parse_stones
from playout.report.words import between
from tests.questions.hex.boards import same_game

pytestmark = pytest.mark.slow  # compound games compile for seconds


def same(one: Compound, other: Compound) -> bool:
    return one.games == other.games and all(map(same_game, one.played, other.played))


def test_games_are_the_same_whichever_are_played_together() -> None:
    due = compound(4, 4, boards=300, games=43, seed=8)
    part = play_compound(np.zeros((4, 4), np.int8), 0.5, sampling(300, None), 8, 40, 3)
    assert all(map(same_game, part, due.played[40:]))
    assert not same(due, compound(4, 4, boards=300, games=43, seed=9))


def test_more_games_begin_with_the_same_ones() -> None:
    few, many = (compound(4, 4, boards=300, games=games) for games in (10, 50))
    assert all(map(same_game, few.played, many.played[:10]))


def test_the_frame_has_a_row_per_game_and_the_documented_columns() -> None:
    played = compound(3, 3, boards=500, games=30, seed=4)
    table = played.to_pandas()
    assert table.dtypes.map(str).to_dict() | {"moves": ""} == {
        "game": "int64",
        "winner": "int64",
        "length": "int64",
        "boards": "int64",
        "silent": "int64",
        "moves": "",
    }
    assert table["game"].tolist() == list(range(30))
    for number, game in enumerate(played.played):
        row = table.iloc[number]
        assert (row["winner"], row["length"]) == (game.winner, game.length)
        assert row["boards"] == game.boards.sum() == 500 * game.length
        assert row["silent"] == game.silent
        assert row["moves"] == " ".join(played.moves(number))


def test_moves_are_cells_with_the_sign_of_their_owner() -> None:
    played = compound(3, 5, boards=500, games=3)
    for number, game in enumerate(played.played):
        due = [
            f"{'abcde'[cell % 5]}{cell // 5 + 1} {'?XO'[owner]}"
            for cell, owner in zip(game.cells.tolist(), game.owners.tolist(), strict=True)
        ]
        assert played.moves(number) == due


def test_a_drawn_game_numbers_its_stones_in_order() -> None:
    stones = parse_stones("X...\n....\n...O")
    played = compound(stones=stones, boards=500, games=2)
    for number, game in enumerate(played.played):
        root = ElementTree.fromstring(played.svg(number, title="A <game>"))
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        circles = len(list(root.iter("{http://www.w3.org/2000/svg}circle")))
        assert "A <game>" in texts
        assert circles == game.length + 2  # the two stones of the start have no number
        bold = [
            node.text
            for node in root.iter("{http://www.w3.org/2000/svg}text")
            if node.get("font-weight") == "bold" and node.text != "A <game>"
        ]
        # Row by row, as the cells are numbered.
        assert [int(str(text)) for text in bold] == (np.argsort(game.cells) + 1).tolist()
    assert all(f">{text}</text>" in played._repr_html_() for text in bold)


def test_an_answer_says_what_was_played_and_found() -> None:
    played = compound(3, 4, boards=2_000, confidence=0.95, games=50, seed=3, p=0.25)
    mean, wins = played.mean_length, played.win_interval
    said = repr(played)
    for part in (
        f"{played.lengths.min()} to {played.lengths.max()} stones a game, ",
        f"stones a game, {between(mean, False)} on average; ",
        "2,000 boards per move until clear with confidence 0.95 in ",
        f"player 1 (joins top and bottom) wins {between(wins, True)}",
        "seed 3",
    ):
        assert part in said
    assert "inf" not in repr(compound(2, 2, boards=10, games=1))
