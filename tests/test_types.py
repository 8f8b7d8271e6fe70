"""The rule options that a type checker knows are those of the games; tests/users.py is checked."""

from __future__ import annotations

from playout.engine.find.games import find_game
from tests import keywords


def test_the_keywords_are_those_that_the_games_declare() -> None:
    assert keywords.FILE.read_text(encoding="utf-8") == keywords.source(), (
        "write it again: python -m tests.keywords"
    )
    for game in keywords.GAMES:
        assert all(option.name in keywords.source() for option in find_game(game).options)
