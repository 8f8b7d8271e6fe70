"""What the strategy `learned` weighs the ends of its turns with."""
