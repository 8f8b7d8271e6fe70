"""How often each value was seen: histograms, quantiles, and the chances of some values."""
