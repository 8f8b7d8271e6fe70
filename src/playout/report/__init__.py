"""What all answers are made with: words, tables, figures, pages.  It knows no question."""
