"""One game by hand."""
