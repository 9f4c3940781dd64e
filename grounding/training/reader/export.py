"""From a checkpoint of the reader to the folder that serving reads: int8 weights, with the numbers beside them."""

import logging
import random
from pathlib import Path

import numpy as np
import torch

from grounding.judge.encoder import Encoder
from grounding.judge.quantize import CALIBRATION_ROWS, quantize_network
from grounding.reader.figures import ANSWERED
from grounding.reader.reader import MAX_TOKENS
from grounding.training.reader.calibrate import calibrate
from grounding.training.reader.network import ReaderNetwork
from grounding.training.reader.rows import read_examples

log = logging.getLogger(__name__)
_COMPARED = 60


def export(checkpoint: Path, data: Path, target: Path, seed: int, limit: int = 0) -> Path:
    """Write ``checkpoint`` as int8 to ``target`` and calibrate it.

    ``data`` holds ``train``, from which the activation ranges come, and ``judge-dev``, half of whose documents
    calibrate (``limit`` rows of each half of a set, 0: all). The log says what the other half gives, and how far int8
    is from the checkpoint.
    """
    rng = random.Random(seed)
    examples = read_examples(data / "train", rng)
    pairs = [(e.question, e.text) for e in rng.sample(examples, CALIBRATION_ROWS + _COMPARED)]
    network = ReaderNetwork.load(checkpoint).eval()
    quantize_network(
        network, checkpoint, target, pairs[:CALIBRATION_ROWS], shortened="only_second", max_tokens=MAX_TOKENS
    )
    log.info(
        "int8 against the checkpoint, mean distance of the logit of an answer: %.3f",
        _distance(network, target, pairs[CALIBRATION_ROWS:]),
    )
    calibrate(target, data / "judge-dev", limit)
    return target


def _distance(network: ReaderNetwork, target: Path, pairs: list[tuple[str, str]]) -> float:
    encoder = Encoder(target, max_tokens=MAX_TOKENS, threads=1)
    distances = []
    for pair in pairs:
        ((stretch, *_),) = encoder.run_tokens([pair])
        encoding = encoder.tokenizer.encode(*pair)
        if len(encoding.ids) == MAX_TOKENS:  # cut, here another end than there
            continue
        with torch.no_grad():
            plain = network(
                torch.tensor([encoding.ids]),
                torch.tensor([encoding.attention_mask]),
                torch.tensor([encoding.type_ids]),
            )
        distances.append(abs(float(plain[0, 0, ANSWERED]) - float(stretch.whole[ANSWERED])))
    return float(np.mean(distances))
