import pytest

from grounding.compare.features import NAMES, english_features


def of(claim: str, premise: str) -> dict[str, float]:
    return dict(zip(NAMES, english_features(claim, premise), strict=True))


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
    # Twice, as every other word of the claim stands there.
    assert (found["opposed_numbers"], found["missing_numbers"]) == (2, 0)
    assert of("The humidity is 19%.", "Temperature: 19 °C. Humidity: 71%.")["opposed_numbers"] == 2


def test_garbage_is_covered_by_nothing() -> None:
    assert of("xxxxxxxx.", "The tower is tall.")["uncovered"] == 1
    assert of("The tower.", "The tower is tall.")["uncovered"] == 0


@pytest.mark.parametrize(
    ("claim", "premise", "opposites"),
    [
        ("The invoice was saved.", "The invoice wasn't saved.", 3),
        ("The lamp passed the test.", "The lamp failed the test.", 3),
        ("10 lamps passed the test.", "Of 12 lamps, 2 failed the test; the other 10 lamps passed it.", 0),
        ("He replied to the letter.", "He failed to reply to the letter.", 3),
        ("Phase 2 began before phase 1 ended.", "Phase 1 ended in 2019. Phase 2 began in 2020.", 3),
        ("Dogs may be kept.", "Cats may be kept, but no dogs.", 3),
        ("Ada kept the keys.", "Ada never kept the dogs.", 3),
        ("The keys are here.", "The keys, not the dogs, are here.", 1),
        ("The invoice wasn't saved.", "The invoice was not saved.", 0),
        ("The invoice was saved.", "The invoice was saved. The door was not locked.", 0),
        ("Updates are disabled.", "Updates are enabled.", 3),
        ("The drug raises blood pressure.", "The drug was found to reduce blood pressure.", 3),
        ("The drug raised blood pressure.", "The drug raises blood pressure.", 0),
        ("Stress worsens asthma.", "Stress exacerbates asthma.", 0),
        ("Stress improves asthma.", "Stress exacerbates asthma.", 3),
        ("The valve lowers noise.", "The valve improves efficiency and reduces noise.", 0),
        ("Fees decreased by 5%.", "Fees dropped by 5% after volume increased.", 0),
        ("The test underestimates the risk.", "The test overestimates the risk.", 3),
        ("The museum is not open on Mondays.", "The museum is closed on Mondays.", 0),
        ("Ben sold the house to Anna.", "Anna sold the house to Ben.", 3),
        ("Ben bought the house from Anna.", "Anna sold the house to Ben.", 0),
        ("Bergen is smaller than Oslo.", "Oslo is larger than Bergen.", 0),
        ("Bergen is larger than Oslo.", "Oslo is larger than Bergen.", 3),
        ("It ran from 1962 to 1950.", "It ran from 1950 to 1962.", 3),
        ("The meeting in Rome lasted 3 days.", "The meeting lasted 3 days in Rome.", 0),
        ("The form must arrive by 15 May.", "The form must not arrive later than 15 May.", 0),
        ("The bridge links Marshside and Oldtown.", "It links Oldtown and Marshside.", 0),
        ("Titanic was directed by Cameron.", "Cameron directed Titanic.", 0),
        ("In 1931 Ada built the bridge.", "Ada built the bridge in 1931.", 0),
        ("Arden plc acquired Blue Kite Ltd.", "Blue Kite Ltd acquired Arden plc.", 3),
        ("Ruth Hall bought the workshop from Ben Carter.", "Ben Carter sold the workshop to Ruth Hall.", 0),
        ("Paul Okello was beaten by Kenji Mori.", "Kenji Mori won, beating Paul Okello by two seconds.", 0),
        ("Sales fell in Italy because of strikes in Spain.", "Strikes in Spain made sales fall in Italy.", 0),
        ("The limit was raised from 50 to 60 in 2018.", "The limit was cut from 60 to 50 in 2018.", 3),
        ("The limit went from 50 to 60 in 2018.", "The limit went from 60 to 50 in 2018.", 3),
        ("The cover comes off after the gas is off.", "Turn the gas off before removing the cover.", 0),
        ("The cover comes off before cleaning.", "The cover comes off after cleaning.", 3),
        ("The pump must not be run dry for more than 30 s.", "The pump must be run dry for at most 30 s.", 0),
        ("She did not stand in 2023.", "She was elected in 2015. She did not stand in 2023.", 0),
    ],
)
def test_the_same_words_turned_round(claim: str, premise: str, opposites: int) -> None:
    assert of(claim, premise)["opposites"] == opposites


