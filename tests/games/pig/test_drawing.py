"""Pig as it is told and drawn: moves, positions, whole games."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from playout.engine.find.games import find_game
from playout.engine.match.match import Match


def test_every_move_is_read_as_it_is_told() -> None:
    drawing = find_game("pig").drawing
    assert [drawing.format_move(move) for move in (0, 1, 2)] == ["roll", "hold", "2"]
    assert [drawing.parse_move(text) for text in (" roll", "hold")] == [0, 1]


def test_a_position_tells_all_points_and_those_of_the_turn() -> None:
    match = Match("pig", seed=1, players=3)
    assert str(match).splitlines()[-1] == "turn 1: seat 1 has 0 points in this turn"
    match.state.scores[:3] = 7, 43, 0
    match.state.turn_total, match.state.die, match.state.player = 11, 5, 1
    assert str(match) == (
        "seat 1     7\nseat 2    43\nseat 3     0\n"
        "turn 1: seat 2 has 11 points in this turn, last roll 5"
    )
    drawn = ElementTree.fromstring(match._repr_svg_())
    texts = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    bars = ["seat 1", "7", "seat 2", "43 + 11", "seat 3", "0"]
    assert texts[1:] == [*bars, "11", "points in this turn"]
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 5  # pips


def test_the_end_names_who_has_won_or_who_shares() -> None:
    match = Match("pig", strategy="hold", seed=1, goal=30)
    list(match.run())
    winner = match.outcome()["win"].index(1.0)
    points = match.outcome()["points"][winner]
    last = str(match).splitlines()[-1]
    assert last.startswith(f"seat {winner + 1} has won with {points} points")
    match = Match("pig", seed=1, players=3, most_turns=1)
    match.state.turns = 1
    assert str(match).splitlines()[-1] == "seats 1, 2, 3 share the win with 0 points, after turn 1"


def test_a_transcript_has_a_line_for_each_turn_with_its_rolls() -> None:
    match = Match("pig", strategy="hold", seed=5, goal=40)
    texts = match.transcript().splitlines()
    outcome = match.outcome()
    lines = [re.fullmatch(r"turn \d+ +seat [12]  ([1-6 ]+)  (.*)", line) for line in texts]
    turns = [(line[1].split(), line[2]) for line in lines if line]
    assert len(turns) == outcome["turns"]
    assert sum(len(rolls) for rolls, _ in turns) == outcome["throws"]
    for rolls, end in turns:
        points = sum(map(int, rolls))
        lost = rolls[-1] == "1"
        assert end == f"loses {points - 1}" if lost else end.startswith(f"holds {points}: ")


def test_a_position_of_ones_own_needs_no_more_than_the_scores() -> None:
    match = Match("pig", position="scores=40,97 turn_total=12 player=1 die=4", strategy="optimal")
    assert (match.seat, match.legal_moves()) == (1, [0, 1])
    assert match.format_move(match.choose()) == "hold"
