"""One file a resource, named as in the address. Start at ``check.py``, the smallest whole walk."""
