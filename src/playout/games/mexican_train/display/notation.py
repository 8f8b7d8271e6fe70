"""Positions of Mexican Train as one line of text; docs/games/mexican-train.md explains each word.

    trains=12-3,3-5/-/12-7 hands=0-4,2-2/?14 seat=1 open=0 scores=12,40 draw=3-3,?

The trains are those of the seats in their order and then the Mexican train, their tiles from the
engine on.  Words that name a seat, as seat=1, count from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import numpy as np

from playout.engine.chance.rng import next_word
from playout.engine.play.pieces import (
    Pieces,
    deal_unknown,
    known_hands,
    not_in,
    read_draw_pile,
    read_hands,
)
from playout.engine.play.positions import (
    read_groups,
    read_list,
    read_number,
    read_numbers,
    read_words,
    seat_names,
    write_list,
    write_words,
)
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import brief
from playout.games.mexican_train.display.history import Pair, gates, shown_round, tile_name, trains
from playout.games.mexican_train.records import (
    COUNTDOWN,
    COVERING,
    DOUBLING,
    LAYING,
    MANY,
    MEXICAN,
    MUST_COVER,
    NOWHERE,
    STANDS,
)
from playout.games.mexican_train.tiles import listed, numbers_of, put, tile_code, tile_move
from playout.games.mexican_train.turns import go_on

POSITION = (
    *("trains", "hands", "seat", "round", "scores", "open", "locked", "gates", "doubler", "phase"),
    *("first_turns", "lacks", "passes", "draw", "key", "outs", "turns", "tiles_laid", "draws"),
    *("blocked", "blocked_gate", "over"),
)
PHASES = {DOUBLING: "doubling", LAYING: "laying", COVERING: "covering"}
COUNTS = ("turns", "draws", "blocked", "blocked_gate")  # that only measures need
MOST_COUNT = 10**9
MOST_POINTS = 10**9


def _name(tile: int) -> str:
    return f"the {tile_name(numbers_of(tile))}"


def _bits(row: int) -> list[int]:
    return [bit for bit in range(int(row).bit_length()) if row >> bit & 1]


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _per_seat(numbers: Any, rules: Any) -> str:
    """A number for each seat, nothing if all are 0."""
    numbers = numbers[: rules.players].tolist()
    return _listed(numbers) if any(numbers) else ""


def format_position(state: Any, rules: Any) -> str:
    """A position; the tiles of the draw pile, and the key of later rounds, are in it.

    PlayoutError for a world (Match.world): it does not say what was laid where.
    """
    goes_on = state.over == 0 and shown_round(state) + 1 < rules.rounds
    draw = state.deck[state.drawn : state.tiles].tolist()
    key = "".join(f"{int(word):016x}" for word in state.shuffling.key)
    hidden = {
        "draw": write_list(map(tile_name, map(numbers_of, draw))),
        "key": key if goes_on else "",
    }
    return write_words(_on_the_table(state, rules, "/".join(_hands(state, rules))) | hidden)


def known_position(state: Any, rules: Any, seat: int | None) -> str:
    """A position as a seat may know it: ``hands=0-4,2-2/?14``, with no word of the draw pile."""
    return write_words(_on_the_table(state, rules, known_hands(_hands(state, rules), seat)))


def _hands(state: Any, rules: Any) -> list[str]:
    hands = [listed(state.hands[player]) for player in range(rules.players)]
    return [write_list(map(tile_name, hand)) for hand in hands]


def _on_the_table(state: Any, rules: Any, hands: str) -> dict[str, object]:
    players, number = range(rules.players), shown_round(state)
    lines = trains(state, rules)
    if sum(map(len, lines.values())) < len(listed(state.laid)) - 1:  # but the engine
        raise PlayoutError(
            "a simulated deal of mexican-train cannot be written as a position: the tiles on the "
            "table are known, but not in which train they lie"
        )
    lacks = [write_list(_bits(state.lacks[player])) for player in players]
    return {
        "trains": "/".join(write_list(map(tile_name, line)) for line in lines.values()),
        "hands": hands,
        "seat": int(state.player),
        "round": number + 1 if number else 0,
        "scores": _per_seat(state.scores, rules),
        "open": _listed(_bits(state.open & ~(1 << MEXICAN))),
        "locked": _listed(_bits(state.locked)),
        "gates": ",".join("M" if gate == MEXICAN else str(gate) for gate in gates(state)),
        "doubler": "" if state.doubler == NOWHERE else str(state.doubler),
        "phase": PHASES.get(int(state.phase), ""),
        "first_turns": _listed(_bits(state.first_turns)),
        "lacks": "/".join(lacks) if any(numbers != "-" for numbers in lacks) else "",
        "passes": int(state.passes),
        "outs": _per_seat(state.outs, rules),
        "tiles_laid": int(state.played),
        **{name: int(state[name]) for name in COUNTS},
        "over": int(state.over),
    }


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of a text as :func:`format_position` writes it, or of one by hand.

    Unknown tiles, and those that are nowhere if the draw pile ends with a ``?`` or is left out, are
    dealt in any order, all deals equally likely in which nobody has a number that they lack.  Then
    come the draws and passes, if any, until somebody can lay a tile.
    """
    words = read_words(text, POSITION)
    players = int(rules.players)
    state.over = read_number("over", words.get("over", "0"), 0, 1)
    number = read_number("round", words.get("round", "1"), 1, rules.rounds) - 1
    state.round_number = number + state.over
    state.engine = rules.set - (number % (rules.set + 1) if rules.engine == COUNTDOWN else 0)
    state.player = read_number("seat", words.get("seat", "0"), 0, players - 1)
    _read_scores(words, rules, state)
    laid = _read_trains(words, rules, state)
    _read_turn(words, rules, state)
    _read_tiles(words, rules, stream, state, laid)
    if state.over == 0:
        go_on(state, rules)


