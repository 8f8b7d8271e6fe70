"""Mexican Train: dominoes for two to eight players, a train each and one for all."""
