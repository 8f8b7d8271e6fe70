"""The best chain of a hand."""
