"""The Game on vectors (vectors.py): the rules, `greedy` and `quick` for 64 games at once."""
