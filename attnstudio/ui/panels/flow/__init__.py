"""The flow of a whole sequence: X → Q, K, V → QKᵀ → ÷√d_k → mask → softmax → × V → output."""
