"""Animations: states that follow each other, painted by real panels, as GIF, WebP or MP4."""
