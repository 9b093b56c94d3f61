"""How one cell of the flow came about."""
