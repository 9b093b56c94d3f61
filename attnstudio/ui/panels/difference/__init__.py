"""What context did, in numbers."""
