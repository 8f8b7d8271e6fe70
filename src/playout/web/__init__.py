"""Pages on which people play every game, watch it, and ask: ``playout web``.

They show what is there already: the drawings of games, answers, odds, reviews.  They know nothing
of a game that it does not say itself, so a game of one's own has its pages too.  The extra ``web``
brings what they need.
"""

from playout.web.app import create_app
from playout.web.settings import Settings

__all__ = ["Settings", "create_app"]
