"""Torn and glued words are told by the other reading, and a clean page by nothing."""

import pytest

from ingest.pdf.torn_words import torn_or_glued

CLEAN = (
    "The National Museum of Skerrow opened in 1931 at the end of the old harbour wall. It holds a collection "
    "of four hundred lamps, and a library of books about the sea. Visitors come from all over the country to "
    "see the great clock, which was built by a keeper of the light in the winter of the year before."
)
TORN = CLEAN.replace("National", "Nationa l").replace(" of ", " o f ")
GLUED = CLEAN.replace("four hundred lamps", "fourhundredlamps").replace("opened in 1931", "openedin1931")
GLUED = GLUED.replace("all over the country", "alloverthecountry").replace(
    "keeper of the light", "keeperofthelight"
)


def test_torn_words_are_told() -> None:
    assert torn_or_glued(TORN, CLEAN) == "words were torn"


def test_glued_words_are_told() -> None:
    assert torn_or_glued(GLUED, CLEAN) == "words ran together"


def test_the_clean_one_of_two_readings_is_never_given_up() -> None:
    assert torn_or_glued(CLEAN, TORN) == torn_or_glued(CLEAN, GLUED) == torn_or_glued(CLEAN, CLEAN) == ""


@pytest.mark.parametrize(
    "text",
    [
        "Let f be a map from n to m, and let g and h be its parts; then f and g agree on p and q.",
        "Ve městě s řekou a k lesu v údolí o dvou mostech z kamene u staré školy i kostela.",
        "Donaudampfschifffahrtsgesellschaft und Rechtsschutzversicherungsgesellschaften im Vergleich",
    ],
)
def test_variables_little_words_and_long_ones_are_clean(text: str) -> None:
    assert torn_or_glued(text, text) == ""
    assert torn_or_glued(text, text.replace(" ", "\n")) == ""


def test_another_text_says_nothing() -> None:
    assert torn_or_glued("b c d f g h " * 20, CLEAN) == ""
