"""What could be true: dealt, searched, played on, split."""
