"""Tests of Yahtzee."""
