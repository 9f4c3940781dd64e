"""Who may call, and what: keys, their projects and rights, and callers from elsewhere. Start at gate.py."""
