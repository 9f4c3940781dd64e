"""How well an answer serves a prompt: does it address it, is it complete, direct and concise? A number in
[0, 1].

No language model is asked. The prompt is read as the parts it asks for (:mod:`grounding.helpfulness.questions`), and

    helpfulness = complete x (1 - 0.15 x detour - 0.6 x padding) x form

- complete: mean over the parts: 1 where a claim answers the part (it is on the topic and holds a name for
  "who", a date for "when", a number for "how many", …), 0.5 where claims only touch its topic, 0 where none
  does.
- detour: 0 where the answer begins within 15 words, towards 1 the more stands before it.
- padding: the share of words beyond what the parts need.
- form: 1 for sentences, 0.95 for bare words ("Cameron, DiCaprio and Winslet.").

It says nothing about truth: that is the support score's matter. A sentence off the topic answers no part
and adds words, so it can only lower the value. Refusals and small talk score 0.

>>> from grounding.claims.split import split_claims
>>> answer = "The bridge opened in 1932."
>>> helpfulness("When did the bridge open?", answer, split_claims(answer))
1.0
"""

import re
from collections.abc import Sequence

from grounding.helpfulness.questions import Asked, Part, parts_of, says_yes_or_no
from grounding.text.languages import ENGLISH, language_of
from grounding.text.noun_phrases import subject_of
from grounding.text.verbs import base_form, is_plain_verb, is_regular_past
from grounding.text.words import STOP_WORDS, stem, words
from grounding.types import Claim

_DETOUR_WEIGHT = 0.15
_PADDING_WEIGHT = 0.6
_BARE_FORM = 0.95
# A bare answer has at most so many words; fewer where we know no verbs, and cannot tell it from a sentence.
_BARE_WORDS = 15
_BARE_WORDS_ELSEWHERE = 2
_LIST = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s")
_TOUCHED = 0.5
_DIRECT_WORDS = 15
# Words that an answer may take before it counts as padded: some for every answer, and some for each part.
_FREE_WORDS = 10
_WORDS_FOR = {
    Asked.WHO: 10,
    Asked.WHEN: 10,
    Asked.WHERE: 15,
    Asked.NUMBER: 10,
    Asked.YES_NO: 20,
    Asked.WHY: 60,
    Asked.HOW: 90,
    Asked.OPEN: 60,
}


def helpfulness(prompt: str, answer: str, claims: Sequence[Claim]) -> float:
    """How well ``answer``, split into ``claims``, serves ``prompt``. 0 for a prompt that asks nothing."""
    parts = parts_of(prompt)
    if not parts:
        return 0.0
    steps = _LIST.match(answer) is not None
    most_words = _BARE_WORDS if language_of(prompt) == ENGLISH else _BARE_WORDS_ELSEWHERE
    bare = _bare_answer(parts, claims, most_words, steps)
    statements = [claim for claim in claims if claim.check_required]
    complete = sum(_completeness(part, parts, statements, bare) for part in parts) / len(parts)
    if not complete:
        return 0.0
    detour = max(0.0, 1 - _DIRECT_WORDS / max(_words_before(answer, parts, statements, bare), 1))
    needed = _FREE_WORDS + sum(_WORDS_FOR[part.asked] for part in parts)
    padding = max(0.0, 1 - needed / max(len(words(answer)), 1))
    form = _BARE_FORM if bare else 1.0
    return complete * (1 - _DETOUR_WEIGHT * detour - _PADDING_WEIGHT * padding) * form


def _bare_answer(
    parts: Sequence[Part], claims: Sequence[Claim], most_words: int, steps: bool
) -> Claim | None:
    """The first claim, where it answers without naming the topic: a few words, yes or no, a list of steps."""
    first = claims[0] if claims else None
    if first is None or parts[0].asked is Asked.HOW:
        return first if first and steps and first.check_required else None
    if not first.check_required:
        yes_or_no = parts[0].asked is Asked.YES_NO and says_yes_or_no(first.text)
        return first if yes_or_no and len(words(first.text)) == 1 else None
    tokens = [token.strip(".,;:!") for token in first.resolved.split()]
    is_sentence = subject_of(first.resolved) or any(is_plain_verb(t) or is_regular_past(t) for t in tokens)
    return first if len(words(first.resolved)) <= most_words and not is_sentence else None


def _completeness(
    part: Part, parts: Sequence[Part], statements: Sequence[Claim], bare: Claim | None
) -> float:
    # A bare list answers "who directed and starred" with a name for each.
    if bare and part.holds(bare.resolved, items=len(parts) if part.action else 1):
        return 1.0
    if any(part.is_answered_by(claim.resolved) for claim in statements):
        return 1.0
    return _TOUCHED if any(part.is_touched_by(claim.resolved) for claim in statements) else 0.0


def _words_before(answer: str, parts: Sequence[Part], statements: Sequence[Claim], bare: Claim | None) -> int:
    """Words of the answer before the first that is news to whoever asked."""
    serving = bare or next(c for c in statements if any(part.is_touched_by(c.resolved) for part in parts))
    asked = frozenset[str]().union(*(part.topic | part.names for part in parts))
    own = words(serving.text)
    news = (n for n, word in enumerate(own) if word not in STOP_WORDS and stem(base_form(word)) not in asked)
    return len(words(answer[: serving.span.start])) + next(news, len(own))
