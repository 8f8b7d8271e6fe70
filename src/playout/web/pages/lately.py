"""What happened at a table since somebody's last move: in a sentence, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any

from playout.engine.game.drawings import ONLOOKER
from playout.engine.match.match import Match
from playout.engine.match.told import places_of
from playout.report.words import capitalised, listed
from playout.web.store.tables import Table

MOST_MOVES = 40  # that are looked back
MOST_DEEDS = 5  # of one kind, in a row, that are told
MOST_TOLD = 100  # letters on a phone
MOST_KINDS = 3  # of deeds of one player; the last ones matter most
_UNMARKED = ("die-", "button-")  # dice are thrown anew


@dataclass(frozen=True)
class Lately:
    """The last moves at a table, for those who look at it."""

    table: Table

    @property
    def moves(self) -> int:
        """How many moves were made since the last one of the viewer; 1 if it was the last.

        For those who have no seat, it is 1 as well.
        """
        last, viewer = self.table.match.movers[-MOST_MOVES:][::-1], self.table.viewer
        if viewer is None:
            return min(len(last), 1)
        number = last.index(viewer) if viewer in last else len(last)
        return max(number, min(len(last), 1))

    @property
    def places(self) -> list[str]:
        """The places of the picture that were touched in these moves."""
        game, moves = self.table.game, self.table.match.moves[-self.moves :] if self.moves else []
        return list(dict.fromkeys(place for move in moves for place in places_of(game, move)))

    def marked(self, svg: str) -> str:
        """A picture of the table with a mark on what was moved lately, or where.

        A piece that lies there now is marked, and if there is none, the place.
        """
        names = [escape(name) for name in self.places if not name.startswith(_UNMARKED)]
        for kind in ("part", "place"):
            found = [name for name in names if f'data-{kind}="{name}"' in svg]
            for name in found:
                svg = svg.replace(f'data-{kind}="{name}"', f'data-{kind}="{name}" data-lately=""')
            if found:
                break
        return svg

    def sentences(self) -> tuple[str, str]:
        """What happened, as the viewer may know it: "Careful rolled 1 and lost 12 points.".

        The second text is the last of it, for which there is room on a phone.
        """
        table, seat = self.table, self.table.viewer
        number, movers = self.moves, table.match.movers
        if table.covered or number == 0:
            return "", ""
        own_first = number < len(movers) and movers[-number - 1] == seat
        if table.game.chance_in_play and own_first and movers[-1] != seat:
            number += 1  # what the dice did to the viewer
        deeds = deeds_of(table.match, number, ONLOOKER if seat is None else seat)
        told = [
            f"{capitalised(table.names[who])} {joined([deed for _, deed in done])}."
            for who, done in groupby(deeds, key=lambda one: one[0])
        ]
        first = len(told) - 1
        while first > 0 and len(" ".join(told[first - 1 :])) <= MOST_TOLD:
            first -= 1
        return " ".join(told[:first]), " ".join(told[first:])


def deeds_of(match: Match, number: int, seat: int) -> Iterator[tuple[int, str]]:
    """What a seat may know of the last moves of a match: who did what."""
    events = getattr(match.game.drawing, "events", None)
    moves, movers = match.moves[-number:], match.movers[-number:]
    states: list[Any] = [*reversed(match.states_before(number)), match.state]
    for k, (move, mover) in enumerate(zip(moves, movers, strict=True)):
        if events is None:
            yield mover, f"played {match.format_move(move)}"
            continue
        for who, told in events(states[k], move, states[k + 1], match.record, seat):
            yield from ((who, deed) for deed in told.split(", "))


def joined(deeds: Sequence[str]) -> str:
    """What one player did at last, joined: "laid 52 and 54 on pile 2 and drew 2 cards"."""
    parts = [deed.partition(" ") for deed in deeds]
    groups = [
        (verb, [rest for _, _, rest in group])
        for verb, group in groupby(parts, key=lambda part: part[0])
    ]
    return listed([f"{verb} {_things(things)}".strip() for verb, things in groups[-MOST_KINDS:]])


def _things(things: Sequence[str]) -> str:
    """Things that were done alike: "52 and 54 on pile 2"."""
    if any(" " in thing for thing in things):  # no throws of a die
        things = list(dict.fromkeys(things))
    left = "… " if len(things) > MOST_DEEDS else ""
    pairs = [thing.partition(" on ") for thing in things[-MOST_DEEDS:]]
    together = []
    for where, group in groupby(pairs, key=lambda pair: pair[2]):
        heads = [head for head, _, _ in group]
        first, *rest = (head.rpartition(" ") for head in heads)
        if first[0] and all(one[0] == first[0] for one in rest):  # "up 7" and "up 8"
            heads = [heads[0], *(last for _, _, last in rest)]
        together.append(f"{listed(heads)}{f' on {where}' if where else ''}")
    return left + listed(together)
