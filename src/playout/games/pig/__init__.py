"""Pig: a die that is rolled as often as a player dares."""
