"""What there is to ask about can be listed from Python, for people and for programs."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pandas as pd
import pytest

import playout
from playout.engine.find.games import find_game, game_names, strategies
from playout.lists import Listing, study_files
from playout.questions.answers import load_study
from tests.playing import refused


def test_every_game_is_listed_with_what_is_declared() -> None:
    listed = playout.list_games()
    assert [one.name for one in listed] == game_names()
    for one in listed:
        game = find_game(one.name)
        assert all(getattr(one, field.name) == getattr(game, field.name) for field in fields(one))


@pytest.mark.parametrize("game", game_names())
def test_options_measures_and_strategies_are_those_of_the_game(game: str) -> None:
    found = find_game(game)
    assert [one.name for one in playout.list_measures(game)] == [m.name for m in found.measures]
    listed = [one.name for one in playout.list_strategies(game) if one.name != "search"]
    named = [alias.names[0] for alias in found.aliases]
    assert listed == [*(one.name for one in strategies(game)), *named]
    options = playout.list_options(game)
    assert [one.name for one in options] == [option.name for option in found.options]
    for one, option in zip(options, found.options, strict=True):
        assert (one.default, one.help, one.choices) == (option.default, option.help, option.choices)
        is_number = not option.choices and option.text is None
        allowed = (option.low, option.high) if is_number else (None, None)
        assert (one.low, one.high) == allowed
        assert one.allowed.replace(" to ", "..").replace(" ", "") == option.allowed


def test_studies_are_listed_in_their_order_with_their_questions() -> None:
    listed = playout.list_studies()
    assert {one.name for one in listed} == set(study_files())
    studies = {one.name: load_study(one.file, rehearsed=False) for one in listed}
    assert [studies[one.name].order for one in listed] == sorted(
        study.order for study in studies.values()
    )
    for one in listed:
        assert (one.title, one.question) == (
            studies[one.name].title,
            " ".join(studies[one.name].question.split()),
        )
        assert one.game in game_names()


def test_a_list_is_read_as_lines_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = repr(playout.list_options("the-game"))
    lines = text.splitlines()
    assert lines[0] == "players       1 to 7; default: 1. players at the table"
    assert max(map(len, lines)) <= 60
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == [
        option.name for option in find_game("the-game").options
    ]
    assert "Parameters: mexican=1, cover=1. Also:" in " ".join(
        repr(playout.list_strategies("mexican-train")).split()
    )
    assert repr(playout.list_measures("mexican-train")).startswith("win           share of each")
    assert repr(Listing()) == ""


def test_a_notebook_shows_a_list_as_a_table_and_pandas_reads_it() -> None:
    for listed in (
        playout.list_games(),
        playout.list_strategies("mexican-train"),
        playout.list_options("the-game"),
        playout.list_measures("hex"),
        playout.list_studies(),
    ):
        html = listed._repr_html_()
        assert html.count("<tr>") == html.count("<table") * (len(listed) + 1) > 0
        assert list(pd.DataFrame(listed)["name"]) == [one.name for one in listed]
    html = playout.list_strategies("mexican-train")._repr_html_().replace("<wbr>", "")
    assert "mexican=1, cover=1" in html
    assert ">yes<" in playout.list_games()._repr_html_()
    assert "<table" not in Listing()._repr_html_()


def test_a_record_cannot_be_changed_and_an_unknown_game_is_refused() -> None:
    one = playout.list_games()[0]
    with pytest.raises(FrozenInstanceError):
        one.name = "chess"  # type: ignore[misc]
    for ask in (playout.list_options, playout.list_measures, playout.list_strategies):
        refused("there is no game 'hxe': did you mean 'hex'", ask, "hxe")
