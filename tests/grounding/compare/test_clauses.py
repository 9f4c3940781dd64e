import pytest

from grounding.compare.clauses import clauses, subject, verb


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Revenue rose, while costs fell.", ("Revenue rose", "costs fell.")),
        ("The tenant pays for water; the landlord pays the tax.", 2),
        ("The Aurora costs 89 euros and the Nova costs 129 euros.", 2),
        ("Ada and Ben founded the firm.", 1),
        ("It rose by 3% in Spain and by 5% in Italy.", 1),
        ("Revenue rose in 2020, and it fell in 2021.", 1),  # the pronoun needs its sentence
        ("Town: Selby; Price: 12", 1),
        ("", 1),
    ],
)
def test_a_sentence_is_cut_where_another_subject_begins(sentence: str, parts: tuple[str, ...] | int) -> None:
    found = clauses(sentence)
    assert (found if isinstance(parts, tuple) else len(found)) == parts


def test_who_a_clause_is_about() -> None:
    assert subject("The landlord must repair the roof.").stems == {"landlord"}
    assert not subject("The landlord must repair the roof.").is_name
    assert subject("Ruth Osei retires in June.").is_name
    assert not subject("It is late.").stems


@pytest.mark.parametrize(
    ("clause", "stem"),
    [("AV was sold in 2020.", "sell"), ("The launch is on 3 May.", ""), ("Ada closed the clinic.", "clos")],
)
def test_the_verb_of_a_clause(clause: str, stem: str) -> None:
    assert verb(clause) == stem
