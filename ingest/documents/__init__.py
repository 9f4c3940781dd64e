"""A document's life: upload, version, removal, repair. Start at lifecycle.py."""
