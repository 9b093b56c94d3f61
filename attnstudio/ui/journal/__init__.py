"""The journal beside the workspace: cards of pictures that re-open, with notes in the person's words."""
