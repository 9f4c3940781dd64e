"""A PyTorch model folder becomes int8 weights for :mod:`grounding.judge.encoder`. Set-up and training only.

Post-training quantisation by NNCF (https://github.com/openvinotoolkit/nncf), its activation ranges taken from
real text. torch, transformers and nncf are imported here and nowhere on the serving path.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grounding.judge.encoder import INPUTS, Text
from grounding.judge.shipped import write_sums

CALIBRATION_ROWS = 300
# A file of weights that is larger is cut into parts of this size, which git hosts take.
PART_BYTES = 60_000_000


def quantize_folder(
    source: Path,
    target: Path,
    texts: Sequence[Text],
    *,
    pooled: bool,
    max_tokens: int = 256,
    int8: bool = True,
) -> Path:
    """Write ``source`` (Hugging Face folder) to ``target`` as ``model.xml``, ``model.bin``, ``tokenizer.json``.

    ``texts`` calibrate the activation ranges: a few hundred real texts or pairs of the kind the model will read.
    ``pooled`` gives mean-pooled, normalised sentence vectors ``(n, dimension)`` instead of the classifier's
    logits ``(n, labels)``. ``int8=False`` keeps fp16 weights, for processors where int8 is slower.
    """
    import torch
    from transformers import AutoModel, AutoModelForSequenceClassification

    kind = AutoModel if pooled else AutoModelForSequenceClassification
    model = kind.from_pretrained(source, attn_implementation="eager", dtype=torch.float32).eval()

    class Wrapped(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, input_ids: Any, attention_mask: Any, token_type_ids: Any = None) -> Any:
            segments = {} if token_type_ids is None else {"token_type_ids": token_type_ids}
            output = self.model(input_ids=input_ids, attention_mask=attention_mask, **segments)
            if not pooled:
                return output.logits
            mask = attention_mask.unsqueeze(-1).to(output.last_hidden_state.dtype)
            mean = (output.last_hidden_state * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(mean, dim=1)

    return quantize_network(
        Wrapped(), source, target, texts, shortened="only_first", max_tokens=max_tokens, int8=int8
    )


def quantize_network(
    network: Any,
    source: Path,
    target: Path,
    texts: Sequence[Text],
    *,
    shortened: str,
    max_tokens: int = 256,
    int8: bool = True,
) -> Path:
    """As :func:`quantize_folder` for a ``torch.nn.Module`` with the tokenizer of ``source``.

    It takes :data:`grounding.judge.encoder.INPUTS`; of a pair that is too long the text named by ``shortened``
    (``only_first``, ``only_second``) loses its end.
    """
    import openvino as ov
    import torch
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(source)
    # MPNet tells the texts of a pair apart by its separators alone.
    inputs = [name for name in INPUTS if name in tokenizer.model_input_names]

    def tokenised(text: Text) -> dict[str, Any]:
        pair = not isinstance(text, str)
        encoded = tokenizer(
            *(text if pair else (text,)),
            truncation=shortened if pair else True,
            max_length=max_tokens,
            return_tensors="pt",
        )
        return {name: encoded[name] for name in inputs}

    with torch.no_grad():
        exported = ov.convert_model(network, example_input=tokenised(texts[0]))
    for port, name in zip(exported.inputs, inputs, strict=True):
        port.get_tensor().set_names({name})
    exported.reshape({port: [-1, -1] for port in exported.inputs})
    if int8:
        import nncf

        samples = [{k: v.numpy() for k, v in tokenised(text).items()} for text in texts[:CALIBRATION_ROWS]]
        exported = nncf.quantize(
            exported,
            nncf.Dataset(samples),
            model_type=nncf.ModelType.TRANSFORMER,
            subset_size=len(samples),
        )
    target.mkdir(parents=True, exist_ok=True)
    ov.save_model(exported, str(target / "model.xml"), compress_to_fp16=True)
    _cut(target / "model.bin")
    tokenizer.backend_tokenizer.save(str(target / "tokenizer.json"))
    if (source / "config.json").is_file():
        shutil.copy(source / "config.json", target / "config.json")
    write_sums(target)
    return target


def _cut(weights: Path) -> None:
    """``model.bin`` into ``model.bin.1``, ``model.bin.2``, …, where it is larger than a part."""
    for part in weights.parent.glob(f"{weights.name}.?"):
        part.unlink()  # of an earlier model, which would be read in place of this one
    content = weights.read_bytes()
    if len(content) > PART_BYTES:
        for number, start in enumerate(range(0, len(content), PART_BYTES), start=1):
            weights.with_name(f"model.bin.{number}").write_bytes(content[start : start + PART_BYTES])
        weights.unlink()
