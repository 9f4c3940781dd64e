"""How long does one check take, and how long would a large cross-encoder take for the same pairs?

    python -m bench.check_speed [--requests 20] [--peer-requests 1]

A request is an answer of five sentences against ten facts of about 100 words; every request has other words,
so nothing can be remembered. The peer has the size of RoBERTa-large (355 million weights, drawn at random,
since only its time counts) and reads the same 50 claim-fact pairs in the same process, in PyTorch at fp32,
with whichever attention is faster here. Its sequences have as many tokens as our tokenizer makes of the pair.
"""

import argparse
import random
import statistics
import sys
import time

from grounding import Fact, GroundingChecker
from grounding.judge.embedded import MODEL_FOLDER
from grounding.judge.encoder import Encoder

CLAIMS = 5
FACTS = 10


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


_PLACES = _words(
    "Harrow Brindle Linden Marsh Coldwater Ashby Fernhill Stonegate Westmere Oakham Tarn Redcliff"
)
_THINGS = _words(
    "bridge library harbour museum mill theatre station lighthouse market garden observatory quarry"
)
_PEOPLE = _words("Ada Bruno Clara Dmitri Elif Farah Goran Hana Ivo Jun Kofi Lena")
_TRADES = _words("architect engineer mason painter surveyor clockmaker gardener printer")
_MATERIALS = _words("granite brick oak limestone copper slate iron glass")


def _fact(draw: random.Random) -> tuple[str, str]:
    """A fact of about 100 words and a sentence that it supports, or that is wrong in one number."""
    place, thing = draw.choice(_PLACES) + draw.choice(("ton", "ford", "mere", "wick")), draw.choice(_THINGS)
    person, trade, material = draw.choice(_PEOPLE), draw.choice(_TRADES), draw.choice(_MATERIALS)
    year, height, cost, visitors = (
        draw.randrange(low, high) for low, high in ((1720, 1990), (8, 90), (20_000, 900_000), (900, 80_000))
    )
    text = (
        f"The {thing} of {place} was opened in {year} after {draw.randrange(2, 12)} years of work. It was "
        f"planned by the {trade} {person} {draw.choice(_PLACES)} and built of {material} from a quarry that "
        f"lies {draw.randrange(3, 60)} kilometres to the north. It is {height} metres high and cost {cost} "
        f"crowns, of which the town paid {draw.randrange(20, 80)} percent. A fire damaged the roof in "
        f"{year + draw.randrange(5, 60)}, and repairs took until the following spring. About {visitors} "
        "people come to see it every year, most of them between May and September. Guided tours start at "
        f"the {draw.choice(_MATERIALS)} gate at {draw.randrange(9, 17)} o'clock and last "
        f"{draw.randrange(20, 90)} minutes."
    )
    told = year if draw.random() < 0.6 else year + draw.randrange(1, 40)
    return text, f"The {thing} of {place} was opened in {told} and is {height} metres high."


def requests(count: int, seed: int = 7) -> list[tuple[str, list[Fact]]]:
    """``count`` different requests: an answer of five sentences and ten facts."""
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        facts = [_fact(draw) for _ in range(FACTS)]
        answer = " ".join(sentence for _, sentence in draw.sample(facts, CLAIMS))
        made.append((answer, [Fact(text) for text, _ in facts]))
    return made


def seconds_of_checker(made: list[tuple[str, list[Fact]]]) -> list[float]:
    """Seconds for each request through the checker, after one to warm up."""
    checker = GroundingChecker.load()
    times = []
    for number, (answer, facts) in enumerate(made):
        start = time.perf_counter()
        report = checker.check(answer, facts)
        if number:
            times.append(time.perf_counter() - start)
        if len(report.claims) != CLAIMS:
            raise SystemExit(f"Request {number} has {len(report.claims)} claims where {CLAIMS} are measured.")
    return times


def seconds_of_peer(made: list[tuple[str, list[Fact]]]) -> list[float]:
    """Seconds for each request's 50 pairs through a RoBERTa-large-size cross-encoder with random weights."""
    import torch
    from transformers import RobertaConfig, RobertaForSequenceClassification

    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=50_265,
        hidden_size=1024,
        num_hidden_layers=24,
        num_attention_heads=16,
        intermediate_size=4096,
        max_position_embeddings=514,
        type_vocab_size=1,
        num_labels=3,
    )
    peer = RobertaForSequenceClassification(config).eval()
    counter = Encoder(MODEL_FOLDER, max_tokens=512)

    def lengths(answer: str, facts: list[Fact]) -> list[int]:
        sentences = [sentence + "." for sentence in answer.rstrip(".").split(". ")]
        of_claims = counter.count_tokens(sentences)
        of_facts = counter.count_tokens([fact.text for fact in facts])
        return sorted(min(512, claim + fact + 4) for claim in of_claims for fact in of_facts)

    def run(tokens: list[int], batch: int = 10) -> float:
        start = time.perf_counter()
        with torch.inference_mode():
            for at in range(0, len(tokens), batch):
                part = tokens[at : at + batch]
                ids = torch.randint(10, 50_000, (len(part), max(part)))
                mask = (torch.arange(max(part)) < torch.tensor(part)[:, None]).long()
                peer(input_ids=ids, attention_mask=mask)
        return time.perf_counter() - start

    first = lengths(*made[0])[:5]
    trial = {}
    for attention in ("eager", "sdpa"):
        peer.set_attn_implementation(attention)
        run(first[:1])
        trial[attention] = run(first)
    peer.set_attn_implementation(min(trial, key=trial.__getitem__))
    return [run(lengths(*request)) for request in made]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requests", type=int, default=20)
    parser.add_argument("--peer-requests", type=int, default=2)
    options = parser.parse_args(arguments)
    made = requests(options.requests + 1)
    ours = seconds_of_checker(made)
    theirs = seconds_of_peer(made[: options.peer_requests])
    mine, peer = statistics.median(ours), statistics.median(theirs)
    out = sys.stdout.write
    out(f"check of {CLAIMS} sentences against {FACTS} facts of about 100 words\n")
    out(f"  Sureground               median {mine * 1000:9.1f} ms   ({len(ours)} requests, all different)\n")
    out(f"  RoBERTa-large-size peer  median {peer * 1000:9.1f} ms   ({len(theirs)} requests)\n")
    out(f"  ratio                    {peer / mine:9.1f} times\n")


if __name__ == "__main__":
    main()
