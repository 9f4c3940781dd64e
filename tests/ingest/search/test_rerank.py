"""The second look: by a fake that a reader can follow, by the shipped model, and by a cross-encoder's folder."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from grounding.errors import ModelUnavailable
from ingest.documents.file_storage import FileStore
from ingest.library import Library
from ingest.registry.registry import Registry
from ingest.search.rerank import RERANKED, Reranker, load_reranker
from ingest.store.server import ServerStore
from ingest.types import CollectionName, Upload
from tests.fakes import WordEmbedder

NAME = CollectionName("local", "global", "notes")


class Shortest:
    """The shorter a text, the better."""

    def scores(self, question: str, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.array([1 / (1 + len(text)) for text in texts], np.float32)


def texts_by(reranker: Reranker | None, tmp_path: Path, top_k: int = 100) -> list[tuple[str, float]]:
    """What is found for "lamp" among texts of which the first ones are the longest."""
    tmp_path.mkdir()
    with Library(
        registry=Registry(f"sqlite:///{tmp_path / 'registry.sqlite'}"),
        files=FileStore(str(tmp_path / "files")),
        store=ServerStore(":memory:", WordEmbedder.dimension),
        embedder=WordEmbedder(),
        reranker=reranker,
    ) as library:
        library.create_collection(NAME)
        for number in range(RERANKED + 5):
            text = "lamp " * (RERANKED + 5 - number) + f"word{number}"
            library.add_document(NAME, Upload(text.encode(), f"{number}.txt"))
        hits = library.search([NAME], "lamp", top_k=top_k, alpha=0)
        return [(hit.chunk.text, hit.score) for hit in hits]


def test_only_the_first_hits_are_looked_at_again(tmp_path: Path) -> None:
    plain = texts_by(None, tmp_path / "a")
    again = texts_by(Shortest(), tmp_path / "b")
    first = [text for text, _ in plain[:RERANKED]]
    assert [text for text, _ in again[:RERANKED]] == sorted(first, key=len)
    assert again[RERANKED:] == plain[RERANKED:]
    assert [score for _, score in again] == sorted((score for _, score in again), reverse=True)


@pytest.mark.parametrize(
    ("name", "question"),
    [("entailment", "The tower is 61 metres tall."), ("reader", "How tall is the tower?")],
)
def test_a_shipped_model_can_be_asked(name: str, question: str) -> None:
    reranker = load_reranker(name)
    assert reranker is not None
    scores = reranker.scores(question, ["Tea is grown here.", "The tower is 61 m tall."])
    assert scores[1] > scores[0]
    assert all(0 <= score <= 1 for score in scores)


def test_a_cross_encoder_of_a_folder(tmp_path: Path) -> None:
    """A checkpoint made here, with weights drawn at random: only that it is read and asked is tested."""
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    (tmp_path / "vocab.txt").write_text(
        "\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "lamp", "oil"])
    )
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    # Wide apart, so that the order is no matter of rounding.
    shape["initializer_range"] = 1.0
    for labels, folder in ((1, tmp_path / "one"), (3, tmp_path / "three")):
        BertForSequenceClassification(BertConfig(vocab_size=7, num_labels=labels, **shape)).save_pretrained(
            folder
        )
        BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(folder)
    reranker = load_reranker(str(tmp_path / "one"))
    assert reranker is not None
    texts = ["oil lamp", "lamp lamp lamp", "oil"]
    wanted = CrossEncoder(str(tmp_path / "one")).predict([("lamp", text) for text in texts])
    assert list(np.argsort(reranker.scores("lamp", texts))) == list(np.argsort(wanted))
    with pytest.raises(ModelUnavailable, match="3 outputs"):
        load_reranker(str(tmp_path / "three"))


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"nowhere.*SUREGROUND_RERANK"):
        load_reranker(str(tmp_path / "nowhere"))
    assert load_reranker("") is None
