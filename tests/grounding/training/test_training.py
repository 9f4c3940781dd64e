import math
import random
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

from grounding.judge.encoder import Encoder
from grounding.training import loop
from grounding.training.__main__ import main
from grounding.training.batches import Encoded, collate, encode, epoch, steps
from grounding.training.evaluate import balanced_accuracy, windows
from grounding.training.export import export
from grounding.training.rows import CONTRADICTION, ENTAILMENT, NOT_ENTAILMENT, Row, read_rows, write_rows
from tests.grounding.training.pairs import write_data

WORDS = ["red", "blue", "green", "ball", "cube", "box", "is", "a", "the", "not"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of one small layer over ten words."""
    folder = tmp_path_factory.mktemp("tiny")
    vocabulary = {word: i for i, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(vocabulary), hidden_size=32, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=64, num_labels=3,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


def coloured(count: int) -> list[Row]:
    """The ball is red; a claim that it is not is wrong."""
    rng = random.Random(0)
    rows = []
    for _ in range(count):
        thing, colour = rng.choice(("ball", "cube", "box")), rng.choice(("red", "blue", "green"))
        premise, wrong = f"the {thing} is {colour}", rng.choice((CONTRADICTION, NOT_ENTAILMENT))
        rows.append(Row(premise, premise, ENTAILMENT, "same"))
        rows.append(Row(premise, f"the {thing} is not {colour}", wrong, "other"))
    return rows


def test_rows_survive_the_file(tmp_path: Path) -> None:
    rows = coloured(3)
    write_rows(tmp_path / "rows.jsonl", rows)
    assert read_rows(tmp_path / "rows.jsonl") == rows


def test_the_loss_of_rows_by_hand() -> None:
    logits = torch.tensor([[math.log(0.7), math.log(0.2), math.log(0.1)]] * 3)
    each = loop.losses(logits, torch.tensor([ENTAILMENT, CONTRADICTION, NOT_ENTAILMENT]))
    assert each.tolist() == pytest.approx([-math.log(0.7), -math.log(0.1), -math.log(0.3)])


def test_the_rate_warms_up_and_falls_to_nothing() -> None:
    factors = [loop.rate_factor(i / 100) for i in range(101)]
    peak = factors.index(max(factors))
    assert factors[peak] == pytest.approx(1.0) and factors[-1] == 0.0
    assert factors[:peak] == sorted(factors[:peak]) and factors[peak:] == sorted(factors[peak:], reverse=True)


def test_an_epoch_holds_every_row_once_in_batches_within_budget() -> None:
    rows = [Encoded([1] * (5 + i % 200), [0] * (5 + i % 200), 0, i) for i in range(5000)]
    batches = list(epoch(rows, random.Random(0)))
    assert sorted(row.family for batch in batches for row in batch) == list(range(5000))
    assert all(len(batch) * max(len(row.ids) for row in batch) <= 1024 for batch in batches)
    assert sum(len(step) for step in steps(rows, random.Random(0))) == len(batches)
    assert list(epoch(rows, random.Random(0))) == batches


def test_padding_is_masked() -> None:
    batch = collate([Encoded([2, 5, 3], [0, 0, 1], 0, 0), Encoded([2, 3], [0, 0], 2, 1)])
    assert batch.input_ids.tolist() == [[2, 5, 3], [2, 3, 0]]
    assert batch.attention_mask.tolist() == [[1, 1, 1], [1, 1, 0]]


def test_training_learns_and_a_finished_stage_is_kept(tiny: Path, tmp_path: Path) -> None:
    rows = coloured(150)
    model = loop.train(tiny, rows, tmp_path, loop.Recipe(minutes=0.1, peak_rate=5e-3))
    trained = loop.load_classifier(model).eval()
    encoded = collate(encode(rows, tiny / "tokenizer.json", ["other", "same"]))
    with torch.inference_mode():
        logits = trained(encoded.input_ids, encoded.attention_mask, encoded.token_type_ids).logits
    right = ((logits.argmax(1) == ENTAILMENT) == (encoded.labels == ENTAILMENT)).float().mean()
    assert right > 0.9
    written = (model / "model.safetensors").stat().st_mtime_ns
    loop.train(tiny, rows, tmp_path, loop.Recipe(minutes=0.1, peak_rate=5e-3))
    assert (model / "model.safetensors").stat().st_mtime_ns == written


def test_an_interrupted_stage_goes_on_where_it_was(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, recipe = coloured(40), loop.Recipe(minutes=1.0, peak_rate=1e-3)
    monkeypatch.setattr(loop, "SAVE_EVERY_SECONDS", 0.0)
    gradients = loop._Workers.gradients

    def interrupted(self: loop._Workers, step: list[list[Encoded]]) -> object:
        self.calls = getattr(self, "calls", 0) + 1  # type: ignore[attr-defined]
        if self.calls > 5:  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return gradients(self, step)

    monkeypatch.setattr(loop._Workers, "gradients", interrupted)
    for expected in (5, 10):
        with pytest.raises(KeyboardInterrupt):
            loop.train(tiny, rows, tmp_path, recipe)
        state = torch.load(tmp_path / "state.pt", weights_only=True)
        assert state["step"] == expected and state["spent"] > 0
    assert not (tmp_path / "done").exists()


def test_workers_give_the_gradient_of_the_mean(tiny: Path) -> None:
    rows = encode(coloured(20), tiny / "tokenizer.json", ["other", "same"])
    model = loop.load_classifier(tiny).eval()
    workers = loop._Workers(model, 2, torch.device("cpu"))
    workers.gradients([rows[:9], rows[9:30], rows[30:]])
    shared = [p.grad.clone() for p in model.parameters() if p.grad is not None]
    workers.gradients([rows])
    whole = [p.grad for p in model.parameters() if p.grad is not None]
    for one, other in zip(shared, whole, strict=True):
        assert torch.allclose(one, other, atol=2e-3)


def test_dev_windows_hold_the_shared_words() -> None:
    text = " ".join(f"Day {i} was quiet in the little town by the sea." for i in range(60))
    found = windows(f"{text} A comet was seen by Caroline Herschel. {text}", "Caroline Herschel saw a comet.")
    assert len(found) == 4 and "Herschel" in found[0] and found[3].startswith(found[0])


def test_balanced_accuracy_of_a_two_by_two() -> None:
    assert balanced_accuracy([0.9, 0.4, 0.6, 0.1], [True, True, False, False], 0.5) == 0.5
    assert balanced_accuracy([0.9, 0.6, 0.4, 0.1, 0.2], [True, True, False, False, False], 0.5) == 1.0


def test_the_command_mixes_a_stage(tmp_path: Path) -> None:
    data = write_data(tmp_path)
    out = tmp_path / "out"
    result = CliRunner().invoke(main, ["mix", "sentences", "--data", str(data), "--out", str(out)])
    assert result.exit_code == 0, result.output
    rows = read_rows(out / "sentences.jsonl")
    assert rows and all(len(row.premise.split()) <= 110 for row in rows)


@pytest.mark.slow
def test_an_exported_model_reads_pairs_as_the_checkpoint_does(tiny: Path, tmp_path: Path) -> None:
    rows = coloured(20)
    export(tiny, tmp_path, rows)
    pairs = [(row.premise, row.hypothesis) for row in rows]
    served = torch.tensor(Encoder(tmp_path, max_tokens=64).run(pairs))
    batch = collate(encode(rows, tiny / "tokenizer.json", ["other", "same"]))
    with torch.inference_mode():
        model = loop.load_classifier(tiny).eval()
        expected = model(batch.input_ids, batch.attention_mask, batch.token_type_ids).logits
    assert served.shape == (40, 3)
    assert torch.allclose(served, expected, atol=0.1)
