"""Pages made from templates, pages for errors, and the cookie by which a browser is known."""

from __future__ import annotations

import json
import re
import secrets
from functools import cache
from typing import Any
from urllib.parse import urlencode

import jinja2
from fastapi import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from playout import __version__
from playout.engine.words.numbering import nth
from playout.report.words import capitalised

VISITOR = "playout_person"  # the cookie; it holds no data of a person and gives no access
_NAME = re.compile(r"[A-Za-z0-9_-]{22}")
_NAMED = re.compile(
    r"[a-z_ ]+ ="
)  # a sentence that begins with the name of a field, as it is typed
YEAR = 365 * 24 * 3600  # seconds


@cache
def _templates() -> jinja2.Environment:
    found = jinja2.Environment(
        loader=jinja2.PackageLoader("playout.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,  # it would look at the files of a page each time it is shown
    )
    found.globals["version"] = __version__
    found.filters["nth"] = nth
    found.filters["sentence"] = capitalised
    return found


def rendered(template: str, **values: Any) -> str:
    """The text of a template."""
    return _templates().get_template(template).render(**values)


def page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page, or a part of one."""
    return HTMLResponse(rendered(template, **values), status)


def is_part(request: Request) -> bool:
    """Whether the browser wants a part of a page instead of a whole one."""
    return "hx-request" in request.headers


def to(request: Request, path: str, **query: object) -> Response:
    """Redirect to another page."""
    url = f"{path}?{urlencode(query, doseq=True)}" if query else path
    if is_part(request):
        return Response(status_code=204, headers={"HX-Redirect": url})
    return RedirectResponse(url, 303)


KINDS = {
    "csv": "text/csv",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "run": "application/vnd.sqlite3",
    "svg": "image/svg+xml",
}
"""Files to download: the ending of each, and what it is."""


def download(title: str, ending: str, content: bytes | str) -> Response:
    """A file to download, named after a title."""
    name = "-".join(re.findall(r"[a-z0-9]+", title.lower()))[:60].strip("-") or "run"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"'}
    return Response(content, media_type=KINDS[ending], headers=headers)


def event(name: str, value: object) -> dict[str, str]:
    """An event for a page that listens."""
    return {"event": name, "data": json.dumps(value)}


def mistake(request: Request, sentence: str, status: int = 400) -> Response:
    """An error message: in the page that is open, on a page of its own, or as JSON."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status)
    told = f"{sentence}." if sentence[-1:].isalnum() else sentence
    if not _NAMED.match(told):
        told = capitalised(told)
    if is_part(request):
        headers = {"HX-Retarget": "#message", "HX-Reswap": "innerHTML"}
        return HTMLResponse(rendered("message.html", sentence=told), 200, headers)
    return page("mistake.html", status, sentence=told, missing=status == 404)


def person_of(request: Request) -> str:
    """The visitor who sent a request; for a new browser a fresh name (see `remembered`)."""
    name = request.cookies.get(VISITOR, "")
    if _NAME.fullmatch(name):
        return name
    if not hasattr(request.state, "person"):
        request.state.person = secrets.token_urlsafe(16)
    return str(request.state.person)


def remembered(request: Request, response: Response) -> Response:
    """The same response, which gives a new browser its name, so that pages can list its runs."""
    person = person_of(request)
    if request.cookies.get(VISITOR) != person:
        response.set_cookie(VISITOR, person, max_age=YEAR, httponly=True, samesite="lax")
    return response
