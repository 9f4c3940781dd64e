"""A leading pronoun gives way to what it stands for; where that is unsure it stays."""

import pytest

from grounding.claims.pronouns import Statement, stand_alone
from grounding.text.noun_phrases import Kind, referents


def story(*sentences: str) -> list[str]:
    """The sentences, each made to stand alone by those before."""
    told: list[Statement] = []
    for sentence in sentences:
        told.append(stand_alone(sentence, told))
    return [statement.text for statement in told]


@pytest.mark.parametrize(
    ("sentences", "last"),
    [
        (
            ("Titanic was directed by James Cameron.", "It was released in 1997."),
            "Titanic was released in 1997.",
        ),
        (("Titanic was directed by James Cameron.", "It starred Brad Pitt"), "Titanic starred Brad Pitt"),
        (("Titanic was directed by James Cameron.", "He wrote it too."), "James Cameron wrote it too."),
        (("The maritime museum opened in 1963.", "It has a library."), "The maritime museum has a library."),
        (("Rina speaks Portuguese.", "She knows Kubernetes."), "Rina knows Kubernetes."),
        (("The goats graze on the hill.", "They give milk."), "The goats give milk."),
        (
            ("The island has 900 people.", "Its highest point is 310 m."),
            "The island's highest point is 310 m.",
        ),
        (("The Beatles toured Japan.", "Their manager came along."), "The Beatles' manager came along."),
        (("There is a museum in Vejle.", "It opened in 1963."), "The museum opened in 1963."),
        (("The plant closed.", "In 2022 it recycled 87%."), "In 2022 the plant recycled 87%."),
        (("The company hired 45 people.", "However, it lost money."), "However, the company lost money."),
        (("Python was made by Guido van Rossum.", "It's free."), "Python is free."),
        (("The hall was built in 1971.", "It's been restored."), "The hall has been restored."),
        (("Lake Toba lies in North Sumatra.", "The lake is deep."), "Lake Toba is deep."),
        (("Titanic was released in 1997.", "This film won 11 Oscars."), "Titanic won 11 Oscars."),
        (("Smith & Sons made a profit.", "The firm is based in Bath."), "Smith & Sons is based in Bath."),
        (
            ("Marie Curie was born in Warsaw.", "She won two Nobel Prizes."),
            "Marie Curie won two Nobel Prizes.",
        ),
        (("Anna met Bob in Paris.", "He was a painter."), "Bob was a painter."),
        (("The author (born 1950) lives in Graz.", "He writes daily."), "The author writes daily."),
        (("In 1963, the museum opened.", "It is free."), "The museum is free."),
    ],
)
def test_resolved(sentences: tuple[str, ...], last: str) -> None:
    assert story(*sentences)[-1] == last


@pytest.mark.parametrize(
    ("sentences", "last"),
    [
        (("Dr. Amina Yusuf founded the clinic.", "It treats 400 patients.", "She closed it."), 2),
        (("The island has 900 people.", "Its highest point is 310 m.", "It has an airport."), 2),
    ],
)
def test_chains(sentences: tuple[str, ...], last: int) -> None:
    expected = {
        "She closed it.": "Dr. Amina Yusuf closed it.",
        "It has an airport.": "The island has an airport.",
    }
    assert story(*sentences)[last] == expected[sentences[last]]


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ((), "It was released in 1997."),
        (("The hall was built in 1971.",), "It is known that cats sleep."),
        (("The hall was built in 1971.",), "It takes two hours to get there."),
        (("The hall was built in 1971.",), "It rained all day."),
        (("The hall was built in 1971.",), "It was in 1997 that she left."),
        (("Marie Curie discovered radium.",), "It glows."),
        (("The hall was built in 1971.",), "They met at Stanford."),
        (("The hall was built in 1971.",), "She is a painter."),
        (("Seven painters met in Rome.",), "It was cold."),
        (("Although it rained, they played.",), "It ended late."),
        (("The hall was built in 1971.",), "This means more work."),
        (("The lake is deep.",), "The lake is cold."),
        (("Romeo & Juliet was staged by Globe Arts.",), "The company has 30 actors."),
        (("Acme Ltd was bought by Viacom.",), "The company was sold in 2023."),
        (("Der See ist tief.",), "Er ist kalt."),
        (("Titanic was released in 1997.",), "Italy lost."),
    ],
)
def test_left_alone(before: tuple[str, ...], sentence: str) -> None:
    assert story(*before, sentence)[-1] == sentence


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("A painted vase stands in the hall.", ("A painted vase", Kind.THING, False)),
        ("The company plans were rejected.", ("The company plans", Kind.THING, True)),
        ("The founder of the studio lives in Oslo.", ("The founder of the studio", Kind.PERSON, False)),
        ("Larry Page and Sergey Brin met at Stanford.", ("Larry Page and Sergey Brin", Kind.MAN, True)),
        ("Smith & Sons made a profit.", ("Smith & Sons", Kind.UNKNOWN, False)),
        ("The king who built it died.", ("The king", Kind.MAN, False)),
    ],
)
def test_subjects(sentence: str, first: tuple[str, Kind, bool]) -> None:
    found = referents(sentence)[0]
    assert (found.text, found.kind, found.plural) == first
