"""The wire format: protobuf JSON, its errors, names and messages. Start at ``messages.py``, then ``schemas/``."""
