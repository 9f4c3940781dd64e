"""The behaviour that check grounding's documentation shows, and the same behaviour on subjects of our own.

Each example of the documentation has twins that have nothing to do with films, so that it is the behaviour that is
held and not the example.
"""

import pytest

from grounding import Fact, GroundingChecker, Report, Verdict

TITANIC = [
    Fact(text, {"author": "Simple Wikipedia"})
    for text in (
        "Titanic is a 1997 American epic romantic disaster movie. It was directed, written, and co-produced by James "
        "Cameron. The movie is about the 1912 sinking of the RMS Titanic. It stars Kate Winslet and "
        "Leonardo DiCaprio. "
        "The movie was released on December 19, 1997. It received positive critical reviews. The movie won "
        "11 Academy "
        "Awards, and was nominated for fourteen total Academy Awards.",
        'James Cameron\'s "Titanic" is an epic, action-packed romance set against the ill-fated maiden voyage of the '
        "R.M.S. Titanic; the pride and joy of the White Star Line and, at the time, the largest moving object ever "
        'built. She was the most luxurious liner of her era -- the "ship of dreams" -- which ultimately carried over '
        "1,500 people to their death in the ice cold waters of the North Atlantic in the early hours of "
        "April 15, 1912.",
    )
]
BRIDGE = [
    Fact(
        "The Alder Bridge is a 1931 steel arch bridge over the Wend. It was designed and built by Ada Linden. The "
        "bridge carries a road and a tramway. It links Oldtown and Marshside. It was opened on May 4, 1931, and "
        "repainted nine times.",
        {"author": "Town Archive"},
    ),
    Fact(
        "Ada Linden's Alder Bridge took the place of the ferry that ran between the quays for two "
        "centuries. The last "
        "ferry sank in the great storm of 1928, and more than 40 passengers drowned in the river.",
        {"author": "Town Archive"},
    ),
]
MUSEUM = [
    Fact(
        "The Harbour Museum is a museum of ships in Port Ellen. It was founded by Mara Quist in 1963. The "
        "museum has five "
        "halls. It is run by volunteers. Entry costs 9 euros for adults.",
        {"source": "Visitor guide"},
    )
]


@pytest.fixture(scope="module")
def checker() -> GroundingChecker:
    return GroundingChecker.load()


def verdicts(report: Report) -> list[Verdict]:
    return [check.verdict for check in report.claims]


@pytest.mark.parametrize(
    ("answer", "facts"),
    [
        ("Here is what I found. Titanic was directed by James Cameron.", TITANIC),
        ("Here is what I found. The Alder Bridge was designed by Ada Linden.", BRIDGE),
        ("Sure, I can help with that! The Harbour Museum was founded by Mara Quist.", MUSEUM),
    ],
)
def test_filler_needs_no_check_and_the_rest_is_cited(
    checker: GroundingChecker, answer: str, facts: list[Fact]
) -> None:
    report = checker.check(answer, facts)
    assert verdicts(report) == [Verdict.NO_CHECK_NEEDED, Verdict.SUPPORTED]
    assert report.claims[0].score is None
    assert report.claims[1].citations[0].fact == 0
    assert report.support_score >= 0.9


@pytest.mark.parametrize(
    ("answer", "facts", "least"),
    [
        ("Titanic was directed by James Cameron. It was released in 1997.", TITANIC, 0.9),
        ("The Alder Bridge was designed by Ada Linden. It was opened in 1931.", BRIDGE, 0.85),
        ("The Harbour Museum was founded by Mara Quist. It has five halls.", MUSEUM, 0.9),
        (
            "Titanic was directed by James Cameron. It was based on the sinking of the RMS Titanic that led to "
            "the death "
            "of 1500 people.",
            TITANIC,
            0.85,
        ),
        (
            "Titanic was directed by James Cameron. It starred Kate Winslet and Leonardo DiCaprio.",
            TITANIC,
            0.9,
        ),
        ("The Alder Bridge was designed by Ada Linden. It links Marshside and Oldtown.", BRIDGE, 0.85),
    ],
)
def test_what_the_facts_say_is_cited_and_scores_high(
    checker: GroundingChecker, answer: str, facts: list[Fact], least: float
) -> None:
    report = checker.check(answer, facts)
    assert verdicts(report) == [Verdict.SUPPORTED, Verdict.SUPPORTED]
    assert report.support_score >= least


