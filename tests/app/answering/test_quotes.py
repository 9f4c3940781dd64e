"""What is said of a reading: the short answer, and the words that hold it."""

from app.answering.quotes import LONGEST, lines_of
from tests.app.hits import reading

TABLE = (
    "Ticket: Adult; Price: £9\nTicket: Student; Price: £7\nTicket: Child; Price: £4\n\n"
    "Tickets are sold at the desk."
)


def said(passage: str, *answers: str, question: str = "Well?", **figures: float) -> list[str]:
    """The lines with the short answer between stars."""
    lines = lines_of(question, passage, reading(passage, *answers, **figures))
    return [
        f"{line.text[: line.short.start]}*{line.answer}*{line.text[line.short.end :]}"
        if line.short
        else line.text
        for line in lines
    ]


def test_the_short_answer_and_its_sentence() -> None:
    passage = "Bread is baked here. The tower is 61 metres tall. Cats sleep a lot."
    assert said(passage, "61 metres") == ["*61 metres* – “The tower is 61 metres tall.”"]


def test_a_figure_is_said_whole() -> None:
    passage = "In all the museum welcomed £41,280.50 and 7 visitors that year."
    assert said(passage, "280")[0].startswith("*£41,280.50* – ")
    assert said(passage, "7 visitors")[0].startswith("*7 visitors* – ")


def test_an_answer_that_is_most_of_its_sentence_or_unsure_is_not_said_twice() -> None:
    passage = "It closed in June. The works flooded twice."
    assert said(passage, "The works flooded") == ["“The works flooded twice.”"]
    assert said(passage, "June", sure=0.1) == ["“It closed in June.”"]


def test_an_answer_over_two_sentences_is_said_in_both() -> None:
    passage = "Take out the batteries. Hand them in at the desk. Go home."
    assert said(passage, "batteries. Hand them in") == ["“Take out the batteries. Hand them in at the desk.”"]


def test_a_sentence_beside_that_answers_nearly_as_well_is_said_too() -> None:
    passage = "The bread is old. Assistance dogs are welcome. Other dogs may wait outside. Cats sleep."
    assert said(passage, "dogs are welcome", "dogs may wait", sure=0.1) == [
        "“Assistance dogs are welcome. Other dogs may wait outside.”"
    ]


def test_yes_and_no_are_said_where_they_are_sure() -> None:
    passage = "Assistance dogs are welcome everywhere."
    assert said(passage, "welcome", yes=0.9) == ["*Yes* – “Assistance dogs are welcome everywhere.”"]
    assert said(passage, "welcome", no=0.9) == ["*No* – “Assistance dogs are welcome everywhere.”"]
    assert said(passage, "welcome", yes=0.6) == ["*welcome* – “Assistance dogs are welcome everywhere.”"]


def test_a_row_is_said_with_its_names() -> None:
    assert said(TABLE, "£7") == ["Ticket: Student; Price: *£7*"]


def test_a_wide_row_is_said_in_what_names_it_what_is_asked_about_and_what_answers() -> None:
    passage = "Town: Orlin; Founded: 1211; Mayor: Ada Marsh; Region: North; Area: 12 km²; People: 900"
    lines = said(passage, "900", question="How many people live in the town of the North?")
    assert lines == ["Town: Orlin; Region: North; People: *900*"]


def test_of_a_table_the_rows_that_the_question_names_are_said() -> None:
    everywhere = ("£9", "£7", "£4")
    assert said(TABLE, *everywhere, question="What does a student pay?") == ["Ticket: Student; Price: £7"]
    two = TABLE.replace("Student", "Small child")
    assert said(two, *everywhere, question="What does a child pay?") == [
        "Ticket: Small child; Price: £7",
        "Ticket: Child; Price: £4",
    ]


def test_a_number_names_a_row_with_its_word() -> None:
    table = "Valley: Valley 97; Trees: 219\nValley: Valley 17; Trees: 97\nValley: Valley 9; Trees: 12"
    assert said(table, "219", "Trees: 97", "12", question="How many trees does Valley 97 have?") == [
        "Valley: Valley 97; Trees: *219*"
    ]


def test_a_short_table_or_list_is_said_whole_where_the_question_names_no_line_of_it() -> None:
    rows = ["Ticket: Adult; Price: *£9*", "Ticket: Student; Price: £7", "Ticket: Child; Price: £4"]
    assert said(TABLE, "£9", "£7", "£4", question="What does a ticket cost?") == rows
    assert said("Bring:\n\n- a lamp\n- a rope\n- a map\n", "lamp", "map", question="What shall I bring?") == [
        "a *lamp*",
        "a rope",
        "a map",
    ]
    assert said(TABLE, "£7", question="Which ticket is best?") == [
        "Ticket: Student; Price: *£7*"
    ]  # it is sure
    long = "\n".join(f"Ticket: {letter}; Price: £{letter}1" for letter in "ABCDEFGHIJ")
    assert said(long, "£A1", "£B1", question="What does a ticket cost?") == ["Ticket: A; Price: *£A1*"]


def test_a_line_that_introduces_a_list_is_answered_by_the_list() -> None:
    assert said("Visitors must bring:\n\n- a lamp\n- a rope\n", "bring") == ["a lamp", "a rope"]


def test_a_sentence_that_begins_with_a_pronoun_comes_with_the_one_before() -> None:
    passage = "The Brindle tower stands by the harbour. It was built in 1931."
    assert said(passage, "1931") == [f"*1931* – “{passage}”"]


def test_a_heading_is_not_quoted() -> None:
    passage = "## May I bring my dog?\n\nAssistance dogs are welcome."
    assert said(passage, "my dog", "welcome") == ["“Assistance dogs are welcome.”"]


def test_a_very_long_sentence_is_said_around_the_answer() -> None:
    passage = f"It says {'word ' * 200}that the fee is 900 pounds {'word ' * 200}at last."
    [line] = said(passage, "900 pounds")
    assert line.startswith("*900 pounds* – “… word") and line.endswith("word …”")
    assert "the fee is 900 pounds" in line and len(line) <= LONGEST + 24


def test_nothing_to_quote() -> None:
    assert lines_of("Well?", "## Heading", reading("## Heading")) == []
