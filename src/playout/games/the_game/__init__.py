"""The Game by Steffen Benndorf: lay all cards on four piles, together."""
