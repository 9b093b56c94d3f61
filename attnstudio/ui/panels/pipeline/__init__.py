"""The pipeline: one row a key, through match, scale, mask, normalize and mix."""
