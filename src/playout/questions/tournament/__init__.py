"""Tournaments: strategies that play each other at mixed tables."""

from playout.questions.tournament.answer import Answer
from playout.questions.tournament.asked import Asked, ask
from playout.questions.tournament.found import Found
from playout.questions.tournament.job import Job
from playout.questions.tournament.study import Study

__all__ = ["Answer", "Asked", "Found", "Job", "Study", "ask"]
