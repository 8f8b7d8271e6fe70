"""The labels of the fields of forms, and how sentences name a parameter by them."""

from __future__ import annotations

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from playout.engine.words.spelling import IN_PYTHON, Spelling, spelled
from playout.questions.parameters import Parameter

_OTHER = {  # labels that are not just the name of the parameter: by question and parameter
    "run": {"rotate": "rotate seats", "by": "one row per", "knock_out": "single changes"},
    "luck": {"games": "deals"},
    "course": {"by": "after each"},
    "mistakes": {"worlds": "simulated deals"},
    "winnable": {"number": "number of the deal, from 0"},
}

_STRATEGY = (
    "A strategy, with parameters if you like (NAME:PARAMETER=NUMBER); for one per seat write x+y."
)
_HINTS = {  # where the help of the option is about the command line
    **dict.fromkeys(("strategy", "a", "b"), _STRATEGY),
    "vary": "What may change, one line each: a rule and its values, such as hand=4..9.",
    "targets": "What you want, one line each: seats=equal±1, win(seat 1)=50%±2, win(careful)>=40%, "
    "turns(median)=20..30.",
    "expect": "What you expect, one line each: win(seat 1)=45..55%, win(best against easy)>=80%, "
    "seats=equal±5, turns(median)=20..30.",
    "seats": "Instead of the strategies above: one line per table, with one strategy per seat, "
    "such as a,b,b.",
    "knock_out": "One line each: RULE=VALUE, or another strategy. Adds a row with this change "
    "alone and shows its effect.",
    "position": "Position to start from, as one line of text. Empty: start with the deal.",
    "where": "Only positions with these values, one line each, e.g. player=0.",
}


def label(kind: str, name: str) -> str:
    """The label of the field of a parameter, in the form of a question."""
    return _OTHER.get(kind, {}).get(name) or name.replace("_", " ")


def hint(parameter: Parameter) -> str:
    """What stands below the field of a parameter; its default stands in the field."""
    own = "" if parameter.form == "best_player" else _HINTS.get(parameter.name, "")
    text = own or parameter.help.replace(" (default: {default})", "")
    return re.sub("--([a-z-]+)", lambda option: option[1].replace("-", " "), text)


def as_labels(kind: str = "") -> Spelling:
    """How sentences name parameters beside the form of a question: ``max games = 5``."""
    return Spelling(lambda name: label(kind, name), _text, " = ", ": ")


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def labelled(app: ASGIApp) -> ASGIApp:
    """An application whose pages name parameters by their labels, and its API as in Python."""

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        is_api = str(scope.get("path", "")).startswith("/api/")
        with spelled(IN_PYTHON if is_api else as_labels()):
            await app(scope, receive, send)

    return named
