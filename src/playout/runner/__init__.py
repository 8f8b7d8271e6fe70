"""A job in, its counts out: on threads, processes or a cluster, and kept in a file."""
