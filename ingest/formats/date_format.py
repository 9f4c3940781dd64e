"""A date, a time or a duration of a sheet: written one way (2026-07-02), with the parts that its format shows."""

import re
from datetime import date, datetime, time, timedelta

_LITERALS = re.compile(
    r'"[^"]*+"|\\.|\[\$[^\[\]]*+\]|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]', re.I
)
# No format of Excel is longer.
LONGEST = 255
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.I)
# An m is a minute behind an hour or before a second, else a month.
_MINUTES = re.compile(r"(?<!h)(h++[^a-z]*+)m++|(?<!m)m++(?=[^a-z]*+s)", re.I)


def shown_moment(value: datetime | date | time | timedelta, number_format: str) -> str:
    """``value`` with the parts that ``number_format`` shows: a month without day is ``July 2026``.

    >>> shown_moment(datetime(2026, 7, 2), "mmm yyyy"), shown_moment(timedelta(hours=26, minutes=5), "[h]:mm")
    ('Jul 2026', '26:05')
    """
    parts = _LITERALS.sub(" ", number_format[:LONGEST].split(";")[0]).lower()
    if isinstance(value, timedelta):
        return _duration(value, parts)
    if isinstance(value, time):
        return _time(value, parts)
    parts = _MINUTES.sub(lambda match: (match[1] or "") + "i", parts)
    moment = value if isinstance(value, datetime) else datetime.combine(value, time())
    day = _day(moment, re.sub(r"am/pm|a/p", "", parts))
    if "h" in parts or moment.time() != time():
        return " ".join(filter(None, [day, _time(moment.time(), parts)]))
    return day


def _day(moment: datetime, parts: str) -> str:
    if "y" in parts and "m" in parts and "d" not in parts:
        return moment.strftime("%B %Y" if "mmmm" in parts else "%b %Y" if "mmm" in parts else "%Y-%m")
    if "y" in parts and "d" not in parts:
        return str(moment.year)
    if "d" in parts and not {"y", "m"} & set(parts):
        return moment.strftime("%A") if "ddd" in parts else str(moment.day)
    if "m" in parts and "y" not in parts:
        return moment.strftime("%d %B").lstrip("0") if "d" in parts else moment.strftime("%B")
    return moment.date().isoformat()


def _time(value: time, parts: str) -> str:
    seconds = f":{value.second:02d}" if "s" in parts else ""
    if "am/pm" in parts or "a/p" in parts:
        return f"{(value.hour - 1) % 12 + 1}:{value.minute:02d}{seconds} {'AM' if value.hour < 12 else 'PM'}"
    return f"{value.hour:02d}:{value.minute:02d}{seconds}"


def _duration(value: timedelta, parts: str) -> str:
    """In the largest unit of the format, which counts on: 26:05 hours."""
    total = round(value.total_seconds())
    sign, total = "-" * (total < 0), abs(total)
    elapsed = _ELAPSED.search(parts)
    unit = elapsed[1][0] if elapsed else "h"
    if unit == "s":
        return f"{sign}{total}"
    minutes, seconds = divmod(total, 60)
    after = f":{seconds:02d}" if "s" in parts else ""
    if unit == "m":
        return f"{sign}{minutes}{after}"
    return f"{sign}{minutes // 60}:{minutes % 60:02d}{after}"
