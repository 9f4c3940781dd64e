"""Many files into a store.

Start at ``take_in.py``; ``sender.py`` sends one file, ``watch.py`` keeps folders in step.
"""
