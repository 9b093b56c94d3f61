"""Gradient descent on the matrices."""
