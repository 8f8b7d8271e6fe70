"""The exact value of a small game, and its best moves."""

from playout.questions.solve.answer import Answer
from playout.questions.solve.asked import Asked, ask
from playout.questions.solve.found import Found, find

__all__ = ["Answer", "Asked", "Found", "ask", "find"]
