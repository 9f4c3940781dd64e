"""What belongs to others and so lies beside the repository: a clone alone skips the tests that read it."""

from pathlib import Path

import pytest

OUTSIDE = Path(__file__).parents[2] / "shared"
PDFS = OUTSIDE / "pdfs"
PARAGRAPHS = OUTSIDE / "data" / "retrieval"
WARM_START = OUTSIDE / "data" / "warm-start"

NO_PDFS = "others' PDFs are not in ../shared/pdfs"
NO_DATA = "others' data sets are not in ../shared/data"

needs_pdfs = pytest.mark.skipif(not PDFS.is_dir(), reason=NO_PDFS)
needs_paragraphs = pytest.mark.skipif(not PARAGRAPHS.is_dir(), reason=NO_DATA)
needs_warm_start = pytest.mark.skipif(not WARM_START.is_dir(), reason=NO_DATA)
