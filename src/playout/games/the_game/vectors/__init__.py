"""The Game on vectors (engine/vectors.py): the rules, `greedy` and `quick` for 64 games at once."""

from playout.games.the_game.vectors.kernel import kernel as kernel
from playout.games.the_game.vectors.playouts import worlds as worlds
