"""The Royal Game of Ur."""
