"""What a learner is given to study: the built-in scenes and the vectors that their words start from."""
