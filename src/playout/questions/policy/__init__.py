"""Tables of best play: the best move in every position of a small game."""

from playout.questions.policy.answer import Answer
from playout.questions.policy.asked import Asked, ask
from playout.questions.policy.found import Found, find

__all__ = ["Answer", "Asked", "Found", "ask", "find"]
