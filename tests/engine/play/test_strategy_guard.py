"""What a strategy writes reaches no other seat or game; what it returns is a whole number."""

from __future__ import annotations

import signal
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.game.game import Rules
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play import batch
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove, PlayoutError

HEAD = """
from statistics import median
import numpy as np
import playout
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.engine.native.jit import jit
from playout.games.the_game import strategies

greedy = jit(strategies.greedy)

"""


def later(body: str, expected: str) -> Any:
    """One of many that take a moment to compile: for slow runs."""
    return pytest.param(body, expected, marks=pytest.mark.slow)


FIELDS = ", ".join(sorted(find_game("the-game").view_dtype.names or ()))


def written(folder: Path, body: str, compiled: bool) -> str:
    """A reference to a strategy with this body."""
    declared = f'@playout.strategy("the-game", compiled={compiled})\ndef mine(view, rng):\n'
    text = textwrap.indent(body.strip("\n"), "    ")
    (folder / "mine.py").write_text(f"{HEAD}{declared}{text}\n")
    return f"{folder / 'mine.py'}:mine"


def rules() -> Rules:
    return find_game("the-game").with_options({"players": 2, "hand": 5})


def played(reference: str, first: int = 0, count: int = 200) -> Any:
    players = [find_player("the-game", reference)] * 2
    return play_batch(rules(), players, 1, first, count)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_strategy_writes_into_its_view_ends_with_the_game(
    tmp_path: Path, compiled: bool
) -> None:
    body = """
if view.parameters[0] > 45:  # moves of one seat in one game are fewer
    return -99
view.parameters[0] += 1
view.draw_pile = 0
if view.sizes[6] > 45:
    return -98
view.sizes[6] += 1
return greedy(view, rng)
"""
    reference = written(tmp_path, body, compiled)
    whole = played(reference, count=50)
    parts = [played(reference, first, 1) for first in range(50)]
    assert (whole == np.concatenate(parts)).all()


def test_in_plain_python_a_strategy_gets_copies(tmp_path: Path) -> None:
    body = """
holder = view
while getattr(holder, "base", None) is not None:
    holder = holder.base
assert holder.nbytes <= 8 * view.nbytes, "the whole table"
rng.counter[1] = 5
return greedy(view, rng)
"""
    mine, greedy = (
        find_player("the-game", name) for name in (written(tmp_path, body, False), "greedy")
    )
    found = play_batch(rules(), [mine, greedy], 1, 0, 20)
    assert (found == play_batch(rules(), [greedy, greedy], 1, 0, 20)).all()


@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        ("None", "returned None; a whole number is expected"),
        ("0.5", "returned 0.5; a whole number is expected"),
        ("'12'", "returned '12'; a whole number is expected"),
        ("True", "returned True; a whole number is expected"),
        ("10**40", "a whole number of 64 bits is expected"),
        ("10**5000", "returned a number of 16,610 bits; a whole number of 64 bits is expected"),
    ],
)
def test_in_plain_python_what_is_no_move_is_told(
    returned: str, sentence: str, tmp_path: Path
) -> None:
    reference = written(tmp_path, f"return {returned}", False)
    with pytest.raises(IllegalMove) as error:
        played(reference)
    assert sentence in str(error.value)
    assert " in game 0\n" in str(error.value)
    with pytest.raises(Exception, match=sentence.replace(".", r"\.").partition(";")[0]):
        Match("the-game", strategy=reference, players=2).step()


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        ("PlayoutError('mine')", "PlayoutError: mine"),
        ("IllegalMove('a\\nb\\x1b[31m')", r"IllegalMove: a b\\x1b\[31m"),
        (f"ValueError('{'a' * 500}')", r"ValueError: a+\.\.\."),
    ],
    ids=["ours", "terminal", "long"],
)
def test_whatever_a_strategy_raises_is_told_with_its_place(
    raised: str, expected: str, compiled: bool, tmp_path: Path
) -> None:
    body = f"if view.draw_pile < 80:\n    raise {raised}\nreturn greedy(view, rng)"
    message = (
        rf"mine.py:mine' on seat [12] raised {expected} \(line 14 of mine.py, in mine\) in game 0\n"
    )
    reference = written(tmp_path, body, compiled)
    with pytest.raises(IllegalMove, match=message):
        played(reference)
    with pytest.raises(IllegalMove, match=message), ThreadPoolExecutor(1) as pool:
        pool.submit(played, reference).result()


def test_an_error_whose_text_raises_another_is_told(tmp_path: Path) -> None:
    body = """
class Odd(Exception):
    def __str__(self):
        raise ValueError
raise Odd
"""
    with pytest.raises(IllegalMove, match=r"Odd, whose text cannot be had \(line 16 of mine"):
        played(written(tmp_path, body, False))


