"""A batch depends on names and numbers alone, and a strategy that breaks the rules is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from playout.engine.chance.seating import rotating
from playout.engine.find.games import find_game, strategies
from playout.engine.game.game import Player, Rules
from playout.engine.match.match import Match
from playout.engine.play import failures
from playout.engine.play.batch import play_batch
from playout.engine.play.failures import playing
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove
from tests.engine.players import (
    asks_a_library,
    counts_its_moves,
    lays_a_card_it_has_not,
    player,
    raises_an_error,
    stops_at,
)

LARGEST = 2**63 - 1
SPLITS = [1, 2, 3, 94, 150, 250, 500]  # of 1000
MIXED = ["random", "greedy", "sequence"]


def rules(**options: object) -> Rules:
    """Rules of The Game."""
    return find_game("the-game").with_options({"players": 3, **options})


def players(*names: str) -> list[Player]:
    """Players by their names."""
    return [find_player("the-game", name) for name in names]


def pieces(sizes: list[int], first: int = 0) -> list[tuple[int, int]]:
    """(first, count) of consecutive batches."""
    starts = np.cumsum([first, *sizes])
    return [(int(start), size) for start, size in zip(starts, sizes, strict=False)]


@pytest.fixture(scope="module")
def whole() -> npt.NDArray[np.int64]:
    """A thousand games in one batch, with players that use chance and all that don't."""
    return play_batch(rules(first_player="random"), players(*MIXED), 5, 0, 1000)


@pytest.mark.parametrize("sizes", [SPLITS, SPLITS[::-1]], ids=["rising", "falling"])
def test_uneven_batches_give_the_same_games(whole: npt.NDArray[np.int64], sizes: list[int]) -> None:
    parts = [
        play_batch(rules(first_player="random"), players(*MIXED), 5, first, count)
        for first, count in pieces(sizes)
    ]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_a_table_counts_the_moves_of_the_game_that_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = []

    def watched(rules: Rules, table: Any) -> Any:
        tables.append(table)
        return playing(rules, table)

    monkeypatch.setattr(failures, "playing", watched)
    play_batch(rules(), players(*MIXED), 5, 0, 4)
    match = Match("the-game", strategy=MIXED, players=3, seed=5, game_number=3)
    assert tables[0].moves == len(list(match.run())) == match.table.moves
    match.undo()
    assert match.table.moves == len(match.moves)


def test_a_game_includes_the_strategies_of_its_own_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For these alone a view need not be copied whole: another may have written in it."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "import playout\n@playout.strategy('hex')\ndef mine(view, rng):\n    'x'\n    return 0\n"
    )
    hexes, pig = find_game("hex"), find_game(str(Path(__file__).parents[3] / "examples" / "pig.py"))
    assert all(hexes.includes(one) for one in strategies("hex"))
    assert not hexes.includes(find_player("hex", "mine.py:mine").strategy)
    assert pig.includes(find_player(pig.name, "hold").strategy)


def test_games_one_by_one_in_any_order_are_the_same_games(whole: npt.NDArray[np.int64]) -> None:
    for game in [*range(29, -1, -1), 999]:
        alone = play_batch(rules(first_player="random"), players(*MIXED), 5, game, 1)
        np.testing.assert_array_equal(alone[0], whole[game])


def test_batches_from_several_threads_at_once_give_the_same_games(
    whole: npt.NDArray[np.int64],
) -> None:
    def play(piece: tuple[int, int]) -> npt.NDArray[np.int64]:
        return play_batch(rules(first_player="random"), players(*MIXED), 5, *piece)

    with ThreadPoolExecutor(4) as pool:
        for _ in range(5):
            np.testing.assert_array_equal(
                np.concatenate(list(pool.map(play, pieces(SPLITS)))), whole
            )


def test_a_batch_of_no_games_has_no_rows() -> None:
    assert play_batch(rules(), players(*MIXED), 5, 0, 0).shape == (0, 5)


@pytest.mark.rules
def test_game_numbers_and_seeds_up_to_the_largest_can_be_played() -> None:
    last = play_batch(rules(), players("random", "random", "random"), LARGEST, LARGEST - 2, 2)
    match = Match("the-game", strategy="random", players=3, seed=LARGEST, game_number=LARGEST - 1)
    list(match.run())
    assert last[1].tolist() == match.columns()


def test_another_seed_or_other_game_numbers_are_other_games(whole: npt.NDArray[np.int64]) -> None:
    for seed, first in [(6, 0), (5, 1000), (0, 0), (1 << 40, 0)]:
        other = play_batch(rules(first_player="random"), players(*MIXED), seed, first, 1000)
        assert (other != whole).any()


@pytest.mark.rules
def test_the_deal_of_a_game_is_the_same_whatever_the_strategies() -> None:
    for game in range(10):
        deals = {
            Match("the-game", strategy=name, players=4, seed=3, game_number=game).state.tobytes()
            for name in [*MIXED, None]
        }
        assert len(deals) == 1


def test_deals_differ_between_games_and_between_seeds() -> None:
    deals = {
        Match("the-game", players=4, seed=seed, game_number=game).state.deck.tobytes()
        for seed in range(20)
        for game in range(20)
    }
    assert len(deals) == 400


