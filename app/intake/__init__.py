"""How files come in: in turn, followed, one by one or as imports. Start at ``intake.py``."""
