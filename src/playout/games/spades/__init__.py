"""Spades: bidding, tricks and partners."""
