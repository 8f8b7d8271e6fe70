"""Who looks: a browser is told apart from others by a cookie that nobody can guess.

It says nothing of anybody, and lets nobody in: with it a page can list what was begun here.
"""

from __future__ import annotations

import re
import secrets

from fastapi import Request
from starlette.responses import Response

COOKIE = "playout_person"
_FORM = re.compile(r"[A-Za-z0-9_-]{22}")
_YEAR = 365 * 24 * 3600  # seconds


def person_of(request: Request) -> str:
    """Who has sent a request; of a browser that is new here, a fresh name (see `remembered`)."""
    given = request.cookies.get(COOKIE, "")
    if _FORM.fullmatch(given):
        return given
    if not hasattr(request.state, "person"):
        request.state.person = secrets.token_urlsafe(16)
    fresh: str = request.state.person
    return fresh


def remembered(request: Request, response: Response) -> Response:
    """The same response, which tells a browser that is new here the name that it has got."""
    person = person_of(request)
    if request.cookies.get(COOKIE) != person:
        response.set_cookie(COOKIE, person, max_age=_YEAR, httponly=True, samesite="lax")
    return response
