"""What the games of numbered cards share: sets of cards, the deck, piles, drawings."""
