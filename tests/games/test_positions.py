"""Positions as text, in every game: written, read, gone on with; and texts that are none."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pytest

from playout.engine.chance.rng import DEAL
from playout.engine.find.games import find_game, game_names
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.play.positions import (
    format_fields,
    format_position,
    parse_fields,
    parse_position,
)
from playout.engine.words.errors import PlayoutError
from tests.games.matches import stream
from tests.games.test_contract import cases, every_game, match, of

POSITIONS = 100_000  # in the thorough test, over all games and homes
CHARACTERS = r"[A-Za-z0-9 _.,:=/?-]*"  # that neither a shell nor an address changes; blank: +


def read_again(running: Match) -> Any:
    """The state of a match, written and read."""
    return parse_position(running.game, running.position, running.rules.record(), stream(7))


def assert_same(running: Match) -> None:
    """The state that is read is written alike, shows every seat the same, and allows the same."""
    game, record, text = running.game, running.rules.record(), running.position
    state = read_again(running)
    assert format_position(game, state, record, running.streams[DEAL]) == text
    assert re.fullmatch(CHARACTERS, text)
    assert parse_qs(f"position={text.replace(' ', '+')}") == {"position": [text]}
    over = game.rules.is_over(state, record)
    assert over == running.is_over
    assert game.rules.actor(state, record) == running.seat or over
    for seat in range(record.players):
        view = running.table.views[seat]
        game.rules.observe(running.state, record, seat, view)
        before = view.tobytes()
        game.rules.observe(state, record, seat, view)
        assert view.tobytes() == before
    numbers = np.zeros((2, game.width), np.int64)
    game.rules.score(running.state, record, numbers[0])
    game.rules.score(state, record, numbers[1])
    assert (numbers[0] == numbers[1]).all()
    if not over:
        out = np.zeros(game.rules.MOST_LEGAL, np.int64)
        count = game.rules.legal_moves(state, record, out)
        assert sorted(out[:count].tolist()) == running.legal_moves()


def every_case() -> list[Any]:
    """(game, strategy, rules): `random` in ordinary runs, all in the thorough suite."""
    return [
        pytest.param(
            *case.values,
            id=case.id,
            marks=case.marks if case.values[1] == "random" else pytest.mark.thorough,
        )
        for case in cases(looks=True)
    ]


@pytest.mark.parametrize(("game", "strategy", "options"), every_case())
def test_a_game_that_is_written_and_read_before_every_move_is_the_same_game(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    undisturbed = match(game, strategy, options, compiled=True)
    written = match(game, strategy, options, compiled=True)
    list(undisturbed.run())
    every = 1 + len(undisturbed.moves) // 100  # of long games not every move
    while not written.is_over:
        if len(written.moves) % every == 0:
            if len(written.moves) % (7 * every) == 0:
                assert_same(written)
            written.table["state"] = read_again(written)
        written.step()
    assert_same(written)
    assert written.moves == undisturbed.moves
    assert written.columns() == undisturbed.columns()
    assert written.position == undisturbed.position


@pytest.mark.parametrize(("game", "strategy", "options"), every_case())
def test_a_strategy_plays_on_from_any_position(
    game: str, strategy: str, options: dict[str, Any]
) -> None:
    """Also from those to which it would not have come: any legal moves were made until then."""
    for number in range(10):
        chance = Random(number)
        running = Match(game, seed=number, **options)
        for _ in range(chance.randrange(40)):
            if not running.is_over:
                running.play(chance.choice(running.legal_moves()))
        position = running.position
        played = Match(
            game, strategy=strategy, seed=number, position=position, compiled=True, **options
        )
        assert played.position == position
        list(played.run())
        of(game).assert_conserved(played.state, played.rules.record())


def homes() -> list[Any]:
    """(game, rules): all rules in which random play is at home."""
    return [
        pytest.param(game, options, id=f"{game}-{'-'.join(map(str, options.values()))}")
        for game in game_names()
        for options in of(game).homes("random")
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "options"), homes())
def test_a_hundred_thousand_positions_are_written_and_read(
    game: str, options: dict[str, Any]
) -> None:
    done, number = 0, 1000
    while done < POSITIONS / len(homes()):
        running = match(game, "random", options, number, compiled=True)
        assert_same(running)
        for _ in running.run():
            assert_same(running)
            done += 1
        number += 1


@pytest.mark.parametrize("game", every_game())
def test_the_fields_of_any_state_can_be_written_and_read(game: str) -> None:
    """Which is how games without a form of their own write positions."""
    running = match(game, "random", of(game).homes("random")[-1], compiled=True)
    for _ in range(3):
        text = format_fields(running.state)
        state = new_record(running.game.state_dtype)
        parse_fields(text, state)
        assert state.tobytes() == running.state.tobytes()
        assert re.fullmatch(CHARACTERS, text)
        running.step()


def broken(text: str, chance: Random) -> str:
    """A position with a few mistakes."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        words = text.split(" ")
        place = chance.randrange(len(words))
        at = chance.randrange(len(text) + 1)
        numbers = [match_.span() for match_ in re.finditer(r"[0-9]+", text)]
        low, high = chance.choice(numbers) if numbers else (at, at)
        text = chance.choice(
            (
                " ".join(words[:place] + words[place + 1 :]),
                " ".join([*words, words[place]]),
                text[:at] + chance.choice(",/-?:=0159XMO. x") + text[at:],
                text[:at] + text[at + 1 :],
                text[:low] + str(chance.randrange(-1, 130)) + text[high:],
                text[:low] + "?" + text[high:],
                re.sub(r"draw=\S*", chance.choice(("", "draw=-", "draw=?")), text),
                re.sub(r"hands=\S*", "", text),
                f"{text} seat={chance.randrange(9)}",
                f"{text} phase={chance.choice(('covering', 'doubling', 'laying'))} gates=0,M",
            )
        )
    return text


