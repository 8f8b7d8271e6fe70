"""Many games in one call, and what stopped them."""
