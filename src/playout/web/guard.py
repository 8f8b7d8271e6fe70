"""Access control: checks of every request before anything else.

A page of another site can make a browser send requests here.  So nothing changes unless the browser
says that the request comes from a page of ours, and a page of another site can only link to ours; a
name that was not given at the start is refused, lest another site gives its own name to this
machine's address; and no page may run a script that did not come as a file from here, or ask
anything elsewhere.
"""

from __future__ import annotations

import hmac
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from playout.web.settings import Settings

MOST_BODY = 200_000  # bytes of a request
COOKIE = "playout_token"
_PROGRAMS = ("/api/", "/openapi.json")  # their answers are no pages to go on from
# Whoever knows the address of a table, or of its review, which nobody can guess, was invited to it.
_FOR_GUESTS = ("/table/", "/review/", "/evening", "/static/", "/waiting")
_SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' "
    "'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def guarded(app: ASGIApp, settings: Settings) -> ASGIApp:
    """An ASGI application that lets in what may come in, and tells browsers to be careful."""
    hosts = [f"[{name}]" if ":" in name else name for name in settings.hosts]
    limited = RequestBodyLimitMiddleware(app, MOST_BODY)
    return _SafeHeaders(TrustedHostMiddleware(_Admission(limited, settings.token), hosts))


class _SafeHeaders:
    """Headers of every answer that tell the browser what it must not do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_SAFE)
                # A file that has not changed is not sent twice; a page may show what is secret.
                is_file = scope["path"].startswith("/static/")
                headers.setdefault("Cache-Control", "no-cache" if is_file else "no-store")
            await send(message)

        await self._app(scope, receive, safely)


class _Admission:
    """Refuses what a page of another site asks for, and whoever has no token.

    Starlette's sessions would sign the cookie, and need a package for it; this one has the token
    itself, which nobody can guess.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await (self._refusal(Request(scope)) or self._app)(scope, receive, send)
        elif scope["type"] == "lifespan":  # no page asks for anything else
            await self._app(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        """Return the refusal of a request that may not come in."""
        if not _is_ours(request) and not _is_opened(request):
            return PlainTextResponse("requests from pages of other sites are refused\n", 403)
        return self._without_token(request) if self._token else None

    def _without_token(self, request: Request) -> Response | None:
        """Let those in who have the token, in the link at first and in a cookie from then on."""
        server = request.scope.get("server") or ("", 0)
        cookie = f"{COOKIE}_{server[1]}"  # browsers give cookies to all ports of a machine
        token = request.query_params.get("token")
        if token is not None and self._is_token(token):
            path = f"/{request.scope['path'].lstrip('/')}"
            if request.method != "GET" or path.startswith(_PROGRAMS):
                return None
            pairs = request.query_params.multi_items()
            rest = urlencode([pair for pair in pairs if pair[0] != "token"])
            answer = RedirectResponse(f"{path}{'?' if rest else ''}{rest}", 303)
            # "lax": else it would not be sent when the link is clicked on a page of another site.
            answer.set_cookie(cookie, token, httponly=True, samesite="lax")
            return answer
        if self._is_token(request.cookies.get(cookie, "")):
            return None
        if request.scope["path"].startswith(_FOR_GUESTS):
            return None
        sentence = "open the link that playout web printed: it contains the token\n"
        return PlainTextResponse(sentence, 403)

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._token.encode())


def _is_opened(request: Request) -> bool:
    """Whether somebody opens a page by a link, or a program asks; not a picture or a frame."""
    asked = request.headers
    by_link = (
        asked.get("sec-fetch-mode") == "navigate"
        and asked.get("sec-fetch-dest", "document") == "document"
    )
    return request.method in ("GET", "HEAD") and (by_link or "sec-fetch-site" not in asked)


def _is_ours(request: Request) -> bool:
    """Whether a request comes from a page of ours, or from no page."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site not in ("same-origin", "none"):
        return False
    try:
        return origin is None or urlsplit(origin).netloc == request.headers.get("host", "")
    except ValueError:
        return False