@pytest.mark.parametrize(
    ("answer", "facts", "leeway"),
    [
        ("Titanic was directed by James Cameron. It starred Brad Pitt and Kate Winslet", TITANIC, 0.1),
        ("The Alder Bridge was designed by Ada Linden. It links Oldtown and Kingsford.", BRIDGE, 0.15),
        ("The Harbour Museum was founded by Mara Quist. It has nine halls.", MUSEUM, 0.15),
    ],
)
def test_half_true_is_not_supported_and_is_contradicted(
    checker: GroundingChecker, answer: str, facts: list[Fact], leeway: float
) -> None:
    report = checker.check(answer, facts)
    assert verdicts(report) == [Verdict.SUPPORTED, Verdict.CONTRADICTED]
    assert [c.fact for c in report.claims[1].anti_citations] == [0]
    assert abs(report.support_score - 0.5) <= leeway
    assert abs(report.contradiction_score - 0.5) <= leeway


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        (
            "Google was founded by Larry Page and Sergey Brin in 1975",
            "Google was founded on September 4, 1998, by American computer scientists Larry Page and Sergey Brin.",
        ),
        (
            "The orchestra was founded by Vera Holm and Jon Pike in 1962",
            "The orchestra was founded in 1984 by the violinists Vera Holm and Jon Pike.",
        ),
        ("The trail is 12 km long.", "The trail through the reserve is 7 km long and well signed."),
    ],
)
def test_one_wrong_figure_is_not_supported(checker: GroundingChecker, answer: str, fact: str) -> None:
    report = checker.check(answer, [Fact(fact)])
    assert report.claims[0].verdict is not Verdict.SUPPORTED
    assert report.support_score < 0.4


@pytest.mark.parametrize(
    ("statement", "author", "other"),
    [
        ("Toronto is the capital of Ontario", "Wikipedia", "Government of Ontario"),
        ("the river Wend is 90 km long", "Town Archive", "Ministry of Transport"),
    ],
)
def test_attributes_are_evidence(checker: GroundingChecker, statement: str, author: str, other: str) -> None:
    facts = [Fact(statement, {"author": author})]
    cites, plain, another = (
        checker.check(text, facts)
        for text in (f"{author} cites that {statement}", statement, f"{other} claims that {statement}")
    )
    assert verdicts(cites) == verdicts(plain) == [Verdict.SUPPORTED]
    assert another.support_score <= min(cites.support_score, plain.support_score) - 0.15


def test_passages_about_other_things_do_not_add_up_to_support(checker: GroundingChecker) -> None:
    report = checker.check(
        "The museum will open a second building in Bristol.",
        [
            *MUSEUM,
            Fact("The second exhibition opens in spring. Tickets are sold in the building by the quay."),
            Fact("The ship was built in Bristol in 1920 and will be restored."),
        ],
    )
    assert report.claims[0].verdict is Verdict.NOT_COVERED


def test_helpful_answers_come_before_terse_and_florid_ones(checker: GroundingChecker) -> None:
    prompt = "Who directed and starred in the movie Titanic?"
    florid = (
        "In the vast and glittering history of the silver screen there are but few works that have moved "
        "the hearts of "
        "so many as this one, a tale of love and water and fate. Its visionary maker was James Cameron, "
        "whose passion "
        "for the deep is the stuff of legend. And who could forget the luminous Kate Winslet, or Leonardo "
        "DiCaprio with "
        "his boyish charm? Generations to come will surely speak of them with wonder."
    )
    full, terse, long = (
        checker.check(answer, TITANIC, prompt=prompt).helpfulness or 0.0
        for answer in (
            "Titanic was directed by James Cameron. It starred Leonardo DiCaprio and Kate Winslet.",
            "Cameron, DiCaprio and Winslet.",
            florid,
        )
    )
    assert full >= terse + 0.02
    assert terse >= long + 0.1
