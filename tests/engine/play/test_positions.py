"""Positions as the fields of any state, and their words."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.rng import DEAL, STREAM, next_word, skip_to, start, used_of
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.play.plain_positions import format_attributes, parse_attributes
from playout.engine.play.positions import check_fields, format_fields, parse_fields, read_words
from playout.engine.words.errors import PlayoutError

PIG = np.dtype([("scores", np.int16, (4,)), ("turn", np.int64), ("player", np.uint8)], align=True)
INNER = np.dtype([("key", np.uint64, (2,)), ("share", np.float32)])
NESTED = np.dtype(
    [
        ("table", np.int8, (2, 3)),
        ("cube", np.int32, (2, 2, 2)),
        ("over", np.bool_),
        ("chance", np.float64, (3,)),
        ("inner", INNER),
        ("several", INNER, (2,)),
        ("nothing", np.int64, (0,)),
    ],
    align=True,
)


def parsed(dtype: np.dtype[Any], text: str) -> Any:
    """The state of a text."""
    state = new_record(dtype)
    parse_fields(text, state)
    return state


def test_small_states_are_short_and_written_by_hand() -> None:
    text = "scores=34,50 turn=12 player=1"
    state = parsed(PIG, text)
    assert state.scores.tolist() == [34, 50, 0, 0]
    assert (state.turn, state.player) == (12, 1)
    assert format_fields(state) == text
    assert parsed(PIG, "player=1  turn=12 scores=34,50,0").tobytes() == state.tobytes()
    assert format_fields(new_record(PIG)) == ""


def test_nested_fields_have_the_names_of_both() -> None:
    text = (
        "table=0/0,-7 cube=1/0/0,2 over=1 chance=0.1,-1e-300,inf inner.key=0,18446744073709551615 "
        "inner.share=0.1 several.key=0/5"
    )
    state = parsed(NESTED, text)
    assert state.table.tolist() == [[0, 0, 0], [0, -7, 0]]
    assert state.cube.tolist() == [[[1, 0], [0, 0]], [[0, 2], [0, 0]]]
    assert state.inner.key.tolist() == [0, 2**64 - 1]
    assert state.several["key"].tolist() == [[0, 0], [5, 0]]
    assert format_fields(state) == text


def test_states_of_random_bits_are_read_as_they_were_written() -> None:
    chance = Random(4)
    for _ in range(200):
        # The bits of floats are those of numbers: there is one NaN only.
        state = np.frombuffer(chance.randbytes(NESTED.itemsize), NESTED).copy()
        state["over"] = chance.random() < 0.5
        for field in (state["chance"], state["inner"]["share"], state["several"]["share"]):
            field[np.isnan(field)] = -0.0
        again = parsed(NESTED, format_fields(state[0]))
        for name in NESTED.names or ():
            assert again[name].tobytes() == state[0][name].tobytes()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("score=1", "there is no field 'score': did you mean 'scores'?"),
        ("turn", "turn has no value; write turn=... without blanks"),
        ("turn=1 turn=2", "turn is given twice"),
        ("turn=1,2", "turn=1,2: at most 1 number can be given"),
        ("scores=1,2,3,4,5", "scores=1,2,3,4,5: at most 4 numbers can be given"),
        ("scores=1/2", "scores=1/2: at most 4 numbers can be given"),
        ("scores=40000", "scores=40000: must be a whole number from -32768 to 32767"),
        ("player=-1", "player=-1: must be a whole number from 0 to 255"),
        ("turn=١", "turn=١: must be a whole number"),
        ("turn=1.5", "turn=1.5: must be a whole number"),
        ("scores=1,,2", "scores='': must be a whole number from"),
        (f"turn={'9' * 200_000}", "200,005 characters; at most 200,000 are allowed"),
    ],
)
def test_the_field_that_is_wrong_is_named(text: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=re.escape(sentence)):
        parsed(PIG, text)


def test_what_is_wrong_in_a_table_of_a_record_is_named_too() -> None:
    for text, sentence in {
        "table=1/2/3": "table=1/2/3: at most 2 rows of 3 numbers can be given",
        "inner.key=-1": "inner.key=-1: must be a whole number from 0 to 18446744073709551615",
        "inner.share=x": "inner.share=x: must be a number",
        "chance=1e+5": "chance=1e+5: must be a number",
        "nothing=1": "nothing=1: at most",
        "over=2": "over=2: must be a whole number from 0 to 1",
    }.items():
        with pytest.raises(PlayoutError, match=re.escape(sentence)):
            parsed(NESTED, text)


@pytest.mark.parametrize("kind", ["U3", "S3", "M8[s]", "c16"])
def test_a_field_that_is_no_number_is_named(kind: str) -> None:
    state = np.zeros(1, [("turn", np.int64), ("name", kind)])[0]
    for call in (lambda: format_fields(state), lambda: parse_fields("turn=1", state)):
        with pytest.raises(PlayoutError, match="the field name of the state is of type"):
            call()


def test_a_state_that_is_no_record_has_no_position() -> None:
    with pytest.raises(PlayoutError, match="does not say how its positions are written"):
        format_fields([1, 2])


def test_words_are_split_at_any_blanks() -> None:
    assert read_words(" a=1\tb=x=y ", ("a", "b")) == {"a": "1", "b": "x=y"}


def test_a_game_without_a_form_of_its_own_has_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("format_position", "parse_position"):
        monkeypatch.delattr(f"playout.games.hex.display.drawing.{name}")
    match = Match("hex", strategy="shortest", rows=3, seed=2)
    match.step()
    assert " turn=1" in match.position
    again = Match("hex", strategy="shortest", rows=3, position=match.position)
    assert again.state.tobytes() == match.state.tobytes()
    assert list(again.run()) == list(match.run())

    full = "stones=1,1,1,1,1,1,1,1,1 turn=9"
    with pytest.raises(PlayoutError, match="position: the game is not over, but seat 1 has no leg"):
        Match("hex", rows=3, position=full)
    with pytest.raises(PlayoutError, match="position: seat 8 is to move, but the seats are 1 to 2"):
        Match("hex", rows=3, position="coins=7")

    def check_position(state: Any, rules: Any) -> None:
        if state.turn != (state.stones != 0).sum():
            raise PlayoutError("turn: it is not the number of stones")

    monkeypatch.setattr(
        "playout.games.hex.display.drawing.check_position", check_position, raising=False
    )
    with pytest.raises(PlayoutError, match="position: turn: it is not the number of stones"):
        Match("hex", rows=3, position="turn=2")


TO_40: dict[str, Any] = {"goal": 40}
PIG_FILE = str(Path(__file__).parents[3] / "examples" / "pig.py")


def test_a_game_in_plain_python_has_its_attributes_and_the_place_of_its_dice() -> None:
    match = Match(PIG_FILE, strategy="hold", seed=3, **TO_40)
    for _ in range(9):
        match.step()
    text = match.position
    assert re.fullmatch(
        r"scores=\d+,\d+ player=[01] turn_total=\d+ turns=\d+ throws=\d+ chance=\d+", text
    )
    again = Match(PIG_FILE, strategy="hold", seed=3, position=text, **TO_40)
    assert again.position == text
    assert list(again.run()) == list(match.run())
    assert again.outcome() == match.outcome()
    assert again.position == match.position
    while again.moves:
        again.undo()
    assert again.position == text

    other = Match(PIG_FILE, strategy="hold", seed=3, redraw=1, **TO_40)
    same = Match(PIG_FILE, strategy="hold", seed=3, redraw=1, position=other.position, **TO_40)
    assert (
        list(same.run())
        == list(other.run())
        != list(Match(PIG_FILE, strategy="hold", seed=3, **TO_40).run())
    )

    by_hand = Match(PIG_FILE, position="scores=34,50 turn_total=12")
    assert by_hand.position == "scores=34,50 player=0 turn_total=12 turns=0 throws=0 chance=0"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("score=1,2", "there is no field 'score': did you mean 'scores'?"),
        ("turn_total=x", "turn_total=x: must be a value as Python writes it, without blanks"),
        ("turn_total=(1", "turn_total=(1: must be a value as Python writes it"),
        ("turn_total=[1]", "turn_total=[1]: must be a number"),
        ("scores=1,2,", None),
        ("player=7", "actor of game '"),
        ("scores=-", "the game cannot continue from this position: ValueError"),
        ("chance=-1", "chance=-1: must be a whole number from 0 to"),
        (f"turn_total={'9' * 5000}", "turn_total=999"),
        (f"turn_total={'(' * 9000}", "turn_total=((("),
    ],
)
def test_a_wrong_position_of_a_game_in_plain_python(text: str, sentence: str | None) -> None:
    if sentence is None:
        assert Match(PIG_FILE, position=text).state.scores == [1, 2]
        return
    with pytest.raises(PlayoutError, match=re.escape(f"position: {sentence}")):
        Match(PIG_FILE, position=text)


class Plain:
    """A state of values of all kinds."""

    def __init__(self) -> None:
        self.values: Any = [1, [2.5, -1e300], (3,), {"a": {1, 2}, 4: None}, "b", True, ()]
        self.none: Any = []


def test_plain_values_are_read_as_they_were_written() -> None:
    text = "values=1,[2.5,-1e300],(3,),{'a':{1,2},4:None},'b',True,() none=-"
    assert format_attributes(Plain()) == text
    again = Plain()
    again.values = []
    parse_attributes(read_words(text, vars(again)), again)
    assert vars(again) == vars(Plain())


@pytest.mark.parametrize(
    "value", ["a b", ["a b", "\t c\n"], {"x y": ("  ", r"\x20 ")}, "\xa0 \u2003"]
)
def test_texts_may_have_blanks(value: Any) -> None:
    state, again = Plain(), Plain()
    state.none, again.none = value, type(value)()
    text = format_attributes(state)
    parse_attributes(read_words(text, vars(again)), again)
    assert again.none == value


@pytest.mark.parametrize("value", [object(), float("nan"), np.zeros(2), [object()]])
def test_what_is_no_plain_value_is_named(value: Any) -> None:
    state = Plain()
    state.none = value
    with pytest.raises(PlayoutError, match="the attribute none of the state is neither a number"):
        format_attributes(state)


def test_a_stream_is_set_to_any_of_its_words() -> None:
    expected = [next_word(one) for one in [started()] for _ in range(12)]
    for used, word in enumerate(expected):
        stream = started()
        next_word(stream)
        skip_to(stream, used)
        assert used_of(stream) == used
        assert next_word(stream) == word


def started() -> Any:
    """A stream at its beginning."""
    stream = new_record(STREAM)
    start(stream, 5, 6, DEAL)
    return stream


def test_a_match_from_a_position_is_taken_back_to_it_and_says_so() -> None:
    position = "piles=18,5,27,12 hands=8,22,24"
    match = Match("the-game", strategy="greedy", high=30, position=position)
    begun = match.position
    assert match.start == begun != position
    assert "game 0 of seed 1, from a position, 1 player" in repr(match)
    moves = list(match.run())
    while match.moves:
        match.undo()
    assert match.position == begun
    assert list(match.run()) == moves
    assert Match("the-game").start is None
    with pytest.raises(PlayoutError, match="position: must be one line of text, not 5"):
        Match("the-game", position=5)  # type: ignore[arg-type]


def test_a_number_out_of_its_range_is_refused() -> None:
    state = new_record([("die", np.int64), ("scores", np.int64, (3,))])
    state.die, state.scores = 3, [0, 5, 2000]
    check_fields(state, die=(1, 6), scores=(0, 2000))
    with pytest.raises(PlayoutError, match="die=3: must be a whole number from 4 to 6"):
        check_fields(state, scores=(0, 2000), die=(4, 6))
    with pytest.raises(PlayoutError, match="scores=2000: must be a whole number from 0 to 1,999"):
        check_fields(state, scores=(0, 1999))
