"""How much of an outcome is the deal, the strategy, both together, and the rest."""

from playout.questions.luck.answer import Answer
from playout.questions.luck.asked import Asked, ask
from playout.questions.luck.found import Found
from playout.questions.luck.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
