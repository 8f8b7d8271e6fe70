"""Errors, and readers of the numbers and names that users write."""
