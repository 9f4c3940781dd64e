"""Pages of a PDF: two readers, OCR, columns, tables, running heads. Start at pypdf_pages.py."""
