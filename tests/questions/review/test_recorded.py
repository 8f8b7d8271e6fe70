"""Files of recorded games: how they are written, and which of their fields is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.match.move_texts import game_data
from playout.engine.words.errors import PlayoutError
from tests.playing import over

GOAL: dict[str, Any] = {"players": 2, "goal": 20}
MISSING = object()


def game(number: int) -> Match:
    """A game that strategies have played to its end."""
    return over("pig", strategy=["hold", "random"], seed=7, game_number=number, **GOAL)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"])
def test_files_are_read_as_every_shell_writes_them(tmp_path: Path, encoding: str) -> None:
    games = [game(0), game(1)]
    text = json.dumps([game_data(match) | {"names": ["Zoë", "Ben"]} for match in games], indent=1)
    mark = "\ufeff" if encoding[-3:] in ("-be", "-le") else ""
    path = tmp_path / "games.json"
    path.write_bytes((mark + text).replace("\n", "\r\n").encode(encoding))
    assert {row["player"] for row in playout.reviews(path)} == {"Zoë", "Ben"}
    moves = "\ufeff" + "\n".join(game_data(games[0])["moves"])
    path.write_text(moves, encoding="utf-16-le")
    given = {"seed": games[0].seed, "game_number": games[0].game_number, **GOAL}
    assert playout.review("pig", moves=path, **given).data()["moves"]
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(PlayoutError, match="it is no text"):
        playout.reviews(path)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        *(
            (name, MISSING, "is missing: it must be")
            for name in ("game", "rules", "seed", "number")
        ),
        ("seed", None, "is null, but must be a whole number from 0 to 2**63 - 1"),
        ("seed", "22", 'is "22", but must be a whole number from 0 to 2**63 - 1'),
        ("number", True, "is true, but must be a whole number"),
        ("number", 2**63, "is 9223372036854775808, but must be a whole number"),
        ("redraw", -1, "is -1, but must be a whole number"),
        ("game", 5, "is 5, but must be the name of a game"),
        ("rules", [], 'is [], but must be rules and their values, as {"players": 2}'),
        ("moves", "roll", 'is "roll", but must be a list of moves'),
        ("counted_from", 2, "is 2, but must be 0 or 1"),
        ("counted_from", None, "is null, but must be 0 or 1"),
    ],
)
def test_a_wrong_field_of_a_file_is_named(
    tmp_path: Path, field: str, value: Any, sentence: str
) -> None:
    data = game_data(game(0)) | {field: value}
    if value is MISSING:
        del data[field]
    path = tmp_path / "one.json"
    path.write_text(json.dumps(data))
    expected = f'{path}: the field "{field}" {sentence}'
    review: list[Callable[[], Any]] = [
        lambda: playout.reviews(path),
        lambda: playout.review("pig", moves=path),
    ]
    for asked in review:
        with pytest.raises(PlayoutError) as caught:
            asked()
        assert str(caught.value).startswith(expected)
