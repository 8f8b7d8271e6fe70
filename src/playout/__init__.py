"""Playout: a Monte Carlo laboratory for tabletop games."""
