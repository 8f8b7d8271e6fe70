"""Sentences say what their tables say: every number with its sign, who is best, and which way.

Each case draws a small question from its seed, so that little is clear, values are equal, and some
never vary: what few games give is what sentences get wrong.  Numbers are compared after the
rounding that a sentence uses.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.lists import find_study
from playout.report.answer import Answer
from playout.report.estimates import How, chance_interval
from playout.report.words import MOST_CHANGE
from tests.questions.drawn import QUICK, STUDIES, Draw, pick, seed, study_of

NUMBER = re.compile(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?")
LARGE = {"million": 1e6, "billion": 1e9}
# Words that say of a number that it stands in the table with the other sign.
OTHER_WAY = re.compile(
    r"\b(less|fewer|lower|lowered|took|taken|worse|costs?|costly|gives|takes|falls|behind|ahead|better"
    r"|more)\b"
)
# Ends of wide intervals are rounded away from the estimate.
OUTWARD = re.compile(r"somewhere between (?:[\d.,]+ and )?$")
NOTHING_IS_MORE = re.compile(
    r"(?<![\d.,])0(?:\.0+)?(?: %| points?| percentage points?)? (?:\w+ )?"
    r"(?:more|less|fewer|better|worse|higher|lower|ahead)\b"
)


def check(answer: Answer, template: str = "") -> None:
    """All that must be so of the sentence of any answer, and of its intervals."""
    sentence, data = answer.sentence(), answer.to_dict() | {"template": template}
    data.pop("sentence")
    for said in [sentence, *(one for table in answer.tables() for one in table.sentences)]:
        numbers_are_in(said, data, answer)
        assert not NOTHING_IS_MORE.search(said), said
        assert not re.search(r"\b(above|below) [\d.]+ %", said), said
    intervals_are_possible(answer)
    if (more := WAYS.get(answer.kind)) is not None:
        more(answer, sentence)


def numbers_are_in(sentence: str, data: Any, answer: Answer) -> None:
    """Every number of a sentence is in the data, with its sign, as the sentence rounds it."""
    values, texts = list(values_in(data)), list(texts_in(data))
    values += [2 ** data[name] for name in SLOPES if data.get(name)]
    values += of_equal_cells(answer)
    if answer.kind == "tournament":  # how many games were won
        values += [row["win"] * row["games"] for row in answer]
    texts += [answer.game.title, *(str(answer.game.name).split("-"))]
    named = {number for text in texts for number in NUMBER.findall(text)}
    named |= {number.strip("+") for text in texts for number in re.findall(r"\d+", text)}
    for found in NUMBER.finditer(sentence):
        text = found[0].rstrip(",")
        if text in named or text.replace(",", "") in named:
            continue
        if sentence[: found.start()].endswith("="):
            continue  # a rule of the game: studies of several pairs have no column for it
        after = sentence[found.end() :]
        size = float(text.replace(",", ""))
        for word in after.split()[:2]:
            size *= LARGE.get(word.strip(".,"), 1.0)
        clause = re.split(r"[;.]\s|\n", after, maxsplit=1)[0]
        before = re.split(r"[;.]\s|\n", sentence[: found.start()])[-1]
        either = bool(OTHER_WAY.search(before) or OTHER_WAY.search(clause))
        outward = 2.0 if OUTWARD.search(before) else 1.0
        known = reaches_in(data) if before.endswith("may be off by about ") else values
        assert any(
            rounds_to(value, size, text, outward)
            or (either and rounds_to(-value, size, text, outward))
            for value in known
        ), (text, sentence, sorted(set(values)))


def of_equal_cells(answer: Any) -> Iterator[float]:
    """The rate of equal cells on a map, from the mean of their boards, with its interval."""
    if answer.kind == "hex-map" and (leaders := answer.facts().get("leaders")):
        counts = [row["pivotal"] for row in answer if row["cell"] in leaders]
        how: How = "fixed" if answer.confidence is None else "anytime"
        if answer.boards:
            yield from chance_interval(round(np.mean(counts)), answer.boards, how)


def reaches_in(data: Any) -> Iterator[float]:
    """Half the width of every interval of an answer, as it is and as a part of the estimate."""
    if isinstance(data, dict):
        for name, value in data.items():
            low, high = data.get(f"{name}_low"), data.get(f"{name}_high")
            if low is not None and high is not None:
                yield (high - low) / 2
                yield (high - low) / 2 / abs(value or math.inf)
            yield from reaches_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from reaches_in(value)


def rounds_to(value: float, size: float, text: str, outward: float = 1.0) -> bool:
    """Whether a value is a number of a sentence, as it is, in per cent, or as 1 in so many.

    If it is rounded ``outward``, 2, it may be a whole step away.
    """
    digits = text.replace(",", "").lstrip("+-")
    places = len(digits.partition(".")[2])
    zeros = 0 if places else len(digits) - len(digits.rstrip("0"))
    step = 10.0 ** (zeros - places) if size else 10.0**-places
    # The part of itself that rounding may change; an end of an interval may have one digit.
    part = 1.0 if not size else 0.25 if len(digits) == 1 else MOST_CHANGE + 1e-9
    ways = (value, 100.0 * value, 1.0 / value if value else math.inf)
    scale = abs(size) / float(digits) if float(digits) else 1.0
    return any(
        abs(way - size) <= min((0.5 * outward + 1e-9) * step * scale, part * max(abs(way), 1e-12))
        for way in ways
    )


def values_in(data: Any) -> Iterator[float]:
    """All numbers of an answer, and what players of equal strength win."""
    if isinstance(data, dict):
        for value in data.values():
            yield from values_in(value)
    elif isinstance(data, list):
        yield from (1 / count for count in (2, 3, 4))
        yield float(len(data))
        for value in data:
            yield from values_in(value)
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield float(data)


def texts_in(data: Any) -> Iterator[str]:
    """All words of an answer: names of strategies, of cells, of rows."""
    if isinstance(data, dict):
        yield from (str(key) for key in data)
        for value in data.values():
            yield from texts_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts_in(value)
    elif isinstance(data, str):
        yield data


SLOPES = ("pivotal_cells_slope", "length_slope")
CERTAIN = {"less", "difference", "skill", "others", "strategy", "interaction", "rest", "total"}
CERTAIN |= {"mixture", "alpha_rank"}  # of a strategy that none of them uses


def intervals_are_possible(answer: Answer) -> None:
    """Each holds its estimate; none is a single number, unless that is certain."""
    for table in answer.tables():
        for row in table.rows:
            for name in row:
                if f"{name}_low" not in row or isinstance(row[name], str):
                    continue
                estimate, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
                if any(map(math.isnan, (estimate, low, high))):
                    continue
                assert low <= estimate <= high, (name, row)
                if low == high:
                    assert is_certain(answer, name, row), (name, row)


def is_certain(answer: Answer, name: str, row: Any) -> bool:
    """Whether an estimate may be known: one that follows from the rules, or of a move itself."""
    if answer.kind in ("hex-map", "hex-scaling", "hex-compound"):
        return True  # all fillings, and boards of one cell
    if answer.kind == "run":  # shares of equals, boards of one cell, values that were seen
        return name in ("win", "length", "rounds") or name.endswith(("_median", "_p95"))
    if answer.kind == "luck":
        return row.get("part") in CERTAIN or name in ("minus_random", "rest_sd")
    if answer.kind == "review" and name == "cost":
        return bool(row["move"] == row["best"])
    return name in CERTAIN and float(row[name]) == 0.0


def way_of_compare(answer: Any, sentence: str) -> None:
    a, b = answer[0]["a_mean"], answer[0]["b_mean"]
    if "pair" in answer[0]:
        return
    higher = answer[0]["a" if a > b else "b"].replace(", ", " and ")
    if " more often with " in sentence and " may " not in sentence:
        assert f" more often with {higher} than with " in sentence.replace("the usual ", "")
    if " is better than " not in sentence:
        return
    who = sentence.split(": ", 1)[1].split(" is better than ")[0]
    assert who == higher
    assert answer[0]["measure"] != "win" or "more often" in sentence


def way_of_tournament(answer: Any, sentence: str) -> None:
    rows = list(answer)
    if len(rows) > 1:
        best = max(rows, key=lambda row: row["win"])
        assert f": {best['strategy']} " in sentence or best["win"] == rows[0]["win"]
        ahead = [row["ahead"] for row in answer.table("cross").to_dict("records")]
        count = len(rows) - 1
        assert (
            f" won all {rows[0]['games']} of its games" in sentence
            or " won both of its games" in sentence
            or " won its only game" in sentence
        ) == (count > 0 and ahead[:count] == [1.0] * count)


def way_of_mistakes(answer: Any, sentence: str) -> None:
    every = answer[0]
    is_worse = sentence.startswith("On average, ")
    assert is_worse == (every["cost_low"] > 0 or every["skill_high"] < 0)
    better = " are better than those of " in sentence
    assert better == (every["skill_low"] > 0)
    assert (" A search with " in sentence) == (every["skill_high"] < 0)
    behind = [row for row in list(answer)[1:] if row["skill_high"] < 0]
    assert ("seems to be" in sentence) <= bool(behind)
    assert ("No quarter" in sentence) <= (every["skill_high"] < 0)
    unit = "percentage points?" if answer.found.asked.measure.is_rate else r"\w+(?: a game)? ?\w+"
    for amount in re.findall(r"about .*", sentence.replace(" about ", "\nabout ")):
        assert re.match(rf"about [\d.,]+ {unit}", amount), sentence


def way_of_odds(answer: Any, sentence: str) -> None:
    rows = list(answer)
    values = [row["value"] for row in rows]
    assert values[0] == (max(values) if answer.found.moves.sign > 0 else min(values))
    is_open = "not clear yet" in sentence or "or which of the" in sentence
    assert rows[0]["move"] in sentence or is_open
    assert is_open or len(rows) == 1 or answer.best == rows[0]["move"]


def way_of_map(answer: Any, sentence: str) -> None:
    if "it may be any of the " in sentence and hasattr(answer, "leaders"):  # one map
        assert len(answer.leaders) == sum(row["owner"] == 0 for row in answer)
    elif "rate" in answer[0] and "most critical" in sentence:
        best = max(answer, key=lambda row: row["rate"])
        assert math.isclose(
            max(row["rate"] for row in answer if row["cell"] in sentence), best["rate"]
        )


def way_of_run(answer: Any, sentence: str) -> None:
    if "win" not in answer[0]:
        return
    ends = [row["win_high"] for row in answer], [row["win_low"] for row in answer]
    for bound, limit in re.findall(r"(less|more) than ([\d.]+) %", sentence):
        at = min(abs(float(limit) / 100 - end) for end in ends[bound == "more"])
        assert at < 0.01
    if "wins most often" in sentence or "wins more often" in sentence:
        best = max(answer, key=lambda row: row["win"])
        assert str(best["strategy"]) in re.split(" wins mo(?:st|re) often", sentence)[0]


WAYS: dict[str, Callable[[Any, str], None]] = {
    "compare": way_of_compare,
    "tournament": way_of_tournament,
    "mistakes": way_of_mistakes,
    "odds": way_of_odds,
    "hex-map": way_of_map,
    "run": way_of_run,
}


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(ask, marks=pytest.mark.slow if ask.__name__ == "compound" else ())
        for ask in QUICK
    ],
    ids=lambda ask: ask.__name__,
)
def test_a_sentence_says_what_its_table_says(ask: Callable[[Draw], Answer], number: int) -> None:
    check(ask(np.random.default_rng([1, number])))


@pytest.mark.thorough
@pytest.mark.parametrize("ask", QUICK, ids=lambda ask: ask.__name__)
def test_many_sentences_say_what_their_tables_say(ask: Callable[[Draw], Answer]) -> None:
    for number in range(3, 60):
        check(ask(np.random.default_rng([1, number])))


TRAIN: dict[str, Any] = {"rounds": 1, "set": 6, "players": 2, "measure": "points"}
GAME: dict[str, Any] = {"players": 2, "high": 20, "hand": 3}


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "rules"), [("mexican-train", TRAIN), ("the-game", GAME)])
def test_sentences_of_games_of_little_points_and_of_one_team_say_what_their_tables_say(
    game: str, rules: dict[str, Any]
) -> None:
    """Few points are good, and nobody plays against anybody."""
    for number in range(8):
        draw = np.random.default_rng([4, number])
        few = int(draw.integers(2, 12))
        a, b = pick(draw, ("random", "greedy"), ("greedy", "random"))
        more: dict[str, Any] = {**rules, "seed": seed(draw)}
        check(playout.compare(game, a=a, b=b, max_games=20 * few, **more))
        check(playout.odds(game, strategy=a, turn=few, games=20 * few, **more))
        check(playout.review(game, strategy=a, reviewer=b, worlds=2 * few, **more))
        check(playout.mistakes(game, strategy=a, reviewer=b, games=few, worlds=few, **more))
        check(playout.luck(game, strategies=[a, b], games=20 * few, **more))


@pytest.mark.thorough
def test_sentences_of_rare_events_say_what_their_tables_say() -> None:
    for number in range(12):
        draw = np.random.default_rng([5, number])
        repeats, particles = int(draw.integers(10, 14)), int(draw.integers(10, 60))
        more: dict[str, Any] = {**GAME, "high": pick(draw, 12, 20, 40), "seed": seed(draw)}
        strategy = pick(draw, "random", "greedy")
        answer = playout.rare(
            "the-game", strategy=strategy, particles=particles, repeats=repeats, **more
        )
        check(answer)
        assert 0.0 <= answer.low <= answer.estimate <= answer.high <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("kind", STUDIES)
def test_sentences_of_studies_say_what_their_tables_say(kind: str, tmp_path: Path) -> None:
    for number in range(6):
        draw = np.random.default_rng([2, number])
        check(study_of(STUDIES[kind])(draw, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["yahtzee-optimal", "pig-best-play", "risk-battle"])
def test_sentences_of_shipped_studies_say_what_few_games_show(name: str) -> None:
    text = find_study(name).read_text(encoding="utf-8")  # with numbers that its author wrote
    for games in (2, 40):
        check(playout.run_study(name, games=games), text)
