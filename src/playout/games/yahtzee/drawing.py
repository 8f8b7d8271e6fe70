"""Yahtzee and Yatzy for people: positions, moves and whole games as text and SVG.

In a picture for a seat a die is the place ``die-5``, by its face; a free box of the own card is the
place ``box-full-house``.  A seat that is to move sees there what its dice would bring.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.game.drawings import (
    GREY,
    Rows,
    is_you,
    paragraph,
    picture,
    place,
    rectangle,
    seat_name,
    words,
)
from playout.engine.play.positions import check_fields, format_fields, parse_fields
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.games.dice.drawing import SIDE, dice_text, die_svg, winners
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
    ORDER,
    POINTS,
    TURNS,
    YAHTZEE,
    YATZY,
    allowed_boxes,
    filled_in_words,
    least_points,
    points_in,
    set_of,
    throw_of,
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

_LINE, _WIDE, _LEFT = 20, 64, 130  # pixels of `svg`: a line, a column, the names of the boxes
_MARGIN, _ROW = 10.0, 29.0  # pixels of `seen`: around everything, and the height of a box
_NAMES, _COLUMN = 112.0, 46.0  # the width of the names of boxes, and of a column at least
_UPPER, _SCORE = BOXES, BOXES + 1  # lines of a card that are no boxes
_FREE = {"fill_opacity": 0.2, "stroke": GREY, "stroke_opacity": 0.5, "pointer_events": "all"}


def _halves(rules: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lines of both halves of a card."""
    boxes = ORDER[card_of(rules)]
    return (*boxes[:FACES], _UPPER), (*boxes[FACES:], _SCORE)


def _title(rules: Any) -> str:
    return "Yatzy" if card_of(rules) == YATZY else "Yahtzee"


def format_move(move: int) -> str:
    """A move as people write it: ``full house``, ``keep 3 3``, ``keep none``."""
    if 0 <= move < BOXES:
        return NAMES[move]
    faces = kept(move)
    if not KEEP <= move < KEEP + 6**FACES or len(faces) >= DICE:
        return f"no move ({move})"
    return f"keep {dice_text(faces) or 'none'}"


def places(move: int) -> Sequence[str]:
    """The parts to touch for a move: a box, or the dice to keep; to keep none is a button."""
    if 0 <= move < BOXES:
        return (box_place(move),)
    return tuple(f"die-{face}" for face in kept(move))


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
    lines = [line for half in _halves(rules) for line in half]
    return [(_name(line), [_cell(state, line, k) for k in range(rules.players)]) for line in lines]


def _name(line: int) -> str:
    return NAMES[line] if line < BOXES else "upper sum" if line == _UPPER else "score"


def _cell(state: Any, line: int, player: int, free: str = ".") -> str:
    if line == _UPPER:
        return f"{state.upper[player]}/{NEEDED}"
    if line == _SCORE:
        return str(state.scores[player])
    return str(state.points[player, line]) if state.used[player] >> line & 1 else free


def _status(state: Any, rules: Any, own: int = -1) -> str:
    players = int(rules.players)
    if is_over(state, rules):
        scores = state.scores[:players].tolist()
        won = f"{winners(scores, own)} with {max(scores)} points"
        return won if players > 1 else "the game is over"
    whose = f", {seat_name(int(state.player), own)}" if players > 1 else ""
    rounds = TURNS[card_of(rules)]
    return f"round {state.turn // players + 1} of {rounds}{whose}, throw {state.throws} of 3"


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
    return "\n".join([*lines, f"{_status(state, rules)}{dice}"])


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the dice, and the cards below."""
    players, over = int(rules.players), is_over(state, rules)
    heads = [("", [f"seat {nth(k)}" for k in range(players)])] if players > 1 else []
    rows = [*heads, *_rows(state, rules)]
    broad, top = max(_LEFT + _WIDE * players, 310) + 20, 38 if over else 50 + SIDE
    high = top + _LINE * len(rows) + 10
    parts = [words(10, 24, _status(state, rules))]
    dice = [] if over else map(int, state.dice)
    parts += [die_svg(die, 10 + k * (SIDE + 8), 38) for k, die in enumerate(dice)]
    for line, (name, cells) in enumerate(rows):
        y = top + _LINE * line
        if name in ("upper sum", "score"):
            # The words on it take the page's colour.
            wide = _LEFT + _WIDE * players
            parts.append(rectangle(10, y, wide, _LINE, fill=GREY, fill_opacity=0.2))
        parts.append(words(14, y + 15, name))
        for k, cell in enumerate(cells):
            bold = ' font-weight="bold"' if k == seat and name == "" and not over else ""
            parts.append(words(_LEFT + _WIDE * (k + 1), y + 15, cell, f'text-anchor="end"{bold}'))
    return picture(broad, high, f"{_title(rules)}, {_status(state, rules)}", parts, 14)


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


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: dice, and the boxes of its card, to be touched."""
    return SeatPicture(state, rules, seat).svg(width)


def box_place(box: int) -> str:
    """The place of a box."""
    return f"box-{NAMES[box].replace(' ', '-')}"


