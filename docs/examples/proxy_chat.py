"""A chat program behind the verifying proxy: only its base_url changes.

Start the server with SUREGROUND_LLM_BASE_URL and SUREGROUND_LLM_MODEL set, then: python proxy_chat.py ADDRESS MODEL
"""

import sys

from openai import OpenAI

address, model = sys.argv[1:]
client = OpenAI(base_url=f"{address}/v1", api_key="none")
reply = client.chat.completions.create(
    model=model,
    messages=[
        {"role": "system", "content": "Answer from this text: The Brindle tower is 61 metres tall."},
        {"role": "user", "content": "Tell me about the tower."},
    ],
    extra_headers={"X-Grounding-Unsupported": "drop"},
)
[choice] = reply.choices
print(choice.message.content)
for claim in choice.model_extra["grounding"]["claims"]:
    print(claim["verdict"], "|", claim["text"])
