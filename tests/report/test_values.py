"""Answers are values: of every kind, they are compared, copied, pickled, and made into tables."""

from __future__ import annotations

import copy
import io
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import playout
from playout import PlayoutError
from playout.engine.find.games import find_game
from playout.questions import KINDS
from playout.report.answer import Answer
from tests.playing import over

PAIRS = str(Path(__file__).with_name("pairs.toml"))
SMALL: dict[str, Any] = {
    "run": lambda **k: playout.run("the-game", players=[1, 2], games=60, **k),
    "run-seats": lambda **k: playout.run(
        "mexican-train", seats=["random", "greedy"], gate=[True, False], games=8, **k
    ),
    "compare": lambda **k: playout.compare("the-game", a="greedy", b="combo", max_games=60, **k),
    "tune": lambda **k: playout.tune(
        "pig", vary="goal=20,30", targets="seats=equal±6", max_games=40, **k
    ),
    "gate": lambda **k: playout.gate(
        "pig", goal=20, expect=["win(random)<=40%", "turns=1..2"], max_games=60, **k
    ),
    "tournament": lambda **k: playout.tournament(
        "mexican-train", strategies=["random", "greedy"], games=16, **k
    ),
    "luck": lambda **k: playout.luck("the-game", strategies=["greedy", "combo"], games=40, **k),
    "course": lambda **k: playout.course("pig", goal=20, games=40, **k),
    "describe": lambda **k: playout.describe("pig", goal=20, games=40, **k),
    "odds": lambda **k: playout.odds("the-game", strategy="quick", high=30, games=40, **k),
    "review": lambda **k: playout.review("pig", strategy="random", goal=30, worlds=20, **k),
    "reviews": lambda seed=1, **k: playout.reviews(
        [over("pig", strategy="random", goal=12, seed=one) for one in (seed, seed + 9)], **k
    ),
    "mistakes": lambda **k: playout.mistakes(
        "pig", strategy="random", goal=30, games=4, worlds=8, **k
    ),
    "rare": lambda **k: playout.rare(
        "the-game", strategy="greedy", particles=20, repeats=10, low=1, high=20, **k
    ),
    "hex-map": lambda **k: playout.hex.criticality(3, boards=2_048, **k),
    "hex-compound": lambda **k: playout.hex.compound(3, games=4, boards=100, **k),
    "hex-scaling": lambda **k: playout.run_study("hex-scaling", games=2, **k),
    "study-hex-map": lambda **k: playout.run_study("hex-map", games=2_000, **k),
    "study-hex-compound": lambda **k: playout.run_study("hex-compound", games=2, **k),
    "study-pairs": lambda **k: playout.run_study(PAIRS, games=20, **k),
    "study-run": lambda **k: playout.run_study("the-game-blog", games=5, **k),
}
LONG = set(SMALL) - {"hex-compound"}  # whose rows are single games
answers: dict[str, Answer] = {}


OFTEN = ("run", "compare", "course", "hex-map")
SELDOM = ("odds", "review", "describe", "study-hex-map", "study-hex-compound", "study-run")
"""The kinds of ordinary runs, and those that only thorough ones have."""


def _marks(kind: str) -> Any:
    if kind in SELDOM:
        return pytest.mark.thorough
    return () if kind in OFTEN else pytest.mark.slow


@pytest.fixture(params=[pytest.param(name, marks=_marks(name)) for name in SMALL])
def kind(request: pytest.FixtureRequest) -> str:
    """A kind of answer."""
    return str(request.param)


@pytest.fixture
def answer(kind: str) -> Answer:
    """An answer of that kind, played once."""
    if kind not in answers:
        answers[kind] = SMALL[kind]()
    return answers[kind]


def test_every_kind_is_here() -> None:
    assert set(KINDS) - {"solve", "policy", "winnable"} <= set(SMALL)  # which play nothing


def test_an_answer_is_equal_to_its_copy_and_to_the_same_asked_again(
    kind: str, answer: Answer
) -> None:
    for same in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer), SMALL[kind]()):
        assert type(same) is type(answer)
        assert same == answer
        assert hash(same) == hash(answer)
    again = pickle.loads(pickle.dumps(answer))
    assert repr(again) == repr(answer)
    assert again.to_dict() == answer.to_dict()
    assert again.game is answer.game
    assert len({answer, again}) == 1
    other = SMALL[kind](seed=2)
    assert other != answer
    assert answer != answer.to_dict()


