"""Collections, engines and documents as rows of a database. Start at registry.py."""
