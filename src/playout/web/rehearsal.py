"""A rehearsal: a game is begun on the side, so that all that a table needs is compiled.

A table is laid after that, so no request holds it while something is compiled.
"""

from __future__ import annotations

from dataclasses import replace

from playout.web.pages.table_view import table_values
from playout.web.settings import PEOPLE, PERSON
from playout.web.store.matches import seated
from playout.web.store.setting import Setting
from playout.web.store.tables import Table

MOST_ROUNDS = 3  # of moves, until all players have made one


def rehearse(setting: Setting) -> None:
    """Begin a game in this setting, and show it, until each of its players has made a move."""
    seats = tuple(PERSON if who in PEOPLE else who for who in setting.seats)
    setting = replace(setting, seats=seats, moves=())
    table = Table("", setting, seated(setting))
    match = table.match
    while not match.is_over and table.turn < MOST_ROUNDS * len(seats):
        table.look()  # several people may share the screen
        moves = table_values(table)["moves"]
        if table.waits:
            table.play(moves[0][0])
        else:
            table.step()
        if {seats[seat] for seat in match.movers} == set(seats):
            break
    table_values(table)