def refusal(game: str, options: dict[str, Any], number: int) -> str:
    """The sentence that refuses a broken position; "" if it can be played to its end."""
    chance = Random(number)
    running = match(game, "random", options, number, compiled=True)
    for _ in range(chance.randrange(40)):
        if not running.is_over:
            running.step()
    text = broken(running.position, chance)
    try:
        other = Match(game, strategy="random", seed=number, position=text, compiled=True, **options)
    except PlayoutError as error:
        return str(error)
    of(game).assert_conserved(other.state, other.rules.record())
    assert_same(other)
    list(other.run())
    of(game).assert_conserved(other.state, other.rules.record())
    assert_same(other)
    assert len(other.moves) <= of(game).longest(other.rules.record())
    return ""


@pytest.mark.parametrize("game", every_game())
def test_a_broken_position_is_refused_or_can_be_played_to_its_end(game: str) -> None:
    places = of(game).homes("random")
    refusals = [refusal(game, places[number % len(places)], number) for number in range(30)]
    assert any(refusals)
    assert not all(refusals)
    assert all(re.fullmatch(r"position: .+", sentence) for sentence in filter(None, refusals))


@pytest.mark.thorough
@pytest.mark.parametrize("game", every_game())
def test_thousands_of_broken_positions(game: str) -> None:
    places = of(game).homes("random")
    for number in range(100, 2_100):
        sentence = refusal(game, places[number % len(places)], number)
        assert re.fullmatch(r"(position: .+)?", sentence)


