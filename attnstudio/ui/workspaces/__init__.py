"""Workspaces: each arranges panels, and does nothing else."""
