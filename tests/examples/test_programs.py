"""The programs of docs/examples, each run as a reader runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli.server.http_server import temporary_server
from app.settings import Settings
from tests.app.chat_model import chat_model
from tests.pages import ROOT

EXAMPLES = ROOT / "docs/examples"
pytestmark = pytest.mark.slow


def run(name: str, *arguments: str, status: int = 0) -> list[str]:
    """The lines that an example prints."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout.splitlines()


def saved(tmp_path: Path, value: Any) -> str:
    path = tmp_path / "input.json"
    path.write_text(json.dumps(value))
    return str(path)


def test_an_existing_llama_index_rag_gets_verdicts() -> None:
    assert "supported | It is 61 metres tall." in run("verify_llama_index.py")


def test_the_proxy_stands_before_a_chat_program(tmp_path: Path) -> None:
    with chat_model("The Brindle tower is 61 metres tall. It was painted red in 1999.") as model:
        settings = Settings(data=tmp_path, llm_base_url=model.address, llm_model="small")
        with temporary_server(settings) as address:
            lines = run("proxy_chat.py", address, "small")
    assert lines[0] == "The Brindle tower is 61 metres tall."
    assert lines[1] == "supported | The Brindle tower is 61 metres tall."
    assert lines[2].endswith("| It was painted red in 1999.") and not lines[2].startswith("supported")


def test_an_agents_transcript_is_checked(tmp_path: Path) -> None:
    call = {
        "id": "a",
        "type": "function",
        "function": {"name": "write_file", "arguments": '{"path": "n.md"}'},
    }
    messages = [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": '{"ok": true}'},
        {"role": "assistant", "content": "I saved n.md. I ran the tests."},
    ]
    assert run("agent_transcript.py", saved(tmp_path, messages), status=1) == [
        "supported | I saved n.md. | a call did this",
        "no such call | I ran the tests. | no call did this",
    ]


def test_a_google_response_s_own_grounding_is_checked(tmp_path: Path) -> None:
    text = "The Brindle tower is 61 metres tall. It was built in 1920."
    context = {"title": "guide", "text": "The Brindle tower, built in 1931, is 61 metres tall."}
    support = {"segment": {"startIndex": 37, "endIndex": 58, "text": "It was built in 1920."}}
    metadata = {
        "groundingChunks": [{"retrievedContext": context}],
        "groundingSupports": [{**support, "groundingChunkIndices": [0]}],
    }
    content = {"role": "model", "parts": [{"text": text}]}
    lines = run(
        "google_response.py",
        saved(tmp_path, {"candidates": [{"content": content, "groundingMetadata": metadata}]}),
    )
    assert (
        lines[0] == "the response says not grounded, here: supported | The Brindle tower is 61 metres tall."
    )
    assert lines[1].startswith("the response says grounded, here: contradicted |")
