"""One package per game: rules, strategies, drawings, declaration."""
