"""The door for agents: tools of the Model Context Protocol, which ask the server as any other client does.

``tools.py`` has the tools, ``results.py`` what they return, ``serve.py`` the two ways to reach them.
"""
