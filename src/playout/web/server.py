"""How the server is started: its settings, its folder, its port."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import h11
import platformdirs
import uvicorn
from filelock import FileLock, Timeout
from sse_starlette.sse import AppStatus
from uvicorn.protocols.http.h11_impl import H11Protocol

from playout.engine.native.code_cache import user_folder
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_path
from playout.web.app import create_app
from playout.web.settings import HERE, Settings
from playout.web.store.computations import CLOSING
from playout.web.warming import warmed

PATIENCE = 8.0  # seconds from Ctrl-C to the end, at most
UNSENT = 20.0  # seconds that a browser may take to send a request
STOPPED = 130  # the exit code after Ctrl-C


def settings_for(
    folder: Path | None,
    files: Sequence[str],
    strategies: Mapping[str, Sequence[str]],
    host: str,
) -> Settings:
    """Checked settings; if others can reach the ``host``, a token is needed to get in.

    PlayoutError for a game or a strategy that is none, and for a folder that cannot be written.
    """
    try:
        place = folder or Path(user_folder(platformdirs.user_data_dir), "web")
    except FileNotFoundError as error:
        raise PlayoutError(f"{error.strerror}; choose a --folder") from None
    path = read_path(place, "folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "this is not a folder" if path.exists() and not path.is_dir() else error.strerror
        raise PlayoutError(f"folder = {path}: {why}") from None
    is_here = host in HERE
    token = "" if is_here else secrets.token_urlsafe(16)
    names = ("*",) if host in ("0.0.0.0", "::") else (*HERE, *([] if is_here else [host.lower()]))
    settings = Settings(path, files, strategies, token, names)
    for name, references in strategies.items():
        for reference in references:
            find_player(settings.game(name).name, reference)
    _ = settings.games  # each is loaded, or a sentence says why not
    return settings


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock a folder within this context; PlayoutError if another server uses it."""
    try:
        with FileLock(folder / "server.lock", timeout=0):
            yield
    except Timeout:
        raise PlayoutError(
            f"folder = {folder}: another playout web is using it; choose another --folder"
        ) from None


def _why_deaf(error: Exception) -> str:
    """Why nothing can be heard at a host and a port, and what can be done."""
    number = getattr(error, "errno", None) or 0
    if number in (errno.EADDRINUSE, errno.EACCES):
        return f"{os.strerror(number)}; choose another --port, or 0 for one that is free"
    if number <= 0:  # of the look-up of a name
        return "there is no such host; choose 127.0.0.1 for this machine alone, 0.0.0.0 for others"
    return f"{os.strerror(number)}; a --host must be an address of this machine"


class _Impatient(H11Protocol):
    """A connection that is closed if a request is begun and not sent to its end."""

    _last: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait_no_more()

    def _wait(self) -> None:
        """Give the browser its time, unless all of the request is there."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._wait_no_more()
        elif self._last is None:
            self._last = self.loop.call_later(UNSENT, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._last is not None:
            self._last.cancel()
            self._last = None


def _leave() -> None:
    """End the program although a thread goes on, as one that compiles."""
    print("playout: stopped", file=sys.stderr, flush=True)
    os._exit(STOPPED)


class _Server(uvicorn.Server):
    """A server that Ctrl-C ends, even while code of a user's runs that never comes to an end."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; its threads are waited for, but no longer than PATIENCE."""
        super().handle_exit(sig, frame)
        CLOSING.set()
        last = threading.Timer(PATIENCE, _leave)
        last.daemon = True  # it ends with the program, if that ends before
        last.start()


def serve(
    settings: Settings,
    host: str,
    port: int,
    open_it: bool,
    announce: Callable[[str], None],
    prepare: bool = True,
) -> None:
    """Serve the pages until Ctrl-C; ``announce`` gets the link to the first one.

    With ``prepare`` another process compiles all games meanwhile.  PlayoutError if the port is
    taken.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise PlayoutError(f"--host {host} --port {port}: {_why_deaf(error)}") from None
    with listening, _alone(settings.folder), warmed(settings, prepare) as ahead:
        name = f"[{host}]" if ":" in host else socket.gethostname() if host == "0.0.0.0" else host
        link = f"http://{name}:{listening.getsockname()[1]}/"
        link += f"?token={settings.token}" if settings.token else ""
        announce(link)
        if open_it:
            webbrowser.open(link)
        # It would cut off what CLOSING brings to its end.
        AppStatus.disable_automatic_graceful_drain()  # type: ignore[no-untyped-call]
        # The second part of an answer does not wait until the browser confirms the first,
        # which it may do 40 ms later.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Threads that compute give way ten times as often as usual, to the one that answers.
        sys.setswitchinterval(0.0005)
        config = uvicorn.Config(
            create_app(settings, ahead),
            http=_Impatient,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=1,
            proxy_headers=False,
        )
        # Requests that are cut off at the end are no errors.
        logging.getLogger("uvicorn.error").addFilter(lambda record: not CLOSING.is_set())
        _Server(config).run(sockets=[listening])
