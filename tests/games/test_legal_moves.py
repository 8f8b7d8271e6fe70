"""Moves of every game: those listed are those that are legal, and what is not a move is refused."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from playout.engine.chance.rng import DEAL, STREAM, randrange, start
from playout.engine.find.games import find_game, game_names
from playout.engine.game.game import Game
from playout.engine.match.match import Match
from playout.engine.native.jit import jit, specialised
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError
from playout.games.yahtzee.rules import KEEP
from tests.games.test_contract import every_game, of

LOOKS = 10**9  # at a move in a position, by each set of rules, at most
POSITIONS = 300_000  # by each of them, at most
RULES = ("deal", "is_legal", "is_over", "legal_moves", "play")

deal: Any = None
is_legal: Any = None
is_over: Any = None
legal_moves: Any = None
play: Any = None


def differing(
    rules: Any, state: Any, streams: Any, codes: Any, out: Any, listed: Any, positions: int
) -> int:
    """Play at random; the number of the first position in which the two differ, or -1.

    ``listed`` has a 0 for each of the numbers in ``codes``, which rise.
    """
    deal(state, rules, streams[0])
    for position in range(positions):
        count = legal_moves(state, rules, out)
        for k in range(count):
            place = np.searchsorted(codes, out[k])
            if place == len(codes) or codes[place] != out[k]:
                return position
            listed[place] += 1
        for k in range(len(codes)):
            if listed[k] != (1 if is_legal(state, rules, codes[k]) else 0):
                return position
            listed[k] = 0
        play(state, rules, out[randrange(streams[1], count)], streams[0])
        if is_over(state, rules):
            deal(state, rules, streams[0])
    return -1


def compared(game: Game, options: dict[str, Any], codes: npt.NDArray[np.int64]) -> int:
    """The first position in which they differ, after so many looks at a move in one; or -1."""
    names = {name: getattr(game.rules, name) for name in RULES}
    find = jit(specialised(differing, names, game.name.replace("-", "_")))
    rules, state = game.with_options(options).record(), new_record(game.state_dtype)
    streams = np.zeros(2, STREAM)
    for k in range(2):
        start(streams[k], 9, 0, DEAL + k)
    out, listed = np.zeros(game.rules.MOST_LEGAL, np.int64), np.zeros(len(codes), np.int64)
    positions = min(POSITIONS, LOOKS // len(codes))
    return int(find(rules, state, streams, codes, out, listed, positions))


def every_home() -> list[Any]:
    return [
        pytest.param(name, options, id=f"{name}-{'-'.join(map(str, options.values()))}")
        for name in game_names()
        for options in of(name).homes(find_game(name).default_strategy)
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "options"), every_home())
def test_what_is_listed_is_what_is_legal(name: str, options: dict[str, Any]) -> None:
    game = find_game(name)
    well_formed = np.unique(of(name).codes(game.with_options(options).record()))
    assert compared(game, options, well_formed) == -1
    assert compared(game, options, np.arange(-64, 2**16)) == -1


@pytest.mark.parametrize("name", every_game())
def test_a_match_lists_its_legal_moves_in_rising_order(name: str) -> None:
    match = Match(name, strategy="random", seed=3, **of(name).homes("random")[0])
    codes = sorted(set(of(name).codes(match.rules.record())))
    while not match.is_over:
        moves = match.legal_moves()
        if len(match.moves) % 10 == 0:
            assert moves == [move for move in codes if match.is_legal(move)]
        assert match.step() in moves
    assert match.legal_moves() == []


NO_MOVES: dict[str, tuple[str, list[str]]] = {  # what is wrong with them, and texts
    "cant-stop": (
        "is not a move: write '6+8 throw', '7+7 stop' or '5 stop'; the columns are 2 to 12",
        ["", "6", "6+8", "13 stop", "1+2 throw", "6+8+9 stop", "6 8 stop"],
    ),
    "mexican-train": (
        "is not a move: write '3-11 on train 2'",
        ["3-11", "3-19 on train 2", "3-11 on train 9", "a-b on train 2", "3-11 on train 2 locked"],
    ),
    "pig": ("is not a move: ", ["", "rol", "roll hold"]),
    "the-game": (
        "is not a move: write '61 on pile 1', '61 on pile 1, stop', 'stop' or 'concede'",
        ["", "61", "0 on pile 2", "127 on pile 2", "61 on pile 9", "61 on pile 2 stop"],
    ),
    "the-game-blog": (
        "is not a move: write '61 on pile 1'; the piles are 1 to 4",
        ["61 on pile 5", "0 on pile 2", "127 on pile 2", "stop", ""],
    ),
    "yahtzee": (
        "is not a move: write the dice to keep",
        ["", "keep", "keep 7", "keep 1 1 1 1 1", "keep none 1", "seven", "keep ³"],
    ),
}


@pytest.mark.parametrize(
    ("game", "sentence", "text"),
    [(game, sentence, text) for game, (sentence, texts) in NO_MOVES.items() for text in texts],
)
def test_a_text_that_is_no_move_is_refused_in_one_sentence(
    game: str, sentence: str, text: str
) -> None:
    with pytest.raises(PlayoutError, match=re.escape(f"'{text}' {sentence}")) as caught:
        find_game(game).drawing.parse_move(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("game", "move"),
    [
        *(("cant-stop", move) for move in (-1, -(2**62), 2**62, 0, 7, 448, 198)),
        *(("yahtzee", move) for move in (-1, KEEP + 5, KEEP + 6**6, 2**62, -(2**62))),
    ],
)
def test_a_number_that_is_no_move_can_be_written(game: str, move: int) -> None:
    match = Match(game)
    assert match.format_move(move) == f"no move ({move})"
    assert not match.is_legal(move)
