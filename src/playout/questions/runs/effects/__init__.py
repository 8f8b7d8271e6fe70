"""The effects of a run's factors."""
