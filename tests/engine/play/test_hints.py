"""Every player speaks by its own strategy's hint: from its own view, in words, all at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import playout
from playout.engine.chance.seating import rotating
from playout.engine.find.declarations import strategy
from playout.engine.find.games import find_game
from playout.engine.game.game import Player, Rules
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch, restore
from playout.engine.who.references import find_player
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.games.the_game.hints import CANNOT, CLOSE, NOTHING, TRICK, WORDS, hint
from playout.games.the_game.strategies import greedy
from playout.questions.rare import ask
from playout.questions.rare.job import replicate
from tests.games.the_game.contract import hide

FILE = str(Path(__file__).parents[1] / "talkers.py")
LAID = 3  # column of an outcome: cards played


def rules(**options: object) -> Rules:
    """Rules of The Game in which players talk."""
    return find_game("the-game").with_options({"players": 3, "hints": "marks", **options})


def name(called: str) -> str:
    return f"{FILE}:{called}"


def players(*names: str) -> list[Player]:
    """Players from the file, or Playout's."""
    own = ("careful", "random")
    return [find_player("the-game", n if n in own else name(n)) for n in names]


def match(*names: str, **options: Any) -> Match:
    """A game among players from the file."""
    seats = {"players": len(names), "hints": "marks", "seed": 5}
    return Match("the-game", strategy=[name(n) for n in names], **{**seats, **options})


def marks(running: Match, seat: int = 0) -> list[list[int]]:
    """What a seat hears from everybody, of four piles."""
    found: list[list[int]] = running.view(seat).marks[: int(running.rules["players"]), :4].tolist()
    return found


@pytest.mark.rules
def test_everybody_speaks_by_the_own_hint_wherever_it_sits() -> None:
    pair = players("wants-all", "obeys")
    assert play_batch(rules(players=2), pair, 5, 0, 6)[:, LAID].tolist() == [2] * 6
    assert play_batch(rules(players=2), pair[::-1], 5, 0, 6)[:, LAID].tolist() == [0] * 6
    moving_on = play_batch(rules(players=2), pair, 5, 0, 6, rotating(2))
    assert moving_on[:, LAID].tolist() == [2, 0] * 3
    # Of the two others only the one before counts.
    line_up = players("obeys", "random", "wants-all")
    assert play_batch(rules(), line_up, 5, 0, 6)[:, LAID].tolist() == [0] * 6
    line_up = players("obeys", "wants-all", "random")
    assert (play_batch(rules(), line_up, 5, 0, 6)[:, LAID] > 2).all()


@pytest.mark.rules
def test_without_a_hint_of_its_own_a_strategy_says_what_is_usual() -> None:
    assert (play_batch(rules(players=2), players("obeys", "obeys"), 5, 0, 6)[:, LAID] > 2).all()
    usual, own = (match(n, "wants-all", game_number=1) for n in ("obeys", "wants-all"))
    silent = Match("the-game", players=2, hints="marks", seed=5, game_number=1)
    assert marks(usual)[0] == marks(silent)[0] != marks(own)[0]
    assert marks(usual)[1] == marks(own)[1] == [WORDS.index("leave")] * 4


@pytest.mark.rules
@pytest.mark.parametrize("first", ["listens", "listens-slowly"])
def test_compiled_and_plain_batches_and_matches_are_the_same_games(first: str) -> None:
    line_up = [first, "listens:tone=2", "listens"]
    batch = play_batch(rules(), players(*line_up), 5, 30, 6, rotating(3))
    seats = ",".join(name(n) for n in line_up)
    for number in range(30, 36):
        plain, compiled = (
            Match(
                "the-game",
                seats=seats,
                hints="marks",
                seed=5,
                game_number=number,
                compiled=as_compiled,
            )
            for as_compiled in (False, True)
        )
        assert list(plain.run()) == list(compiled.run())
        assert plain.state.tobytes() == compiled.state.tobytes()
        assert plain.columns() == batch[number - 30].tolist()
    if first == "listens":
        slow = players("listens-slowly", "listens-slowly:tone=2", "listens-slowly")
        assert (play_batch(rules(), slow, 5, 30, 6, rotating(3)) == batch).all()
    else:
        deaf = play_batch(rules(hints="none"), players(*line_up), 5, 30, 6, rotating(3))
        assert (deaf != batch).any()


