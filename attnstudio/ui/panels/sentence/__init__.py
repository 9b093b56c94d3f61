"""The sentence: words as chips, arcs from the one that asks, and the field to type them anew."""
