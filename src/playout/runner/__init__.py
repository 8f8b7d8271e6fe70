"""Questions to batches to results: declares, plans, runs, remembers."""
