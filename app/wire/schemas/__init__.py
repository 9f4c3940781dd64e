"""The messages of every call, one file a resource. Start at ``check.py``."""
