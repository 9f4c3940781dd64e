"""From a question to passages: two rankings, fused, re-ranked, joined. Start at retrieval.py."""
