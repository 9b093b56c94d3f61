"""Panels: each draws one thing and can stand in any workspace. A panel is given the Store, nothing else."""
