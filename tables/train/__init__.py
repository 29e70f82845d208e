"""Training of the evaluator by fitted value iteration; needs the extra ``train``."""
