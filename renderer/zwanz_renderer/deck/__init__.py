"""Parts of the printed pack: how it lies on paper, what its cards are called."""
