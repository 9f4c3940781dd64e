"""Words in pictures, by rapidocr, its only importer: an extra, which need not be installed.

Its models come in its wheel and run on the OpenVINO that is there anyway, so that nothing is fetched.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from ingest.pdf.columns import Piece


def installed() -> bool:
    """Whether the extra ``ocr`` is there."""
    return find_spec("rapidocr") is not None


class OcrReader:
    """Models loaded once, for as many pictures as one likes. Takes seconds and about 1 GB."""

    def __init__(self) -> None:
        from rapidocr import EngineType, RapidOCR

        engines = {f"{task}.engine_type": EngineType.OPENVINO for task in ("Det", "Cls", "Rec")}
        self._models = RapidOCR(params={**engines, "Global.log_level": "critical"})

    def lines(self, picture: npt.NDArray[np.uint8]) -> Iterator[tuple[Piece, float]]:
        """The lines of words in a picture ``(height, width, 3)`` in BGR, each with how sure it is in [0, 1]; the
        boxes are in pixels, y upwards.
        """
        recognised: Any = self._models(picture)
        if not recognised.txts:
            return
        height = picture.shape[0]
        for corners, words, sure in zip(recognised.boxes, recognised.txts, recognised.scores, strict=True):
            (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
            yield (
                Piece(words, float(left), float(height - bottom), float(right), float(height - top)),
                float(sure),
            )
