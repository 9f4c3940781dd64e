import pytest

from grounding.signals import NAMES, signals


def of(claim: str, premise: str) -> dict[str, float]:
    return dict(zip(NAMES, signals(claim, premise), strict=True))


def test_all_words_found_and_nothing_opposed() -> None:
    found = of("The studio was founded by Maya.", "Maya founded the studio. It is small.")
    assert found["coverage"] == 1
    assert found["opposed_names"] == found["missing_names"] == found["opposed_numbers"] == 0


def test_another_name_in_the_same_place_is_a_rival() -> None:
    found = of("R-12 is owned by Daniel Wu.", "Risk R-12 is owned by Maya Ortiz.")
    assert found["opposed_names"] == 1
    assert found["missing_names"] > 0.5
    assert of("R-12 is owned by Daniel Wu.", "The canteen of Maya Ortiz is closed.")["opposed_names"] == 0


def test_a_genitive_is_the_same_name() -> None:
    assert of("It was made by James Cameron.", "James Cameron's film.")["missing_names"] == 0


def test_the_sentence_about_the_same_thing_decides_on_numbers() -> None:
    found = of("Velvet seats 22 people.", "Topaz seats 22 people. Velvet seats 13 people.")
    assert (found["opposed_numbers"], found["missing_numbers"]) == (1, 0)
    assert of("The humidity is 19%.", "Temperature: 19 °C. Humidity: 71%.")["opposed_numbers"] == 1


def test_garbage_is_covered_by_nothing() -> None:
    assert of("xxxxxxxx.", "The tower is tall.")["uncovered"] == 1
    assert of("The tower.", "The tower is tall.")["uncovered"] == 0


@pytest.mark.parametrize(
    ("claim", "premise", "turned"),
    [
        ("The invoice was saved.", "The invoice wasn't saved.", 1),
        ("The invoice wasn't saved.", "The invoice was not saved.", 0),
        ("The invoice was saved.", "The invoice was saved. The door was not locked.", 0),
        ("Updates are disabled.", "Updates are enabled.", 3),
        ("The museum is not open on Mondays.", "The museum is closed on Mondays.", 0),
        ("Ben sold the house to Anna.", "Anna sold the house to Ben.", 3),
        ("Ben bought the house from Anna.", "Anna sold the house to Ben.", 0),
        ("Bergen is smaller than Oslo.", "Oslo is larger than Bergen.", 0),
        ("Bergen is larger than Oslo.", "Oslo is larger than Bergen.", 3),
        ("It ran from 1962 to 1950.", "It ran from 1950 to 1962.", 3),
        ("The bridge links Marshside and Oldtown.", "It links Oldtown and Marshside.", 0),
        ("Titanic was directed by Cameron.", "Cameron directed Titanic.", 0),
        ("In 1931 Ada built the bridge.", "Ada built the bridge in 1931.", 0),
    ],
)
def test_the_same_words_turned_round(claim: str, premise: str, turned: int) -> None:
    assert of(claim, premise)["turned"] == turned
