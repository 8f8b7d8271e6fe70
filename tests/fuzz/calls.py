"""Calls from Python that are wrong at random."""

from __future__ import annotations

import decimal
import fractions
import inspect
import math
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import playout
from playout.engine.words.errors import IllegalMove, PlayoutError

FUNCTIONS = {
    "playout.run": {
        "game": "'the-game'",
        "games": "20",
        "strategy": "'greedy'",
        "players": "[1, 2]",
    },
    "playout.compare": {"game": "'the-game'", "a": "'greedy'", "b": "'combo'", "max_games": "50"},
    "playout.tournament": {
        "game": "'mexican-train'",
        "strategies": "['random', 'greedy']",
        "games": "20",
        "rounds": "1",
    },
    "playout.luck": {"game": "'the-game'", "strategies": "['random', 'greedy']", "games": "20"},
    "playout.odds": {"game": "'the-game'", "turn": "3", "games": "20", "strategy": "'quick'"},
    "playout.review": {"game": "'pig'", "strategy": "'random'", "worlds": "10", "seat": "1"},
    "playout.mistakes": {"game": "'pig'", "strategy": "'random'", "games": "3", "worlds": "4"},
    "playout.rare": {
        "game": "'the-game'",
        "strategy": "'random'",
        "particles": "20",
        "repeats": "10",
    },
    "playout.run_study": {"name_or_file": "'study.toml'", "games": "20"},
    "playout.load_run": {"path": "'a.run'"},
    "playout.resume": {"path": "'a.run'"},
    "playout.extend": {"path": "'a.run'", "games": "70"},
    "playout.merge": {"into": "'new.run'", "parts": "['a.run', 'rare.run']"},
    "playout.verify": {"path": "'a.run'", "sample": "2"},
    "playout.Match": {"game": "'the-game'", "strategy": "'greedy'", "players": "2"},
    "playout.strategy": {"game": "'the-game'"},
    "playout.list_strategies": {"game": "'hex'"},
    "playout.list_options": {"game": "'hex'"},
    "playout.list_measures": {"game": "'hex'"},
    "playout.hex.criticality": {"rows": "3", "boards": "2000"},
    "playout.hex.compound": {"rows": "3", "games": "5", "boards": "200"},
    "playout.hex.walk": {"stones": "[[1, 2], [2, 1]]"},
    "playout.hex.parse_stones": {"text": "'1 2'"},
    "playout.hex.format_stones": {"stones": "[[1, 2], [2, 1]]"},
    "playout.hex.load_stones": {"path": "'stones.txt'"},
    "playout.hex.save_stones": {"stones": "[[1, 2], [2, 1]]", "path": "'new.txt'"},
    "playout.the_game.winnable": {"players": "2", "high": "20", "seconds": "1"},
}
METHODS = {
    "playout.load_run('a.run')": ("to_text", "to_pandas", "to_csv", "table", "plot", "effects"),
    "playout.load_run('a.run') ": ("distribution", "__getitem__", "to_csv", "plot", "to_text"),
    "playout.load_run('rare.run')": ("to_text", "to_pandas", "to_csv", "table", "plot"),
    "playout.load_run('map.run')": ("to_text", "cell", "table", "plot", "svg"),
    "playout.hex.compound(3, games=3, boards=99)": ("moves", "after", "final", "numbers", "plot"),
    "playout.Match('the-game', strategy='greedy')": ("play", "is_legal", "view", "format_move"),
    "playout.Match('hex', rows=3, cols=3)": ("play", "is_legal", "view", "format_move", "choose"),
}
ODD = [
    *(
        "None",
        "True",
        "False",
        "0",
        "1",
        "-1",
        "2",
        "3",
        "1.5",
        "-0.0",
        "1e300",
        "10**30",
        "-10**30",
    ),
    *("math.nan", "math.inf", "-math.inf", "1j", "''", "' '", "'x'", "'x' * 300", "'\\0'", "'١'"),
    *(
        "'\\ud800'",
        "'\\n'",
        "b''",
        "b'x'",
        "bytearray(2)",
        "[]",
        "[[]]",
        "[None]",
        "[1, 'x']",
        "()",
    ),
    *(
        "(1, 2)",
        "{}",
        "{'a': 1}",
        "{1}",
        "range(3)",
        "range(10**9)",
        "iter([1])",
        "itself()",
        "object()",
    ),
    *(
        "object",
        "int",
        "print",
        "lambda: 1",
        "lambda view, rng: 0",
        "np.nan",
        "np.array([])",
        "np.eye(2)",
    ),
    *(
        "np.int64(2)",
        "np.array(2)",
        "np.array(['a'])",
        "np.float32(0.5)",
        "np.zeros((3, 3), np.int8)",
    ),
    *(
        "np.datetime64('NaT')",
        "decimal.Decimal('0.5')",
        "decimal.Decimal('NaN')",
        "fractions.Fraction(1, 2)",
    ),
    *(
        "Path('.')",
        "Path('a.run')",
        "Path('new.csv')",
        "'folder'",
        "'empty'",
    ),
    *(
        "'half.run'",
        "'bits.run'",
        "'rare.run'",
        "'map.run'",
        "'link.run'",
        "'study.toml'",
        "'nowhere'",
    ),
    *(
        "'latin.toml'",
        "'mine.py:bold'",
        "'raising.py:x'",
        "'broken.py:x'",
        "'all'",
        "'1..3'",
        "'1,2'",
    ),
    *(
        "'10k'",
        "'5%'",
        "'1e400'",
        "'win'",
        "['win']",
        "'points'",
        "['greedy', 'greedy']",
        "'greedy+random'",
    ),
    *(
        "Awkward()",
        "Text('greedy')",
        "NotImplemented",
        "...",
        "Exception('x')",
        "playout",
        "10**400",
    ),
    *(
        "'9' * 5000",
        "{'extra': 1}",
        "{'players': [1, 2]}",
        "[10**30]",
        "[1.5, 2.5]",
        "'processes:0'",
    ),
]


