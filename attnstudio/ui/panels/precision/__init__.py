"""Where float16 and the naive softmax end."""
