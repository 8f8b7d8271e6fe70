"""Counts to honest numbers.  Knows no games."""
