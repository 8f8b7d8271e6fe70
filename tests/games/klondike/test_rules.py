"""The rules of Klondike against a slow model, and against positions by hand."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from playout import Match, PlayoutError
from playout.games.klondike.records import COLUMNS, ENDINGS, PLAYING
from playout.kits.cards import card_text
from tests.games.klondike.contract import assert_conserved
from tests.games.matches import play
from tests.reference.klondike import Klondike

RULES: list[dict[str, Any]] = [
    {},
    {"draw": 1},
    {"draw": 2, "passes": 3, "back": "no"},
    {"draw": 1, "passes": 1},
    {"patience": 7},
]


def model_of(match: Match) -> Klondike:
    """The slow model of a game that has just been dealt."""
    state, rules = match.state, match.rules
    columns = [
        [card_text(card) for card in state.cards[k, : state.sizes[k]].tolist()]
        for k in range(COLUMNS)
    ]
    numbers = {name: rules.number(name) for name in ("draw", "passes", "patience")}
    stock = [card_text(card) for card in state.talon.tolist()]
    return Klondike(columns, stock, back=rules["back"] == "yes", **numbers)


def assert_same(match: Match, model: Klondike) -> None:
    """The same cards lie in the same places, and the same moves are legal."""
    state = match.state
    for k in range(COLUMNS):
        cards = [card_text(card) for card in state.cards[k, : state.sizes[k]].tolist()]
        assert cards == model.columns[k]
        assert state.sizes[k] - state.down[k] == (model.face_up[k] if cards else 0)
    talon = [card_text(card) for card in state.talon[: state.left].tolist()]
    assert talon == model.waste + model.stock
    assert state.waste == len(model.waste)
    assert state.home.tolist() == [len(pile) for pile in model.foundations.values()]
    assert model.ending() == ("" if state.over == PLAYING else ENDINGS[state.over - 1])
    legal = [match.format_move(move) for move in match.legal_moves()]
    assert sorted(legal) == ([] if match.is_over else sorted(model.legal_moves()))


@pytest.mark.parametrize("options", RULES, ids=str)
@pytest.mark.parametrize("who", ["random", "greedy"])
@pytest.mark.slow
def test_every_move_is_that_of_the_slow_model(options: dict[str, Any], who: str) -> None:
    chance = Random(3)
    for number in range(3):
        match = Match("klondike", seed=5, game_number=number, strategy=who, **options)
        model = model_of(match)
        while not match.is_over and len(match.moves) < 150:
            assert_same(match, model)
            if who == "greedy" and chance.random() < 0.2:
                move = chance.choice(match.legal_moves())
                match.play(move)
            else:
                move = match.step()
            model.play(match.format_move(move))
        assert_same(match, model)


def at(position: str, **options: Any) -> Match:
    """A game that begins in a position."""
    return Match("klondike", position=position, **options)


def legal(match: Match) -> list[str]:
    """The names of all legal moves."""
    return [match.format_move(move) for move in match.legal_moves()]


NEARLY = "columns=KS/KH/KC/KD/-/-/- home=12,12,12,12 stock=-"


@pytest.mark.slow
def test_four_kings_win() -> None:
    match = at(NEARLY, back="no")
    assert sorted(legal(match)) == ["KC up", "KD up", "KH up", "KS up", "stop"]
    play(match, "KS up", "KH up", "KC up", "KD up")
    assert match.outcome()["win"] == 1
    assert match.outcome()["home"] == 52
    assert match.outcome()["moves"] == 4


def test_cards_come_back_only_if_they_may() -> None:
    position = "columns=KS/KH,QS/KD/-/-/-/- home=12,12,12,11 waste=KC stock=-"
    match = at(position)
    assert sorted(legal(match)) == sorted(
        [
            *("QD to KS", "QH to KS", "QC to KD", "KC up", "KC to empty column"),
            *("KD up", "QS up", "QS to KD", "stop"),
        ]
    )
    assert not {"QD to KS", "QH to KS", "QC to KD"} & {*legal(at(position, back="no"))}
    play(match, "QD to KS")
    assert match.state.home.tolist() == [12, 11, 12, 11]


def test_a_part_of_a_run_moves_and_the_card_below_the_whole_run_is_turned() -> None:
    match = at("columns=?,9S,8H,7C/8D/10H/-/-/-/- home=6,7,7,8")
    assert {"7C to 8D", "9S to 10H", "8H to 9S"} & {*legal(match)} == {"7C to 8D", "9S to 10H"}
    play(match, "9S to 10H")
    assert match.state.sizes.tolist() == [1, 1, 4, 0, 0, 0, 0]
    assert match.state.down[0] == 0


def test_the_stock_is_turned_over_only_after_a_card_has_moved_and_if_a_pass_is_left() -> None:
    position = "columns=KS/KH/KC/KD,QS,JD/QD/-/- home=11,10,12,10 waste=JS,QC stock=-"
    match = at(position, draw=1)
    assert "stop" in legal(match)
    play(match, "QC to KH")
    assert "draw" in legal(match)
    assert "stop" not in legal(match)
    match = at(position, draw=1, passes=1)
    play(match, "QC to KH")
    assert "draw" not in legal(match)


def test_a_game_in_which_nothing_comes_of_any_move_ends() -> None:
    match = at("columns=KS/KH,QS/KD/-/-/-/- home=12,12,12,11 waste=KC stock=-", patience=3)
    play(match, "QS to KD", "QS to KH", "QS to KD")
    assert match.outcome()["ending"] == "idle"


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("home=1,0,0,0", "home: write columns too"),
        ("columns=KS/KH", "columns: 2 of them"),
        ("columns=KS,QS/-/-/-/-/-/-", "columns, column 1: QS cannot lie on KS"),
        ("columns=?/-/-/-/-/-/-", "columns, column 1: the first 1 cards are face down"),
        ("columns=KS/KS/-/-/-/-/- home=9,9,9,9", "KS is there twice"),
        ("columns=KS/KH/-/-/-/-/-", "stock: at most 24 cards are possible"),
        ("columns=KS/KH/-/-/-/-/- home=12,12,12,12 stock=-", "there are 50 cards, but must be 52"),
        ("columns=KS/joker/-/-/-/-/-", "Klondike is played without jokers"),
        ("columns=KS/1X/-/-/-/-/-", "'1X' is not a card"),
        (f"{NEARLY} ending=won", "ending: only stopped can be written"),
        (f"{NEARLY} highest=60", "highest=60: must be at most 52"),
    ],
)
def test_a_text_that_is_no_position_is_refused_in_one_sentence(
    position: str, sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=re.escape(sentence)):
        at(position)


def test_unknown_cards_are_dealt_from_those_that_are_nowhere() -> None:
    match = at("columns=?,9S,8H,7C/8D/10H/-/-/-/- home=6,7,7,8")
    assert match.state.left == 18
    assert_conserved(match.state, match.record)
