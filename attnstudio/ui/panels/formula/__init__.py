"""The formula, set in type, with its live numbers."""
