"""From a reference, as users write it, to players, search included."""
