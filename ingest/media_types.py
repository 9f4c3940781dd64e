"""The MIME types of what is read, as documents are stored with them; :mod:`ingest.formats.table` says the rest."""

PDF, MARKDOWN, PLAIN, HTML = "application/pdf", "text/markdown", "text/plain", "text/html"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
EPUB, EML = "application/epub+zip", "message/rfc822"
CSV, TSV = "text/csv", "text/tab-separated-values"
JSON, JSON_LINES = "application/json", "application/jsonl"
