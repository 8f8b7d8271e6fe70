"""Random-turn Hex: which cells decide, and how an optimally played game goes."""
