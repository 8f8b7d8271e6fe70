"""The values that the page of a table shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from playout.engine.find.games import can_choose
from playout.engine.game.drawings import ONLOOKER, NamedSeat
from playout.engine.game.drawn_pieces import SEATS, seat_disc, split_hand
from playout.engine.game.game import Game
from playout.engine.game.measures import Measure
from playout.engine.match.move_texts import COUNTED_FROM
from playout.engine.match.told import is_open
from playout.engine.play.hints import allowed_words
from playout.engine.who.opponents import strength_of
from playout.engine.worlds.search import blueprint_of, can_search
from playout.report.words import head, listed
from playout.web.forms import can_be_judged
from playout.web.pages import maps
from playout.web.pages.ending import ending, reason, shares_of, won_in_words
from playout.web.pages.lately import Lately
from playout.web.settings import FRIEND, PEOPLE
from playout.web.store.matches import MOST_MOVES
from playout.web.store.setting import Setting
from playout.web.store.tables import Table, widths

LONGEST_LINK = 8_000  # characters; longer ones are cut off by some programs
LUCK_ALONE = "This game has no decisions: luck alone decided it."
MOST_WAYS = 3  # of touching, that are named


def table_values(table: Table, arrangement: str = "") -> dict[str, Any]:
    """The values for the template of a table; the viewer likes the hand in this order."""
    match = table.match
    lately = Lately(table)
    moves = table.moves() if table.waits and not table.covered else []
    orders = getattr(table.game.drawing, "ARRANGEMENTS", ())
    order = orders.index(arrangement) if arrangement in orders else 0
    pictures, held = _pictures(lately, order)
    written, gives_up = table.written(), _gives_up(table, [text for text, _ in moves])
    return {
        "table": table,
        "game": table.game,
        "name": table.setting.game,
        "pictures": pictures,
        "held": held,
        "orders": orders if table.viewer is not None and not table.covered else (),
        "order": order,
        "whole": table.whole,
        "moves": moves,
        "buttons": [text for text, places in moves if not places and text != gives_up],
        "gives_up": gives_up,
        "touched": json.dumps([{"text": text, "places": places} for text, places in moves]),
        "players": _players(table),
        "names": table.names,
        "log": [
            (table.names[seat], text)
            for seat, text in zip(match.movers, written.moves, strict=True)
        ],
        "measures": [measure.help for measure in _counted(table) if measure.per_seat],
        "common": [
            (measure.help, _text(measure, match.outcome()[measure.name]))
            for measure in _counted(table)
            if not measure.per_seat
        ],
        "ending": ending(table),
        "why": reason(table),
        "told": lately.sentences(),
        "asked": table.to_do(),
        "how": _how(moves),
        "most": MOST_MOVES,
        "link": _link(table),
        "ask": _question(table),
        "next": table.next_link if table.setting.friends else "",
        "elsewhere": getattr(table.game.drawing, "elsewhere", lambda match: {})(match),
        "hides": not is_open(table.game),
        "speaks": _speaks(table),
        "odds": can_search(table.game),
        "mapped": maps.is_mapped(table),
        "reviewable": match.is_over and can_be_judged(table.game),
        "unreviewed": "" if can_choose(table.game) else LUCK_ALONE,
        "tried": _tried(table),
        "blueprint": blueprint_of(table.game),
    }


def _gives_up(table: Table, moves: Sequence[str]) -> str:
    """The move by which a person gives up, if there are other ones."""
    move = getattr(table.game.drawing, "GIVES_UP", None)
    text = "" if move is None else table.match.format_move(move)
    return text if text in moves and len(moves) > 1 else ""


def _pictures(lately: Lately, order: int) -> tuple[list[str], str]:
    """The pictures of a table, and the hand of the one for a phone, where it stays in sight."""
    table = lately.table
    if table.covered:
        return [], ""
    wide, *narrow = widths(lambda width: lately.marked(table.svg(width, order)))
    if table.match.is_over:  # the hand is looked at, no longer used
        return [*map(_touchable, [wide, *narrow])], ""
    board, held = split_hand(narrow[0]) if narrow else ("", "")
    return [_touchable(one) for one in (wide, board) if one], _touchable(held)


def _touchable(svg: str) -> str:
    """A picture whose parts screen readers read one by one."""
    return svg.replace('role="img"', 'role="group"', 1)


def _tried(table: Table) -> str:
    """The move that was made where a decision is tried again; "" before it is made."""
    turn = table.setting.solution.rpartition("/")[2]
    return table.written().moves[int(turn)] if turn and int(turn) < table.turn else ""


@dataclass(frozen=True)
class Player:
    """A player, as the list of players shows them."""

    seat: int
    name: str
    avatar: str  # an SVG
    note: str  # who that is, if the name does not say so
    is_you: bool
    is_next: bool  # to move
    values: list[str]  # the measures of the seat when the game is over
    won: str  # "wins", or "shares the win"


def _players(table: Table) -> list[Player]:
    own, setting, match = NamedSeat(ONLOOKER, table.names), table.setting, table.match
    outcome, wins = (match.outcome() if match.is_over else {}), shares_of(match)
    colours = getattr(table.game.drawing, "SEAT_COLOURS", SEATS)
    return [
        Player(
            seat,
            own.names[seat],
            f'<svg class="avatar" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">'
            f"{seat_disc(14, 14, seat, own, radius=13, colours=colours)}</svg>",
            "" if table.mine == [seat] else _notes(table, seat),
            table.mine == [seat],
            not match.is_over and match.seat == seat,
            [
                _text(measure, outcome[measure.name][seat])
                for measure in _counted(table)
                if measure.per_seat
            ],
            won_in_words(wins[seat]) if wins else "",
        )
        for seat, who in enumerate(setting.seats)
    ]


def _notes(table: Table, seat: int) -> str:
    """Who a player is, and whose partner."""
    sides, seats = table.match.rules.sides, table.setting.seats
    others = [k for k in range(seat % sides, len(seats), sides) if k != seat]
    whose = f"partner of {listed([table.names[k] for k in others])}" if others else ""
    if len(table.mine) == 1 and table.mine[0] in others:
        whose = "your partner"
    return ", ".join(filter(None, (_note(table.game, seats[seat], len(seats)), whose)))


def _note(game: Game, who: str, players: int) -> str:
    if who in PEOPLE:
        return "a friend" if who == FRIEND else ""
    if strength := strength_of(game, who, players):
        return f"computer, {strength}"
    _, *values = who.removesuffix(".py").split(".py:")[-1].split(":")
    return ", ".join(["computer", *(value.replace("=", " ") for value in values)])


def _counted(table: Table) -> list[Measure]:
    """What a game that is over has counted, but for the win, which is told in words."""
    if not table.match.is_over:
        return []
    return [measure for measure in table.game.measures if measure.name != "win"]


def _text(measure: Measure, value: Any) -> str:
    if measure.kind == "rate":
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else head(str(value))


def _how(moves: Sequence[tuple[str, Sequence[str]]]) -> str:
    """How to make a move by touching: "Touch a card, then a pile.".

    Places are named card-50 and pile-2, or as the cells of a board, b3.  Beside named ones a single
    word is a place that is never drawn.  Buttons are not told: they say what they do.
    """
    touched = [[one for one in places if not one.startswith("button-")] for _, places in moves]
    kinds = [[place.partition("-") for place in places] for places in touched if places]
    named = any(dash for touched in kinds for _, dash, _ in touched)
    ways = {
        ", then ".join(
            dict.fromkeys(f"a {kind}" if dash else "a cell" for kind, dash, _ in touched)
        )
        for touched in kinds
        if all(dash for _, dash, _ in touched) or not named
    }
    return f"Touch {', or '.join(sorted(ways))}." if 0 < len(ways) <= MOST_WAYS else ""


def _speaks(table: Table) -> dict[str, Any] | None:
    """The hints that a person can give, if the rules have any and a person looks."""
    game, rules = table.game, table.match.rules.record()
    if game.hints is None or table.viewer is None or not game.hints.places(rules):
        return None
    seat, places = table.viewer, int(game.hints.places(rules))
    return {
        "seat": seat,
        "place": game.hints.PLACE,
        "words": allowed_words(game, rules),
        "marks": table.marks.get(seat) or [None] * places,
    }


def _link(table: Table) -> str:
    """A link to this position, as those may know it who see the table; "" if there is none.

    Before the game is over it has no seed, which tells everything.
    """
    setting = table.written()
    if not table.match.is_over:
        if (position := table.known_position) is None:
            return ""
        setting = replace(setting, seed=None, number=0, position=position, moves=())
    return _unless_long(link_of(setting))


def _question(table: Table) -> str:
    """A link to the form that asks what to do here, as the person to move knows it; "" if none."""
    asks = table.waits and not table.covered and table.guest is None and can_be_judged(table.game)
    if not asks or table.known_position is None:
        return ""
    pairs = [("game", table.setting.game), ("kind", "odds"), ("position", table.known_position)]
    pairs += [(f"rule.{name}", value) for name, value in table.setting.options.items()]
    return _unless_long(f"/ask?{urlencode(pairs)}")


def _unless_long(link: str) -> str:
    return link if len(link) <= LONGEST_LINK else ""


def link_of(setting: Setting) -> str:
    """A link that makes the same table again."""
    pairs: list[tuple[str, object]] = [("game", setting.game)]
    pairs += [(f"rule.{name}", value) for name, value in setting.options.items()]
    pairs += [("seat", seat) for seat in setting.seats]
    pairs += [("name", name) for name in setting.names]
    if setting.seed is not None:
        pairs += [("seed", setting.seed), ("number", setting.number)]
    pairs += [("position", setting.position)] if setting.position else []
    if setting.moves:
        pairs += [("moves", "|".join(setting.moves)), (COUNTED_FROM, 1)]
    return f"/play?{urlencode(pairs)}"
