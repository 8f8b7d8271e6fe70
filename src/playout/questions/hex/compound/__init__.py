"""Compound games: random-turn Hex as two players play it who both know what is best."""

from playout.questions.hex.compound.answer import Answer
from playout.questions.hex.compound.asked import Asked, ask
from playout.questions.hex.compound.found import Found
from playout.questions.hex.compound.job import Job
from playout.questions.hex.compound.study import Study

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
