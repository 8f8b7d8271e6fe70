"""The compiled game is the slow and obvious one, move by move, under rules of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.games.mexican_train.display.history import gates, trains
from playout.games.mexican_train.game import in_deck
from playout.games.mexican_train.records import NOWHERE, TRAINS
from playout.games.mexican_train.rounds import shuffle_deck
from playout.games.mexican_train.rules import STOP
from playout.games.mexican_train.tiles import (
    DECLARED,
    MOST,
    declared,
    numbers_of,
    tile_code,
    tile_move,
    tile_of,
    train_of,
)
from tests.games.mexican_train.contract import assert_conserved, boneyard, hands, tile_of_two
from tests.games.mexican_train.tables import WORDS, any_move, viewed_moves
from tests.reference.mexican_train import Options, Round, Tile, full_set

CASES = 60 if COMPILING else 15
USUAL = 15  # of them in every run of the tests


def any_rules(chance: Random) -> dict[str, Any]:
    """Random rules, small and large."""
    highest = chance.choice([2, 3, 4, 5, 6, 8, 10, 12, 12, 15, MOST] if COMPILING else [2, 3, 5])
    players = chance.randint(2, min(8, in_deck(highest)))
    return {
        "players": players,
        "set": highest,
        "tiles": chance.randint(1, in_deck(highest) // players),
        "double_blank": chance.choice([0, 25, 50]),
        "blocked_gate_points": chance.choice([1, 2]),
        "rounds": chance.randint(1, 3),
        "target": chance.choice([1, 100, 1000]),
        **{name: chance.choice(choices) for name, choices in WORDS.items()},
        # What only large rounds show must be there more often.
        "gate": chance.choice(["no", "yes", "yes", "yes"]),
        "doubles": chance.choice(["one", "many", "many"]),
    }


def options_of(given: dict[str, Any]) -> Options:
    """The same rules for the reference."""
    return Options(
        players=given["players"],
        highest=given["set"],
        tiles=given["tiles"],
        start_open=given["start_open"] == "yes",
        marker=given["marker"],
        draw=given["draw"],
        gate=given["gate"] == "yes",
        doubles=given["doubles"],
        first_turn=given["first_turn"],
        lock=given["lock"],
        blocked_gate_points=given["blocked_gate_points"],
        last_double=given["last_double"],
        gate_draw=given["gate_draw"],
        gate_marker=given["gate_marker"] == "yes",
        after_gate=given["after_gate"],
        double_blank=given["double_blank"],
        target=given["target"],
        engine=given["engine"],
        rounds=given["rounds"],
    )


def deck_of(match: Match, number: int) -> list[Tile]:
    """The deck of a round of a match, of one that has gone by too."""
    table, record = match.table.copy(), match.rules.record()
    table.state.round_number = number
    shuffle_deck(table.state, record)
    tiles = table.state.deck[: table.state.tiles].tolist()
    return [numbers_of(tile) for tile in tiles]


def _ending(last: Round) -> str:
    """How a round ended."""
    if not last.blocked:
        return "out"
    return "blocked" if last.gate is None else "blocked_gate"


class Slow:
    """A match of the reference that follows a match of the compiled game."""

    def __init__(self, options: Options, match: Match) -> None:
        self.options, self.match = options, match
        self.scores = [0] * options.players
        self.finished: list[Round] = []
        self.over = False
        self.begin()

    def begin(self) -> None:
        """Deal rounds until one begins in which somebody can lay a tile."""
        self.round = Round.dealt(
            self.options, len(self.finished), deck_of(self.match, len(self.finished))
        )
        self.go_on()

    def play(self, move: int) -> None:
        """Lay a tile, or end a first turn."""
        if move == STOP:
            self.round.stop()
        else:
            tile = tile_of(move)
            self.round.play(numbers_of(tile), train_of(move), bool(move & DECLARED))
        self.go_on()

    def go_on(self) -> None:
        """Draw, pass, and end the round if it is over."""
        self.round.go_on()
        if not self.round.is_over():
            return
        self.finished.append(self.round)
        self.scores = [a + b for a, b in zip(self.scores, self.round.points(), strict=True)]
        self.over = max(self.scores) >= self.options.target
        self.over |= len(self.finished) >= self.options.rounds
        if not self.over:
            self.begin()

    def outcome(self) -> dict[str, Any]:
        """The measures of the match."""
        rounds, scores = self.finished, self.scores
        seats, winners = range(len(scores)), scores.count(min(scores))
        return {
            "win": [(score == min(scores)) / winners for score in scores],
            "points": scores,
            "outs": [sum(one.out == seat for one in rounds) for seat in seats],
            "rounds": len(rounds),
            "turns": sum(one.turns for one in rounds),
            "tiles_laid": sum(one.laid for one in rounds),
            "draws": sum(one.draws for one in rounds),
            "blocked": sum(one.blocked for one in rounds),
            "blocked_gate": sum(one.blocked and one.gate is not None for one in rounds),
            "ending": "target" if max(scores) >= self.options.target else "rounds",
            "last_round": _ending(rounds[-1]),
        }


def assert_same(match: Match, slow: Slow) -> None:
    """Both are in the same position."""
    state, record, one = match.state, match.rules.record(), slow.round
    seats = slow.options.players
    assert match.is_over == slow.over
    assert state.scores[:seats].tolist() == slow.scores
    assert hands(state, record) == [sorted(hand) for hand in one.hands]
    assert boneyard(state) == one.boneyard
    assert {t: int(state.ends[t]) for t in one.ends} == one.ends
    lines = {t: [tile_of_two(tile) for tile in line] for t, line in trains(state, record).items()}
    assert lines == one.trains
    assert {t for t in range(seats) if state.open >> t & 1} == one.marked
    assert {t for t in range(seats) if state.locked >> t & 1} == one.locked
    assert gates(state) == one.gates
    assert state.doubler == (NOWHERE if one.doubler is None else one.doubler)
    lacks = [{n for n in range(32) if bits >> n & 1} for bits in state.lacks[:seats].tolist()]
    assert lacks == one.lacks
    assert_conserved(state, record)
    if not match.is_over:
        assert match.seat == one.player
        assert state.passes == one.passes
        assert match.is_legal(STOP) == one.may_stop()
        if len(match.moves) % 16 == 0:  # a question for each tile and train takes its time
            legal = {tile_move(tile_code(*tile), train) for tile, train in one.moves()}
            if slow.options.lock != "no":
                legal |= {declared(move) for move in legal if train_of(move) == one.player}
            assert set(legal_moves(match, slow.options.highest)) == legal
            assert set(viewed_moves(match.view())) == {move & ~DECLARED for move in legal}


def legal_moves(match: Match, highest: int) -> Iterator[int]:
    """All moves but STOP that the compiled rules allow."""
    for low, high in full_set(highest):
        for train in range(TRAINS):
            plain = tile_move(tile_code(low, high), train)
            yield from (move for move in (plain, declared(plain)) if match.is_legal(move))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(k, marks=pytest.mark.rules if k < USUAL else pytest.mark.thorough)
        for k in range(CASES)
    ],
)
def test_a_match_is_the_slow_one_move_by_move(case: int) -> None:
    chance = Random(case)
    given = any_rules(chance)
    match = Match("mexican-train", strategy="random", seed=case, game_number=7, **given)
    slow = Slow(options_of(given), match)
    assert_same(match, slow)
    while not match.is_over:
        move = any_move(match, chance)
        match.play(move)
        slow.play(move)
        assert_same(match, slow)
    assert match.outcome() == slow.outcome()
    for one in slow.finished:
        assert all(
            not numbers & {n for tile in hand for n in tile}
            for numbers, hand in zip(one.lacks, one.hands, strict=True)
        )


@pytest.mark.parametrize("case", range(2))
def test_the_deals_of_all_rounds_depend_on_the_seed_and_the_game_alone(case: int) -> None:
    decks: list[list[list[Tile]]] = []
    for play in ("strategy", "first", "last"):
        match = Match(
            "mexican-train", strategy="random", seed=3, game_number=case, set=4, tiles=3, rounds=4
        )
        decks_seen = {0: deck_of(match, 0)}
        while not match.is_over:
            if play == "strategy":
                match.step()
            else:
                moves = sorted(legal_moves(match, 4))
                match.play(moves[0 if play == "first" else -1])
            number = int(match.state.round_number) - int(match.state.over)
            now = [numbers_of(t) for t in match.state.deck[: match.state.tiles].tolist()]
            assert decks_seen.setdefault(number, now) == now
        decks.append([decks_seen.get(k, deck_of(match, k)) for k in range(4)])
    assert decks[0] == decks[1] == decks[2]
    assert len({tuple(deck) for deck in decks[0]}) == 4
    assert all(sorted([*deck, (4, 4)]) == full_set(4) for deck in decks[0])
