"""The strategy `learned`: its features, its network, its weights."""
