"""Where each rule comes from and what proves it: source, sentence, examples and code.

``rules`` lists the rules of a game; ``witnesses`` finds an example that meets a rule and one that
just misses it; ``condition_coverage`` notes how conditions come out while examples run;
``counterfactuals`` reads a rule otherwise; ``access_tracing`` notes which functions read a rule,
and ``code`` names them; ``tracing`` puts all of it together and lists what is missing.
"""
