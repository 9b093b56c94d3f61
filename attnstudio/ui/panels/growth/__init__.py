"""Spread, largest weight, entropy and gradient against d_k."""
