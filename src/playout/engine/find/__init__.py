"""Games and strategies by name, entry point and file."""
