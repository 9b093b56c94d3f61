"""The plane on which one word goes two ways."""
