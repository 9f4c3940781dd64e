"""A RAG that exists already, made with LlamaIndex: a verdict for each sentence of its answers."""

from llama_index.core import Document, VectorStoreIndex
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.llms import MockLLM

from grounding import GroundingChecker
from grounding.llama_index import CheckedQueryEngine, ResponseChecker

# Your own index and language model take the place of these; this model only repeats what it is asked.
index = VectorStoreIndex.from_documents(
    [Document(text="The Brindle tower was built in 1931. It is 61 metres tall.")],
    embed_model=MockEmbedding(embed_dim=8),
)
engine = index.as_query_engine(llm=MockLLM())

checked = CheckedQueryEngine(engine, ResponseChecker(GroundingChecker.load()))
response = checked.query("How tall is the tower?")
for claim in response.metadata["grounding"]["claims"]:
    if claim["verdict"] != "no check needed":
        print(claim["verdict"], "|", claim["text"])
