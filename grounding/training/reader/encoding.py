"""Examples become token ids with what is to be learnt at each token, and batches of like length."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Encoding, Tokenizer

from grounding.text.words import words
from grounding.training.reader.rows import Example

MAX_TOKENS = 256
TOKENS_PER_BATCH = 3072
BLOCK = 2048
_VERDICTS = {"neither": 0, "yes": 1, "no": 2, None: -1}


@dataclass(frozen=True)
class Encoded:
    """A tokenised example; the sets hold places of tokens, ``text`` the first and the last of the text, exclusive."""

    ids: list[int]
    types: list[int]
    text: tuple[int, int]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    needed: tuple[int, ...]
    followup: bool
    answerable: int
    verdict: int


@dataclass(frozen=True)
class Batch:
    """Tensors of shape (rows, tokens), the last three (rows,); -1 where a row does not say."""

    input_ids: torch.Tensor
    token_type_ids: torch.Tensor
    attention_mask: torch.Tensor
    text: torch.Tensor
    starts: torch.Tensor
    ends: torch.Tensor
    needed: torch.Tensor
    followup: torch.Tensor
    answerable: torch.Tensor
    verdict: torch.Tensor


def encode(examples: Sequence[Example], tokenizer_file: Path) -> list[Encoded]:
    """Tokenised pairs of at most ``MAX_TOKENS``; a passage loses its end, a conversation its beginning."""
    tokenizers = {side: _tokenizer(tokenizer_file, side) for side in ("right", "left")}
    encoded = []
    for example in examples:
        tokenizer = tokenizers["left" if example.needed is not None else "right"]
        try:
            encoding = tokenizer.encode(example.question, example.text)
        except BaseException:  # a question longer than the whole: tokenizers panics, which is no Exception
            continue
        encoded.append(_encoded(example, encoding))
    return encoded


def _tokenizer(file: Path, side: str) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS, strategy="only_second", direction=side)
    return tokenizer


def _encoded(example: Example, encoding: Encoding) -> Encoded:
    places = [i for i, sequence in enumerate(encoding.sequence_ids) if sequence == 1]
    offsets = encoding.offsets
    starts: set[int] = set()
    ends: set[int] = set()
    for a, b in example.spans:
        within = [i for i in places if offsets[i][0] < b and offsets[i][1] > a]
        if within and offsets[within[-1]][1] >= b:  # whole, not cut
            starts.update(within[:1] if example.short else within)
            ends.update(within[-1:] if example.short else within)
    needed = [i for i in places if example.needed and _word_at(example.text, *offsets[i]) in example.needed]
    lost = bool(example.spans) and not starts
    return Encoded(
        encoding.ids, encoding.type_ids, (places[0], places[-1] + 1) if places else (0, 0),
        tuple(sorted(starts)), tuple(sorted(ends)), tuple(needed), example.needed is not None,
        -1 if example.answerable is None or lost else int(example.answerable), _VERDICTS[example.verdict],
    )  # fmt: skip


def _word_at(text: str, start: int, end: int) -> str:
    """The whole word that a token is a piece of, as the rows spell needed words."""
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return (words(text[start:end]) or [""])[0]


def batches(rows: Sequence[Encoded], rng: random.Random) -> Iterator[Batch]:
    """All rows once, shuffled; rows of like length together."""
    order = list(range(len(rows)))
    rng.shuffle(order)
    for start in range(0, len(order), BLOCK):
        block = sorted((rows[i] for i in order[start : start + BLOCK]), key=lambda row: len(row.ids))
        made: list[list[Encoded]] = [[]]
        for row in block:
            if len(row.ids) * (len(made[-1]) + 1) > TOKENS_PER_BATCH:
                made.append([])
            made[-1].append(row)
        rng.shuffle(made)
        yield from (collate(batch) for batch in made if batch)


def collate(rows: Sequence[Encoded]) -> Batch:
    """Padded to the longest row."""
    shape = len(rows), max(len(row.ids) for row in rows)
    ids, types = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
    mask = torch.zeros(shape, dtype=torch.long)
    text, starts, ends = (torch.zeros(shape, dtype=torch.bool) for _ in range(3))
    needed = torch.zeros(shape)
    for i, row in enumerate(rows):
        ids[i, : len(row.ids)] = torch.tensor(row.ids)
        types[i, : len(row.types)] = torch.tensor(row.types)
        mask[i, : len(row.ids)] = 1
        text[i, row.text[0] : row.text[1]] = True
        starts[i, list(row.starts)] = True
        ends[i, list(row.ends)] = True
        needed[i, list(row.needed)] = 1.0
    return Batch(
        ids, types, mask, text, starts, ends, needed,
        torch.tensor([row.followup for row in rows]),
        torch.tensor([float(row.answerable) for row in rows]),
        torch.tensor([row.verdict for row in rows]),
    )  # fmt: skip
