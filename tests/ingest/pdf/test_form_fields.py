"""What is filled in on a form is read with its label."""

import io
from typing import Any

import pypdf
import pytest
from pypdf.generic import BooleanObject, NameObject, NumberObject, TextStringObject
from reportlab.pdfgen.canvas import Canvas

from ingest.pipeline import parse
from ingest.types import PageStatus, ParsedDocument, Upload


class Form:
    """A page with fields, drawn step by step."""

    def __init__(self) -> None:
        self._file = io.BytesIO()
        self.page = Canvas(self._file)
        self.fields = self.page.acroForm
        self.page.drawString(60, 800, "Claim form")

    def read(self, **changes: Any) -> ParsedDocument:
        """The page as it is read, after changing entries of the fields of these names."""
        self.page.save()
        writer = pypdf.PdfWriter(clone_from=self._file)
        for item in writer.pages[0].annotations or ():
            widget = item.get_object()
            for key, value in changes.get(str(widget.get("/T")), {}).items():
                widget[NameObject(key)] = value
        changed = io.BytesIO()
        writer.write(changed)
        return parse(Upload(changed.getvalue(), "form.pdf"))


@pytest.fixture
def form() -> Form:
    return Form()


def lines(parsed: ParsedDocument) -> list[str]:
    return [line for line in parsed.text.split("\n") if line]


def test_a_text_field_stands_behind_the_words_beside_it(form: Form) -> None:
    form.page.drawString(60, 700, "Name of the vessel:")
    form.page.drawString(60, 670, "Berth")
    form.fields.textfield(name="a1", value="Stella Maris", x=200, y=695, width=200, height=20)
    form.fields.textfield(name="a2", value="C17", x=200, y=665, width=200, height=20)
    assert lines(form.read()) == ["Claim form", "Name of the vessel: Stella Maris", "Berth: C17"]


def test_the_words_above_a_field_are_its_label(form: Form) -> None:
    form.page.drawString(200, 722, "Cause of the damage")
    form.fields.textfield(name="a1", value="A pipe burst.", x=200, y=695, width=200, height=20)
    assert lines(form.read()) == ["Claim form", "Cause of the damage: A pipe burst."]


def test_a_tooltip_is_a_label_before_all_others(form: Form) -> None:
    form.page.drawString(60, 700, "3b")
    form.fields.textfield(
        name="a1", tooltip="Date of birth", value="3 May 1961", x=200, y=695, width=200, height=20
    )
    assert lines(form.read()) == ["Claim form", "3b", "Date of birth: 3 May 1961"]


def test_a_field_with_nothing_beside_it_has_its_name(form: Form) -> None:
    form.fields.textfield(name="family_name[0]", value="Berg", x=200, y=400, width=200, height=20)
    assert lines(form.read()) == ["Claim form", "family name: Berg"]


def test_check_boxes_say_whether_they_are_checked(form: Form) -> None:
    form.page.drawString(90, 700, "Insured")
    form.page.drawString(90, 670, "Leased")
    form.fields.checkbox(name="a1", checked=True, x=60, y=697, size=15)
    form.fields.checkbox(name="a2", checked=False, x=60, y=667, size=15)
    assert lines(form.read()) == ["Claim form", "Insured: yes (checked)", "Leased: no (not checked)"]


def test_the_chosen_button_of_a_group_says_what_stands_beside_it(form: Form) -> None:
    form.page.drawString(60, 700, "Claimant:")
    form.page.drawString(220, 700, "tenant")
    form.page.drawString(320, 700, "owner")
    form.fields.radio(name="who", value="o1", selected=False, x=200, y=697, size=15)
    form.fields.radio(name="who", value="o2", selected=True, x=300, y=697, size=15)
    assert lines(form.read())[-1].endswith("owner")
    assert "o2" not in form_text(form)


def form_text(form: Form) -> str:
    return parse(Upload(form._file.getvalue(), "form.pdf")).text


def test_a_choice_is_shown_as_its_reader_sees_it(form: Form) -> None:
    form.page.drawString(60, 700, "Season:")
    form.fields.choice(
        name="a1", value="w", options=[("Summer", "s"), ("Winter", "w")], x=200, y=695, width=90, height=20
    )
    assert lines(form.read()) == ["Claim form", "Season: Winter"]


def test_what_is_hidden_or_secret_or_empty_is_not_read(form: Form) -> None:
    for number, name in enumerate(("hidden", "secret", "empty")):
        value = "" if name == "empty" else f"value {number}"
        form.fields.textfield(name=name, value=value, x=200, y=695 - 30 * number, width=200, height=20)
    read = form.read(hidden={"/F": NumberObject(2)}, secret={"/Ff": NumberObject(1 << 13)})
    assert lines(read) == ["Claim form"]


def test_a_page_of_nothing_but_fields_is_text() -> None:
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.line(60, 60, 90, 90)
    canvas.acroForm.textfield(name="a1", tooltip="Town", value="Skerrow", x=200, y=695, width=90, height=20)
    canvas.save()
    parsed = parse(Upload(file.getvalue(), "form.pdf"))
    assert parsed.text == "Town: Skerrow"
    assert parsed.pages[0].status is PageStatus.OK


def test_a_broken_field_leaves_the_others(form: Form) -> None:
    form.page.drawString(60, 700, "Berth:")
    form.fields.textfield(name="a1", value="C17", x=200, y=695, width=200, height=20)
    form.fields.textfield(name="a2", value="lost", x=200, y=595, width=200, height=20)
    read = form.read(a2={"/Rect": TextStringObject("none"), "/MK": BooleanObject(True)})
    assert lines(read) == ["Claim form", "Berth: C17"]