def _read_scores(words: Mapping[str, str], rules: Any, state: Any) -> None:
    players = int(rules.players)
    tops = {"scores": MOST_POINTS if state.over else rules.target - 1, "outs": rules.rounds}
    for name, most in tops.items():
        numbers = read_numbers(name, words.get(name, "-"), 0, most)
        if numbers and len(numbers) != players:
            raise PlayoutError(f"{name}={brief(words[name])}: must be {players} numbers")
        state[name][: len(numbers)] = numbers
    for name in COUNTS:
        state[name] = read_number(name, words.get(name, "0"), 0, MOST_COUNT)
    state.played = read_number("tiles_laid", words.get("tiles_laid", "0"), 0, MOST_COUNT)


def _read_tile(rules: Any, text: str) -> Pair:
    """The two numbers of a tile, in the order in which they are written."""
    found = re.fullmatch("([0-9]{1,2})-([0-9]{1,2})", text)
    tile = (int(found[1]), int(found[2])) if found else (-1, -1)
    if not 0 <= min(tile) <= max(tile) <= rules.set:
        raise PlayoutError(f"'{brief(text)}' is not a tile: write 0-0 to {rules.set}-{rules.set}")
    return tile


def _read_trains(words: Mapping[str, str], rules: Any, state: Any) -> list[int]:
    seats = [*range(rules.players), MEXICAN]
    names = [*seat_names(rules.players), "the Mexican train"]
    lines = read_groups("trains", words.get("trains", "/".join("-" * len(seats))), names)
    laid = list[int]()
    put(state.laid, state.engine, state.engine)
    for train, name, line in zip(seats, names, lines, strict=True):
        end = int(state.engine)
        for text in read_list(line):
            one, other = _read_tile(rules, text)
            if end not in (one, other):
                raise PlayoutError(f"trains, {name}: {brief(text)} does not fit {end}")
            tile = tile_code(one, other)
            end = one + other - end
            put(state.laid, one, other)
            laid.append(tile)
            if len(laid) <= (rules.set + 1) * (rules.set + 2) // 2:  # else one is there twice
                state.log[0, state.logged[0]] = STANDS << 18 | tile_move(tile, train)
                state.logged[0] += 1
        state.ends[train] = end
    return laid


def _read_seats(name: str, words: Mapping[str, str], rules: Any) -> int:
    """A set of seats, as bits."""
    seats = read_numbers(name, words.get(name, "-"), 0, rules.players - 1)
    return sum({1 << seat for seat in seats})


