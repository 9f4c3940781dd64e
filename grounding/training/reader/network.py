"""The reader's network: an encoder, and one linear layer that gives every token six figures.

Three belong to the token: the answer starts here, ends here, the question needs this word of the conversation. Three
are read at the first token, for the whole: the text answers the question, the answer is yes, it is no.
"""

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import AutoModel

from grounding.reader.figures import ANSWERED, END, FIGURES, NEEDED, NO, START, YES
from grounding.training.reader.encoding import Batch

HEAD = "reader_head.safetensors"
# A word that is needed is rare among those that are not.
NEEDED_WEIGHT = 3.0
_NEVER = -1e4


class ReaderNetwork(nn.Module):
    """``encoder`` with a layer of :data:`FIGURES`; returns logits ``(rows, tokens, FIGURES)``."""

    def __init__(self, encoder: nn.Module, width: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(width, FIGURES)

    @classmethod
    def load(cls, folder: Path) -> "ReaderNetwork":
        """The encoder of a model folder, with its head where the folder has one, else a fresh one."""
        encoder = AutoModel.from_pretrained(
            folder, attn_implementation="eager", dtype=torch.float32, add_pooling_layer=False,
            hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
        )  # fmt: skip
        network = cls(encoder, encoder.config.hidden_size)
        if (folder / HEAD).exists():
            network.head.load_state_dict(load_file(folder / HEAD))
        return network

    def save(self, folder: Path) -> None:
        """Write what :meth:`load` reads, the tokenizer aside."""
        self.encoder.save_pretrained(folder)  # type: ignore[operator]  # a PreTrainedModel
        save_file(self.head.state_dict(), folder / HEAD)

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """Logits of shape ``(rows, tokens, FIGURES)``."""
        hidden = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        figures: torch.Tensor = self.head(hidden)
        return figures


@dataclass(frozen=True)
class Losses:
    """Mean losses of a batch, zero where no row has that part."""

    span: torch.Tensor
    answered: torch.Tensor
    verdict: torch.Tensor
    needed: torch.Tensor

    def total(self) -> torch.Tensor:
        """What is learnt from."""
        return self.span + 2 * self.answered + self.verdict + 2 * self.needed


def losses(figures: torch.Tensor, batch: Batch) -> Losses:
    """The span's is the marginal likelihood of all places where it may start and end (Clark & Gardner 2018)."""
    figures = figures.float()
    first = figures[:, 0]
    spans = (_marginal(figures[..., START], batch.text, batch.starts)
             + _marginal(figures[..., END], batch.text, batch.ends)) / 2  # fmt: skip
    answered = nn.functional.binary_cross_entropy_with_logits(
        first[:, ANSWERED], batch.answerable.clamp(min=0), reduction="none"
    )
    choice = torch.stack([torch.zeros_like(first[:, YES]), first[:, YES], first[:, NO]], 1)
    verdict = nn.functional.cross_entropy(choice, batch.verdict.clamp(min=0), reduction="none")
    needed = nn.functional.binary_cross_entropy_with_logits(
        figures[..., NEEDED], batch.needed, reduction="none", pos_weight=torch.tensor(NEEDED_WEIGHT)
    )
    needed = (needed * batch.text).sum(1) / batch.text.sum(1).clamp(min=1)
    return Losses(
        _mean(spans, batch.starts.any(1) & batch.ends.any(1)), _mean(answered, batch.answerable >= 0),
        _mean(verdict, batch.verdict >= 0), _mean(needed, batch.followup),
    )  # fmt: skip


def _marginal(logits: torch.Tensor, allowed: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    everywhere = logits.masked_fill(~allowed, _NEVER).logsumexp(1)
    return everywhere - logits.masked_fill(~wanted, _NEVER).logsumexp(1)


def _mean(values: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The sum over ``rows`` by the size of the batch: batches of few such rows weigh less."""
    return values.masked_fill(~rows, 0).sum() / len(values)
