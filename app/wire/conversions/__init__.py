"""Between messages and what is stored or checked. Start at ``check_response.py``: from a report to the wire."""
