"""The matrix: all queries by all keys, and the mask that is painted on it."""
