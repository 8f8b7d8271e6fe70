"""Games of random-turn Hex as they are told and drawn: moves, positions, whole games."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from playout.engine.match.match import Match
from playout.games.hex.display.drawing import format_move, parse_move
from playout.games.hex.rules import ENGINE_ROWS, cell_move
from tests.command import playout

pytestmark = pytest.mark.rules

SVG = "{http://www.w3.org/2000/svg}"

TOLD = """\
turn 1    player 2 (O)  b2
turn 2    player 1 (X)  b1
turn 3    player 2 (O)  c1
turn 4    player 2 (O)  a2
   a b c
  1 . X O
   2 O O .
    3 . . .
player 2 (O) has joined left and right and won with stone 4"""


def played(coins: list[int], names: str) -> Match:
    """A game on three rows with these coins, up to these moves."""
    match = Match("hex", rows=3)
    match.state.coins[: len(coins)] = coins
    for name in names.split():
        match.play(name)
    return match


def test_a_move_is_told_by_the_name_of_its_cell_on_any_board() -> None:
    for row in range(ENGINE_ROWS):
        for col in range(ENGINE_ROWS):
            move = cell_move(row * ENGINE_ROWS + col, ENGINE_ROWS)
            assert parse_move(format_move(move)) == move
    assert format_move(cell_move(0, 1)) == "a1"
    assert format_move(cell_move(3 * 11 + 2, 11)) == "c4"


@pytest.mark.parametrize("move", [-1, 50, 63, 50 * 64, 2**62, -(2**62)])
def test_what_is_no_move_can_be_told_too(move: int) -> None:
    assert format_move(move) == f"no cell ({move})"


def test_a_position_says_whose_turn_it_is_and_who_has_won() -> None:
    match = played([1, 0, 1, 1, 1], "b1 a2")
    assert str(match).splitlines() == [
        *[
            "   a b c",
            "  1 . O .",
            "   2 X . .",
            "    3 . . .",
            "turn 3: player 2 (O) places a stone",
        ]
    ]
    assert str(played([0, 0, 0], "b1 b2 b3")).splitlines()[-1] == (
        "player 1 (X) has joined top and bottom and won with stone 3"
    )


def test_a_drawing_has_every_stone_with_its_number() -> None:
    drawn = ElementTree.fromstring(played([1, 0, 1, 1, 1], "b1 a2 b2")._repr_svg_())
    bold = [text.text for text in drawn.iter(SVG + "text") if "font-weight" in text.attrib]
    assert sorted(map(str, bold)) == ["1", "2", "3", "turn 4: player 2 (O) places a stone"]
    assert len(list(drawn.iter(SVG + "circle"))) == 3


def test_a_game_is_told_stone_by_stone_with_the_board_at_its_end() -> None:
    match = Match("hex", strategy="centre", rows=3)
    match.state.coins[:4] = [1, 0, 1, 1]
    assert match.transcript() == TOLD


def test_the_command_line_replays_a_game_and_draws_its_end(tmp_path: Path) -> None:
    path = tmp_path / "end.svg"
    said = playout(f"replay hex --rows 4 --p 0.3 --strategy shortest,random --game 2 --svg {path}")
    match = Match("hex", strategy=["shortest", "random"], rows=4, p=0.3, game_number=2)
    assert said == (0, match.transcript() + "\n", "")
    assert path.read_text(encoding="utf-8") == match._repr_svg_()
