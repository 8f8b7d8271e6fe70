"""Hearts: a game of tricks in which nobody wants hearts, nor the queen of spades."""
