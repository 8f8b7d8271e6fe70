"""The games in progress of a browser, which remembers their links in a cookie."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.responses import Response

from playout.engine.find.games import can_choose
from playout.engine.game.drawings import YOU
from playout.report.words import listed
from playout.web.pages.templates import YEAR
from playout.web.store.server_state import ServerState
from playout.web.store.tables import Table

COOKIE = "playout_tables"  # links of tables, the last one first
WHOSE = "\N{RIGHT SINGLE QUOTATION MARK}s"
MOST = 20  # tables that a browser remembers


def _links(request: Request) -> list[str]:
    return request.cookies.get(COOKIE, "").split(".")[:MOST]


def remember(request: Request, response: Response, table: Table) -> Response:
    """The same response, with which the browser remembers a table at which people play."""
    links = [table.link, *(link for link in _links(request) if link not in (table.link, ""))]
    if table.setting.persons and links != _links(request):
        text = ".".join(links[:MOST])
        response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="lax")
    return response


def going(request: Request, server: ServerState) -> list[dict[str, Any]]:
    """The games that are not over of this browser, the one with the last move first."""
    found = []
    for one in server.tables.going(_links(request)):
        game = server.settings.games[one.setting.game]
        names = one.setting.names_for(one.mine, decides=can_choose(game))
        others = [name for seat, name in enumerate(names) if [seat] != one.mine]
        is_own = one.mine == [one.mover] or names[one.mover] == YOU
        found.append(
            {
                "link": one.link,
                "title": game.title,
                "others": listed(others) if others else "",
                "turn": "your turn" if is_own else f"{names[one.mover]}{WHOSE} turn",
                "moves": one.moves,
            }
        )
    return found
