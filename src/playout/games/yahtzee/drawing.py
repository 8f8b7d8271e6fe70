"""Yahtzee and Yatzy for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.yahtzee.boxes import (
    ALL,
    BONUS,
    BOXES,
    DICE,
    FACES,
    FIRST,
    FURTHER,
    NAMES,
    NEEDED,
    POINTS,
    TURNS,
    YAHTZEE,
    YATZY,
    filled_in_words,
    least_points,
    set_of,
)
from playout.games.yahtzee.card_picture import (
    CardPicture,
    box_place,
    cell,
    halves,
    line_name,
    portrait_parts,
    status,
)
from playout.games.yahtzee.rules import (
    KEEP,
    MOST_THROWS,
    PLAYERS,
    card_of,
    is_over,
    keep_move,
    throw_dice,
)
from playout.games.yahtzee.sentences import events as events
from playout.games.yahtzee.sentences import kept
from playout.games.yahtzee.sentences import to_do as to_do
from playout.kits.dice_pictures import dice_text


def format_move(move: int) -> str:
    """A move as people write it: ``full house``, ``keep 3 3``, ``keep none``."""
    if 0 <= move < BOXES:
        return NAMES[move]
    faces = kept(move)
    if not KEEP <= move < KEEP + 6**FACES or len(faces) >= DICE:
        return f"no move ({move})"
    return f"keep {dice_text(faces) or 'none'}"


def places(move: int) -> Sequence[str]:
    """The parts to touch for a move: a box, or the dice to hold and the button to throw."""
    if 0 <= move < BOXES:
        return (box_place(move),)
    return (*(f"die-{face}" for face in kept(move)), "button-throw")


IN_WORDS = {"used": filled_in_words, "turn": ""}
MOVE_KINDS = ("score", "keep some", "keep none")


def move_kind(state: Any, rules: Any, move: int) -> int:
    """Which of the kinds a move is of."""
    return 0 if move < BOXES else 1 if move > KEEP else 2


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote."""
    words = text.lower().split()
    if " ".join(words) in NAMES:
        return NAMES.index(" ".join(words))
    faces = [] if words[1:] == ["none"] else words[1:]
    is_keep = words[:1] == ["keep"] and words[1:] and len(faces) < DICE
    if is_keep and all(face in ("1", "2", "3", "4", "5", "6") for face in faces):
        return int(keep_move(*(faces.count(str(face)) for face in range(1, FACES + 1))))
    raise PlayoutError(
        f"'{text}' is not a move: write the dice to keep, as 'keep 3 3' or 'keep none', or a box "
        f"({', '.join(NAMES)})"
    )


def format_position(state: Any, rules: Any) -> str:
    """A position as a line of text: the fields of its state that are not 0."""
    return format_fields(state)


def parse_position(text: str, rules: Any, stream: Any, state: Any) -> None:
    """Write the state of such a text; if it has no dice they are thrown, for the first time.

    ``free=twos,chance`` stands for ``used``; points that are left out follow from that and upper.
    """
    free = [word.removeprefix("free=") for word in text.split() if word.startswith("free=")]
    parse_fields(" ".join(one for one in text.split() if not one.startswith("free=")), state)
    if len(free) > 1 or (free and state.used.any()):
        raise PlayoutError("free: give it only once, and not together with used")
    players, card = int(rules.players), card_of(rules)
    if free:
        state.used[:players] = ALL[card] & ~set_of(free[0].split(","), card)
    if state.used.any() and not state.points.any() and not state.scores.any():
        _complete(state, players, card)
    if not state.dice.any():
        throw_dice(state, KEEP, stream)
    state.dice.sort()  # people write them in any order
    state.throws = state.throws if "throws=" in text else 1
    _check(state, rules)


def _complete(state: Any, players: int, card: int) -> None:
    """Write points that agree with the filled boxes and the upper sums, and whose turn it is."""
    for player, upper in enumerate(state.upper[:players].tolist()):
        state.points[player] = least_points(int(state.used[player]), upper)
        state.scores[player] = sum(state.points[player]) + BONUS[card] * (upper >= NEEDED)
    if state.turn == 0:
        state.turn = sum(int(used).bit_count() for used in state.used)
        state.player = state.turn % players