def test_an_answer_of_more_games_or_of_other_intervals_is_another(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    short = playout.run("the-game", games=60, save=path)
    assert short == playout.load_run(path)
    longer = playout.extend(path, 90)
    whole = playout.run("the-game", games=90)
    assert short != longer
    assert longer["win"] == whole["win"]
    assert longer != whole  # whose number of games was fixed before: its intervals say more


def test_an_answer_has_rows_and_columns(answer: Answer) -> None:
    frame = answer.to_pandas()
    rows = list(answer)
    assert len(answer) == len(rows) == len(frame) > 0
    assert repr(rows[0]) == repr(answer[0])  # NaN is equal to nothing
    assert repr(rows[-1]) == repr(answer[-1])
    for name in frame.columns[:: 1 + len(frame.columns) // 12]:
        assert [repr(row[name]) for row in rows] == list(map(repr, answer[name]))
    rows[0].clear()  # a row is the reader's own
    assert answer[0]
    with pytest.raises(PlayoutError, match="there is no column 'wnis'"):
        answer["wnis"]
    with pytest.raises(IndexError):
        answer[len(answer)]


def test_a_table_says_what_it_is(answer: Answer) -> None:
    about = answer.to_pandas().attrs
    assert about["game"] == answer.game.name
    assert about["game_version"] == answer.game.version
    assert about["playout"] == playout.__version__
    assert about["seed"] == answer.seed
    assert about["kind"] == answer.kind
    assert about["complete"] is True
    assert 0 < about["level"] < 1
    assert set(about) >= {"interval", "fixed"}


def test_what_did_not_vary_is_said_and_what_did_is_not() -> None:
    fixed = playout.run("the-game", players=[1, 2], games=20).to_pandas().attrs["fixed"]
    rules = find_game("the-game").with_options().values
    assert fixed == {
        **{name: rules[name] for name in rules if name not in ("players", "hand")},
        "strategy": "quick",
    }
    sides = playout.compare("the-game", a="greedy", b="combo", max_games=60, hints=True)
    fixed = sides.to_pandas().attrs["fixed"]
    assert (fixed["hints"], fixed["measure"]) == ("marks", "win")
    assert "strategy" not in fixed
    rules_differ = playout.compare(
        "the-game", strategy="greedy", a_rules="hand=5", b_rules="hand=6", max_games=60
    )
    fixed = rules_differ.to_pandas().attrs["fixed"]
    assert fixed["strategy"] == "greedy"
    assert "hand" not in fixed


def test_factors_are_the_index_on_request(answer: Answer) -> None:
    names = answer.factors()
    frame, indexed = answer.to_pandas(), answer.to_pandas(index=True)
    assert names
    assert list(indexed.index.names) == names
    assert indexed.index.is_unique
    pd.testing.assert_frame_equal(indexed.reset_index()[list(frame.columns)], frame)
    assert indexed.attrs == frame.attrs


def test_the_long_form_has_every_estimate_with_its_ends(kind: str, answer: Answer) -> None:
    if kind not in LONG:
        with pytest.raises(PlayoutError, match=r"form='long': the rows .* have no intervals"):
            answer.to_pandas(form="long")
        return
    long, names = answer.to_pandas(form="long"), answer.factors()
    assert list(long.columns) == [*names, "measure", "estimate", "low", "high"]
    assert (long["low"] <= long["estimate"]).all() or long["estimate"].isna().any()
    assert not set(long["measure"]) & set(names)
    measures = len(set(long["measure"]))
    assert len(long) == len(answer) * measures
    first = answer[0]
    for row in long.head(measures).to_dict("records"):
        assert repr(row["estimate"]) == repr(first[row["measure"]])
    assert answer.to_pandas(form="long", index=True).index.is_unique


def test_a_form_that_there_is_not_is_refused() -> None:
    answer: Any = playout.run("the-game", games=20)
    with pytest.raises(PlayoutError, match=r"form = 'longer': did you mean 'long'\?"):
        answer.to_pandas(form="longer")


def test_the_long_form_of_a_run_is_that_of_its_rows() -> None:
    answer = playout.run("the-game", players=[1, 2], games=60)
    long = answer.to_pandas(form="long", index=True).to_dict("index")
    for row in answer:
        for measure in ("win", "cards_left"):
            found: Any = long[row["players"], row["strategy"], measure]
            ends = [row[f"{measure}{end}"] for end in ("", "_low", "_high")]
            assert [found["estimate"], found["low"], found["high"]] == ends


def test_a_table_is_written_as_text_or_to_a_file(answer: Answer, tmp_path: Path) -> None:
    text = answer.to_csv()
    pd.testing.assert_frame_equal(
        pd.read_csv(io.StringIO(text)),
        pd.read_csv(io.StringIO(answer.to_pandas().to_csv(index=False))),
    )
    answer.to_csv(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines() == text.splitlines()


def test_an_answer_is_read_where_its_strategy_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgets: None
) -> None:
    @playout.strategy("the-game", parameters={"extra": 1})
    def known_here(view: Any, rng: Any) -> int:
        """Play as the greedy one does."""
        from playout.games.the_game.strategies import greedy

        return int(greedy(view, rng))

    match = playout.Match("the-game", strategy="known-here:extra=2")
    pickled = tmp_path / "strategy.pickle"
    pickled.write_bytes(pickle.dumps(match.players))
    assert pickle.loads(pickled.read_bytes())[0].strategy is match.players[0].strategy
    code = (
        "import pickle, sys\n"
        "player = pickle.load(open(sys.argv[1], 'rb'))[0]\n"
        "print(player.reference, player.strategy.summary)\n"
        "try: player.strategy.function(None, None)\n"
        "except Exception as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(pickled)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "known-here:extra=2 Play as the greedy one does.",
        "this strategy was declared in another program, so it cannot play here",
    ]
