"""The server, its page and the command line. Start reading at ``main.py`` (the application) and ``services.py``
(the parts behind it).
"""
