"""Small games, solved exactly: all their positions, and what each is worth."""
