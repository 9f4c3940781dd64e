"""Reads a passage for a question: does it answer it, where, and is that yes or no. Start at ``reader.py``."""
