"""Yahtzee: five dice, thirteen boxes, three throws a turn."""