def test_ctrl_c_while_a_strategy_plays_is_one(tmp_path: Path) -> None:
    body = "import signal\nsignal.raise_signal(signal.SIGINT)\nreturn greedy(view, rng)"
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            played(written(tmp_path, body, False))
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_view_that_a_strategy_keeps_stays_as_it_was(tmp_path: Path) -> None:
    body = """
for kept, hand in mine.kept:
    assert kept.hand.tolist() == hand
mine.kept = [*mine.kept, (view, view.hand.tolist())][-9:]
return greedy(view, rng)
"""
    reference = written(tmp_path, body, False)
    with (tmp_path / "mine.py").open("a") as file:
        file.write("\nmine.kept = []\n")
    played(reference, 0, 3)


@pytest.mark.skipif(not COMPILING, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 0.5 * view.draw_pile", "it returns a number with a fraction, where a whole"),
        later("return 1 if view.draw_pile > 3 else 0.5", "it returns a number with a fraction"),
        ("return 1, 2", "it returns several values"),
        later("return view.hand", "it returns an array"),
        later("return view", "it returns a record, as the view"),
        later("return view.draw_pile > 3", "it returns True or False"),
        ("if view.draw_pile > 3:\n    return 1", "it may end without returning a move"),
        later("view.notes[0] = 1", "it returns nothing"),
        ("raise ValueError", "it always raises an error, or has a loop without an end (line "),
        ("while True:\n    pass", "it never returns a move: it always raises an error, or has a"),
        later("while True:\n    view.notes[0] += 1", "it never returns a move: it always raises"),
    ],
)
def test_compiled_code_that_returns_no_whole_number_is_refused(
    body: str, expected: str, tmp_path: Path
) -> None:
    reference = written(tmp_path, body, True)
    for _ in range(2):  # from the cache, too
        with pytest.raises(PlayoutError, match="cannot be compiled") as error:
            played(reference)
        assert expected in str(error.value)


@pytest.mark.skipif(not COMPILING, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 'a' + view.draw_pile", "there is no add(Literal[str](a), int64) (line 13 of"),
        (
            "return helper(view)",
            "there is no add(Literal[str](a), int64) (line 16 of mine.py, in h",
        ),
        (
            "return plain(view)",
            "'plain' is a plain function, and needs @jit of playout.author",
        ),
        ("import os\nreturn 1", "(IMPORT_NAME) found (line 13 of mine.py, in mine)"),
        ("with view as own:\n    return 1", " is not supported"),
        ("return median(view)", "'median'"),
        ("return view.hnad", f"no field 'hnad': did you mean 'hand'? (known: {FIELDS})"),
        ("return grady(view, rng)", "'grady' is not defined: did you mean 'greedy'? (line 13 of"),
        ("kept = []\nkept.append(view)\nreturn 1", "use load_from_data_pointer() instead"),
        ("raise KeyboardInterrupt", "used for exception (line 13 of mine.py, in mine)"),
    ],
)
def test_what_cannot_be_compiled_is_told_in_a_sentence_with_its_place(
    body: str, expected: str, tmp_path: Path
) -> None:
    reference = written(tmp_path, body, True)
    with (tmp_path / "mine.py").open("a") as file:
        file.write("@jit\ndef helper(view):\n    return 'a' + view.draw_pile\n\n")
        file.write("def plain(view):\n    return 1\n")
    with pytest.raises(PlayoutError, match=r"^strategy 'mine' cannot be compiled: ") as error:
        played(reference)
    message = str(error.value)
    assert expected in message
    assert " of mine.py, in " in message
    assert len(message) < 500
    assert ("compiled=False" in message) == ("did you mean" not in message)  # it would not help
    assert "\n" not in message


def test_signed_and_unsigned_numbers_by_turns_are_whole_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = (
        "if view.draw_pile > 90:\n    return np.uint64(greedy(view, rng))\nreturn greedy(view, rng)"
    )
    reference = written(tmp_path, body, True)
    assert (played(reference) == played("greedy")).all()
    if COMPILING:  # another program does not look again, which would compile it once more
        batch.compile_strategy.cache_clear()
        monkeypatch.setattr(batch, "wrong_return", lambda compiled: "looked at again")
        assert (played(reference) == played("greedy")).all()


OUTSIDE = """
import random
import numpy as np
import playout
from playout.engine.native.jit import jit

@jit
def coin():
    return np.random.random()

@playout.strategy("pig")
def tosses(view, rng):
    return int({} < 0.5)
"""


@pytest.mark.skipif(not COMPILING, reason="plain Python may use what it likes")
@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("random.random()", "Python's random"),
        ("np.random.rand()", "numpy.random"),
        ("coin()", "numpy.random"),
    ],
)
def test_a_compiled_strategy_must_draw_from_its_stream(
    drawn: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tosses.py").write_text(OUTSIDE.format(drawn), encoding="utf-8")
    rules = find_game("pig").with_options({})
    with pytest.raises(PlayoutError, match=f"tosses draws from {expected}, which no seed reaches"):
        play_batch(rules, [find_player("pig", "tosses.py:tosses")] * 2, 1, 0, 1)


def test_a_strategy_without_its_game_is_told_how_to_name_it() -> None:
    with pytest.raises(PlayoutError, match=r"@playout\.strategy needs the name of its game"):
        playout.strategy(lambda view, rng: 0)  # type: ignore[arg-type]
