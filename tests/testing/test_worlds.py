"""The checks of hidden information find worlds that are not dealt as the rules deal."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from playout.engine.chance.rng import randrange
from playout.engine.words.errors import PlayoutError
from playout.testing import Fault, Unchecked
from playout.testing import worlds as of_worlds
from tests.testing.heap import Heap, case, fails, game
from tests.testing.test_tables import drawing_of

pytestmark = pytest.mark.usefixtures("forgets")


def test_hidden_information_needs_another_world() -> None:
    game(determinize=None)
    with pytest.raises(Unchecked, match="the game has no determinize"):
        of_worlds.hides(case("heap"))

    def hide(state: Any, rules: Any, seat: int, chance: Any) -> None:
        state.stones = 1

    assert "changes what seat" in fails(of_worlds.hides, case("heap", hide=hide))


def test_a_world_need_not_be_written_as_a_position() -> None:
    """A game may need what happened before for that."""

    def known_position(state: Any, rules: Any, seat: int) -> str:
        raise PlayoutError("a simulated deal cannot be written")

    told = case(game())
    drawing = drawing_of(told.game, known_position=known_position)
    told = replace(told, game=replace(told.game, drawing=drawing))
    assert "position" in of_worlds.hides(told, games=3)


def score_secret(self: Any, rules: Any) -> Any:
    return {**Heap.score(self, rules), "left": self.secret == 4}


def determinize_three_of_five(view: Any, rules: Any, stream: Any, state: Any) -> None:
    Heap.determinize(view, rules, stream, state)
    state.secret = (state.secret + int(randrange(stream, 5))) % 4


@pytest.mark.slow
def test_worlds_must_be_as_likely_as_the_rules_make_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_worlds, "GAMES", 200)
    game(score=score_secret)
    told = r"no rate differs by \d\d points or more \(worlds of 200 games\)"
    assert re.fullmatch(told, of_worlds.deals_as_likely(case("heap")))
    game(score=score_secret, determinize=determinize_three_of_five)
    with pytest.raises(Fault) as found:
        of_worlds.deals_as_likely(case("heap"))
    told = "the measure left is at most 0 in 100.0% of the worlds, and in [78]...% of the games"
    assert re.search(told, str(found.value)), found.value


class Coins(Heap):
    """Two coins are hidden, and shown as stones are taken."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.stones, self.seat, self.shown = 6, 0, 0
        self.coins = [int(randrange(stream, 2)), int(randrange(stream, 2))]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.stones, self.seat, self.shown = self.stones - move, 1 - self.seat, self.shown + 1

    def observe(self, rules: Any, seat: int, view: Any) -> None:
        view.stones, view.shown, view.seen = self.stones, self.shown, self.coins[: self.shown]

    def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:  # noqa: N805
        state.stones, state.shown = view.stones, view.shown
        state.seat = view.seat if view.legal_moves else 1 - view.seat
        state.coins = [*view.seen, *[int(randrange(stream, 2))] * (2 - len(view.seen))]


@pytest.mark.thorough
def test_worlds_must_deal_together_what_goes_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_worlds, "GAMES", 600)
    methods = {name: one for name, one in vars(Coins).items() if callable(one)}
    game(chance_in_play=False, **methods)
    which = r"view.seen\[\d\]"
    told = rf"{which} of seat .*, compared with {which}.*, is (lower|not higher) in"
    with pytest.raises(Fault, match=told):
        of_worlds.deals_as_likely(case("heap"))
