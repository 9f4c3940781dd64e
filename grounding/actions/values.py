"""Figures, days and denials of a sentence against the records of the calls that it is about."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grounding.actions.calls import ReadCall
from grounding.actions.outcome import failure_of
from grounding.actions.verbs import FAILING, SENDING, SUCCEEDING, root
from grounding.text.figures import agrees, figures
from grounding.text.number_words import with_digits
from grounding.text.verbs import english, is_auxiliary
from grounding.text.words import names, stem

_CLOCK = re.compile(r"\b(1[0-2]|0?[1-9])(?:[:.]([0-5]\d))?\s?([ap])\.?m\b", re.IGNORECASE)
_TIME = re.compile(r"(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?![\d])")
_ADDRESS = re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}")
_NUMBER_WORD = re.compile(
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+([a-z]{3,30})", re.IGNORECASE
)
_DATE = re.compile(r"\b\d{4}-(\d\d)-(\d\d)\b")
_MONTHS = "january february march april may june july august september october november december".split()
_DAY = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({'|'.join(_MONTHS)})|({'|'.join(_MONTHS)}) (\d{{1,2}}))\b"
)
_DENIED = re.compile(r"\b(?:no|none|zero|without)\s+[a-z]{3,30}(?:\s+[a-z]{3,30})?", re.IGNORECASE)
_COUNT_BEFORE = re.compile(r"(?<![\d.])(\d{1,9})[ \t]([A-Za-z]{3,40})")
_COUNT_BEHIND = re.compile(r"([A-Za-z]{3,40})[:=][ \t]?(\d{1,9})\b")
_SCALES = (1e3, 1e-3, 1e6, 60.0, 3600.0)  # seconds of milliseconds, megabytes of bytes, minutes of seconds
_DIGITS = re.compile(r"(?<=[a-zA-Z_-])\d{1,15}(?![\d.,])")


def mismatch(sentence: str, about: Sequence[ReadCall], calls: Sequence[ReadCall]) -> str:
    """In what the sentence differs from the calls that it is ``about``, in a few words; empty where it does not.

    Its figures may also stand in another call.
    """
    own = "\n".join(call.record for call in about)
    for thing in _denied(sentence):
        if any(_counts(thing, own)):
            return f"there were {thing}"
    for word, thing in _NUMBER_WORD.findall(sentence.lower()):
        counts = _counts(thing, own)
        listed = {count for call in about for count in _lengths(call.call.result)}
        if counts and int(with_digits(word)) not in {*counts, *listed}:
            return f"{word} {thing}: the call has {counts[0]}"
    if _claims_success(sentence) and about:
        failures = [failure_of(call.call) for call in about]
        if all(failures):
            return next(failure.reason for failure in failures if failure)
    if wrong := _other_addressee(sentence, about):
        return wrong
    records = [call.record for call in calls]
    others = [record for record in records if record not in own]
    if wrong := _other_day(sentence, own) or _other_time(sentence, own) or _other_date(sentence, own):
        return wrong
    return _other_figure(sentence, own, others, calls)


def _counts(thing: str, record: str) -> list[int]:
    """How many of the thing a record counts: "7 errors", "errors: 7"."""
    own = stem(thing)
    before = ((word, count) for count, word in _COUNT_BEFORE.findall(record))
    pairs = [*before, *_COUNT_BEHIND.findall(record)]
    return [int(count) for word, count in pairs if word.lower().startswith(own)]


def _denied(sentence: str) -> Iterator[str]:
    """What the sentence says there was none of: errors of "no errors", failures of "no request failed"."""
    for denial in _DENIED.finditer(sentence):
        things = [word.lower() for word in denial[0].split()[1:3]]
        if is_auxiliary(things[-1]):  # "no key was created" tells of an act that was not done
            continue
        failing = [thing for thing in things if root(thing) in FAILING]
        yield from (failing and ("fail", "error")) or things[:1]


def _claims_success(sentence: str) -> bool:
    return any(root(word) in SUCCEEDING for word in re.findall(r"[a-z]+", sentence.lower()))


def _other_addressee(sentence: str, about: Sequence[ReadCall]) -> str:
    """Who something was sent to, where the addresses of the call are of nobody whom the sentence names."""
    sent = [call for call in about if call.verbs & SENDING]
    addresses = [address for call in sent for address in _ADDRESS.findall(call.record)]
    named = [root(name) for name in names(sentence)]
    if addresses and named and "@" not in sentence and not any(call.speaks_of(named) for call in sent):
        return f"it went to {addresses[0]}"
    return ""


def _other_day(sentence: str, record: str) -> str:
    """A weekday or month that the record does not name, where it names another."""
    days = english("months_and_days")
    named = [word for word in re.findall(r"[a-z]{3,9}", sentence.lower()) if word in days]
    held = {word for word in re.findall(r"[a-z]{3,9}", record.lower()) if word in days}
    missing = [word for word in named if word not in held]
    return f"{missing[0]}: the call has {', '.join(sorted(held))}" if missing and held else ""


def _other_time(sentence: str, record: str) -> str:
    """A clock time that the record does not have, where it has another."""
    wanted, held = (set(_TIME.findall(_in_24_hours(text))) for text in (sentence, record))
    missing = {(int(hour), minute) for hour, minute in wanted} - {
        (int(hour), minute) for hour, minute in held
    }
    return f"another time: {':'.join(sorted(held)[0])}" if missing and held else ""


def _other_date(sentence: str, record: str) -> str:
    """A day of a month that the record does not have, where it has others as 2026-06-12."""
    days = (
        (_MONTHS.index(match[2] or match[3]) + 1, int(match[1] or match[4]))
        for match in _DAY.finditer(sentence.lower())
    )
    held = {(int(month), int(day)) for month, day in _DATE.findall(record)}
    missing = [day for day in days if day not in held]
    return "another date: {:02}-{:02}".format(*min(held)) if missing and held else ""


def _other_figure(sentence: str, record: str, elsewhere: Sequence[str], calls: Sequence[ReadCall]) -> str:
    """A figure in digits that stands in no record and was not said, where the record has figures of its own."""
    wanted = figures(_in_24_hours(_NUMBER_WORD.sub(" ", sentence)))
    held = figures(_in_24_hours(record))
    near = [*held, *(figure for text in elsewhere for figure in figures(_in_24_hours(text)))]
    inside = {float(digits) for digits in _DIGITS.findall(record)}  # p95_ms, build-02
    inside |= {float(count) for call in calls for count in _lengths(call.call.result)}
    for figure in wanted:
        scaled = [scaled for scale in _SCALES for scaled in figures(f"{figure.value * scale:.10g}")]
        stated = any(agrees(form, other) for form in (figure, *scaled) for other in near)
        if held and not figure.readings & inside and not stated:
            return f"the figure {figure.value:g} is in no result"
    return ""


def _lengths(value: Any) -> Iterator[int]:
    """How many items each list of a JSON value has: "I found two flights"."""
    if isinstance(value, list):
        yield len(value)
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, Mapping) else ():
        yield from _lengths(inner)


def _in_24_hours(text: str) -> str:
    """Clock times as 14:00, since tools write them so."""
    return _CLOCK.sub(_hour, text)


def _hour(match: re.Match[str]) -> str:
    hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
    return f"{hour:02}:{match[2] or '00'}"
