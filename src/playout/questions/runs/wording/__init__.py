"""A run in words: its sentence, notes, captions and templates."""
