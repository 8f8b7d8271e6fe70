"""The loop of a published simulation of The Game, by Lennard Berger: a game of its own."""