def _read_turn(words: Mapping[str, str], rules: Any, state: Any) -> None:
    """Write which trains are open, which doubles have to be covered, and how far the turn is."""
    lines = trains(state, rules)
    state.open = _read_seats("open", words, rules) | 1 << MEXICAN
    state.locked = _read_seats("locked", words, rules)
    state.first_turns = _read_seats("first_turns", words, rules)
    waiting = [
        MEXICAN if gate == "M" else read_number("gates", gate, 0, rules.players - 1)
        for gate in read_list(words.get("gates", "-"))
    ]
    for gate in waiting:
        one, other = lines[gate][-1] if lines[gate] else (0, 1)
        if one != other or waiting.count(gate) > 1:
            raise PlayoutError(
                f"gates={brief(words['gates'])}: name only trains that end with a double, each once"
            )
    state.gate = waiting[0] if waiting else NOWHERE
    state.later = sum((gate + 1) << 4 * place for place, gate in enumerate(waiting[1:]))
    doubler = words.get("doubler", "")
    state.doubler = read_number("doubler", doubler, 0, rules.players - 1) if doubler else NOWHERE
    phase = words.get("phase", "")
    if phase and phase not in PHASES.values():
        raise PlayoutError(f"phase={brief(phase)}: must be doubling, laying or covering")
    state.phase = next((number for number, word in PHASES.items() if word == phase), 0)
    most = rules.players if state.over else rules.players - 1
    state.passes = read_number("passes", words.get("passes", "0"), 0, most)
    is_own, seat = state.doubler == state.player, int(state.player)
    many = rules.doubles == MANY
    has_own_gate = bool(waiting) and is_own
    faults = (
        (waiting and not rules.gate, "gates: these rules have no doubles that must be covered"),
        (len(waiting) > 1 and not many, "gates: these rules have one at a time"),
        (waiting and not doubler, "doubler: name the seat that has laid the double in gates"),
        (state.locked and not rules.lock, "locked: these rules have no locks"),
        (
            any(state.locked >> gate & 1 for gate in waiting),
            "locked: a train in gates is not locked",
        ),
        (
            state.first_turns and not rules.first_turn,
            "first_turns: in these rules no player lays a whole train",
        ),
        (
            phase == ("covering" if many else "doubling"),
            f"phase={phase}: these rules call it {'doubling' if many else 'covering'}",
        ),
        (
            phase in ("covering", "doubling") and not has_own_gate,
            f"phase={phase}: seat {nth(seat)} must be the doubler, and have a double in gates",
        ),
        (
            phase == "laying" and not (state.first_turns >> seat & 1 and waiting in ([], [seat])),
            f"phase=laying: seat {nth(seat)} must be in first_turns, and no other train in gates",
        ),
        (doubler and not waiting and phase != "laying", "doubler: there is no double in gates"),
    )
    for is_fault, sentence in faults:
        if is_fault and not state.over:
            raise PlayoutError(sentence)


def _read_tiles(
    words: Mapping[str, str], rules: Any, stream: Any, state: Any, laid: list[int]
) -> None:
    players, mover = int(rules.players), NOWHERE if state.over else int(state.player)
    groups = words.get("lacks", "/".join("-" * players))
    for seat, group in enumerate(read_groups("lacks", groups, seat_names(players))):
        for number in read_numbers("lacks", group, 0, rules.set):
            state.lacks[seat] |= 1 << number
    lacks = state.lacks.tolist()

    def read(text: str) -> int:
        return int(tile_code(*_read_tile(rules, text)))

    def may_hold(seat: int, tile: int) -> bool:
        # Who is to move may have drawn the tile that fits just now.
        low, high = numbers_of(tile)
        return seat == mover or (lacks[seat] >> low | lacks[seat] >> high) & 1 == 0

    key = words.get("key", "")
    if key and not re.fullmatch("[0-9a-f]{32}", key):
        raise PlayoutError(f"key={brief(key)}: must be 32 digits of 0 to 9 and a to f")
    for place in range(2):
        part = key[16 * place : 16 * place + 16]
        state.shuffling.key[place] = np.uint64(int(part, 16)) if part else next_word(stream)

    hands: list[Pieces] = read_hands(words, players, rules.tiles, read)
    draw = read_draw_pile(words.get("draw", "?"), read)
    numbers = range(rules.set + 1)
    deck = [tile_code(low, high) for low in numbers for high in numbers[low:]]
    deck.remove(tile_code(state.engine, state.engine))
    for seat, hand in enumerate(hands):
        for tile in hand:
            if tile >= 0 and not state.over and not may_hold(seat, tile):
                raise PlayoutError(
                    f"hands, seat {nth(seat)}: {_name(tile)} shows a number that the seat lacks "
                    "(lacks)"
                )
    deal_unknown(not_in(deck, laid, draw, *hands, name=_name), hands, draw, stream, _name, may_hold)
    may_be_out = state.over or (state.gate != NOWHERE and rules.last_double == MUST_COVER)
    for seat, hand in enumerate(hands):
        if not hand and not may_be_out:
            raise PlayoutError(f"seat {nth(seat)} has no tile, so the round is over")
        for tile in hand:
            put(state.hands[seat], *numbers_of(tile))
        state.sizes[seat] = len(hand)
    state.tiles = len(deck)
    state.drawn = len(deck) - len(draw)
    state.deck[: len(deck)] = [*laid, *chain(*hands), *draw]
