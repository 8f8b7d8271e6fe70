"""The common parts of games of dice: throws, and pictures of dice."""
