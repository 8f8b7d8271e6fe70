"""What every game shares: compiled play, random streams, declarations."""
