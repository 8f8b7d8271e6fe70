"""The course of many games: a measure after each turn, each move, or each round."""

from playout.questions.course.answer import Answer
from playout.questions.course.asked import Asked, ask
from playout.questions.course.found import Found
from playout.questions.course.job import Job

__all__ = ["Answer", "Asked", "Found", "Job", "ask"]
