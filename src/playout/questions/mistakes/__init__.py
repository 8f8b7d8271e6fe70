"""Which decisions lose a strategy's games: what they cost, by phase and by kind of move."""

from playout.questions.mistakes.answer import Answer
from playout.questions.mistakes.asked import Asked, ask
from playout.questions.mistakes.found import Found
from playout.questions.mistakes.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
