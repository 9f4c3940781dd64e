"""A transformer on the CPU: tokenise, batch by length, run. The only importer of the model runtime.

The runtime is OpenVINO; ``docs/measurements.md`` has the figures that chose it. A model folder holds
``model.xml``, ``model.bin`` (made by :mod:`grounding.judge.quantize`) and ``tokenizer.json``.
"""

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
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

# Tokens that two neighbouring stretches of a long text share.
OVERLAP = 64

# What a transformer may take; a network has those that its architecture reads.
INPUTS = ("input_ids", "attention_mask", "token_type_ids")

Text = str | tuple[str, str]

_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Stretch:
    """What a network gives for every token, over one stretch of the second text of a pair.

    ``whole`` ``(columns,)`` is its output at the first token, which stands for the pair; ``tokens`` ``(n, columns)``
    those of the tokens of the second text, which stand at ``places`` ``(n, 2)`` in it, in characters.
    """

    whole: npt.NDArray[np.float32]
    tokens: npt.NDArray[np.float32]
    places: npt.NDArray[np.int64]


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
        self._tokenizer_file = folder / "tokenizer.json"
        options: dict[str, Any] = {"PERFORMANCE_HINT": "LATENCY"}
        if threads:
            options["INFERENCE_NUM_THREADS"] = threads
        try:
            core = ov.Core()
            self._model = core.compile_model(_read(core, model_file), "CPU", options)
        except RuntimeError as error:
            raise ModelUnavailable(f"The model at {folder} cannot be read: {error}") from error
        self._output_axes = len(self._model.outputs[0].get_partial_shape())
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
        outputs = self._outputs(self.tokenizer.encode_batch([_well_formed(text) for text in texts]))
        return np.stack(outputs) if outputs else np.zeros((0, 0), np.float32)

    def run_tokens(self, pairs: Sequence[tuple[str, str]]) -> list[list[Stretch]]:
        """The output of every token, for a network that gives one, of each pair in the order given.

        A second text that is too long is read in stretches that share :data:`OVERLAP` tokens; a first text longer
        than half of ``max_tokens`` loses its end.
        """
        if self._output_axes != 3:
            raise ModelUnavailable(
                "The model gives figures of a whole text, not of its tokens: it is no reader."
            )
        encoded = self._cutting.encode_batch([self._shortened(pair) for pair in pairs])
        parts = [part for encoding in encoded for part in (encoding, *encoding.overflowing)]
        outputs = iter(self._outputs(parts))
        return [
            [_stretch(part, next(outputs)) for part in (encoding, *encoding.overflowing)]
            for encoding in encoded
        ]

    @cached_property
    def _cutting(self) -> Tokenizer:
        """The tokenizer that cuts a second text into stretches."""
        tokenizer = Tokenizer.from_file(str(self._tokenizer_file))
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.max_tokens, stride=OVERLAP, strategy="only_second")
        return tokenizer

    def _shortened(self, pair: tuple[str, str]) -> tuple[str, str]:
        first, second = (_HALF.sub("\ufffd", text) for text in pair)
        ends = [end for _, end in self._counter.encode(first, add_special_tokens=False).offsets]
        most = self.max_tokens // 2
        return (first[: ends[most - 1]] if len(ends) > most else first), second

    def _outputs(self, encoded: Sequence[Encoding]) -> list[npt.NDArray[np.float32]]:
        """The network's first output for each, in the order given; run in batches of like length."""
        order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
        outputs: list[Any] = [None] * len(encoded)
        for batch in _batches(order, [len(e.ids) for e in encoded]):
            check_cancelled()
            for index, row in zip(batch, self._infer([encoded[i] for i in batch]), strict=True):
                outputs[index] = row
        return outputs

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


def _stretch(encoding: Encoding, outputs: npt.NDArray[np.float32]) -> Stretch:
    second = [i for i, sequence in enumerate(encoding.sequence_ids) if sequence == 1]
    places = np.array([encoding.offsets[i] for i in second], np.int64).reshape(-1, 2)
    return Stretch(outputs[0], outputs[second], places)


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
