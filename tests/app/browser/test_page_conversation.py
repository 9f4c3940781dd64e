"""Going on asking: what was understood, editing, asking again, copying, questions to ask next."""

import re

import pytest
from playwright.sync_api import expect

from tests.app.browser.site import Site
from tests.app.browser.steps import Visit, ask, follow_link

pytestmark = pytest.mark.slow

BUILT = "The lighthouse of Skerrow was built in 1871 by Agnes Dunmore."
QUESTION = "Who built the lighthouse of Skerrow?"


def test_a_new_answer_comes_into_view_and_says_how_it_was_understood(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("follow-up")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection, viewport={"width": 1400, "height": 600})
    ask(page, QUESTION)
    expect(page.locator(".understood")).to_have_count(0)
    ask(page, "And when was it built?")
    last = page.locator(".turn").last
    # Which words are taken is the reader's to say; that some were, and which, is shown.
    expect(last.locator(".understood")).to_have_text(
        re.compile(r"^Understood as: And when was it built\? \(.+\)$")
    )
    expect(last.locator(".asked")).to_be_in_viewport()
    expect(last.locator(".answer")).to_be_in_viewport()


def test_a_question_is_edited_and_asked_again(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("edited question")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    ask(page, "How tall is the tower?")
    page.get_by_role("button", name="Edit the question").click()
    field = page.get_by_label("The question, edited")
    expect(field).to_have_value("How tall is the tower?")
    field.fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".turn .claim.supported").first).to_contain_text("Agnes Dunmore")
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator(".asked")).to_have_text(QUESTION)
    with page.expect_request(re.compile("streamGenerateContent")):
        page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".turn .claim.supported").first).to_contain_text("Agnes Dunmore")
    expect(page.locator(".turn")).to_have_count(1)


def test_an_answer_is_copied_with_its_verdicts(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("copied")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection, permissions=["clipboard-read", "clipboard-write"])
    follow_link(page, "Who?", BUILT, collection)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{BUILT} **[✓ supported")
    assert "[1] lighthouse, page 1:" in copied


def test_ones_own_documents_suggest_questions(site: Site, visit: Visit) -> None:
    collection = site.collection("suggestions")
    text = "# Guide\n\n## May I bring my dog?\n\nDogs wait outside.\n\n## Tickets\n\nThey cost nine pounds.\n"
    site.add(collection, "guide.md", text.encode())
    page = visit(site.base, collection)
    buttons = page.locator("#suggestions button")
    expect(buttons).to_have_text(["May I bring my dog?", "What does “guide” say about “Tickets”?"])
    buttons.first.click()
    expect(page.locator(".asked")).to_have_text("May I bring my dog?")
    expect(buttons.first).to_be_hidden()
    page.get_by_text("Questions to ask").click()
    expect(buttons.first).to_be_visible()


STOPS = (
    'data: {"candidates": [{"content": {"parts": [{"text": "The lighthouse of Skerrow was built in 1871."}]}}]}\n\n'
    'data: {"error": {"code": 503, "message": "The language model cannot be reached.", "status": "UNAVAILABLE"}}\n\n'
)


def test_what_a_language_model_wrote_before_it_stopped_is_checked(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("stopped model")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    page.route(
        re.compile("streamGenerateContent"),
        lambda route: route.fulfill(content_type="text/event-stream", body=STOPS),
    )
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".turn .claim.supported")).to_have_text(re.compile("built in 1871"))
    expect(page.locator(".turn .problem")).to_have_text(
        "The language model stopped; what it wrote so far was checked. The language model cannot be reached."
    )


def test_a_new_browser_begins_with_its_own_documents_and_a_live_example(site: Site, visit: Visit) -> None:
    page = visit(site.base)
    expect(page.locator("#collection option:checked")).to_have_text("My documents")
    example = page.locator(".example")
    expect(example.locator(".verdict-line")).to_have_text("2 of 3 statements supported; 1 contradicted")
    expect(example.locator(".claim.contradicted .failed")).to_have_text("six")
    expect(example.locator("aside mark")).to_have_text("twelve")
    expect(example.locator("aside .correction")).to_have_text("It says twelve, not six.")
    expect(page.get_by_role("button", name="Use your own files")).to_be_visible()


def test_opening_a_source_moves_nothing_in_the_answer(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("still")
    site.add(collection, "lighthouse.pdf", lighthouse)
    for width in (1600, 1200, 1000):
        page = visit(site.base, collection, viewport={"width": width, "height": 900})
        follow_link(page, "Who?", f"{BUILT} A café sells soup there.", collection)
        places = "[...document.querySelectorAll('.claim')].map((c) => c.getBoundingClientRect().toJSON())"
        before = page.evaluate(places)
        page.locator(".claim.supported").click()
        expect(page.locator("#source")).to_be_visible()
        assert page.evaluate(places) == before, width


def test_an_answer_in_markdown_is_rendered(site: Site, visit: Visit) -> None:
    collection = site.collection("rendered")
    site.add(
        collection,
        "guide.md",
        b"The museum of Orlin has 28 employees. A ticket of the museum costs 9 pounds.",
    )
    page = visit(site.base, collection)
    answer = (
        "| Thing | Value |\n|---|---|\n| Employees of the museum of Orlin | 28 |\n| Ponies of the museum | 3 |\n\n"
        "A ticket of the museum costs **9 pounds**, see [the guide](https://example.org/tickets).\n\n"
        "[Nothing](javascript:alert(1)) here.\n\n```\nx = 1\n```"
    )
    follow_link(page, "What?", answer, collection)
    rows = page.locator(".answer tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0).locator(".verdict")).to_have_count(0)
    expect(rows.nth(1).locator("td").last.locator(".verdict")).to_contain_text("supported")
    expect(rows.nth(2).locator("td").last.locator(".verdict")).to_contain_text("[?]")
    link = page.locator(".answer a")
    expect(link).to_have_attribute("href", "https://example.org/tickets")
    expect(link).to_have_text("the guide")
    expect(page.locator(".answer pre")).to_have_text("x = 1")
    assert "example" not in " ".join(page.locator(".answer .failed").all_inner_texts())


def test_the_check_keeps_its_text_and_drops_verdicts_on_other_words(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", "The tower is 38 metres tall.")
    page.fill("#fact-1", "The tower is 38 metres tall and white.")
    page.get_by_text("Where it comes from").click()
    page.get_by_label("Author").fill("R. Rossi")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".result .claim.supported")).to_be_visible()
    page.locator("#candidate").press_sequentially(" It is old.")
    expect(page.locator(".result")).to_be_hidden()
    page.reload()
    expect(page.locator("#candidate")).to_have_value(re.compile("It is old"))
    expect(page.locator("#fact-1")).to_have_value("The tower is 38 metres tall and white.")
    expect(page.get_by_label("Author")).to_have_value("R. Rossi")


def test_many_documents_are_searched(site: Site, visit: Visit) -> None:
    collection = site.collection("many")
    for number in range(10):
        site.add(collection, f"note {number}.txt", f"Heron {number} was seen.".encode())
    page = visit(site.base, collection)
    expect(page.locator("#document-list li:visible")).to_have_count(10)
    page.get_by_label("Find a document").fill("NOTE 7")
    expect(page.locator("#document-list li:visible")).to_have_count(1)
    expect(page.locator("#document-list li:visible")).to_contain_text("note 7.txt")
