"""Targets: what a number of a game should be, how it is played and told."""
