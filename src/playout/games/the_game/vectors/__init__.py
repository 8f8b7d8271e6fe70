"""The Game on vectors (engine/vectors.py): the rules, `greedy` and `quick` for 64 games at once."""
