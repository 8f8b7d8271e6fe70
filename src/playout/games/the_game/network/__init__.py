"""The network with which the strategy `learned` weighs the ends of its turns."""
