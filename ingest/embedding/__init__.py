"""Texts to vectors. Start at embedder.py."""
