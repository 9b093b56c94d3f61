"""The steps of the formula, one after the other."""