class Awkward:
    """An object that fails whatever is done with it, but for what every object must do."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __len__(self) -> int:
        return 3

    def __eq__(self, other: object) -> bool:
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]


class Text(str):
    """Text that is of a class of its own."""


def itself() -> list[Any]:
    """A list that holds itself."""
    inner: list[Any] = []
    inner.append(inner)
    return inner


NAMES: dict[str, Any] = {
    "playout": playout,
    "np": np,
    "math": math,
    "decimal": decimal,
    "fractions": fractions,
    "Path": Path,
    "Awkward": Awkward,
    "Text": Text,
    "itself": itself,
}


@cache
def keywords(function: str) -> list[str]:
    """The names of the keywords of a function, and some that are rules, or nothing."""
    named = inspect.signature(eval(function, NAMES)).parameters
    own = [name for name, one in named.items() if one.kind is not one.VAR_KEYWORD]
    return [*own, *own, "players", "hand", "min_cards", "rows", "nothing", "threads"]


def made(chance: random.Random) -> str:
    """A call, as Python."""
    if chance.random() < 0.25:
        whole = chance.choice(list(METHODS))
        method, count = chance.choice(METHODS[whole]), chance.choice((0, 1, 1, 1, 2))
        given = [chance.choice(ODD) for _ in range(count)]
        named = inspect.signature(getattr(_class_of(whole), method)).parameters
        names = [name for name in named if name != "self"] or ["nothing"]
        if given and chance.random() < 0.5:
            given[-1] = f"{chance.choice(names)}={given[-1]}"
        return f"{whole.strip()}.{method}({', '.join(given)})"
    function = chance.choice(list(FUNCTIONS))
    values = dict(FUNCTIONS[function])
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        how = chance.random()
        if how < 0.1 and values:
            del values[chance.choice(list(values))]
        elif how < 0.5 and values:
            values[chance.choice(list(values))] = chance.choice(ODD)
        else:
            values[chance.choice(keywords(function))] = chance.choice(ODD)
    call = f"{function}({', '.join(f'{name}={value}' for name, value in values.items())})"
    return f"{call}({chance.choice(ODD)})" if function == "playout.strategy" else call


def _class_of(whole: str) -> Any:
    from playout.questions import hex, rare, runs

    if "Match" in whole:
        return playout.Match
    if "compound" in whole:
        return hex.compound.Answer
    if "map" in whole:
        return hex.maps.Answer
    return rare.Answer if "rare" in whole else runs.Answer


def told(chance: random.Random) -> str:
    """The call."""
    return f">>> {made(chance)!a}"


def play(chance: random.Random) -> int | None:
    """Call it: it answers, or raises a PlayoutError of one line."""
    try:
        eval(made(chance), NAMES)
    except IllegalMove:
        return None  # the position stands below its sentence
    except PlayoutError as error:
        if len(str(error).splitlines()) != 1:
            raise AssertionError("the error is not one line") from error
    except TypeError as error:
        if not is_of_python(error):
            raise
    return None


def is_of_python(error: TypeError) -> bool:
    """Whether Python itself has refused the call, because such arguments there are not."""
    trace: Any = error.__traceback__
    depth = 0
    while trace is not None:
        depth += "playout" in Path(trace.tb_frame.f_code.co_filename).parts
        trace = trace.tb_next
    return depth == 0
