"""The real pairs: ``train.jsonl.gz``, all of open licence, as rows by source and as text to generate from."""

import gzip
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path

from grounding.training.rows import LABELS, Row

# Rows of the sentence stage, at most. Most of these pairs are alike, so a few of them teach as much as all; of sources
# whose claims give their label away (see probes.py) only enough stays that their matter is not missing.
SENTENCE_STAGE_LIMITS: Mapping[str, int] = {
    "conjnli_adv15k": 600, "joci": 400, "infotabs": 9000, "breaking_nli": 400, "scone_nli": 2500,
    "help_andor": 300, "med": 3000, "hans_gen": 3000, "impli": 900, "folio": 600, "tracie": 400,
    "gqnli": 0, "equate_stresstest": 300, "scitail": 400, "snli_esnli": 2000,
    "tabfact": 0, "mctest_nli": 0, "evidence_inference_templ": 0, "factcg_cg2c_doc": 0,
    "factcg_cg2c_musique": 0, "contractnli": 0, "contractnli_window": 0, "wice_nonsupported": 0,
    "citation_integrity": 0, "scitab": 0, "propsegment": 0,
}  # fmt: skip
# Real documents with claims, whole; and a little of every sentence-level source, so that none is forgotten.
DOCUMENT_STAGE_LIMITS: Mapping[str, int] = {
    "factcg_cg2c_doc": 2060, "factcg_cg2c_musique": 1041, "citation_integrity": 3058, "propsegment": 1050,
    "contractnli_window": 300, "mctest_nli": 2600, "evidence_inference_templ": 300,
    "wice_nonsupported": 300,
    "scitab": 200, "tabfact": 900, "infotabs": 2600, "fever_nli": 4500, "fever_symmetric": 800, "rte": 900,
    "scitail": 300, "cad_nli": 900, "breaking_nli": 100, "equate_newsnli": 900, "equate_redditnli": 240,
    "equate_rte_quant": 160, "equate_awpnli": 300, "equate_stresstest": 100, "conjnli": 600,
    "conjnli_adv15k": 100, "impli": 200, "mnli_gold": 1800, "mnli_llmsknow_train": 1200, "taxinli_rest": 400,
    "snli_esnli": 300, "scone_nli": 200, "hans_gen": 200, "joci": 50, "med": 200, "help_andor": 50,
    "folio": 200, "tracie": 150, "gqnli": 0, "contractnli": 0,
}  # fmt: skip
# Beside the written claims: the sources whose claims do not give their label away, in equal shares.
CLAIM_STAGE_LIMITS: Mapping[str, int] = dict.fromkeys(DOCUMENT_STAGE_LIMITS, 0) | {
    "fever_nli": 900, "fever_symmetric": 700, "cad_nli": 600, "mnli_gold": 900, "mnli_llmsknow_train": 500,
    "factcg_cg2c_doc": 900, "factcg_cg2c_musique": 500, "citation_integrity": 600, "tabfact": 500,
    "infotabs": 500, "rte": 500, "taxinli_rest": 300, "equate_newsnli": 400, "mctest_nli": 500,
    "propsegment": 300,
}  # fmt: skip
# How often a word must stand there to count as English.
COMMON = 20
# What a line of a table or an info box looks like.
_TABLE = re.compile(r" \| |^\S[^.\n]{0,30}:\s", re.MULTILINE)


def read_pairs(folder: Path) -> dict[str, list[Row]]:
    """Every pair of ``folder/train.jsonl.gz`` by source; the family of a row is its source."""
    pairs: dict[str, list[Row]] = defaultdict(list)
    with gzip.open(folder / "train.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            source = record["source"]
            label = LABELS.index(record["label"])
            pairs[source].append(Row(record["premise"], record["hypothesis"].strip(), label, source))
    return dict(pairs)


def sample(pairs: Mapping[str, list[Row]], limits: Mapping[str, int], rng: random.Random) -> list[Row]:
    """At most ``limits[source]`` rows of each source (all, where no limit is given), in order of source."""
    chosen: list[Row] = []
    for source, rows in sorted(pairs.items()):
        limit = limits.get(source, len(rows))
        chosen.extend(rng.sample(rows, min(limit, len(rows))))
    return chosen


def common_words(folder: Path) -> frozenset[str]:
    """English words in lower case that stand at least :data:`COMMON` times in the pairs of ``folder``."""
    pairs = read_pairs(folder)
    texts = dict.fromkeys(
        text for rows in pairs.values() for row in rows for text in (row.premise, row.hypothesis)
    )
    counts = Counter(word for text in texts for word in re.findall(r"[a-z]{2,}", text.lower()))
    return frozenset(word for word, count in counts.items() if count >= COMMON)


def running_text(pairs: Mapping[str, list[Row]]) -> dict[str, list[str]]:
    """Distinct premises that are prose, not tables, by source: what the generator may write about."""
    seen: set[str] = set()
    texts: dict[str, list[str]] = defaultdict(list)
    for source, rows in sorted(pairs.items()):
        for row in rows:
            if row.premise in seen or _TABLE.search(row.premise):
                continue
            seen.add(row.premise)
            texts[source].append(row.premise)
    return dict(texts)
