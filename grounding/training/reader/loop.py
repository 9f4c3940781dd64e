"""The training loop of the reader: a budget of minutes, a checkpoint to resume from, its losses in the log."""

import logging
import random
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from grounding.training.loop import AVERAGE_DECAY, LOG_EVERY_STEPS, SAVE_EVERY_SECONDS, Recipe, rate_factor
from grounding.training.reader.encoding import Encoded, batches
from grounding.training.reader.network import Losses, ReaderNetwork, losses

log = logging.getLogger(__name__)


def train(start: Path, rows: Sequence[Encoded], out: Path, recipe: Recipe) -> Path:
    """Train from the encoder in ``start``; returns ``out / "model"``, whose weights are averaged over the last steps.

    ``out / "state.pt"`` is written every five minutes; where it exists, training goes on from it.
    """
    torch.set_num_threads(recipe.threads)
    torch.manual_seed(recipe.seed)
    out.mkdir(parents=True, exist_ok=True)
    network = ReaderNetwork.load(start).train()
    averaged = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(AVERAGE_DECAY))
    heavy = [p for p in network.parameters() if p.ndim >= 2]
    plain = [p for p in network.parameters() if p.ndim < 2]
    optimizer = torch.optim.AdamW(
        [{"params": heavy, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}],
        lr=recipe.peak_rate, fused=True,
    )  # fmt: skip
    parts: dict[str, Any] = {"network": network, "averaged": averaged, "optimizer": optimizer}
    step, spent, state_file = 0, 0.0, out / "state.pt"
    if state_file.exists():
        state = torch.load(state_file, weights_only=True)
        for name, part in parts.items():
            part.load_state_dict(state[name])
        step, spent = state["step"], state["spent"]

    def save() -> None:
        state = {name: part.state_dict() for name, part in parts.items()}
        torch.save(state | {"step": step, "spent": spent}, out / "state.new")
        (out / "state.new").rename(state_file)
        (out / "model").mkdir(exist_ok=True)
        averaged.module.save(out / "model")  # type: ignore[operator]  # the network's own method
        for file in ("tokenizer.json", "tokenizer_config.json"):
            shutil.copy(start / file, out / "model" / file)

    seen: list[Losses] = []
    clock = saved = time.monotonic()
    while spent < recipe.minutes * 60:
        for batch in batches(rows, random.Random(recipe.seed * 1_000_000 + step)):
            for group in optimizer.param_groups:
                group["lr"] = recipe.peak_rate * rate_factor(spent / (recipe.minutes * 60))
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast("cpu", torch.bfloat16):
                figures = network(batch.input_ids, batch.attention_mask, batch.token_type_ids)
            loss = losses(figures, batch)
            loss.total().backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            averaged.update_parameters(network)
            seen.append(loss)
            step += 1
            now = time.monotonic()
            spent, clock = spent + now - clock, now
            if step % LOG_EVERY_STEPS == 0:
                log.info("step %d, %.1f min: %s", step, spent / 60, _report(seen))
                seen.clear()
            if now - saved > SAVE_EVERY_SECONDS:
                save()
                saved = now
            if spent >= recipe.minutes * 60:
                break
    save()
    log.info("done: %d steps", step)
    return out / "model"


def _report(seen: Sequence[Losses]) -> str:
    names = ("span", "answered", "verdict", "needed")
    return ", ".join(
        f"{name} {sum(float(getattr(one, name)) for one in seen) / len(seen):.3f}" for name in names
    )