THE_GAME: dict[str, Any] = {"players": 2, "low": 1, "high": 20, "hand": 3}
MISTAKES: dict[str, list[tuple[str, str]]] = {
    "the-game": [
        ("hand=3", "there is no field 'hand': did you mean 'hands'?"),
        ("seat=", "seat has no value; write seat=... without blanks"),
        ("seat=0 seat=0", "seat is given twice"),
        ("seat=2", "seat=2: must be a whole number from 0 to 1"),
        ("piles=1,1,100", "piles=1,1,100: must be one top card for each of the 4 piles"),
        ("piles=1,1,20,1", "'1' is not a card: the cards are 2 to 19"),
        ("hands=2,3,4", "hands: 1 of them, separated by /, but 2 are needed"),
        ("hands=2,3,x/?3", "hands, seat 1: 'x' is not a card"),
        ("hands=2,3,4/4,?2", "the 4 appears more often than in the deck"),
        ("hands=2,3,4,5/?3", "hands, seat 1: 4 cards, but at most 3 are possible"),
        ("turn_cards=1 piles=5,1,20,20", "hands, seat 1: 3 cards, but at most 2 are possible"),
        ("hands=-/?3", "seat 1 has no cards, so it cannot be to move"),
        ("draw=?,3", "draw=?,3: the ? stands for all remaining ones, so it must come last"),
        (
            "hands=2,3,4/5,6,? draw=7",
            "pieces of the deck are in no place (the 8 the 9 the 10 the 11 the 12 the",
        ),
        (
            "piles=5,1,20,20 hands=5,3,4/6,7,8 draw=2",
            "piles: the 5 on a pile is in a hand or in the draw pile",
        ),
        ("hands=2,3,4/5,6,7 draw=-", "12 cards have been laid, but every pile shows its"),
        ("marks=0000/0000", "marks: these rules have no hints"),
    ],
    "the-game with hints": [("marks=0009/0000", "marks=0009: must be 4 digits from 0 to 4")],
    "the-game-blog": [
        ("piles=5,3/-/-/-", "pile 1: 3 does not fit on 5"),
        ("hands=2,3:0,4/?3", "a hand is in the order of drawing"),
        ("hands=2,3,4:6/?3", "hands: 4 drawn at 6 (counted from 0), but only 6"),
        ("hands=2/-", "seat 2 has no cards, and the game is not over"),
    ],
    "hex": [
        ("stones=.../...", "stones: 2 rows of 3 cells, but the rules have rows=3 and cols=3"),
        ("stones=.a./.../...", "line 1: 'a' is not a cell of a board"),
        ("stones=X../.../... coins=XOXOXOXOX", "coins=XOXOXOXOX: at most 8 letters"),
    ],
    "mexican-train": [
        ("trains=3-1,2-3/-/-", "trains, seat 1: 2-3 does not fit 1"),
        ("trains=3-4/-/-", "'3-4' is not a tile: write 0-0 to 3-3"),
        ("hands=3-3,?/?2", "the 3-3 appears more often than in the deck"),
        ("hands=-/?2", "seat 1 has no tile, so the round is over"),
        ("gates=0", "gates=0: name only trains that end with a double, each once"),
        ("trains=3-1,1-1/-/- gates=0", "doubler: name the seat that has laid the double"),
        ("locked=0", "locked: these rules have no locks"),
        ("phase=laying", "phase=laying: seat 1 must be in first_turns,"),
        ("phase=doubling", "phase=doubling: these rules call it covering"),
        ("scores=100,0", "scores=100: must be a whole number from 0 to 99"),
        ("hands=?2/0-1,0-2 lacks=-/0", "the 0-1 shows a number that the seat lacks"),
        (
            "hands=?2/?2 lacks=-/0,1,2,3",
            "none of 20,000 random deals of the unknown pieces fits what the hands lack",
        ),
        ("key=12", "key=12: must be 32 digits of 0 to 9 and a to f"),
    ],
    "cant-stop": [
        ("steps=0,0,4", "steps in column 2: must be a number from 0 to 3 for each seat"),
        ("steps=0,0,3/0,0,1", "steps: column 2 is finished, so only one seat can have steps in it"),
        (
            "closed=0,0,1",
            "0, 0], which follows from steps, runners and turn",
        ),
        ("player=1", "player: must be 0, which follows from steps, runners and turn"),
        ("runners=0,0,1,1,1,1", "runners: 4 are too many"),
        ("steps=0,0,2 runners=0,0,2", "runners in column 2: must be 3 to 3, in an open column"),
        ("dice=1,2,3,7", "dice=[1, 2, 3, 7]: must be four numbers from 1 to 6"),
        ("dice=1,1,1,1 thrown=2", "thrown=2, throws=0: too many or too few throws"),
        ("throws=100", "throws=100: too many throws for turn 1"),
        ("busts=1", "more than the turns that are over"),
        ("turn=1001", "turn=1001: must be a whole number from 0 to 1,000"),
        ("dice=6,6,6,6 runners=0,0,1,1,1", "the game is not over, but seat 1 has no legal move"),
    ],
    "pig": [
        ("player=2", "player=2: must be a whole number from 0 to 1"),
        ("die=7", "die=7: must be a whole number from 0 to 6"),
        ("turns=1001", "turns=1001: must be a whole number from 0 to 1,000"),
        ("scores=1,2,3", "scores: must be 2 whole numbers"),
        ("scores=120,3", "seat 1 has 120 points, but 100 points win the game; it would be over"),
    ],
    "yahtzee": [
        ("dice=1,2,3,4,7 throws=1", "five numbers from 1 to 6"),
        ("dice=1,2,3,4 throws=1", "five numbers from 1 to 6"),
        ("dice=1,2,3,4", "dice=[0, 1, 2, 3, 4]"),
        ("dice=1,2,3,4,5 throws=4", "throws=4: must be a whole number from 1 to 3"),
        ("dice=1,2,3,4,5 throws=1 turn=14", "turn=14, player=0: these"),
        ("dice=1,2,3,4,5 throws=1 turn=1", "used=0: seat 1 has had 1 turns"),
        ("dice=1,2,3,4,5 throws=1 turn=1 used=8192", "used=8192: seat 1"),
        ("dice=1,2,3,4,5 throws=1 points=3", "points=3: seat 1 cannot have these points in ones"),
        (
            "dice=1,2,3,4,5 throws=1 turn=1 used=2 points=0,3",
            "points=3: seat 1 cannot have these points in twos",
        ),
        ("dice=1,2,3,4,5 throws=1 turn=1 used=2 points=0,4 upper=4", "upper=4, scores=0: these"),
        ("dice=1,2,3,4,5 throws=1 scores=100", "upper=0, scores=100: these"),
        ("dice=1,2,3,4,5 throws=1 turn=1 used=32768", "used=32768: seat 1"),  # of Yatzy
    ],
    "risk-battle": [
        (
            "attackers=5 defenders=3 rounds=4",
            "rounds=4: with 5 attackers and 3 defenders left, must be 6",
        ),
        ("attackers=5", "attackers=5: write defenders too, as in attackers=5 defenders="),
        (
            "attackers=5 rounds=1",
            "rounds=1: with 5 attackers and 0 defenders left, must be from 8 to 15",
        ),
    ],
}
RULES: dict[str, dict[str, Any]] = {
    "the-game": THE_GAME,
    "the-game with hints": {**THE_GAME, "hints": "marks"},
    "the-game-blog": THE_GAME,
    "hex": {"rows": 3},
    "mexican-train": {"players": 2, "set": 3, "tiles": 2},
}


