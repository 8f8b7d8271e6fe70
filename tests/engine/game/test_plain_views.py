"""Views in plain Python: copies, quick ones too, through which nobody reaches a state."""

from __future__ import annotations

import copy
import pickle
from collections import namedtuple
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.game.plain_views import View, lent, separate, take_notes, with_arrays
from playout.engine.play.batch import play_batch
from playout.engine.play.plain_table import THOROUGH
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from tests.engine.game.nim import declared

pytestmark = pytest.mark.usefixtures("forgets")

Card = namedtuple("Card", "suit rank")  # as people write it


def view() -> View:
    """A view as a table has it."""
    fields = {"hand": [3, 1], "seat": 0, "legal_moves": [1, 3]}
    return with_arrays(View("cards", **fields), parameters=np.arange(8.0), notes=np.zeros(4))


@pytest.mark.parametrize(
    "value",
    [
        [1, 2, "a", None, True],
        [[1, 2], [3]],
        {"a": [1], "b": {"c": (1, [2])}},
        [Card("hearts", 3), (1, 2)],
        {3, 1, 2},
        np.arange(5),
        [np.int64(3)],
        {"cards": [Card("clubs", 1)], "set": frozenset({1})},
    ],
)
def test_copies_are_those_of_deepcopy_and_share_nothing_that_can_change(value: Any) -> None:
    copied = separate(value)
    assert repr(copied) == repr(copy.deepcopy(value)) == repr(value)
    assert copied is not value
    for one, other in zip(copied, value, strict=True):
        assert one is not other or not isinstance(one, list | dict | set)


def test_a_strategy_has_its_own_copy_of_everything() -> None:
    table = view()
    given = lent(table, 2)
    given.hand.append(7)
    given.legal_moves.clear()
    given.parameters[0] = 9
    assert len(given.parameters) == 2
    given.notes[1] = 5
    assert table.hand == [3, 1]
    assert table.legal_moves == [1, 3]
    assert table.parameters[0] == 0
    assert table.notes[1] == 0
    take_notes(table, given)
    assert table.notes[1] == 5


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, View.copy, lambda v: pickle.loads(pickle.dumps(v))]
)
def test_a_copy_of_a_view_that_was_lent_has_everything(copied: Any) -> None:
    given = lent(view(), 2)
    other = copied(given)
    other.hand.append(7)
    assert given.hand == [3, 1]
    assert other.notes.tolist() == [0] * 4
    assert other.parameters.tolist() == [0, 1]
    assert list(vars(other)) == list(vars(View.copy(other)))  # in the same order, too
    assert "notes=" in repr(given)
    with pytest.raises(AttributeError, match="no field 'hands': did you mean 'hand'"):
        _ = other.hands


@pytest.mark.parametrize("game", [0, 1], ids=["asked everything", "asked once"])
def test_a_view_that_a_strategy_keeps_stays_as_it_was(game: int) -> None:
    declared()
    kept: list[Any] = []

    @playout.strategy("nim", compiled=False)
    def keeps(view: Any, rng: Any) -> int:
        kept.append(view)
        view.notes[0] += 1
        return 1

    rules = playout.Match("nim").rules
    play_batch(rules, find_players(rules, ["keeps", "keeps"]), 1, game, 1)
    stones = [one.stones for one in kept]
    assert stones == sorted(stones, reverse=True)
    assert len({*stones}) == len(stones) > 2
    assert [int(one.notes[0]) for one in kept] == [k // 2 + 1 for k in range(len(kept))]


def test_rules_that_change_a_state_when_asked_are_found_in_some_games() -> None:
    numbers: list[int] = []

    def deal(self: Any, rules: Any, stream: Any) -> None:
        self.stones, self.seat, self.looks = rules.stones, 0, 0
        numbers.append(0)

    def legal_moves(self: Any, rules: Any) -> Any:
        self.looks += 1
        return [1] if self.looks % 2 else [2]

    declared(deal=deal, legal_moves=legal_moves)
    with pytest.raises(PlayoutError, match="contradict themselves"):
        playout.run("nim", games=2 * THOROUGH, workers=1)
    assert len(numbers) <= THOROUGH
