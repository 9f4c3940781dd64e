"""HTTP: who may call, what a route gets, and the routes.

Start at ``routes/``; ``dependencies.py`` is what they ask for.
"""
