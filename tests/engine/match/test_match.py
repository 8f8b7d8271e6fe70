"""One game step by step is the game of the batch, and can be taken back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.game import NOTES
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove, PlayoutError

STANDARD = ["random", "greedy", "combo"]
CASES: list[tuple[str, str, dict[str, Any]]] = [
    *(("the-game", name, {"first_player": "random"}) for name in STANDARD),
    *(("the-game-blog", name, {}) for name in ("random", "minimal", "trick")),
]


def run(match: Match) -> list[int]:
    """Play to the end; the moves."""
    return list(match.run())


@pytest.mark.parametrize("players", [1, 2, 7])
@pytest.mark.parametrize(("game", "name", "options"), CASES)
def test_a_match_is_the_game_of_that_number_in_a_batch(
    game: str, name: str, options: dict[str, Any], players: int
) -> None:
    rules = find_game(game).with_options({"players": players, **options})
    batch = play_batch(rules, [find_player(game, name)] * players, 8, 100, 4)
    for row, number in zip(batch, range(100, 104), strict=True):
        plain, compiled = (
            Match(
                game,
                strategy=name,
                players=players,
                seed=8,
                game_number=number,
                compiled=as_compiled,
                **options,
            )
            for as_compiled in (False, True)
        )
        assert run(plain) == run(compiled) == plain.moves
        assert plain.columns() == row.tolist()
        assert plain.outcome() == compiled.outcome()
        assert plain.state.tobytes() == compiled.state.tobytes()


def test_seats_with_different_strategies_play_as_in_a_batch() -> None:
    rules = find_game("the-game").with_options({"players": 3})
    batch = play_batch(rules, [find_player("the-game", name) for name in STANDARD], 8, 0, 10)
    for game in range(10):
        match = Match("the-game", strategy=STANDARD, players=3, seed=8, game_number=game)
        run(match)
        assert match.columns() == batch[game].tolist()


def everything(match: Match) -> bytes:
    """The whole table, bit for bit: state, views with their notes, random streams."""
    return bytes(match.table.tobytes())


@pytest.mark.rules
@pytest.mark.parametrize(("game", "name", "options"), CASES)
def test_undoing_every_move_restores_every_bit_and_replays_the_same_game(
    game: str, name: str, options: dict[str, Any]
) -> None:
    match = Match(game, strategy=name, players=2, seed=4, game_number=9, **options)
    tables = [everything(match)]
    while not match.is_over:
        match.step()
        tables.append(everything(match))
    moves = list(match.moves)
    for move in reversed(moves):
        tables.pop()
        assert match.undo() == move
        assert everything(match) == tables[-1]
    assert match.moves == []
    assert run(match) == moves


@pytest.mark.rules
def test_a_strategys_notes_are_taken_back_too() -> None:
    match = Match("the-game", strategy="random", seed=4)
    match.step()
    before = everything(match)
    match.view().notes[3] = 77  # as a strategy would while it chooses
    match.play(match.choose())
    match.undo()
    match.undo()
    assert match.view().notes.tolist() == [0] * NOTES
    match.step()
    assert everything(match) == before


@pytest.mark.rules
def test_a_game_played_by_its_texts_is_the_same_game() -> None:
    played = Match("the-game", strategy="greedy", players=3, seed=2)
    run(played)
    retold = Match("the-game", players=3, seed=2)
    for move in played.moves:
        retold.play(played.format_move(move))
    assert retold.moves == played.moves
    assert retold.state.tobytes() == played.state.tobytes()


@pytest.mark.rules
@pytest.mark.parametrize(
    "move",
    ["stop", "1 on pile 1", "100 on pile 1", "50 on pile 7", -1, -(2**40), 2047, 2**62],
)
def test_an_illegal_move_is_refused_and_changes_nothing(move: str | int) -> None:
    match = Match("the-game", strategy="greedy", players=2, seed=2)
    before = everything(match)
    with pytest.raises(IllegalMove, match="seat 1 may not play"):
        match.play(move)
    assert everything(match) == before
    assert match.moves == []


@pytest.mark.rules
@pytest.mark.parametrize("text", ["", "61", "61 on pile", "61 on pile 2, stop now", "x on pile 2"])
def test_a_text_that_is_no_move_is_refused_in_a_sentence(text: str) -> None:
    match = Match("the-game", seed=2)
    with pytest.raises(PlayoutError, match="is not a move: write '61 on pile 1'"):
        match.play(text)
    assert match.moves == []


@pytest.mark.rules
def test_no_move_is_legal_when_the_game_is_over() -> None:
    match = Match("the-game", strategy="random", seed=2)
    run(match)
    assert not any(match.is_legal(move) for move in range(2048))
    assert match.legal_moves() == []
    assert match.why_illegal("concede") == "the game is over"
    before = match.table.tobytes()
    for go_on in (match.step, match.choose, lambda: match.play("concede"), lambda: match.play(3)):
        with pytest.raises(PlayoutError, match=r"^the game is over, so no move can be made$"):
            go_on()
    assert match.table.tobytes() == before
    assert list(match.run()) == []


@pytest.mark.rules
def test_what_cannot_be_done_is_said_in_a_sentence() -> None:
    with pytest.raises(PlayoutError, match="no move to take back"):
        Match("the-game").undo()
    with pytest.raises(PlayoutError, match="has no strategy"):
        Match("the-game").choose()


@pytest.mark.rules
def test_looking_at_a_match_changes_nothing_that_is_played() -> None:
    quiet = Match("the-game", strategy="sequence", players=3, seed=6)
    looked_at = Match("the-game", strategy="sequence", players=3, seed=6)
    while not looked_at.is_over:
        for seat in range(3):
            looked_at.view(seat)
        assert str(looked_at)
        assert looked_at._repr_svg_().startswith("<svg")
        looked_at.outcome()
        looked_at.step()
    assert run(quiet) == looked_at.moves
    np.testing.assert_array_equal(quiet.state.piles, looked_at.state.piles)


def test_a_match_says_what_it_is_and_prints_its_position() -> None:
    match = Match("the-game", strategy="greedy", players=2, seed=3, game_number=4)
    head = "Match of the-game: game 4 of seed 3, 2 players, greedy, 0 moves made, seat 1 to move"
    assert repr(match) == f"{head}\n{match}"
    match.step()
    assert ", 1 move made, " in repr(match)
    run(match)
    assert repr(match).splitlines()[0].endswith(f", {len(match.moves)} moves made, over")
    assert "1 player, 0 moves" in repr(Match("the-game"))
    assert "2 players, random+greedy, " in repr(
        Match("the-game", strategy=["random", "greedy"], players=2)
    )


def test_a_match_without_a_seed_has_a_fresh_one() -> None:
    one, other = Match("the-game", seed=None), Match("the-game", seed=None)
    assert one.seed != other.seed
    assert str(Match("the-game", seed=one.seed)) == str(one)


def test_a_declared_function_sits_down_in_a_match() -> None:
    from playout.games.the_game.strategies import greedy

    for given in ({"strategy": greedy}, {"strategy": [greedy, "random"]}, {"seats": [greedy] * 2}):
        options: Any = {"players": 2, **given}
        names: Any = {
            key: [one if isinstance(one, str) else "greedy" for one in value]
            if isinstance(value, list)
            else "greedy"
            for key, value in given.items()
        }
        assert run(Match("the-game", **options)) == run(Match("the-game", players=2, **names))
    with pytest.raises(PlayoutError, match="the function run is not a strategy yet"):
        Match("the-game", strategy=run)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_world_is_another_match_that_agrees_with_what_a_seat_knows() -> None:
    match = Match("the-game", strategy="greedy", players=2, seed=3, low=1, high=30)
    for _ in range(4):
        match.step()
    seen, before = match.view(1).tobytes(), everything(match)
    world, same, other = match.world(1, seed=8), match.world(1, seed=8), match.world(1, seed=9)
    assert match.view(1).tobytes() == world.view(1).tobytes() == other.view(1).tobytes() == seen
    assert "game 0 of seed 3 as seat 2 knows it (simulated deal of seed 8)" in repr(world)
    assert world.state.tobytes() == same.state.tobytes() != other.state.tobytes()
    assert run(world) == run(same) != run(other)
    assert everything(match) == before
    with pytest.raises(PlayoutError, match="no move to take back"):
        match.world().undo()


@pytest.mark.slow
def test_chance_to_come_is_another_in_every_world() -> None:
    match = Match("the-game", strategy="random", players=2, seed=3)
    streams = [world.streams.tobytes() for world in (match, match.world(), match.world(seed=4))]
    assert len(set(streams)) == 3


def test_where_there_is_no_world_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("hex", strategy="random", rows=2)
    with pytest.raises(PlayoutError, match="seat=2: must be from"):
        match.world(2)
    run(match)
    with pytest.raises(PlayoutError, match="the game is over"):
        match.world()
    monkeypatch.delattr("playout.games.hex.rules.determinize")
    with pytest.raises(
        PlayoutError, match="hex deals no worlds: its rules have no function determinize"
    ):
        Match("hex", rows=2).world()
