"""What says the parameters of a question once more, for people and type checkers, says the same."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

import pytest

import playout
from playout.questions import KINDS
from playout.questions.parameter_tables import ALL, TABLES
from playout.questions.parameters import Question
from playout.web.forms import BOARDS, ELSEWHERE, EXACT, FilledForm
from playout.web.forms import KINDS as PLAYED

HOW = {"workers", "save", "progress"}  # to play, which is no parameter of a question
NOT_PLAYED = {
    "solve": {"progress"},
    "policy": {"progress"},
    "describe": {*HOW, "seconds"},
    "tune": {*HOW, "seconds"},
}
ASKED = TABLES.values()
OF_STUDIES = [one for one in ASKED if hasattr(import_module(KINDS[one.kind]), "Study")]


def kind_of(table: Question) -> str:
    return table.kind


@pytest.mark.parametrize("table", ASKED, ids=kind_of)
def test_the_public_function_takes_the_parameters_with_their_defaults(table: Question) -> None:
    hexes: dict[str, Any] = {
        "hex-map": playout.hex.criticality,
        "hex-compound": playout.hex.compound,
    }
    function: Any = hexes.get(table.kind) or getattr(playout, table.kind)
    named = inspect.signature(function).parameters.values()
    taken = {one.name: one.default for one in named if one.kind is one.KEYWORD_ONLY}
    asked = {one.name: one for one in table.asked if (table.kind, one.name) != ("run", "strategy")}
    assert taken.keys() == {*asked, *NOT_PLAYED.get(table.kind, HOW)}
    for name, default in taken.items() - dict.fromkeys([*HOW, "seconds"]).items():
        if default not in (None, inspect.Parameter.empty):
            assert asked[name].read(default) == asked[name].default_value, name


@pytest.mark.parametrize("table", OF_STUDIES, ids=kind_of)
def test_a_study_has_fields_for_the_parameters_with_their_defaults(table: Question) -> None:
    fields = import_module(KINDS[table.kind]).Study.model_fields
    for one in table.asked:
        if not one.study:
            continue
        default = fields[one.name].get_default()
        usual = [one.default_value] if one.name == "boards" else one.default_value
        empty: tuple[Any, ...] = ("", [], {}) if usual is None else (usual or "",)
        assert default == usual or default in empty, one.name


def test_every_question_has_a_form_or_a_reason() -> None:
    assert sorted([*PLAYED, *EXACT, *BOARDS, *ELSEWHERE]) == sorted(KINDS)


@pytest.mark.parametrize("kind", [*PLAYED, *EXACT, *BOARDS])
def test_a_form_knows_how_every_parameter_is_filled_in(kind: str) -> None:
    forms = {one.form for one in ALL[kind].asked} - {""}
    assert all(callable(getattr(FilledForm, form)) for form in forms)


@pytest.mark.parametrize("table", ASKED, ids=kind_of)
def test_the_command_that_asks_again_has_options_of_the_command(table: Question) -> None:
    offered = {one.name for one in table.parameters if one.help}
    assert {*table.command_parameters.split()} <= {"rules", *offered}
