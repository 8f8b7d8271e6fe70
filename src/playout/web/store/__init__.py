"""The state of a server: tables, runs, computations and visitors."""
