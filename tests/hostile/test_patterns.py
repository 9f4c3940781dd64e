"""No regular expression of the rooms takes much more than twice as long for twice the text."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from grounding.claims.check_required import _LATIN, _TOGETHER, _phrases
from grounding.helpfulness.questions import _ASKED
from tests.hostile.patterns import Found, found_patterns, growth

# Patterns that are put together when they are used: with words of the text, escaped, or from a list.
BUILT_WHEN_USED = {
    "grounding/claims/check_required.py": [
        (_phrases(kind, languages), method)
        for languages in (_LATIN, *_TOGETHER.values())
        for kind, method in (("openers", "match"), ("frames", "match"), ("cues", "search"))
    ],
    "grounding/claims/pronouns.py": [(r"(?i)\btower\b", "search")],
    "grounding/compare/amounts.py": [(r"(?i)(?:^|[;|\n])[^\S\n]*+tower\w*+\s*+:", "findall")],
    "grounding/helpfulness/questions.py": [(pattern, "search") for _, pattern in _ASKED],
    "grounding/text/normalise.py": [(r"(?i)\bcon[ \x00-\x08\ufffd]{1,2}dential(?!\w)", "sub")],
    "ingest/formats/signatures.py": [(rb"wordprocessingml\.(?:document|template)\.main\+xml", "search")],
}
# One pattern on all its texts; one that backtracks without end is stopped here.
CAP_SECONDS = 5


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` when the block took so much of a processor; ``re`` looks for signals while it matches."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def slow_on(found: Found) -> str:
    try:
        with stopped_after(CAP_SECONDS):
            return next(growth(found), "")
    except TimeoutError:
        return f"{found.place} {found.pattern.pattern[:80]!r}: stopped after {CAP_SECONDS} s"


def test_time_grows_with_the_text_and_no_faster() -> None:
    patterns = found_patterns(BUILT_WHEN_USED)
    assert len(patterns) > 150, "it finds them"
    slow = [line for found in patterns if (line := slow_on(found))]
    assert not slow, f"{len(slow)} of {len(patterns)} patterns:\n" + "\n".join(slow)
