"""Statistics of who beats whom: ratings, cycles, and mixtures of strategies."""
