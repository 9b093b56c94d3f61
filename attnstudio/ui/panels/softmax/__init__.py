"""Draws of one d_k as they came out."""
