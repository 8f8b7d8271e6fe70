"""Can't Stop: rules, strategies, drawing, and the game's declaration."""
