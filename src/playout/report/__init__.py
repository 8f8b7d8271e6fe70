"""The parts of all answers: words, tables, figures, pages.  They know no question."""
