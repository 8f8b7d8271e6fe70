"""Tests of the checks of strategies and games."""
