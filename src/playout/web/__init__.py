"""Pages on which people play every game, watch it, and ask: ``playout web``.

They show the drawings of games, answers, odds and reviews that Playout makes anyway.  They know
only what a game declares, so a game of your own has its pages too.  The extra ``web`` installs the
packages that they need.
"""

from importlib.util import find_spec

from playout.engine.words.errors import PlayoutError

if None in (
    find_spec("anyio"),
    find_spec("fastapi"),
    find_spec("h11"),
    find_spec("sse_starlette"),
    find_spec("starlette"),
    find_spec("uvicorn"),
):
    raise PlayoutError(
        "playout.web needs fastapi, uvicorn and sse-starlette: "
        'pip install "playout[web]" installs them'
    )

from playout.web.app import create_app
from playout.web.settings import Settings

__all__ = ["Settings", "create_app"]
