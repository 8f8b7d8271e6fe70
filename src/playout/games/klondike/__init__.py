"""Klondike: the usual solitaire for one player."""
