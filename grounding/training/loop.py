"""The training loop: a budget of minutes, checkpoints to resume from, the loss of every family in the log."""

import copy
import logging
import queue
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer, PreTrainedModel

from grounding.training.batches import Batch, Encoded, collate, encode, steps
from grounding.training.rows import ENTAILMENT, LABELS, NOT_ENTAILMENT, Row

log = logging.getLogger(__name__)

# Share of the budget.
WARM_UP = 0.04
AVERAGE_DECAY = 0.995
SAVE_EVERY_SECONDS = 300.0
LOG_EVERY_STEPS = 50


@dataclass(frozen=True)
class Recipe:
    """``minutes`` of wall clock (a resumed run has what is left); the rate falls to 0 at their end.
    ``train_words`` lets the word embeddings learn, too.
    """

    minutes: float
    peak_rate: float
    seed: int = 0
    threads: int = 2
    train_words: bool = True


def load_classifier(folder: Path) -> PreTrainedModel:
    """A three-way classifier; a plain encoder gets a fresh head. No dropout but before the head."""
    model: PreTrainedModel = AutoModelForSequenceClassification.from_pretrained(
        folder,
        attn_implementation="eager",
        dtype=torch.float32,
        num_labels=3,
        id2label=dict(enumerate(LABELS[:3])),
        label2id={name: i for i, name in enumerate(LABELS[:3])},
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        **_head_dropout(folder),
    )
    return model


def _head_dropout(folder: Path) -> dict[str, float]:
    """Dropout before the head, where the architecture knows it by name: MPNet's does not."""
    kind = AutoConfig.from_pretrained(folder).model_type
    return {} if kind == "mpnet" else {"classifier_dropout": 0.1}


