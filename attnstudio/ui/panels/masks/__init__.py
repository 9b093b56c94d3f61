"""The mask laboratory: rules, conventions, and a mask of one's own."""
