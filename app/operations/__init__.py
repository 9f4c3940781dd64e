"""Long-running operations. Start at ``operations.py``; ``job.py`` is one of them, ``log.py`` keeps them on disk."""
