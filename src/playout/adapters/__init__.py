"""Games of other libraries as games in plain Python, one module for each library."""
