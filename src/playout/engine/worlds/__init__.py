"""Worlds that agree with a view: dealt, searched, played on; and split games."""
