"""The common parts of games of numbered cards: sets of cards, the deck, piles, drawings."""
