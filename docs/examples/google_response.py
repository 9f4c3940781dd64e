"""A response of Google's SDK, saved as JSON: is its own grounding right? python google_response.py RESPONSE.json

Every sentence is checked against the chunks that the response itself names as its grounds.
"""

import sys
from pathlib import Path

from google.genai.types import GenerateContentResponse

from grounding import Fact, GroundingChecker

response = GenerateContentResponse.model_validate_json(Path(sys.argv[1]).read_text())
metadata = response.candidates[0].grounding_metadata
chunks = [chunk.retrieved_context for chunk in metadata.grounding_chunks or []]
facts = [Fact(chunk.text, {"title": chunk.title} if chunk.title else {}) for chunk in chunks if chunk]
claimed = {support.segment.text for support in metadata.grounding_supports or []}

for check in GroundingChecker.load().check(response.text, facts).checked:
    said = "grounded" if check.claim.text in claimed else "not grounded"
    print(f"the response says {said}, here: {check.verdict} | {check.claim.text}")
