"""What each word of the rule language means.

``facts`` what may be asked of a round; ``hands`` words about one hand; ``tricks`` words about one
trick; ``roles`` who is meant; ``outcome`` words about a round said or played; ``measure`` what
decided.

Every word becomes a small function once, when a game is compiled; nothing is looked up by name in
play.
"""
