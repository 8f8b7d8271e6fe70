"""The rows of a run as pictures."""
