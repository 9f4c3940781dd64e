"""How files come in: in turn, followed, one by one or as imports, with their metadata. Start at ``intake.py``."""
