"""A matrix as geometry: where it takes the two basis arrows, and the grid that it bends.

The matrices are the learned projections W_Q, W_K and W_V of the chapter's section 2 (Vaswani et al. 2017,
section 3.2.2). As q = x · W_Q, row i of W_Q is where the basis arrow e_i goes.
"""
