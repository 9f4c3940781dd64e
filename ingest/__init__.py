"""Documents in, passages out. Start at library.py, the front, and pipeline.py, the way of a file."""
