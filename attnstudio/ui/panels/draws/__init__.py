"""What is drawn, and by what its scores are divided."""