def _check(state: Any, rules: Any) -> None:
    dice, players = state.dice.tolist(), int(rules.players)
    if not 1 <= dice[0] <= dice[-1] <= FACES:
        raise PlayoutError(f"dice={dice}: must be five numbers from 1 to 6")
    check_fields(state, throws=(1, MOST_THROWS))
    last = TURNS[card_of(rules)] * players
    if not 0 <= state.turn <= last or state.player != state.turn % players:
        raise PlayoutError(f"turn={state.turn}, player={state.player}: these do not fit together")
    for player in range(PLAYERS):
        turns = (state.turn + players - 1 - player) // players if player < players else 0
        _check_card(state, player, int(turns), card_of(rules))


def _check_card(state: Any, player: int, turns: int, card: int) -> None:
    used, points, whose = int(state.used[player]), state.points[player], f"seat {nth(player)}"
    tables = POINTS[YATZY:] if card == YATZY else POINTS[:YATZY]
    if used & ~int(ALL[card]) or used.bit_count() != turns:
        raise PlayoutError(
            f"used={used}: {whose} has had {turns} turns and must have used as many boxes"
        )
    for box, name in enumerate(NAMES):
        if points[box] not in (tables[:, box] if used >> box & 1 else (0,)):
            raise PlayoutError(f"points={points[box]}: {whose} cannot have these points in {name}")
    upper = points[:FACES].sum()
    further = state.scores[player] - points.sum() - (BONUS[card] if upper >= NEEDED else 0)
    most = FURTHER * turns if points[YAHTZEE] == FIRST else 0
    if state.upper[player] != upper or further not in range(0, most + 1, FURTHER):
        raise PlayoutError(
            f"upper={state.upper[player]}, scores={state.scores[player]}: these are not the sums "
            f"of the points of {whose}"
        )


def _rows(state: Any, rules: Any) -> list[tuple[str, list[str]]]:
    """The lines of a card with the points of every player; a dot in a free box."""
    lines = [line for half in halves(rules) for line in half]
    players = range(rules.players)
    return [(line_name(line), [cell(state, line, k) for k in players]) for line in lines]


def text(state: Any, rules: Any, seat: int) -> str:
    """The cards side by side, and the dice or who has won; a star marks the seat to move."""
    players, over = int(rules.players), is_over(state, rules)
    whose = -1 if over else seat
    marks = [f"seat {nth(k)}{'*' if k == whose else ''}" for k in range(players)]
    rows = [("", marks)] if players > 1 else []
    rows += _rows(state, rules)
    lines = [f"{name:<16}" + "".join(f"{one:>8}" for one in cells) for name, cells in rows]
    lines = [line.rstrip() for line in lines]
    dice = "" if over else f": {dice_text(state.dice)}"
    return "\n".join([*lines, f"{status(state, rules)}{dice}"])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the cards, and the dice below."""
    players = int(rules.players)
    return CardPicture(state, rules).svg(430 if players <= 2 else 80 + 2 * (98 + 40 * players))


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: dice to hold, and the boxes of its card, to be touched."""
    return CardPicture(state, rules, seat).svg(width)


def portrait() -> str:
    """Dice, and a part of a card."""
    lines = (("fours", "12", "16"), ("fives", "20", ""), ("sixes", "", "18"), ("chance", "24", ""))
    return portrait_of("Five dice of Yahtzee and a part of a card", portrait_parts(lines))


def transcript(match: Any) -> str:
    """A whole game, a line for each turn: the throws, what was kept, the box and its points."""
    state, players = match.state, int(match.rules["players"])
    lines, turn_text = [], ""
    while not match.is_over:
        seat, turn, before = match.seat, int(state.turn), int(state.scores[match.seat])
        turn_text += f"  {dice_text(state.dice)}"
        move = match.step()
        if move >= KEEP:
            turn_text += f"  {format_move(move)}"
            continue
        whose = f"  seat {nth(seat)}" if players > 1 else ""
        points = int(state.points[seat, move])
        bonus = f" and {more} bonus" if (more := int(state.scores[seat]) - before - points) else ""
        lines.append(f"round {turn // players + 1:<2}{whose}{turn_text}")
        lines.append(f"    {NAMES[move]}: {points}{bonus}, score {state.scores[seat]}")
        turn_text = ""
    return "\n".join([*lines, "", str(match)])
