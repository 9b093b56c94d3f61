"""Two sentences, and what the same word looks at in each."""
