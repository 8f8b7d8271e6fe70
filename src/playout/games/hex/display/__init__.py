"""Hex for people: positions and cells as text and SVG."""
