"""Random streams, and who sits where."""
