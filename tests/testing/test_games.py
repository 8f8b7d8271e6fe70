"""Every check of a game finds the mistake it is there for, and lets what is right pass."""

from __future__ import annotations

import itertools
import random
import re
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.game.drawings import picture, place
from playout.engine.words.question_texts import QuestionText
from playout.testing import Case, check_game
from playout.testing import display as of_display
from playout.testing import games as of_games
from playout.testing import worlds as of_worlds
from playout.testing.case import Check, Watch
from playout.testing.environments import another_process, plain_rules, record
from playout.testing.report import Fault, Unchecked
from playout.testing.suite import (
    Asked,
    Subject,
    cases,
    checks,
)
from tests.testing.heap import Heap, case, fails, game

pytestmark = pytest.mark.usefixtures("forgets")

OUTSIDE = itertools.count()  # what a game must not look at


@pytest.mark.slow
def test_what_is_right_passes_every_check() -> None:
    report = check_game(game(), seconds=2)
    assert report.ok
    report.assert_ok()
    outcomes = {one.name: one.outcome for one in report.checks}
    assert outcomes.pop("indices") == outcomes.pop("questions in words") == "not checked"
    outcomes.pop("worlds")  # "not checked" where there was time for few games
    assert outcomes.pop("possible worlds") == "not checked"  # each move draws
    assert set(outcomes.values()) == {"ok"}
    assert "checks passed" in str(report)
    assert report.facts["games a second"]["2 players"] > 1