@dataclass(frozen=True)
class SeatPicture:
    """The picture that a seat sees, where what is hidden from it is missing."""

    state: Any
    rules: Any
    seat: int

    def svg(self, width: float) -> str:
        """The picture, so many pixels wide."""
        wide = width - 2 * _MARGIN
        parts, y = paragraph(_MARGIN, 6, self._status, wide, 15, 'font-weight="bold"')
        rows = Rows(_MARGIN, width - _MARGIN, y + 8)
        for face in [] if self._is_over else map(int, self.state.dice):
            drawn = [die_svg(face, *rows.next(SIDE, SIDE))]
            parts.append(place(f"die-{face}", f"die {face}", drawn))
        seats = [seat for seat in range(self._players) if seat != self.seat]
        shown = [self.seat, *seats] if _NAMES + _COLUMN * self._players <= wide else [self.seat]
        drawn, y = self._cards(sorted(shown), rows.end(), wide)
        others = [seat for seat in seats if seat not in shown]
        scores, y = paragraph(_MARGIN, y, self._scores(others), wide, 14)
        return picture(width, y + 8, self.description(), [*parts, *drawn, *scores], 14)

    @property
    def _status(self) -> str:
        return _status(self.state, self.rules, self.seat)

    @property
    def _players(self) -> int:
        return int(self.rules.players)

    @property
    def _is_over(self) -> bool:
        return bool(is_over(self.state, self.rules))

    @property
    def _to_move(self) -> int:
        return -1 if self._is_over else int(self.state.player)

    def _cards(self, seats: list[int], y: float, wide: float) -> tuple[list[str], float]:
        """The cards of some seats: both halves side by side, or below each other."""
        half = (wide - 14) / 2
        is_broad = _NAMES + _COLUMN * len(seats) <= half
        size = min(half if is_broad else wide, 200 + 60 * len(seats))
        drawn, ends = list[str](), list[float]()
        for k, lines in enumerate(_halves(self.rules)):
            x = _MARGIN + (size + 14) * k if is_broad else _MARGIN
            top = y if is_broad or k == 0 else ends[-1] + 4
            if len(seats) > 1 and (is_broad or k == 0):
                for column, seat in enumerate(seats, 1 - len(seats)):
                    right = x + size - 8 + _COLUMN * column
                    drawn.append(words(right, top + 14, *self._head(seat)))
                top += 20
            for line in lines:
                drawn.append(self._line(line, seats, x, top, size))
                top += _ROW
            ends.append(top)
        return drawn, max(ends) + 6

    def _head(self, seat: int) -> tuple[str, str]:
        bold = ' font-weight="bold"' if seat == self._to_move else ""
        name = "you" if is_you(seat, self.seat) else seat_name(seat, self.seat, 7)
        return name, f'text-anchor="end" font-size="12"{bold}'

    def _line(self, line: int, seats: list[int], x: float, y: float, wide: float) -> str:
        """A line of the cards; one of a box that is free on the own card can be touched."""
        fill = "none" if line < BOXES else GREY
        drawn = [rectangle(x, y, wide, _ROW, fill=fill, **_FREE), words(x + 8, y + 19, _name(line))]
        for column, seat in enumerate(seats, 1 - len(seats)):
            right = x + wide - 8 + _COLUMN * column
            how = ' font-weight="bold"' if seat == self.seat else ""
            drawn.append(words(right, y + 19, self._cell(line, seat), f'text-anchor="end"{how}'))
        if line >= BOXES or self._is_over or not self._is_free(line, self.seat):
            return "".join(drawn)
        return place(box_place(line), self._box_in_words(line), drawn)

    def _is_free(self, box: int, seat: int) -> bool:
        return not int(self.state.used[seat]) >> box & 1

    def _would_bring(self, box: int) -> int | None:
        """The points of the dice in a box, if the seat may fill it now."""
        thrown, used = throw_of(self.state.dice), int(self.state.used[self.seat])
        boxes = allowed_boxes(thrown, used, card_of(self.rules))
        if self._to_move != self.seat or not boxes >> box & 1:
            return None
        return int(points_in(box, thrown, used, card_of(self.rules)))

    def _cell(self, line: int, seat: int) -> str:
        points = self._would_bring(line) if seat == self.seat and line < BOXES else None
        return _cell(self.state, line, seat, "·" if points is None else f"({points})")

    def _box_in_words(self, box: int) -> str:
        points = self._would_bring(box)
        return f"{NAMES[box]}, {'free' if points is None else f'would bring {points}'}"

    def _scores(self, seats: list[int]) -> str:
        scores = ", ".join(f"{seat_name(k, self.seat)} {self.state.scores[k]}" for k in seats)
        return f"scores: {scores}" if scores else ""

    def description(self) -> str:
        """The picture in words."""
        boxes = ORDER[card_of(self.rules)]
        lines = [f"{_title(self.rules)}, {self._status}."]
        if not self._is_over:
            lines.append(f"Dice: {dice_text(self.state.dice)}.")
        for seat in [self.seat, *(k for k in range(self._players) if k != self.seat)]:
            filled = [box for box in boxes if not self._is_free(box, seat)]
            card = ", ".join(f"{NAMES[box]} {self.state.points[seat, box]}" for box in filled)
            lines.append(
                f"Card of {seat_name(seat, self.seat)}, score {self.state.scores[seat]}, "
                f"upper sum {self.state.upper[seat]} of {NEEDED}: {card or 'nothing yet'}."
            )
        free = [self._box_in_words(b) for b in boxes if self._is_free(b, self.seat)]
        whose = "Your free boxes" if is_you(self.seat, self.seat) else "Free boxes"
        return "\n".join([*lines, f"{whose}: {'; '.join(free) or 'none'}."])