def losses(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of each row, shape (rows,); not_entailment rows pay ``-log(1 - P(entailment))``."""
    known = torch.nn.functional.cross_entropy(logits, labels.clamp(max=2), reduction="none")
    # log(P(neutral) + P(contradiction)), without a subtraction that could reach 0.
    rest = torch.logsumexp(logits[:, ENTAILMENT + 1 :], 1) - torch.logsumexp(logits, 1)
    return torch.where(labels == NOT_ENTAILMENT, -rest, known)


def rate_factor(progress: float) -> float:
    """Of the peak rate, at ``progress`` in [0, 1] of the budget: warm-up, then linear to 0."""
    if progress < WARM_UP:
        return max(progress, 0.002) / WARM_UP
    return max(0.0, (1.0 - progress) / (1.0 - WARM_UP))


def train(start: Path, rows: Sequence[Row], out: Path, recipe: Recipe) -> Path:
    """Train the model of ``start`` on ``rows``; returns ``out / "model"``: averaged weights, a model folder.

    ``out / "state.pt"`` is written every five minutes. Where it exists, training goes on from it, on the
    same rows in the same order; a finished stage is not run again.
    """
    finished = out / "model"
    if (out / "done").exists():
        return finished
    out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    torch.manual_seed(recipe.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = load_classifier(start)
    model.to(device)  # type: ignore[arg-type]  # transformers wraps it in another signature
    model.train()
    # Half of all weights; training them costs a sixth of the time and, from a trained start, gains nothing.
    model.get_input_embeddings().requires_grad_(recipe.train_words)
    tokenizer = AutoTokenizer.from_pretrained(start)
    averaged = AveragedModel(model, multi_avg_fn=_average)
    plain = [p for p in model.parameters() if p.ndim < 2]
    heavy = [p for p in model.parameters() if p.ndim >= 2]
    groups = [{"params": heavy, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=recipe.peak_rate, fused=True)

    families = sorted({row.family for row in rows})
    encoded = encode(rows, start / "tokenizer.json", families)
    log.info("%d rows, %d tokens, %d families", len(encoded), sum(len(e.ids) for e in encoded), len(families))
    step, pass_number, position, spent = 0, 0, 0, 0.0
    state_file = out / "state.pt"
    if state_file.exists():
        state = torch.load(state_file, map_location=device, weights_only=True)
        model.load_state_dict(state["model"])
        averaged.load_state_dict(state["averaged"])
        optimizer.load_state_dict(state["optimizer"])
        step, pass_number, position, spent = state["step"], state["pass"], state["position"], state["spent"]
        log.info("resumed at step %d after %.1f minutes", step, spent / 60)

    def save() -> None:
        state = {
            "model": model.state_dict(),
            "averaged": averaged.state_dict(),
            "optimizer": optimizer.state_dict(),
            "step": step,
            "pass": pass_number,
            "position": position,
            "spent": spent,
        }
        # Written aside first: a killed save leaves the last good one.
        torch.save(state, out / "state.new")
        (out / "state.new").rename(state_file)
        cast(PreTrainedModel, averaged.module).save_pretrained(finished)
        tokenizer.save_pretrained(finished)

    budget = recipe.minutes * 60
    meter = _Meter(families)
    workers = _Workers(model, recipe.threads if device.type == "cpu" else 1, device)
    clock = saved = time.monotonic()
    while spent < budget:
        plan = steps(encoded, random.Random(recipe.seed * 1000 + pass_number))
        while position < len(plan) and spent < budget:
            for group in optimizer.param_groups:
                group["lr"] = recipe.peak_rate * rate_factor(spent / budget)
            results = workers.gradients(plan[position])
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            averaged.update_parameters(model)
            for loss, batch in results:
                meter.add(loss, batch)
            step, position = step + 1, position + 1
            now = time.monotonic()
            spent, clock = spent + now - clock, now
            if step % LOG_EVERY_STEPS == 0:
                log.info("step %d, %.1f min, pass %d: %s", step, spent / 60, pass_number, meter.report())
            if now - saved > SAVE_EVERY_SECONDS:
                save()
                log.info("families: %s", meter.by_family())
                saved = now
        if position >= len(plan):
            pass_number, position = pass_number + 1, 0
    save()
    (out / "done").touch()
    log.info("done: %d steps, %.2f passes", step, pass_number + position / max(1, len(plan)))
    log.info("families: %s", meter.by_family())
    return finished


def _average(averaged: Any, current: Any, count: Any) -> None:
    """Exponential moving average; of few steps it forgets faster, so that the start does not stay in it."""
    done = int(count)
    get_ema_multi_avg_fn(min(AVERAGE_DECAY, (1 + done) / (10 + done)))(averaged, current, count)


class _Workers:
    """Gradients of a step's batches, one thread to a batch, each operation on one core.

    On a machine shared with others this is several times faster than one batch on all cores: there every
    operation waits for the slowest core. Each worker has its own gradients on the shared weights.
    """

    def __init__(self, model: PreTrainedModel, count: int, device: torch.device) -> None:
        self.model, self.device = model, device
        self.free: queue.SimpleQueue[PreTrainedModel] = queue.SimpleQueue()
        self.replicas = [model, *(copy.deepcopy(model) for _ in range(count - 1))]
        for replica in self.replicas:
            for own, shared in zip(replica.parameters(), model.parameters(), strict=True):
                own.data = shared.data
            self.free.put(replica)
        self.pool = ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=(1,))

    def gradients(self, step: Sequence[Sequence[Encoded]]) -> list[tuple[torch.Tensor, Batch]]:
        """Leaves the gradient of the mean loss in the model; returns each batch with its rows' losses."""
        total = sum(len(rows) for rows in step)
        for replica in self.replicas:
            replica.zero_grad(set_to_none=True)
        results = list(self.pool.map(lambda rows: self._backward(rows, total), step))
        own = list(self.model.parameters())
        for replica in self.replicas[1:]:
            theirs = [p.grad for p in replica.parameters()]
            for parameter, gradient in zip(own, theirs, strict=True):
                if gradient is not None:
                    parameter.grad = gradient if parameter.grad is None else parameter.grad.add_(gradient)
        return results

    def _backward(self, rows: Sequence[Encoded], total: int) -> tuple[torch.Tensor, Batch]:
        batch = collate(rows)
        model = self.free.get()
        try:
            with torch.autocast(self.device.type, dtype=torch.bfloat16):
                logits = model(
                    input_ids=batch.input_ids.to(self.device),
                    attention_mask=batch.attention_mask.to(self.device),
                    **self._segments(batch),
                ).logits
            each = losses(logits.float(), batch.labels.to(self.device))
            (each.sum() / total).backward()
        finally:
            self.free.put(model)
        return each.detach().cpu(), batch

    def _segments(self, batch: Batch) -> dict[str, torch.Tensor]:
        """Which text of the pair each token is of, where the architecture reads that: MPNet's does not."""
        if self.model.config.model_type == "mpnet":
            return {}
        return {"token_type_ids": batch.token_type_ids.to(self.device)}


class _Meter:
    """Running losses since the last report: of all, and of each family."""

    def __init__(self, families: Sequence[str]) -> None:
        self.families = families
        self.total = torch.zeros(len(families), 2, dtype=torch.float64)  # sum of losses, rows
        self.recent = [0.0, 0, 0, time.monotonic()]  # losses, rows, tokens, since

    def add(self, loss: torch.Tensor, batch: Batch) -> None:
        self.total[:, 0].index_add_(0, batch.families, loss.double())
        self.total[:, 1].index_add_(0, batch.families, torch.ones_like(loss, dtype=torch.float64))
        self.recent[0] += float(loss.sum())
        self.recent[1] += len(loss)
        self.recent[2] += batch.input_ids.numel()

    def report(self) -> str:
        loss, rows, tokens, since = self.recent
        now = time.monotonic()
        self.recent = [0.0, 0, 0, now]
        return f"loss {loss / max(1, rows):.4f}, {rows} rows, {tokens / (now - since):.0f} tokens/s"

    def by_family(self) -> str:
        pairs = zip(self.families, self.total.tolist(), strict=True)
        text = ", ".join(f"{name} {loss / rows:.3f} ({rows:.0f})" for name, (loss, rows) in pairs if rows)
        self.total.zero_()
        return text
