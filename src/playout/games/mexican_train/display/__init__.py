"""Mexican Train for people: positions as text and SVG."""
