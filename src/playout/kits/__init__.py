"""What many games need and none should write again: cards, tricks, races.

Compiled rules call these functions as they call their own, and so does plain Python.
"""
