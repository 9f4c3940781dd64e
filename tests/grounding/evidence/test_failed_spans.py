"""Which words of a claim fail."""

from grounding.evidence.failed_spans import failed_spans
from grounding.types import Claim, Span


def failing(text: str, *premises: str) -> list[tuple[str, str]]:
    claim = Claim(Span(0, len(text)), text, text, True)
    return [(span.span.of(text), span.kind) for span in failed_spans(claim, premises, False)]


def test_figures_in_digits_and_letters_and_names_have_their_kind() -> None:
    text = "Tom Rudge employs twelve people and 3 dogs."
    assert failing(text, "He employs people and dogs.") == [
        ("Tom Rudge", "name"),
        ("twelve", "number"),
        ("3", "number"),
    ]


def test_where_a_link_leads_and_who_is_cited_are_no_failed_words() -> None:
    text = (
        "The [guide](https://example.org/some/page) is free (Okafor & Lind, 2021), see https://foo.org/list."
    )
    assert failing(text, "The guide is free, see the list.") == [(text, "not_found")]
