"""Series of compound games: the same whatever the threads, told and drawn as they were played."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from playout.games.hex.compound import play_compound
from playout.games.hex.race import sampling
from playout.hex import Compound, compound, parse_stones
from playout.questions.hex.compound import Job
from playout.report.words import between
from playout.runner.workers import Threads
from tests.questions.hex.boards import same_game


def same(one: Compound, other: Compound) -> bool:
    return one.games == other.games and all(map(same_game, one.played, other.played))


@pytest.mark.parametrize(("first", "seconds"), [(1, 1e-9), (5, 1e-3), (1_000, 10.0)])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_games_and_their_order_depend_neither_on_threads_nor_on_batches(
    threads: int, first: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(threads: int) -> Compound:
        return compound(4, 4, boards=300, games=101, seed=8, workers=threads)

    due = played(1)
    monkeypatch.setattr(Job, "first", first)
    monkeypatch.setattr(Threads, "batch_seconds", seconds)
    assert same(played(threads), due)
    empty = np.zeros((4, 4), np.int8)
    part = play_compound(empty, 0.5, sampling(300, None), 8, 40, 3)
    assert all(map(same_game, part, due.played[40:43]))


def test_seeds_differ_and_a_seed_repeats_itself() -> None:
    one, again, other = (compound(4, 4, boards=300, games=20, seed=seed) for seed in (1, 1, 2))
    assert same(one, again)
    assert not same(one, other)


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
        f"3x4, p = 0.25, 50 compound games of {played.lengths.min()} to {played.lengths.max()} ",
        f"stones, {between(mean, False)} on average; ",
        "2,000 boards a move until clear with confidence 0.95; ",
        f"player 1 wins {between(wins, True)}",
        "seed 3",
    ):
        assert part in said
    assert "inf" not in repr(compound(2, 2, boards=10, games=1))


def test_a_stopped_series_has_its_first_games_and_says_so() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    answer = compound(5, 5, boards=500, games="1M", seed=4, workers=1, progress=stop)
    assert not answer.complete
    assert 0 < answer.games < 1_000_000
    assert answer.note.startswith("PARTIAL RESULT (stopped): 5x5, ")
    assert same(answer, compound(5, 5, boards=500, games=answer.games, seed=4))


def test_a_series_stopped_before_its_first_game_says_that_nothing_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("playout.runner.jobs.work_off", lambda *_, **__: False)
    answer = compound(5, 5, boards=500, games=10)
    assert (answer.games, answer.complete) == (0, False)
    assert "no game was played" in repr(answer)
    assert answer.to_pandas().empty
    assert answer.data()["rows"] == []


def test_progress_rises_to_all_games() -> None:
    told: list[tuple[int, int]] = []
    compound(3, 3, boards=10, games=500, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (500, 500)


def test_a_series_keeps_its_start_when_the_array_that_was_given_changes() -> None:
    given = np.zeros((3, 3), np.int8)
    played = compound(stones=given, boards=100, games=2)
    given[:] = 1
    assert (played.stones == 0).all()
    assert Counter(played.final(0).ravel().tolist())[0] == 9 - played.played[0].length
