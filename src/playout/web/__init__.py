"""Pages on which people play every game, watch it, and ask: ``playout web``.

They show what is there already: the drawings of games, answers, odds, reviews.  They know nothing
of a game that it does not say itself, so a game of one's own has its pages too.  The extra ``web``
brings what they need.
"""

from importlib.util import find_spec

from playout.engine.words.errors import PlayoutError

if any(
    missing is None
    for missing in (
        find_spec("anyio"),
        find_spec("fastapi"),
        find_spec("sse_starlette"),
        find_spec("starlette"),
        find_spec("uvicorn"),
    )
):
    raise PlayoutError(
        "playout.web needs fastapi, uvicorn and sse-starlette: "
        'pip install "playout[web]" installs them'
    )

from playout.web.app import create_app
from playout.web.settings import Settings

__all__ = ["Settings", "create_app"]
