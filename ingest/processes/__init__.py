"""Readers of files from strangers, in processes with limits. Start at capped_process.py and messages.py."""
