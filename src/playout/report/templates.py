"""The answer of a study in a sentence: a Jinja template over what was found."""

from __future__ import annotations

from typing import Any

import jinja2
import jinja2.sandbox

from playout.engine.errors import PlayoutError


def filled_in(template: str, words: dict[str, Any], complete: bool) -> str:
    """An answer's template with its words filled in; PlayoutError if that fails."""
    # A study may come from somebody else: its template may compute, but not run any code.
    environment = jinja2.sandbox.SandboxedEnvironment(undefined=jinja2.StrictUndefined)
    try:
        return " ".join(environment.from_string(template).render(words).split())
    except Exception as error:  # a template can fail in every way that code can
        if not complete:
            return "It was stopped before there were enough games for an answer."
        raise PlayoutError(f"answer: {error}") from None