@pytest.mark.rules
def test_plain_python_plays_the_same_games_as_compiled_code() -> None:
    compiled = play_batch(rules(), [player(stops_at, 40)] * 3, 5, 0, 30)
    plain = play_batch(rules(), [player(stops_at, 40, compiled=False)] * 3, 5, 0, 30)
    one_plain = [player(stops_at, 40), player(stops_at, 40, compiled=False), player(stops_at, 40)]
    np.testing.assert_array_equal(plain, compiled)
    np.testing.assert_array_equal(play_batch(rules(), one_plain, 5, 0, 30), compiled)


@pytest.mark.rules
def test_a_strategy_that_cannot_be_compiled_plays_as_plain_python() -> None:
    diarist = player(asks_a_library, compiled=False)
    played = play_batch(rules(), [diarist] * 3, 5, 0, 10)
    np.testing.assert_array_equal(played, play_batch(rules(), players(*["random"] * 3), 5, 0, 10))


@pytest.mark.rules
def test_every_seat_gets_the_parameters_of_its_own_player() -> None:
    seated = [player(stops_at, 0), player(stops_at, 96), player(stops_at, 0)]
    played = play_batch(rules(), seated, 5, 0, 20)
    # Seat 0 lays two of 98 cards; seat 1 gives up with 96 left.
    assert played[:, 2].tolist() == [96] * 20


@pytest.mark.rules
def test_notes_are_empty_at_the_start_of_every_game() -> None:
    played = play_batch(rules(players=1), [player(counts_its_moves)], 5, 0, 20)
    assert played[:, 3].tolist() == [3] * 20


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "plain"])
@pytest.mark.parametrize(
    ("function", "what"),
    [
        (
            lays_a_card_it_has_not,
            r"returned an illegal move: .*\d+ on pile 1 \(number \d+; card_move\(card, pile, last\)"
            r" of playout\.games\.the_game\.rules makes moves\)",
        ),
        (
            raises_an_error,
            r"raised ValueError: no idea what to do \(line \d+ of players.py, in raises_an_error\)",
        ),
    ],
    ids=["illegal", "error"],
)
@pytest.mark.rules
def test_a_strategy_that_breaks_the_rules_is_shown_with_everything_to_replay_it(
    function: Callable[[Any, Any], int], what: str, compiled: bool
) -> None:
    breaker = player(function, compiled=compiled)
    # These games end after at least ten cards were laid, so that seat 1 comes to its trick.
    seated, options = [*players("greedy"), breaker], {"players": 2, "hand": 6}
    with pytest.raises(IllegalMove) as caught:
        play_batch(rules(**options), seated, 5, 20, 50)
    message = str(caught.value)
    found = re.search(r"in game (\d+)", message)
    assert found
    game = int(found[1])
    assert 20 <= game < 70
    assert re.search(f"strategy '{breaker.reference}' on seat 2 {what}", message)

    # The position is the one in which it was asked: the games before it do not matter.
    with pytest.raises(IllegalMove) as again:
        play_batch(rules(**options), seated, 5, game, 1)
    assert str(again.value) == message
    if game > 20:
        play_batch(rules(**options), seated, 5, 20, game - 20)
    assert re.search(r"-> seat 2  [\d ]+\n", message)
    assert re.search(r"; 90 cards not laid yet|; 8\d cards not laid yet", message)
    # It is declared in this program, where no command finds it.
    line_up = f"greedy+{breaker.reference}"
    command = f"playout.Match('the-game', strategy='{line_up}', seed=5, game_number={game}"
    assert command in message


def test_a_kernel_is_asked_only_where_all_players_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Since a kernel is not told who sits where."""
    asked: list[str] = []
    kernels = find_game("the-game").vectors
    monkeypatch.setattr(kernels, "kernel", lambda rules, player: asked.append(player.reference))
    quick, *others = players("quick", "greedy", "random")
    tuned = replace(quick, values=(0.0,))
    for who in ([quick, quick, others[0]], [quick, quick, tuned]):
        play_batch(rules(), who, 5, 0, 1)
    assert asked == []
    play_batch(rules(), [quick, quick, replace(quick, reference="q")], 5, 0, 1, rotating(3), 2)
    play_batch(rules(), [others[1]] * 3, 5, 0, 1)
    assert asked == ["quick", "random"]
    play_batch(rules(), [quick] * 3, 5, 0, 1, redraw=1)
    play_batch(rules(), [quick] * 3, 5, 0, 1, compiled=False)
    assert len(asked) == 2


def test_a_kernel_is_told_the_repeat_and_which_games(monkeypatch: pytest.MonkeyPatch) -> None:
    expected: list[tuple[Any, ...]] = []

    def play(record: Any, *numbers: Any) -> None:
        expected.append((*numbers[:-1], len(numbers[-1])))

    monkeypatch.setattr(find_game("the-game").vectors, "kernel", lambda rules, player: play)
    play_batch(rules(), players("quick", "quick", "quick"), 5, 20, 3, repeat=2)
    assert expected == [(5, 2, 20, 3)]


def test_the_replay_command_names_the_strategy_of_every_seat() -> None:
    seated = [player(raises_an_error)] * 2 + players("greedy", "greedy")
    with pytest.raises(IllegalMove, match=r"strategy='raises-an-error\+raises-an-error\+greedy"):
        play_batch(rules(players=4), seated, 5, 0, 50)
