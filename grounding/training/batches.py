"""Rows become batches of about as many padded tokens each, of like length, in a reproducible order."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer

from grounding.training.rows import Row

MAX_TOKENS = 256
TOKENS_PER_BATCH = 1024
# A step sums the gradients of this many batches, each of another length.
BATCHES_PER_STEP = 4
# Rows shuffled together, then sorted by length: large enough for full batches, small against the whole.
BLOCK = 2048


@dataclass(frozen=True)
class Encoded:
    """A tokenised row; ``family`` indexes the list of families of its data set."""

    ids: list[int]
    types: list[int]
    label: int
    family: int


@dataclass(frozen=True)
class Batch:
    """Tensors of shape (rows, tokens), and (rows,) for labels and families."""

    input_ids: torch.Tensor
    token_type_ids: torch.Tensor
    attention_mask: torch.Tensor
    labels: torch.Tensor
    families: torch.Tensor


def encode(rows: Sequence[Row], tokenizer_file: Path, families: Sequence[str]) -> list[Encoded]:
    """Tokenised pairs of at most ``MAX_TOKENS``; a longer one loses the end of its longer text."""
    tokenizer = Tokenizer.from_file(str(tokenizer_file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")
    index = {family: i for i, family in enumerate(families)}
    encoded: list[Encoded] = []
    for start in range(0, len(rows), 4096):
        part = [row for row in rows[start : start + 4096] if len(row.hypothesis) < 600]
        for row, one in zip(
            part, tokenizer.encode_batch([(r.premise, r.hypothesis) for r in part]), strict=True
        ):
            encoded.append(Encoded(one.ids, one.type_ids, row.label, index[row.family]))
    return encoded


def steps(rows: Sequence[Encoded], rng: random.Random) -> list[list[list[Encoded]]]:
    """All rows once, as steps of ``BATCHES_PER_STEP`` batches."""
    batches = list(epoch(rows, rng))
    return [batches[i : i + BATCHES_PER_STEP] for i in range(0, len(batches), BATCHES_PER_STEP)]


def epoch(rows: Sequence[Encoded], rng: random.Random) -> Iterator[list[Encoded]]:
    """All rows once. Every block holds all families in their shares; batches within a block come shuffled."""
    order = list(range(len(rows)))
    rng.shuffle(order)
    for start in range(0, len(order), BLOCK):
        block = sorted((rows[i] for i in order[start : start + BLOCK]), key=lambda row: len(row.ids))
        batches: list[list[Encoded]] = [[]]
        for row in block:
            if len(row.ids) * (len(batches[-1]) + 1) > TOKENS_PER_BATCH:
                batches.append([])
            batches[-1].append(row)
        rng.shuffle(batches)
        yield from (batch for batch in batches if batch)


def collate(rows: Sequence[Encoded]) -> Batch:
    """Padded to the longest row."""
    width = max(len(row.ids) for row in rows)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    types, mask = torch.zeros_like(ids), torch.zeros_like(ids)
    for i, row in enumerate(rows):
        ids[i, : len(row.ids)] = torch.tensor(row.ids)
        types[i, : len(row.types)] = torch.tensor(row.types)
        mask[i, : len(row.ids)] = 1
    labels = torch.tensor([row.label for row in rows])
    return Batch(ids, types, mask, labels, torch.tensor([row.family for row in rows]))
