from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grounding.evidence.selection import evidence_in, join, shortlist
from grounding.evidence.windows import CHARACTERS_PER_WORD, WINDOW_WORDS, WindowIndex, pieces_of, windows_of
from grounding.types import Fact


def anyone(language: str) -> bool:
    return True


LONG = " ".join(f"Room {number} holds {number * 3} chairs and one lamp." for number in range(100))


def test_attributes_stand_before_the_text_and_addresses_do_not() -> None:
    (window,) = windows_of(0, Fact("It rained.", {"author": "Ada", "link": "https://example.org/x"}), anyone)
    assert window.premise == "author: Ada\nIt rained."
    assert window.span.of("It rained.") == "It rained."


def test_a_long_fact_is_read_whole_in_overlapping_windows() -> None:
    windows = windows_of(3, Fact(LONG), anyone)
    covered = {span for window in windows for span in window.sentences}
    assert [span.of(LONG) for span in sorted(covered, key=lambda s: s.start)] == [
        f"Room {number} holds {number * 3} chairs and one lamp." for number in range(100)
    ]
    assert all(len(window.premise) <= WINDOW_WORDS * CHARACTERS_PER_WORD for window in windows)
    assert all(a.sentences[-1] == b.sentences[0] for a, b in pairwise(windows))


@given(st.text(max_size=3000))
def test_sentences_lose_no_character_but_white_space(text: str) -> None:
    covered = [False] * len(text)
    for span in pieces_of(text):
        covered[span.start : span.end] = [True] * (span.end - span.start)
    assert not "".join(c for c, seen in zip(text, covered, strict=True) if not seen).strip()


def test_of_a_fact_that_nobody_reads_only_the_other_sentences_are_taken() -> None:
    german = "Die Eule jagt in der Nacht und frisst die Mäuse, die sie mit dem Gehör findet."
    (window,) = windows_of(
        0,
        Fact(f"{german} {german}\nBarn owls hunt at night.\n{german}"),
        lambda language: language == "en",
    )
    assert window.premise == "Barn owls hunt at night."


def test_ranking_prefers_rare_shared_words_and_keeps_to_the_allowed_facts() -> None:
    facts = [Fact("The owl sat in the barn."), Fact("The owl ate the vole."), Fact("A fox slept.")]
    index = WindowIndex([w for n, fact in enumerate(facts) for w in windows_of(n, fact, anyone)])
    ranked = [index.windows[n].fact for n, _ in index.rank("The vole was eaten by the owl.")]
    assert ranked == [1, 0, 2]
    assert [w.fact for w in shortlist("The owl.", index, frozenset({0}))] == [0]


def test_a_join_takes_one_sentence_of_each_fact_that_adds_something() -> None:
    texts = [
        "Maya founded the studio. It is small.",
        "Maya lives in Oslo. She likes tea.",
        "Bo lives in Rome.",
    ]
    windows = [w for n, text in enumerate(texts) for w in windows_of(n, Fact(text), anyone)]
    joined = join("The founder of the studio lives in Oslo.", windows, WindowIndex(windows))
    assert joined is not None
    assert set(joined.facts) == {0, 1}
    assert set(joined.premise.split("\n")) == {"Maya founded the studio.", "Maya lives in Oslo."}
    assert join("Bo lives in Rome.", windows, WindowIndex(windows)) is None


def test_evidence_is_the_sentence_that_holds_the_claim() -> None:
    text = "The museum opened in 1963. It has five halls. Entry is free on Sundays."
    (window,) = windows_of(0, Fact(text), anyone)
    (found,) = evidence_in("The museum has five halls.", window)
    assert found.span.of(text) == "It has five halls."


def test_a_paraphrase_that_shares_no_word_is_read_all_the_same() -> None:
    index = WindowIndex(windows_of(0, Fact("Felines doze."), anyone))
    assert shortlist("Cats sleep.", index)


def test_of_equal_sentences_the_one_with_the_figure_is_the_evidence() -> None:
    text = "A new director of the museum came. It has five halls and 58 volunteers."
    (window,) = windows_of(0, Fact(text), anyone)
    (found,) = evidence_in("The museum has 40 volunteers.", window)
    assert found.span.of(text) == "It has five halls and 58 volunteers."


def test_a_fact_is_in_the_language_that_most_of_its_sentences_are_in() -> None:
    german = "Preis: 90 Euro. Die Eule jagt in der Nacht und frisst die Mäuse, die sie mit dem Gehör findet."
    assert [window.language for window in windows_of(0, Fact(german), anyone)] == ["de"]
    menu = "Young Hollywood\nTop Stars\nLes Tops de la Saison\nThe owl hunts at night and eats the mice it hears."
    assert "en" in [window.language for window in windows_of(0, Fact(menu), anyone)]
