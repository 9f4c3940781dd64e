"""Answers gated where they are built and tested: in pytest, promptfoo, deepeval, and behind ``sureground check``.

``gate.py`` decides, ``findings.py`` says why.
"""
