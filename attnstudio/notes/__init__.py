"""Text that leaves the program: a Trace and its Document as sentences, tables and code."""
