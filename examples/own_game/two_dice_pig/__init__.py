"""Pig with two dice: one 1 loses the points of the turn, two lose all."""