@pytest.mark.parametrize(
    ("game", "options", "text", "sentence"),
    [
        (name.split()[0], RULES.get(name, {}), *row)
        for name, rows in MISTAKES.items()
        for row in rows
    ],
)
def test_what_is_no_position_is_told_in_a_sentence(
    game: str, options: dict[str, Any], text: str, sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=re.escape(sentence)) as caught:
        Match(game, position=text, **options)
    assert str(caught.value).startswith("position: ")


@pytest.mark.parametrize("game", every_game())
def test_what_is_left_out_is_dealt_with_the_seed_and_the_number_of_the_game(game: str) -> None:
    options = of(game).homes("random")[0]

    def dealt(seed: int, number: int) -> str:
        return Match(game, position="", seed=seed, game_number=number, **options).position

    assert dealt(1, 0) == dealt(1, 0)
    # What is left out elsewhere is 0; and these two games deal nothing.
    deals = hasattr(find_game(game).drawing, "parse_position")
    deals = deals and game not in ("risk-battle", "snakes-and-ladders")
    assert (len({dealt(seed, 0) for seed in range(9)}) > 1) == deals
    assert (len({dealt(1, number) for number in range(9)}) > 1) == deals


def test_all_deals_of_unknown_cards_are_equally_likely() -> None:
    """The cards 2 to 5: six ways to deal two to a hand; the chance of a false alarm is 1e-9."""
    hands = [
        Match("the-game", position="", high=6, hand=2, seed=seed).position.split()[1]
        for seed in range(600)
    ]
    counts = [hands.count(hand) for hand in sorted(set(hands))]
    assert len(counts) == 6
    assert sum((count - 100) ** 2 / 100 for count in counts) < 50.8


def test_unknown_tiles_are_dealt_to_those_who_may_have_them() -> None:
    text = "trains=3-1/-/- hands=?2/?2 seat=0 lacks=-/1 tiles_laid=1"
    for seed in range(50):
        state = Match("mexican-train", position=text, seed=seed, **RULES["mexican-train"]).state
        assert state.hands[1, 1] == 0


def test_coins_of_a_position_are_those_of_the_same_turns_of_the_game() -> None:
    dealt = Match("hex", strategy="random", rows=3, seed=5)
    dealt.step()
    stones = dealt.position.split()[0]
    assert Match("hex", rows=3, seed=5, position=stones).position == dealt.position
    assert Match("hex", rows=3, position=f"{stones} coins=o").seat == 1
