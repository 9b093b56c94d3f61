"""What the panels of drawn vectors share: how a divisor looks, the scale of d_k, the edits of the draws."""
