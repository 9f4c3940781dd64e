"""The order of two events against their dates."""

import pytest

from grounding.compare.event_order import contradicts_order

FILMS = ["Titanic came out in 1997.", "Avatar came out in 2009."]


@pytest.mark.parametrize(
    ("claim", "sentences", "contradicts"),
    [
        (
            "Phase 2 started before phase 1 ended.",
            ["Phase 1 ended in May 2020; phase 2 started in July 2020."],
            True,
        ),
        (
            "Phase 2 started after phase 1 ended.",
            ["Phase 1 ended in May 2020; phase 2 started in July 2020."],
            False,
        ),
        ("Avatar came out before Titanic.", FILMS, True),
        ("Titanic came out before Avatar.", FILMS, False),
        ("Titanic came out later than Avatar.", FILMS, True),
        ("Titanic came out before Alien.", FILMS, False),
        # The year alone leaves it open.
        (
            "The bridge was rebuilt before the church burned down.",
            ["The church burned down on 3 May 1904.", "The bridge was rebuilt in 1904."],
            False,
        ),
        ("Avatar did not come out before Titanic.", FILMS, False),
        ("Titanic came out after Avatar.", [*FILMS, "Titanic came out after Avatar was out."], False),
        (
            "The case was brought before the court.",
            ["The case was brought in 2015.", "The court, founded in 1950, heard it."],
            False,
        ),
        (
            "The Miller Bridge was named after Henry Miller.",
            ["The Miller Bridge was named in 1920.", "Henry Miller died in 1935."],
            False,
        ),
        ("The bridge was rebuilt after 1900.", ["The bridge was rebuilt in 1904."], False),
    ],
)
def test_dates_of_two_events_tell_their_order(claim: str, sentences: list[str], contradicts: bool) -> None:
    assert contradicts_order(claim, sentences) is contradicts
