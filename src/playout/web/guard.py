"""Who gets in, and what a browser may be made to do: checked before anything else is.

A page of another site can make a browser send requests here.  So nothing changes unless the browser
says that the request comes from a page of ours; a name that was not given at the start is refused,
lest another site gives its own name to this machine's address; and no page may run a script that
did not come as a file from here, or ask anything elsewhere.
"""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from playout.web.settings import Settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_BODY = 200_000  # bytes of a request
COOKIE = "playout_token"
_PROGRAMS = ("/api/", "/openapi.json")  # their answers are no pages to go on from
_TOO_LARGE = f"at most {MOST_BODY:,} bytes can be sent"
_SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """An ASGI application around another one, which lets in what may come in."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, _safely(send))
            return
        await self._app(scope, _limited(receive), _safely(send))

    def _refusal(self, scope: Message) -> Response | None:
        """What a request gets that may not come in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if "*" not in self._settings.hosts and _name(host) not in self._settings.hosts:
            return _told(f"this server does not go by the name {_name(host)!r}", 421)
        if scope["method"] not in ("GET", "HEAD") and not _is_ours(headers, host):
            return _told("this was asked by a page of another site", 403)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BODY:
            return _told(_TOO_LARGE, 413)
        return self._without_token(scope, headers) if self._settings.token else None

    def _without_token(self, scope: Message, headers: Headers) -> Response | None:
        """Let those in who have the token, in the link at first and in a cookie from then on."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = dict(query).get("token")
        if given is not None and self._is_token(given):
            path = f"/{scope['path'].lstrip('/')}"
            if scope["method"] != "GET" or path.startswith(_PROGRAMS):
                return None
            rest = urlencode([pair for pair in query if pair[0] != "token"])
            answer = RedirectResponse(f"{path}{'?' if rest else ''}{rest}", 303)
            # "lax": else it would not be sent when the link is clicked on a page of another site.
            answer.set_cookie(_cookie(scope), given, httponly=True, samesite="lax")
            return answer
        cookies = cookie_parser(headers.get("cookie", ""))
        if self._is_token(cookies.get(_cookie(scope), "")):
            return None
        return _told("open the link that playout web has printed: it has the token in it", 403)

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._settings.token.encode())


def _cookie(scope: Message) -> str:
    """The name of the cookie: browsers give those of all ports of a machine to each of them."""
    return f"{COOKIE}_{(scope.get('server') or ('', 0))[1]}"


def _told(sentence: str, status: int) -> Response:
    return PlainTextResponse(f"{sentence}\n", status)


def _name(host: str) -> str:
    """The name of a host, without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_ours(headers: Headers, host: str) -> bool:
    """Whether a request that changes something comes from a page of ours, or from no page."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False


def _limited(receive: Receive) -> Receive:
    """The same, which reads no body that is larger than it said."""
    had = 0

    async def limited() -> Message:
        nonlocal had
        message = await receive()
        had += len(message.get("body", b""))
        if had > MOST_BODY:
            raise HTTPException(413, _TOO_LARGE)
        return message

    return limited


def _safely(send: Send) -> Send:
    """The same, with headers that tell the browser what it must not do."""

    async def safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _SAFE.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return safely
