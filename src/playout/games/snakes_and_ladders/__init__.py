"""Snakes and ladders: a race of pure chance over a board of squares."""
