"""The kit from which every answer is told: words, tables, figures, pages.  It knows no question."""
