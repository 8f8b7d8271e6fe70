"""What a search believes the others hold."""
