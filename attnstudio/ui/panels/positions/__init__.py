"""Positions: what order does to attention."""
