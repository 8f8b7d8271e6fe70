"""A file without a strategy and without a game."""

ANSWER = 42
