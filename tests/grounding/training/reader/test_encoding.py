"""What is to be learnt at each token, and what the loss makes of it."""

from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from grounding.reader.figures import ANSWERED, END, FIGURES, NEEDED, START, YES
from grounding.training.reader.encoding import MAX_TOKENS, collate, encode
from grounding.training.reader.network import losses
from grounding.training.reader.rows import Example


@pytest.fixture
def tokenizer_file(tmp_path: Path) -> Path:
    """Every word is unknown, which is enough to see where it stands."""
    tokenizer = Tokenizer(
        models.WordLevel({"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"


def test_an_answer_starts_and_ends_at_its_tokens(tokenizer_file: Path) -> None:
    text = "Built by Ada Linden."
    (row,) = encode([Example("s", "Who built?", text, spans=((9, 19),), answerable=True)], tokenizer_file)
    first = row.text[0]
    assert (row.starts, row.ends) == ((first + 2,), (first + 3,))
    assert row.answerable == 1
    assert row.verdict == -1


def test_an_answer_within_a_sentence_may_start_anywhere_in_it(tokenizer_file: Path) -> None:
    example = Example("s", "Who?", "Built by Ada.", spans=((0, 13),), short=False, answerable=True)
    (row,) = encode([example], tokenizer_file)
    assert row.starts == row.ends == tuple(range(*row.text))


def test_an_answer_that_was_cut_off_says_nothing(tokenizer_file: Path) -> None:
    text = "word " * MAX_TOKENS + "Ada"
    (row,) = encode(
        [Example("s", "Who?", text, spans=((len(text) - 3, len(text)),), answerable=True)], tokenizer_file
    )
    assert row.starts == ()
    assert row.answerable == -1
    assert len(row.ids) == MAX_TOKENS


def test_a_conversation_keeps_its_end(tokenizer_file: Path) -> None:
    text = "word " * MAX_TOKENS + "clock"
    (row,) = encode([Example("s", "When?", text, needed=frozenset(["clock"]))], tokenizer_file)
    assert row.needed == (row.text[1] - 1,)
    assert row.followup


def test_the_loss_is_small_where_the_figures_are_right(tokenizer_file: Path) -> None:
    examples = [
        Example("s", "Who?", "Built by Ada.", spans=((9, 12),), answerable=True, verdict="neither"),
        Example("s", "Is it?", "It is.", answerable=True, verdict="yes"),
        Example("s", "When?", "the clock", needed=frozenset(["clock"])),
    ]
    rows = encode(examples, tokenizer_file)
    batch = collate(rows)
    right = torch.full((*batch.input_ids.shape, FIGURES), -9.0)
    right[:, 0, ANSWERED] = 9.0
    right[1, 0, YES] = 9.0
    right[0, rows[0].starts[0], START] = right[0, rows[0].ends[0], END] = right[
        2, rows[2].needed[0], NEEDED
    ] = 9.0
    wrong = -right
    for name in ("span", "answered", "verdict", "needed"):
        assert float(getattr(losses(right, batch), name)) < 0.01, name
        assert float(getattr(losses(wrong, batch), name)) > 1, name