def test_what_a_game_may_forget() -> None:
    """A secret matters no more; stones and whose turn it is do, and a count only if it adds up."""

    def deal(self: Any, rules: Any, stream: Any) -> None:
        Heap.deal(self, rules, stream)
        self.moves = 0

    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        Heap.play(self, rules, move, stream)
        self.moves += 1

    def forgetting(**fields: int) -> Any:
        return lambda self, rules: self.__dict__.update(fields)

    def counted(count: Any) -> dict[str, Any]:
        score = lambda self, rules: {**Heap.score(self, rules), "left": count(self.moves)}  # noqa: E731
        return {"deal": deal, "play": play, "score": score, "forget": forgetting(moves=0)}

    assert of_games.forgets(case(game(forget=forgetting(secret=0))))
    assert of_games.forgets(case(game(**counted(lambda moves: moves))))
    for changed, fault in (
        ({"forget": forgetting(seat=0)}, "after forget it is the turn of another seat"),
        ({"forget": forgetting(stones=1)}, "after forget there are other legal moves"),
        ({"forget": forgetting(stones=0)}, "after forget the game is over at another time"),
        (counted(lambda moves: moves // 2), "with forget the moves add up to 0 of left, where"),
    ):
        assert fault in fails(of_games.forgets, case(game(**changed)))


@pytest.mark.slow
def test_what_is_seen_and_touched_passes() -> None:
    """Of two moves one may be a button, or have a place that is not drawn."""
    for touched in ((), ("heap", "never drawn")):
        name = game(seen=see, places=lambda move, two=touched: ("heap",) if move == 1 else two)
        for check in (of_display.draws, of_games.looks_without_touching, of_worlds.hides):
            check(case(name))


def deal_outside(self: Any, rules: Any, stream: Any) -> None:
    Heap.deal(self, rules, stream)
    self.stones = 5 + next(OUTSIDE) % 3


def deal_for_ever(self: Any, rules: Any, stream: Any) -> None:
    self.stones, self.seat, self.secret = 10**9, 0, 0


def play_without_end(self: Any, rules: Any, move: int, stream: Any) -> None:
    self.seat = 1 - self.seat


def score_beyond(self: Any, rules: Any) -> Any:
    return {**Heap.score(self, rules), "left": 4}


def score_writing(self: Any, rules: Any) -> Any:
    self.secret += 1
    return Heap.score(self, rules)


def shallow(self: Any) -> Any:
    made = type(self)()
    vars(made).update(vars(self))
    return made


def deal_list(self: Any, rules: Any, stream: Any) -> None:
    Heap.deal(self, rules, stream)
    self.piles = [self.stones]


def play_list(self: Any, rules: Any, move: int, stream: Any) -> None:
    self.piles[0] -= move
    self.stones, self.seat = self.piles[0], 1 - self.seat


def observe_secret(self: Any, rules: Any, seat: int, view: Any) -> None:
    view.stones, view.secret = self.stones, self.secret


def determinize_wrongly(view: Any, rules: Any, stream: Any, state: Any) -> None:
    Heap.determinize(view, rules, stream, state)
    state.stones = 1


def deal_by_random(self: Any, rules: Any, stream: Any) -> None:
    Heap.deal(self, rules, stream)
    self.stones = random.choice([8, 9])


def play_by_random(self: Any, rules: Any, move: int, stream: Any) -> None:
    Heap.play(self, rules, move, stream)
    self.stones -= np.random.rand() < 0.01  # noqa: NPY002


def placed(state: Any, rules: Any) -> str:
    return f"stones={state.stones}"


def read_one_less(text: str, rules: Any, stream: Any, state: Any) -> None:
    Heap.deal(state, rules, stream)
    state.stones = max(int(text.split("=")[1]) - 1, 0)


def refuse(text: str, rules: Any, stream: Any, state: Any) -> None:
    raise playout.PlayoutError("never")


def see(self: Any, rules: Any, seat: int, width: float) -> str:
    return picture(width, 50, f"{self.stones} stones", [place("heap", "take", [])])


def see_secret(self: Any, rules: Any, seat: int, width: float) -> str:
    return picture(width, 50, f"{self.stones} stones, {self.secret}", [])


def see_writing(self: Any, rules: Any, seat: int, width: float) -> str:
    self.secret += 1
    return see(self, rules, seat, width)


def shows(picture: str) -> Any:
    """A function `seen` that always returns this picture."""
    return lambda state, rules, seat, width: picture


UNNAMED = '<svg xmlns="http://www.w3.org/2000/svg"><g data-place="heap"/></svg>'


@pytest.mark.parametrize(
    ("check", "changed", "told"),
    [
        (
            of_games.deals_again,
            {"deal": deal_outside},
            "played again with the same moves has other",
        ),
        (
            of_games.ends,
            {"play": play_without_end},
            "the game should end within 50 moves, but is_over is still False",
        ),
        (
            of_games.lists_legal_moves,
            {"legal_moves": lambda self, rules: [1, 1]},
            "'one' .1. twice",
        ),
        (of_games.lists_legal_moves, {"legal_moves": lambda self, rules: []}, "no legal move"),
        (
            of_games.lists_legal_moves,
            {"is_legal": lambda self, rules, move: move in (1, 2)},
            "is_legal allows 'two' .2., which is not listed",
        ),
        (
            of_games.lists_legal_moves,
            {"is_legal": lambda self, rules, move: move == 1},
            "lists 'two' .2., which is_legal does not allow",
        ),
        (of_games.looks_without_touching, {"score": score_writing}, "score changes the state"),
        (
            of_games.takes_moves_back,
            {"deal": deal_list, "play": play_list, "copy": shallow},
            "taken back and made again leads to other",
        ),
        (of_games.batch_is_match, {"deal": deal_outside}, "a run counts .* but the game played"),
        (of_games.scores_within_bounds, {"score": score_beyond}, "left is 4, declared is 0 to 3"),
        (of_games.tells_chance, {"chance_in_play": False}, "but chance_in_play is not declared"),
        (
            of_display.writes_moves,
            {"parse_move": staticmethod(lambda text: 1), "format_move": lambda move: str(move)},
            "move 2 is written '2', which is read as 1",
        ),
        (
            of_display.writes_positions,
            {
                "format_position": staticmethod(placed),
                "parse_position": staticmethod(read_one_less),
            },
            "the position 'stones=[0-9]+ chance=[0-9]+' is read as 'stones=",
        ),
        (
            of_display.writes_positions,
            {"format_position": staticmethod(placed), "parse_position": staticmethod(refuse)},
            "is not read: position: never",
        ),
        (of_display.draws, {"svg": lambda state, rules, seat: "<svg>"}, "svg returns no valid XML"),
        (of_display.draws, {"svg": lambda state, rules, seat: "<p/>"}, "svg returns <p>"),
        (of_display.draws, {"text": lambda state, rules, seat: " "}, "text returns nothing"),
        (of_display.draws, {"seen": shows("<svg>")}, "seen returns no valid XML"),
        (of_display.draws, {"seen": shows("<p/>")}, "seen returns <p>"),
        (of_display.draws, {"seen": shows(UNNAMED)}, "the place 'heap' without a <title>"),
        (
            of_display.draws,
            {"seen": see, "places": lambda move: ("heap",)},
            "the moves 'one' and 'two' touch the same places: heap",
        ),
        (
            of_display.draws,
            {"places": lambda move: "heap"},
            "places.1. returns 'heap', where a tuple of names is due",
        ),
        (of_games.looks_without_touching, {"seen": see_writing}, "seen changes the state"),
        (of_worlds.hides, {"seen": see_secret}, "what is hidden changes the picture that seat"),
        (of_worlds.hides, {"determinize": determinize_wrongly}, "what is hidden changes what seat"),
        (of_worlds.hides, {"observe": observe_secret}, "what is hidden changes what seat"),
        (of_games.deals_again, {"deal": deal_by_random}, "rules draw from Python's random when"),
        (
            of_games.ends,
            {"play": play_by_random},
            "the rules draw from numpy.random, so the same seed does not give the same game",
        ),
    ],
)
def test_a_wrong_game_is_found(
    check: Check, changed: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of_games, "LONGEST", 50)
    monkeypatch.setattr(of_games, "LOOKS", 200)
    declared = case(game(**changed))
    said = fails(check, declared)
    assert re.search(told, said), said
    assert "to see it again: match = playout.Match('heap', strategy='random', seed=3" in said


def test_moves_need_not_draw_under_all_options() -> None:
    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        self.stones, self.seat = self.stones - move, 1 - self.seat

    told = of_games.tells_chance(case(game(play=play)))
    assert told.endswith("chance_in_play is declared, but not used under these options")


@pytest.mark.slow
def test_of_games_that_do_not_end_nothing_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_games, "LONGEST", 500)
    report = check_game(game(play=play_without_end), seconds=5)
    (found,) = report.findings
    assert found.sentence.startswith(
        "the game should end within 500 moves, but is_over is still False "
        "(in game 0, after 501 moves"
    )
    told = {one.name: one.told for one in report.checks}
    assert told["a run is its games"] == told["speed"] == "games do not end"


def test_a_game_says_where_its_pieces_are() -> None:
    def assert_conserved(state: Any, rules: Any) -> None:
        assert state.stones > 5, "a stone is lost"

    def longest(rules: Any) -> int:
        return 2

    game()
    said = fails(of_games.ends, case("heap", assert_conserved=assert_conserved))
    assert "pieces are not conserved: a stone is lost" in said
    assert "stones: " in said  # the position is drawn
    assert "the game should end within 2 moves, but" in fails(
        of_games.ends, case("heap", longest=longest)
    )


def test_an_error_of_the_rules_is_a_finding() -> None:
    def play(self: Any, rules: Any, move: int, stream: Any) -> None:
        raise NotImplementedError

    report = check_game(game(play=play), seconds=0.3)
    assert not report.ok
    assert len(report.findings) < 4  # the same is told once
    assert "the rules of heap raised NotImplementedError (line" in str(report)
    with pytest.raises(AssertionError, match="game 'heap': "):
        report.assert_ok()


def test_rules_must_play_the_same_without_the_compiler() -> None:
    one = Case(find_game("pig"), "random", {}, 3)
    match = one.match(0)
    moves, columns = list(match.run()), match.columns()
    one.watch.limit(60)
    for played, told in [
        ((moves, columns), ""),
        ((moves, [*columns[:-1], columns[-1] + 1]), "compiled a game gives .*, in plain Python"),
        (([*moves, 0], columns), "compiled rules allow move 0, in plain Python they do not"),
    ]:
        one.watch.facts["played"] = [[{}, 0, *played, []]]
        if told:
            assert re.search(told, fails(plain_rules, one))
        else:
            assert "games a second" in plain_rules(one)


def test_another_process_must_play_the_same_games() -> None:
    one = Case(find_game("pig"), "random", {}, 3)
    record([one])
    one.watch.begin("another process")
    another_process(one)
    assert one.watch.games == 3
    options, number, moves, columns, tables = one.watch.facts["played"][1]
    for other in ([*moves[:4], 1 - moves[4], *moves[5:]], [*moves, 0]):
        one.watch.facts["played"][1] = [options, number, other, columns, tables]
        assert "the game is another one in another process" in fails(another_process, one)
    one.watch.facts["played"][1] = [options, number, moves, columns, ["", *tables[1:]]]
    assert "the lookup table of strategy 'random' is another" in fails(another_process, one)


def test_shares_of_a_win_must_add_up_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Case(find_game("pig"), "random", {}, 3)
    outcomes = one.outcomes(0, 100)
    outcomes[7, :2] = 0, 420
    monkeypatch.setattr(Case, "outcomes", lambda *of: outcomes)
    said = fails(of_games.scores_within_bounds, one)
    assert "the shares of win are 0 + 0.5, not 1 (in game 7, after " in said


def test_usual_rules_come_with_the_fewest_and_the_most_players() -> None:
    each = cases(Subject("the-game", "greedy"), Asked(), Watch())
    assert [one.options for one in each] == [{}, {"players": 7}]
    assert set(checks(Subject("the-game"), Asked(), ["plain"])) == {"rules in plain Python"}


@pytest.mark.parametrize(
    ("lines", "raised", "why"),
    [
        ((), Unchecked, "the browser tells people no rules"),
        (("Take one.",) * 16, Fault, "has 16 lines; people read at most 15"),
        (("Take one.", " "), Fault, "' ' must be a text of 1 to 300 characters"),
        ((7,), Fault, "7 must be a text"),
    ],
)
def test_the_rules_must_be_told_in_a_few_lines(
    lines: tuple[Any, ...], raised: type[Exception], why: str
) -> None:
    told: Any = SimpleNamespace(game=SimpleNamespace(how_to_play=lines))
    with pytest.raises(raised, match=why):
        of_display.tells_how(told)
    told.game.how_to_play = ("Take one.", "Take two.")
    assert of_display.tells_how(told) == "2 lines"


def test_questions_in_words_must_be_questions_with_parameters() -> None:
    told: Any = SimpleNamespace()
    told.game = SimpleNamespace(questions=(), options=find_game("pig").options)
    with pytest.raises(Unchecked, match="no questions are declared"):
        of_display.asks_in_words(told)
    for kind, blank, wrong in (("guess", "a", "kind = guess"), ("run", "strategie", "strategie:")):
        told.game.questions = (QuestionText(f"Is it {{{blank}}}?", kind=kind),)
        with pytest.raises(Fault, match=wrong):
            of_display.asks_in_words(told)
    told.game.questions = (QuestionText("What if {a.goal} points win?", {"a.goal": 20}),)
    assert of_display.asks_in_words(told) == "1 question"
