"""Risk battles: armies against armies, by dice."""
