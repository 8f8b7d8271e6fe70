"""What the games of dice share: throws, and how dice are drawn."""
