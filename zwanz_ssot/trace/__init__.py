"""The evidence for each rule: its source, its sentence, the examples that show it, and its code.

* ``coverage`` lists the rules of a game, notes how conditions come out while examples run, changes
  single rules, and counts the evidence for a rule set.
* ``code`` names the functions that read a rule.
* ``tracing`` finds an example that meets a rule and one that just misses it, joins the evidence,
  and lists what is missing.
"""
