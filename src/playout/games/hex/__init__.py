"""Hex, and random-turn Hex: two players, one rhombus, two pairs of sides to join."""
