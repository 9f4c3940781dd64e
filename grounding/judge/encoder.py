"""A transformer on the CPU: tokenise, batch by length, run. The only importer of the model runtime.

The runtime is OpenVINO; ``docs/measurements.md`` has the figures that chose it. A model folder holds
``model.xml``, ``model.bin`` (made by :mod:`grounding.judge.quantize`) and ``tokenizer.json``.
"""

import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Encoding, Tokenizer

from grounding.cancellation import check_cancelled
from grounding.errors import ModelUnavailable
from grounding.judge.shipped import verify

# Padded tokens in one run. Small batches keep the activations in the processor's cache.
TOKENS_PER_BATCH = 2048

# Sequences are padded to a multiple of this: the runtime keeps what it makes for every width it meets, which
# for all widths up to 256 is 200 MB more.
WIDTH_STEP = 16

# What a transformer may take; a network has those that its architecture reads.
INPUTS = ("input_ids", "attention_mask", "token_type_ids")

Text = str | tuple[str, str]

_HALF = re.compile("[\ud800-\udfff]")


class Encoder:
    """Runs a model folder on texts or pairs of texts; safe to call from several threads.

    ``max_tokens`` is the longest sequence, special tokens included; longer ones are cut, so
    callers that must not lose text keep below it (:meth:`count_tokens`).
    """

    def __init__(self, folder: Path, *, max_tokens: int = 256, threads: int = 0) -> None:
        # Imported here, so that importing the package costs nothing.
        import openvino as ov

        model_file = folder / "model.xml"
        if not model_file.is_file():
            raise ModelUnavailable(
                f"No model at {folder}: model.xml is missing. Run `make setup`, or point the setting at a folder."
            )
        verify(folder)
        self.max_tokens = max_tokens
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(max_tokens, strategy="longest_first")
        self._counter = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._counter.no_padding()
        self._counter.no_truncation()
        options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY"}
        if threads:
            options["INFERENCE_NUM_THREADS"] = threads
        try:
            core = ov.Core()
            self._model = core.compile_model(_read(core, model_file), "CPU", options)
        except RuntimeError as error:
            raise ModelUnavailable(f"The model at {folder} cannot be read: {error}") from error
        self._inputs = [port.get_any_name() for port in self._model.inputs]
        self._local = threading.local()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text, without special tokens and without a limit."""
        if len(texts) == 1:  # waking threads for one text takes longer than the text
            return [len(self._counter.encode(texts[0], add_special_tokens=False).ids)]
        encoded = self._counter.encode_batch_fast(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encoded]

    def run(self, texts: Sequence[Text]) -> npt.NDArray[np.float32]:
        """The model's first output for each text or pair, in the order given.

        Between two batches it may be cancelled (:mod:`grounding.cancellation`).
        Returns ``(n, …)``: for a classifier ``(n, labels)`` logits, for an embedder ``(n, dimension)`` vectors.
        """
        encoded = self.tokenizer.encode_batch([_well_formed(text) for text in texts])
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
        outputs: list[Any] = [None] * len(encoded)
        for batch in _batches(order, [len(e.ids) for e in encoded]):
            check_cancelled()
            for index, row in zip(batch, self._infer([encoded[i] for i in batch]), strict=True):
                outputs[index] = row
        return np.stack(outputs) if outputs else np.zeros((0, 0), np.float32)

    def _infer(self, encoded: Sequence[Encoding]) -> npt.NDArray[np.float32]:
        width = _padded(max(len(e.ids) for e in encoded))
        columns = {name: np.zeros((len(encoded), width), np.int64) for name in INPUTS}
        for row, encoding in enumerate(encoded):
            columns["input_ids"][row, : len(encoding.ids)] = encoding.ids
            columns["attention_mask"][row, : len(encoding.ids)] = encoding.attention_mask
            columns["token_type_ids"][row, : len(encoding.ids)] = encoding.type_ids
        request = getattr(self._local, "request", None)
        if request is None:
            request = self._local.request = self._model.create_infer_request()
        request.infer({name: columns[name] for name in self._inputs})
        return np.array(request.get_output_tensor(0).data, np.float32)


def _read(core: Any, model_file: Path) -> Any:
    """The network with its weights: ``model.bin``, or, of a big model, ``model.bin.1``, ``model.bin.2``, … in order."""
    parts = sorted(model_file.parent.glob("model.bin.?"))
    if not parts:
        return core.read_model(str(model_file))
    return core.read_model(model_file.read_bytes(), b"".join(part.read_bytes() for part in parts))


def _well_formed(text: Text) -> Text:
    """Half a character, which no tokenizer takes, as the sign for a character that is not known."""
    if isinstance(text, str):
        return _HALF.sub("\ufffd", text)
    return _HALF.sub("\ufffd", text[0]), _HALF.sub("\ufffd", text[1])


def _batches(order: Sequence[int], lengths: Sequence[int]) -> list[list[int]]:
    """Split indices sorted by length into batches of at most ``TOKENS_PER_BATCH`` padded tokens."""
    batches: list[list[int]] = []
    batch: list[int] = []
    for index in order:
        if batch and _padded(lengths[index]) * (len(batch) + 1) > TOKENS_PER_BATCH:
            batches.append(batch)
            batch = []
        batch.append(index)
    return [*batches, batch] if batch else batches


def _padded(length: int) -> int:
    return -(-length // WIDTH_STEP) * WIDTH_STEP
