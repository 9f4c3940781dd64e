"""What an agent says it did, against its tool calls: python agent_transcript.py TRANSCRIPT.json; 1 for a false claim.

The file holds a list of OpenAI chat messages.
"""

import json
import sys
from pathlib import Path

from grounding import GroundingChecker
from grounding.actions import check_actions

messages = json.loads(Path(sys.argv[1]).read_text())
report = check_actions(messages, GroundingChecker.load())
for action in report.actions:
    print(action.verdict, "|", action.claim.text, "|", action.reason)
sys.exit(bool(report.false))
