"""The plane: queries, keys and values as arrows that are dragged."""
