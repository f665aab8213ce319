"""Explanations for people and programs.

``legality`` names the rules that allow or refuse a move, ``judge_report`` shows where an engine
differs from the rules, ``card_text`` prints cards, hands and moves.
"""
