"""Visitors: a cookie with a random name tells one browser from another.

It holds no data of a person and gives no access; pages use it to list the runs begun in a browser.
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
    """The visitor who sent a request; for a new browser a fresh name (see `remembered`)."""
    given = request.cookies.get(COOKIE, "")
    if _FORM.fullmatch(given):
        return given
    if not hasattr(request.state, "person"):
        request.state.person = secrets.token_urlsafe(16)
    fresh: str = request.state.person
    return fresh


def remembered(request: Request, response: Response) -> Response:
    """The same response, which gives a new browser its name in a cookie."""
    person = person_of(request)
    if request.cookies.get(COOKIE) != person:
        response.set_cookie(COOKIE, person, max_age=_YEAR, httponly=True, samesite="lax")
    return response
