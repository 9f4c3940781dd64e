"""A question answered from stored documents. Start at ``ask.py``: retrieve, write, check."""
