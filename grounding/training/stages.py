"""What each stage is fed: sentence pairs, documents with near misses, other languages; and what is held out."""

import random
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from grounding.training.generator import generate
from grounding.training.generator.evidence.groups import edited_evidence
from grounding.training.generator.material import Material
from grounding.training.generator.windows import relevant
from grounding.training.rows import NEUTRAL, Row
from grounding.training.sources import (
    CLAIM_STAGE_LIMITS,
    DOCUMENT_STAGE_LIMITS,
    SENTENCE_STAGE_LIMITS,
    sample,
)
from grounding.training.written import counterpart, read_written, with_counterparts

# Premises of at most this many words in the sentence stage.
SENTENCE_STAGE_WORDS = 110
# Longer real documents are cut to their most relevant runs of this many words.
DOCUMENT_WORDS = 150
# Rows made for the document stage, by family.
QUOTAS: Mapping[str, int] = {
    "planted": 24_000, "joint_pairs": 8_000, "joint_sentences": 4_500, "joint_entity": 4_500,
    "crossed": 4_500, "sentence": 12_000, "rounded": 2_000, "restated": 2_500, "valued": 3_500,
    "evidence_removed": 4_000, "attributes": 3_500, "scene": 9_000, "told": 5_000, "conversation": 5_000,
    "reply": 7_000, "figures": 14_000, "records": 8_000, "statement": 12_000,
}  # fmt: skip
# Rows of claims beside a passage and beside the passage edited where it carries them.
EDITED_EVIDENCE = 60_000
# The same, beside the written claims.
EDITED_BESIDE = 6_000
# English beside the other languages, so that nothing is forgotten: rows of each family, at most, with premises of so
# many words; and claims of each kind of written text.
ENGLISH_BESIDE = 300
MULTILINGUAL_WORDS = 60
WRITTEN_BESIDE = 120
# One premise in this many is held out, with all its pairs and with what is made from it.
HELD_OUT_EVERY = 30
HELD_OUT_ROWS = 1500

Pairs = Mapping[str, list[Row]]


def split(pairs: Pairs) -> tuple[dict[str, list[Row]], dict[str, list[Row]]]:
    """``(train, held out)``: disjoint premises, by a hash of the premise, so the same in every run."""
    train: dict[str, list[Row]] = {}
    held: dict[str, list[Row]] = {}
    for source, rows in pairs.items():
        for row in rows:
            (held if held_out(row.premise) else train).setdefault(source, []).append(row)
    return train, held


def held_out(premise: str) -> bool:
    """Whether no training may read this premise."""
    return zlib.crc32(premise.encode()) % HELD_OUT_EVERY == 0


def sentence_rows(pairs: Pairs, rng: random.Random) -> list[Row]:
    """Real pairs with short premises."""
    rows = sample(pairs, SENTENCE_STAGE_LIMITS, rng)
    return [row for row in rows if len(row.premise.split()) <= SENTENCE_STAGE_WORDS]


def document_rows(pairs: Pairs, rng: random.Random, *, scale: float = 1.0) -> list[Row]:
    """Real documents cut to windows, and the generator's families; ``scale`` shrinks all for a try."""
    limits = {source: int(limit * scale) for source, limit in DOCUMENT_STAGE_LIMITS.items()}
    quotas = {family: int(quota * scale) for family, quota in QUOTAS.items()}
    real = [_windowed(row) for row in sample(pairs, limits, rng)]
    material = Material.build(pairs)
    edited = edited_evidence(material, rng, int(EDITED_EVIDENCE * scale))
    return real + generate(material, quotas, rng) + edited


