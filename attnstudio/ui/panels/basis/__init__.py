"""A matrix as geometry: where it takes the two basis arrows, and the grid that it bends."""
