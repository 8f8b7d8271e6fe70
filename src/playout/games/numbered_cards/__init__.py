"""What games of numbered cards share; no game itself: sets of cards, the deck, piles, drawings."""
