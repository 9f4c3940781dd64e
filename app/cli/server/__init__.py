"""How a command finds a server, or starts one. Start at ``connection.py``; ``http_server.py`` is what serves."""
