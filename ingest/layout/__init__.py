"""What all readers share: lines, headings, tables, the builder that places them. Start at document_builder.py."""