@pytest.mark.parametrize(
    ("claim", "premise", "opposed"),
    [
        ("Revenue was 4.1 million.", "Revenue rose to 5.2 million, while costs fell to 4.1 million.", 2),
        ("Revenue was 5.2 million.", "Revenue rose to 5.2 million, while costs fell to 4.1 million.", 0),
        ("The Aurora costs 129 euros.", "The Aurora costs 89 euros and the Nova costs 129 euros.", 2),
        ("It rose by 5% in Italy.", "It rose by 3% in Spain and by 5% in Italy.", 0),
    ],
)
def test_a_clause_about_the_subject_decides_on_numbers(claim: str, premise: str, opposed: int) -> None:
    assert of(claim, premise)["opposed_numbers"] == opposed


def test_a_clause_about_the_subject_decides_on_opposites() -> None:
    premise = "Revenue rose to 5.2 million, while costs fell to 4.1 million."
    assert of("Revenue fell to 5.2 million.", premise)["opposites"] == 3
    assert of("Costs fell to 4.1 million.", premise)["opposites"] == 0


@pytest.mark.parametrize(
    ("claim", "premise", "other"),
    [
        ("The tenant pays the tax.", "The tenant pays for water; the landlord pays the tax.", 1),
        ("The landlord pays the tax.", "The tenant pays for water; the landlord pays the tax.", 0),
        ("The landlord pays the tax.", "The tenant pays the tax. Ask the landlord.", 1),
        ("The occupant pays the tax.", "The tenant pays the tax.", 0),  # it may be the same one
        ("Acme was sold in 2020.", "Acme is a firm. The firm was sold in 2020.", 0),
        ("Dr. Amari heads surgery.", "Dr. Kowalski heads surgery. Dr. Amari heads cardiology.", 1),
        ("Dr. Kowalski heads surgery.", "Dr. Kowalski heads surgery. Dr. Amari heads cardiology.", 0),
        ("Ida Roy won the prize.", "Ida Roy met Ana Bell. She won the prize of Bonn.", 0),  # who is she?
        (
            "Guide dogs are allowed in the park.",
            "Bikes are not allowed in the park, but guide dogs are allowed.",
            0,
        ),
        ("Notice of 90 days is given.", "Notice of 3 months is given.", 0),
        ("Orion-2.6 was withdrawn.", "The Orion-2 series was withdrawn.", 1),
        ("Orion-2.6 was withdrawn.", "Orion-2.6 was withdrawn with Orion-2.", 0),
    ],
)
def test_what_is_said_of_another_subject(claim: str, premise: str, other: int) -> None:
    assert of(claim, premise)["other_subject"] == other


def test_a_subject_that_the_premise_does_not_name() -> None:
    assert of("The room Amber seats 4 people.", "The room Opal seats 10 people.")["absent_subject"] == 1
    assert of("The room Opal seats 4 people.", "The room Opal seats 10 people.")["absent_subject"] == 0
    assert of("The room seats 4 people.", "The room Opal seats 10 people.")["absent_subject"] == 0
    assert of("R-15 is owned by Daniel Wu.", "R-12 is owned by Maya Ortiz.")["absent_subject"] == 1


def test_what_shares_too_little_neither_turns_nor_rivals() -> None:
    assert of("The maritime museum opened in 1963.", "The museum is closed in January.")["opposites"] == 0
    assert of("Rina knows Kubernetes.", "Rina is a fluent speaker of Portuguese.")["opposed_names"] == 0


def test_what_a_speaker_says_of_himself_is_of_nobody_else() -> None:
    chat = "Iris: You don't even realize.\nPete: I'm flattered. I'll be home in 1 hour."
    assert of("Pete will be home in an hour.", chat)["other_subject"] == 0
    assert of("Pete'll be home.", "Pete will be home.")["coverage"] == 1


def test_length_counts_from_sixty_words_on() -> None:
    assert of("The tower is tall.", "word " * 60)["length"] == 0
    assert of("The tower is tall.", "word " * 120)["length"] == pytest.approx(0.693, abs=0.001)


@pytest.mark.parametrize(
    ("claim", "premise", "added"),
    [
        ("The log is the single most important feature.", "The log is an important feature.", 1),
        ("Only members may vote.", "Members may vote.", 4),
        ("Only members may vote on it.", "Members may attend.", 1),
        ("Only members may vote.", "Members alone may vote.", 0),
        ("All doors are locked.", "Every door is locked.", 0),
        ("He never replied.", "He didn't reply.", 0),
        ("East has the lowest rate.", "East: 25.25. London: 26.19.", 0),
        ("East has the lowest rate.", "East has a low rate.", 1),
        ("Ohrid is the largest lake.", "Ohrid is the second largest lake.", 1),
        ("It takes at most 14 days.", "It takes 14 days or fewer.", 0),
        ("She was the first to climb it.", "She climbed it.", 1),
    ],
)
def test_extremes_that_the_claim_adds(claim: str, premise: str, added: int) -> None:
    assert of(claim, premise)["extremes"] == added
