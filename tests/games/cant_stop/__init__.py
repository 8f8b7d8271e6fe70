"""Tests of Can't Stop."""