@pytest.mark.rules
def test_looking_on_and_taking_back_change_nothing_that_is_said() -> None:
    line_up = ("listens", "listens:tone=2", "listens")
    quiet, watched = match(*line_up), match(*line_up)
    tables = []
    while not watched.is_over:
        chosen = watched.choose()
        assert [marks(watched, seat) for seat in (0, 1, 2, 0)] == [marks(watched)] * 4
        assert watched.view(2).turn == watched.seat
        tables.append(watched.table.tobytes())
        assert watched.step() == chosen
    assert list(quiet.run()) == watched.moves
    assert quiet.state.tobytes() == watched.state.tobytes()
    for _ in range(7):
        watched.undo()
        assert watched.table.tobytes() == tables[len(watched.moves)]
    assert [*watched.moves, *watched.run()] == quiet.moves
    assert quiet.state.tobytes() == watched.state.tobytes()


def test_a_game_played_by_hand_is_heard_as_it_was_played() -> None:
    played = match("whispers", "whispers", "whispers")
    by_hand = match("whispers", "whispers", "whispers")
    for _ in range(8):
        by_hand.play(played.format_move(played.step()))
        assert marks(by_hand) == marks(played)


@pytest.mark.rules
def test_all_speak_at_the_same_time_and_know_what_was_said_last() -> None:
    running = match("whispers", "whispers", "whispers")
    for asked in range(1, 12):
        assert marks(running) == [[max(asked - seat, 0) % 5] * 4 for seat in range(3)]
        running.step()


@pytest.mark.rules
def test_a_hint_sees_its_own_view_alone() -> None:
    chance, running = Random(3), match("tells-all", "tells-all", "tells-all")
    record = running.rules.record()
    record.hints = 0  # to have the other hands changed, although there are marks
    changed = 0
    while not running.is_over:
        for seat in range(3):
            before, heard = running.table.tobytes(), marks(running)
            hide(running.state, record, seat, chance)
            assert marks(running)[seat] == heard[seat]
            changed += marks(running) != heard
            restore(running.table, before)
        running.step()
    assert changed > 20


@pytest.mark.parametrize("called", ["number-teller", "slow-teller"])
@pytest.mark.parametrize("number", [-1, len(WORDS), 61, 2**40])
def test_a_hint_that_is_no_word_stops_the_run_with_everything_to_replay_it(
    called: str, number: int
) -> None:
    named = f"{called}:number={number}"
    options: dict[str, Any] = {"players": 2, "hand": 6}
    seated = players("random", named)
    with pytest.raises(IllegalMove) as caught:
        play_batch(rules(**options), seated, 5, 20, 50)
    message = str(caught.value)
    found = re.search(r"in game (\d+)", message)
    assert found
    assert message.startswith(
        f"strategy '{name(named)}' on seat 2 gave a hint for pile 3 that is no word: {number} "
        "(known: 0 nothing, 1 trick, 2 close, 3 cannot, 4 leave) in game "
    )
    assert re.search(r"(90|[78]\d) cards not laid yet", message)
    assert "\n-> seat 1 " in message  # whose turn it is, not who has spoken
    replay = f"--strategy random+{name(named)} --players 2 --hand 6 --hints marks --seed 5"
    assert f"playout replay the-game {replay} --game {found[1]}" in message

    again = Match(
        "the-game",
        strategy=["random", name(named)],
        seed=5,
        game_number=int(found[1]),
        hints="marks",
        **options,
    )
    with pytest.raises(IllegalMove, match=f"on seat 2 gave .* no word: {number} "):
        list(again.run())
    assert len(play_batch(rules(hints="none", **options), seated, 5, 20, 50)) == 50


def test_the_last_word_of_the_vocabulary_can_be_said() -> None:
    last = players("random", f"number-teller:number={len(WORDS) - 1}")
    assert len(play_batch(rules(players=2), last, 5, 20, 50)) == 50


@pytest.mark.parametrize("compiled", [True, False])
def test_an_error_in_a_hint_is_told_with_its_place(compiled: bool) -> None:
    broken = players("stammers")[0]
    broken = replace(broken, strategy=replace(broken.strategy, compiled=compiled))
    message = r"on seat 1 raised, in its hint for pile 2, ValueError: speechless \(line \d+ of "
    message += r"talkers.py, in breaks\) in game 7\n"
    with pytest.raises(IllegalMove, match=message):
        play_batch(rules(), [broken] * 3, 5, 7, 2)
    assert len(play_batch(rules(hints="none"), [broken] * 3, 5, 7, 2)) == 2


@pytest.mark.skipif(not COMPILING, reason="nothing is compiled")
def test_a_hint_that_cannot_be_compiled_is_named_and_matters_only_where_players_talk() -> None:
    message = r"the hint of strategy 'mumbles' cannot be compiled: .* 'hnad': did you mean 'hand'?"
    with pytest.raises(PlayoutError, match=message):
        play_batch(rules(), players("mumbles") * 3, 5, 0, 2)
    assert len(play_batch(rules(hints="none"), players("mumbles") * 3, 5, 0, 2)) == 2


