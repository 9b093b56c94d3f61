"""What the planes of several panels are drawn with: pens, the ground, and names that keep clear of it all."""
