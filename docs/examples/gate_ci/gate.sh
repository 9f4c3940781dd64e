#!/usr/bin/env bash
# The step of a CI job: status 1 stops the job, and the three files say why, each to another reader.
# SUREGROUND names the program, REPORTS the folder for the files.
set -euo pipefail
mkdir -p "${REPORTS:=reports}"
"${SUREGROUND:-sureground}" check \
  --rows "${1:-answers.jsonl}" \
  --min-support 0.9 \
  --results "$REPORTS/verdicts.jsonl" \
  --junit-xml "$REPORTS/grounding.xml" \
  --sarif "$REPORTS/grounding.sarif" \
  --html "$REPORTS/grounding.html"
