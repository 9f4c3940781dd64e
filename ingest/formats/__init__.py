"""Files to pages, PDF apart: detection, and one reader a format. Start at table.py, the list of them all."""
