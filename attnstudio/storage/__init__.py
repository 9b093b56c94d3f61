"""Documents written down and read back: the schema, its migrations, and writes that are checked."""
