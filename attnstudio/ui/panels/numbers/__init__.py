"""Every number in tables that a screen reader knows, and that accept edits."""
