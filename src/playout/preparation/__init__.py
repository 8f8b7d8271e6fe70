"""Games are compiled before somebody waits for them."""
