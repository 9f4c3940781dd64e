"""Chunks with their vectors, embedded or on a server. Start at chunk_store.py, the contract of both."""
