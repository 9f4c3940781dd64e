"""How the registry's tables became what they are: one file in ``versions`` a step, run by Alembic in order.

A step is never changed once released; another one follows it. ``tests/data/registry`` has a registry of each version.
"""
