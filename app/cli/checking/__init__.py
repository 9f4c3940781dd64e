"""Answers checked from the command line.

``run.py`` checks, ``rows.py`` and ``facts.py`` read what is checked, ``results.py`` keeps verdicts for a run that goes
on later; ``text.py``, ``junit.py``, ``sarif.py`` and ``html.py`` tell them.
"""
