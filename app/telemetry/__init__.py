"""What can be seen of a running server: metrics, log lines with request ids, traces; no text of documents."""
