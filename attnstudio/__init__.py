"""Attention Studio: learn scaled dot-product attention by dragging its vectors."""

__version__ = "0.1.0"