def claim_rows(pairs: Pairs, rng: random.Random) -> list[Row]:
    """What the accurate model ends on: written claims, a fourth with their counterpart; edited evidence; real pairs.

    Real pairs and what is made from them keep from being forgotten what the longer stages taught.
    """
    written = [row for rows in read_written("english").values() for row in rows if not held_out(row.premise)]
    beside = [counterpart(row, written, rng) for row in rng.sample(written, len(written) // 4)]
    real = [_windowed(row) for row in sample(pairs, CLAIM_STAGE_LIMITS, rng)]
    material = Material.build(pairs)
    generated = generate(material, {name: quota // 40 for name, quota in QUOTAS.items()}, rng)
    return written + beside + real + generated + edited_evidence(material, rng, EDITED_BESIDE)


def multilingual_rows(
    languages: Pairs, written: Pairs, english: Iterable[Row], rng: random.Random
) -> list[Row]:
    """What was written in other ``languages``, each claim with its counterpart, and English beside it.

    English are a part of what was ``written`` in it, and short rows of the document stage (``english``).
    """
    short = {
        family: [r for r in rows if _words(r) <= SENTENCE_STAGE_WORDS] for family, rows in written.items()
    }
    own = [*languages.values(), sample(short, dict.fromkeys(short, WRITTEN_BESIDE), rng)]
    by_family: dict[str, list[Row]] = {}
    for row in english:
        if _words(row) <= MULTILINGUAL_WORDS:
            by_family.setdefault(row.family, []).append(row)
    beside = sample(by_family, dict.fromkeys(by_family, ENGLISH_BESIDE), rng)
    return [one for rows in own for one in with_counterparts(rows, rng)] + beside


def _words(row: Row) -> int:
    return len(row.premise.split())


def held_out_rows(held: Pairs, rng: random.Random) -> tuple[list[Row], list[Row]]:
    """``(generated, real)`` rows for calibration, ``HELD_OUT_ROWS`` each, families and sources balanced."""
    share = HELD_OUT_ROWS // len(QUOTAS) + 1
    generated = generate(Material.build(held), dict.fromkeys(QUOTAS, share), rng)
    real = [_windowed(row) for row in sample(held, dict.fromkeys(held, HELD_OUT_ROWS // 25), rng)]
    rng.shuffle(generated)
    rng.shuffle(real)
    return generated[:HELD_OUT_ROWS], real[:HELD_OUT_ROWS]


def calibration_rows(held: Pairs, rng: random.Random, per_group: int) -> list[Row]:
    """Held-out rows of every kind, ``per_group`` of each at most: real, generated, edited, and unrelated passages."""
    material = Material.build(held)
    real = [_windowed(row) for row in sample(held, dict.fromkeys(held, per_group), rng)]
    generated = generate(material, dict.fromkeys(QUOTAS, per_group), rng)
    by_family: dict[str, list[Row]] = {}
    for row in edited_evidence(material, rng, per_group * 60):
        by_family.setdefault(row.family, []).append(row)
    edited = sample(by_family, dict.fromkeys(by_family, per_group), rng)
    return real + generated + edited + _unrelated(real, rng, per_group * 6)


def held_out_written() -> dict[str, list[Row]]:
    """The written claims of held-out passages, by kind of text."""
    written = {
        kind: [row for row in rows if held_out(row.premise)] for kind, rows in read_written("english").items()
    }
    return {kind: rows for kind, rows in written.items() if rows}


def _unrelated(rows: Sequence[Row], rng: random.Random, count: int) -> list[Row]:
    """Claims beside a passage about something else: half of them the one that shares most words with the claim."""
    words = [frozenset(row.premise.lower().split()) for row in rows]
    made: list[Row] = []
    for number in rng.sample(range(len(rows)), min(count, len(rows))):
        claim = rows[number].hypothesis
        others = [
            n
            for n in rng.sample(range(len(rows)), min(200, len(rows)))
            if rows[n].premise != rows[number].premise
        ]
        wanted = frozenset(claim.lower().split())
        near = max(others, key=lambda n: len(wanted & words[n]) / (5 + len(words[n])) ** 0.3)
        chosen = near if len(made) % 2 else others[0]
        made.append(Row(rows[chosen].premise, claim, NEUTRAL, f"unrelated_{len(made) % 2}"))
    return made


def _windowed(row: Row) -> Row:
    return replace(row, premise=relevant(row.premise, row.hypothesis, DOCUMENT_WORDS))
