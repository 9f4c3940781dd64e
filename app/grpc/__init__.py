"""The gRPC server: calls come in as Google's own messages and are answered by the REST routes.

Reading order: ``methods.py`` says which call is which request, ``messages.py`` has the message types,
``transcoding.py`` makes a request of a call and a message of the answer, ``server.py`` listens.
"""
