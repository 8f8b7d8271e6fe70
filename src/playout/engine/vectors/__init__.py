"""64 games at once."""