class Speaker:
    """Something that can be called, and is no function."""

    def __call__(self, view: Any, pile: int) -> int:
        return 0


@pytest.fixture
def declare(forgets: None) -> Callable[..., Any]:
    """The decorator; what it declares is gone after the test."""
    return strategy


@pytest.mark.parametrize("hint", [5, "close", lambda view: 0, lambda view, pile, more: 0])
def test_a_hint_that_is_no_function_of_a_view_and_a_place_is_refused(
    hint: Any, declare: Callable[..., Any]
) -> None:
    message = "the hint of strategy 'wrong' must be a function of two arguments, a view and a place"
    with pytest.raises(PlayoutError, match=f"^{message}$"):
        declare("the-game", "wrong", hint=hint)(greedy)


@pytest.mark.skipif(not COMPILING, reason="nothing is compiled")
def test_what_is_no_plain_function_speaks_for_plain_strategies_alone(
    declare: Callable[..., Any],
) -> None:
    for compiled in (True, False):
        called = "compiled" if compiled else "plain"
        declare("the-game", called, compiled=compiled, hint=Speaker())(greedy)
    assert len(play_batch(rules(), [find_player("the-game", "plain")] * 3, 1, 0, 2)) == 2
    message = "the hint of strategy 'compiled' cannot be compiled: it must be a plain function"
    with pytest.raises(PlayoutError, match=message):
        play_batch(rules(), [find_player("the-game", "compiled")] * 3, 1, 0, 2)


def test_a_hint_for_a_game_in_which_nobody_talks_is_refused() -> None:
    with pytest.raises(PlayoutError, match="'talks-at-hex' gives hints, but hex is a game without"):
        find_player("hex", name("talks-at-hex"))


def split(line_up: list[Player]) -> Any:
    """A question about a small game, played in stages by copying (engine/worlds/splitting.py)."""
    options: dict[str, Any] = {"players": 2, "low": 1, "high": 14, "hand": 3, "hints": "marks"}
    asked = ask("the-game", strategy="random", particles=20, repeats=10, seed=5, **options)
    return replace(asked, players=tuple(line_up))


@pytest.mark.thorough
def test_split_games_are_talked_in_too() -> None:
    assert replicate(split(players("goes-on-if-told", "goes-on-if-told")), 0).estimate > 0
    assert replicate(split(players("goes-on-if-told", "random")), 0).estimate == 0
    fast, slow = (split(players(n, f"{n}:tone=1")) for n in ("listens", "listens-slowly"))
    for number in range(3):
        assert replicate(fast, number) == replicate(slow, number)
    with pytest.raises(IllegalMove, match=r"on seat 2 gave .* no word: 61 .*\npiles .*\n"):
        replicate(split(players("random", "number-teller")), 0)


@pytest.mark.thorough
def test_vague_marks_never_name_the_trick() -> None:
    message: dict[str, set[int]] = {"marks": set(), "vague": set()}
    for hints in message:
        match = Match("the-game", strategy="careful", hints=hints, players=3, seed=4)
        while not match.is_over:
            message[hints] |= set(match.view(match.seat).marks[:3, :4].ravel().tolist())
            match.step()
    assert message["marks"] == {NOTHING, TRICK, CLOSE, CANNOT}
    assert message["vague"] == {NOTHING, CLOSE, CANNOT}


def test_a_trick_is_close_where_it_may_not_be_named() -> None:
    for hints, word in (("marks", TRICK), ("vague", CLOSE)):
        text = "piles=30,1,90,100 hands=20,50/33,60"
        match = Match("the-game", strategy="careful", players=2, position=text, hints=hints)
        assert [hint(match.view(0), pile) for pile in range(3)] == [word, NOTHING, NOTHING]
        assert [hint(match.view(1), pile) for pile in range(3)] == [NOTHING, NOTHING, NOTHING]


def test_a_word_that_the_rules_forbid_is_refused_with_those_that_they_allow(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import playout\n\ndef trick(view, pile):\n    return 1\n\n"
        '@playout.strategy("the-game", hint=trick)\ndef names_it(view, rng):\n    return 1\n',
        encoding="utf-8",
    )
    message = r"is no word: 1 \(known: 0 nothing, 2 close, 3 cannot, 4 leave\)"
    with pytest.raises(IllegalMove, match=message):
        playout.run("the-game", strategy=f"{file}:names-it", players=2, hints="vague", games=2)
    with pytest.raises(PlayoutError, match="with hints='vague'"):
        Match("the-game", players=2, hints="vague", position="marks=1000/0000")
