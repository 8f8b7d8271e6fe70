"""What users write and read: errors, numbers, names."""
