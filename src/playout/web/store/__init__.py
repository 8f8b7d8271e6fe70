"""What a server keeps: tables, runs, and who looks at them."""
