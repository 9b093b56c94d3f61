"""What must hold, and what breaks it."""
