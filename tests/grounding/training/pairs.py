"""A dozen pairs of our own in the form of train.jsonl.gz, enough for every family of the generator."""

import gzip
import json
from pathlib import Path

_MARIE = (
    "Marie Novak (born 4 May 1971) is a Czech film director. She grew up in Brno with two brothers. "
    "She directed The Quiet Bridge in 1998. "
    "She won the Golden Heron in 2001 and taught in Vienna for eleven years."
)
_BRIDGE = (
    "The Quiet Bridge is a 1998 drama film starring Pavel Horak and Jana Mala. "
    "It was directed by Marie Novak. It was seen by 1,523 people at its first showing in Prague. "
    "However, the critics may be too harsh because the film was cut before it opened."
)
_RIVER = (
    "The river rises in the northern hills. All villages on its banks were flooded in March 1954. "
    "If the rain stops, the old bridge will be repaired. Some farmers moved to Ostrava after the flood."
)
_STORY = (
    "Natalie went to the zoo. Natalie ate a green biscuit. Logan wanted a red balloon. "
    "Tim forgot his blue umbrella. Logan found a small coin in the grass. Tim played with the grey cat."
)
_SPOKEN = "uh yeah i bought myself another cactus you know and i've got many shrubs inside the house"
_PAIRS = (
    (_MARIE, "Marie Novak directed The Quiet Bridge.", "entailment", "fever_nli"),
    (_MARIE, "Marie Novak is a singer.", "not_entailment", "fever_nli"),
    (_BRIDGE, "Jana Mala plays in The Quiet Bridge.", "entailment", "factcg_cg2c_doc"),
    (_BRIDGE, "The Quiet Bridge was shot in Vienna.", "not_entailment", "factcg_cg2c_doc"),
    (_RIVER, "Villages were flooded in 1954.", "entailment", "rte"),
    (_RIVER, "The old bridge has been repaired.", "not_entailment", "rte"),
    (_STORY, "Natalie went to the zoo.", "entailment", "mctest_nli"),
    (_STORY, "Tim ate a biscuit.", "not_entailment", "mctest_nli"),
    (_SPOKEN, "I have many shrubs in my house.", "entailment", "mnli_gold"),
    (_SPOKEN, "I sold all of my plants.", "contradiction", "mnli_gold"),
    ("Two women sing on a small stage.", "Two women are singing.", "entailment", "snli_esnli"),
    ("Two women sing on a small stage.", "The women are sisters from Brno.", "neutral", "snli_esnli"),
    ("Two women sing on a small stage.", "The women are sleeping now.", "contradiction", "snli_esnli"),
    ("The shop sold 12 lamps on Monday.", "Twelve lamps were sold.", "entailment", "equate_newsnli"),
)


def write_data(folder: Path) -> Path:
    """``folder/train.jsonl.gz`` with these pairs."""
    with gzip.open(folder / "train.jsonl.gz", "wt", encoding="utf-8") as file:
        for premise, hypothesis, label, source in _PAIRS:
            record = {"premise": premise, "hypothesis": hypothesis, "label": label, "source": source}
            file.write(json.dumps(record) + "\n")
    return folder
