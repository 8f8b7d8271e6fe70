"""What a small game is worth exactly, and which moves are best."""

from playout.questions.solve.answer import Answer
from playout.questions.solve.asked import Asked, ask
from playout.questions.solve.found import Found, find

__all__ = ["Answer", "Asked", "Found", "ask", "find"]
