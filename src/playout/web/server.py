"""How the server is started: its settings, its folder, its port."""

from __future__ import annotations

import secrets
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import uvicorn
from filelock import FileLock, Timeout

from playout.engine.native.code_cache import user_folder
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.engine.words.reading import read_path
from playout.web.app import create_app
from playout.web.settings import HERE, Settings


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
        raise PlayoutError(f"folder = {path}: {error.strerror}") from None
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
            f"folder = {folder}: another playout web is at work there; choose another --folder"
        ) from None


def serve(
    settings: Settings, host: str, port: int, open_it: bool, announce: Callable[[str], None]
) -> None:
    """Serve the pages until Ctrl-C; ``announce`` gets the link to the first one.

    PlayoutError if the port is taken.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise PlayoutError(
            f"--host {host} --port {port}: {getattr(error, 'strerror', None) or error}; choose "
            "another --port, or 0 for one that is free"
        ) from None
    with listening, _alone(settings.folder):
        name = f"[{host}]" if ":" in host else socket.gethostname() if host == "0.0.0.0" else host
        link = f"http://{name}:{listening.getsockname()[1]}/"
        link += f"?token={settings.token}" if settings.token else ""
        announce(link)
        if open_it:
            webbrowser.open(link)
        # The second part of an answer does not wait until the browser confirms the first,
        # which it may do 40 ms later.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Threads that compute give way ten times as often as usual, to the one that answers.
        sys.setswitchinterval(0.0005)
        config = uvicorn.Config(
            create_app(settings),
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=1,
            proxy_headers=False,
        )
        uvicorn.Server(config).run(sockets=[listening])
