"""Tests of Blackjack."""
