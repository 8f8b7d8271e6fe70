"""Rules that cannot be played are refused in one sentence that says what is wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.words.errors import PlayoutError

IMPOSSIBLE: dict[str, list[tuple[dict[str, Any], str]]] = {
    "cant-stop": [
        ({"players": 5}, "players=5: must be from 1 to 4"),
        ({"columns_to_win": 0}, "columns_to_win=0: must be from 1 to 11"),
        (
            {"players": 4, "columns_to_win": 4},
            "players=4, columns_to_win=4: all 11 columns could be closed before a player",
        ),
        ({"most_turns": 0}, "most_turns=0: must be from 1 to 1000000"),
    ],
    "hearts": [
        ({"players": 2}, "players=2: must be from 3 to 5"),
        ({"players": 3, "passing": "across"}, "passing='across', players=3: only 4 players pass"),
        (
            {"passing": "left", "lowest": 13},
            "passing='left', lowest=13: each player gets 2 cards, but 3 are passed; use",
        ),
        ({"lowest": 14}, "lowest=14: must be from 2 to 13"),
        ({"points": 1001}, "points=1001: must be from 0 to 1000"),
        ({"moon": "sun"}, "moon='sun': choose from off, others"),
    ],
    "spades": [
        ({"players": 3}, "players=3: must be 4"),
        ({"points": 501}, "points=501: must be from 0 to 500"),
        ({"nil": "maybe"}, "nil='maybe': choose from no, yes"),
    ],
    "hex": [
        ({"rows": 0}, "rows=0: must be from 1 to 50"),
        ({"rows": 51}, "rows=51: must be from 1 to 50"),
        ({"cols": 51}, "cols=51: must be from 1 to 50"),
        ({"rows": 2.5}, "rows=2.5: must be a whole number"),
        ({"players": 1}, "players=1: must be 2"),
        ({"players": 3}, "players=3: must be 2"),
        ({"p": 1.5}, "p=1.5: must be from 0 to 1"),
        ({"p": -0.1}, "p=-0.1: must be from 0 to 1"),
        ({"p": "-1"}, "p='-1': must be from 0 to 1"),
        ({"p": float("nan")}, "p=nan: must be from 0 to 1"),
        ({"p": "nan"}, "p='nan': must be from 0 to 1"),
        ({"p": float("inf")}, "p=inf: must be from 0 to 1"),
        ({"p": 10**400}, "p=10+[.]*: must be a number"),
        ({"p": "x"}, "p='x': must be a number"),
        ({"p": ""}, "p='': must be a number"),
        ({"p": True}, "p=True: must be a number"),
        ({"p": np.True_}, "p=.*True.*: must be a number"),
        ({"p": True}, "p=True: must be a number"),
        ({"p": [0.5]}, r"p=\[0.5\]: must be a number"),
        ({"q": 0.5}, "hex has no rule option 'q': choose from cols, p, players, rows"),
    ],
    "mexican-train": [
        ({"players": 9}, "players=9: must be from 2 to 8"),
        ({"players": 1}, "players=1: must be from 2 to 8"),
        ({"players": 8, "tiles": 12}, "this needs 96 tiles, but a double-12 set has 90"),
        ({"players": 6, "set": 2}, "this needs 6 tiles, but a double-2 set has 5"),
        ({"set": 19}, "set=19: must be from 2 to 18"),
        ({"target": 0}, "target=0: must be from 1 to"),
        ({"target": -5}, "target=-5: must be from"),
        ({"rounds": 0}, "rounds=0: must be from 1 to 1000"),
        ({"engine": "13"}, "engine='13': choose from"),
        ({"draw": "plays"}, "did you mean 'play'"),
        ({"gate": "off"}, "gate='off': choose from no, yes"),
        ({"double_blank": 51}, "double_blank=51: must be from 0 to 50"),
        ({"seats": 4}, "no rule option 'seats'"),
    ],
    "pig": [
        ({"players": 0}, "players=0: must be from 1 to 8"),
        ({"goal": 0}, "goal=0: must be from 1 to 1000"),
        ({"goal": 1001}, "goal=1001: must be from 1 to 1000"),
        ({"most_turns": 0}, "most_turns=0: must be from 1 to 1000000"),
        ({"goals": 5}, "pig has no rule option 'goals': did you mean 'goal'"),
    ],
    "risk-battle": [
        (
            {"attackers": 5, "retreat_at": 5},
            "attackers=5, retreat_at=5: the attackers would retreat before the first round",
        ),
        ({"retreat_at": 10}, "attackers=10, retreat_at=10: the attackers would retreat before the"),
        ({"retreat_at": -1}, "retreat_at=-1: must be from 0 to 499"),
        ({"retreat_after": 1000}, "retreat_after=1000: must be from 1 to 999"),
        ({"attack_sides": 1}, "attack_sides=1: must be from 2 to 100"),
        ({"defence_sides": 6.5}, "defence_sides=6.5: must be a whole number"),
        ({"attack_dice": 4}, "attack_dice=4: must be from 1 to 3"),
        ({"sides": 8}, "risk-battle has no rule option 'sides': "),
    ],
    "snakes-and-ladders": [
        ({"dice": 0}, "dice=0: must be from 1 to 6"),
        ({"sides": 1}, "sides=1: must be from 2 to 100"),
        ({"sides": "d8"}, "sides='d8': must be a whole number"),
        ({"dice": 2}, "with throws of 2 to 12, a token on 99 never reaches the last square, 100"),
    ],
    "the-game": [
        ({"high": 5, "hand": 4}, "players=1, hand=4: this needs 4 cards, but the deck has 3; use"),
        (
            {"players": 7, "hand": 15},
            "players=7, hand=15: this needs 105 cards, but the deck has 98; use",
        ),
        ({"players": 0}, "players=0: must be from 1 to 7"),
        ({"players": 8}, "players=8: must be from 1 to 7"),
        ({"players": "two"}, "players='two': must be a whole number"),
        ({"players": 2.5}, "players=2.5: must be a whole number"),
        ({"players": float("nan")}, "players=nan: must be a whole number"),
        ({"players": float("inf")}, "players=inf: must be a whole number"),
        ({"players": True}, "players=True: must be a whole number"),
        ({"jump": -1}, "jump=-1: must be from 0 to 126"),
        ({"min_cards": 0}, "min_cards=0: must be from 1 to"),
        ({"hand": 0}, "hand=0: must be from 1 to"),
        ({"copies": 5}, "copies=5: must be from 1 to 4"),
        ({"ascending": 5}, "ascending=5: must be from 0 to 4"),
        ({"ascending": 0, "descending": 0}, "at least one pile is needed"),
        ({"low": 50, "high": 51}, r"low=50, high=51: high must be at least low \+ 2"),
        ({"high": 128}, "high=128: must be from 2 to 127"),
        ({"plyers": 2}, "the-game has no rule option 'plyers': did you mean 'players'"),
        ({"colour": "red"}, "the-game has no rule option 'colour': choose from ascending"),
        ({"deck": "triple"}, "deck='triple': "),
        ({"first_player": "best", "min_cards": 7}, "first_player='best', min_cards=7: at most 6"),
        ({"first_player": 1}, "first_player=1: "),
    ],
    "the-game-blog": [
        ({"players": 8}, "players=8: must be from 1 to 7"),
        ({"players": 7, "hand": 15}, "this needs 105 cards, but the deck has 98"),
        ({"low": 50, "high": 51}, r"high must be at least low \+ 2"),
        ({"jump": 0}, "the-game-blog has no rule option 'jump'"),
    ],
    "yahtzee": [
        ({"players": 0}, "players=0: must be from 1 to 6"),
        ({"players": 7}, "players=7: must be from 1 to 6"),
        ({"players": 1.5}, "players=1.5: must be a whole number"),
        ({"joker": "wild"}, "joker='wild': choose from forced, free"),
        ({"variant": "maxi"}, "variant='maxi': choose from yahtzee, yatzy"),
        (
            {"variant": "yatzy", "joker": "free"},
            "variant='yatzy', joker='free': Yatzy has no jokers; leave out joker",
        ),
        ({"jokers": "free"}, "yahtzee has no rule option 'jokers': did you mean 'joker'"),
    ],
}


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [(game, *row) for game, listed in IMPOSSIBLE.items() for row in listed],
)
def test_impossible_rules_are_refused_in_one_sentence(
    game: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        find_game(game).with_options(options)
    assert "\n" not in str(caught.value)


CHANGED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("risk-battle", {"attackers": 5, "retreat_at": 4}, {"attackers": 5, "retreat_at": 4}),
    (
        "risk-battle",
        {"attackers": 10, "attack_sides": 8, "retreat_after": 999},
        {"attack_sides": 8},
    ),
    ("snakes-and-ladders", {"dice": 1, "sides": 4}, {"sides": 4}),
    ("yahtzee", {}, {}),
    ("hearts", {"players": 5, "lowest": 13, "passing": "none"}, {"lowest": 13}),
    ("hearts", {"passing": "turns"}, {}),
    ("yahtzee", {"joker": "free"}, {"joker": "free"}),
    ("yahtzee", {"variant": "yatzy", "joker": "forced"}, {"variant": "yatzy"}),
    ("the-game", {"players": 3}, {}),
    ("the-game", {"players": 3, "hand": 6, "jump": 10}, {}),
    ("the-game", {"players": 3, "hand": 7}, {"hand": 7}),
    ("the-game", {"players": 3, "deck": "double"}, {"deck": "double"}),
    ("mexican-train", {"rounds": 1}, {"rounds": 1}),
    ("mexican-train", {"rounds": 5, "target": 100}, {"rounds": 5, "target": 100}),
    ("mexican-train", {"players": 4, "set": 6, "tiles": 6}, {"set": 6}),
    ("mexican-train", {"players": 7, "tiles": 9}, {"tiles": 9}),
    ("mexican-train", {"variant": "seed"}, {"variant": "seed"}),
    ("mexican-train", {"variant": "seed", "draw": "play"}, {"variant": "seed", "draw": "play"}),
    ("mexican-train", {"players": 3, "marker": "stays"}, {"marker": "stays"}),
]


@pytest.mark.parametrize(("game", "options", "changed"), CHANGED)
def test_what_differs_from_the_game_of_so_many_players_gives_the_same_rules_again(
    game: str, options: dict[str, Any], changed: dict[str, Any]
) -> None:
    rules = find_game(game).with_options(options)
    assert rules.changed_options() == changed
    again = find_game(game).with_options({"players": rules["players"], **changed})
    assert again.values == rules.values
