"""Where every sentence of the rules comes from and what proves it: source, rule, sentence, example,
code.

``rules`` one rule after the other; ``hearing`` what held while examples ran; ``otherwise`` the same
rules with one of them saying something else; ``sides`` an example that meets a rule and one that
just misses it; ``watching`` who reads a rule; ``code`` the functions that give it meaning;
``faults`` what is missing, at its line.
"""
