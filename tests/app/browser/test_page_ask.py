"""From a file to a verified answer, by mouse and by keyboard alone."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from tests.app.browser.site import LIGHTHOUSE, Site, pdf_of
from tests.app.browser.steps import Visit, ask, follow_link, tab_to

pytestmark = pytest.mark.slow

BUILT = "The lighthouse of Skerrow was built in 1871 by Agnes Dunmore."


def test_from_upload_to_the_words_on_their_page(site: Site, visit: Visit, lighthouse: bytes) -> None:
    page = visit(site.base, site.collection("first answer"))
    page.set_input_files(
        "#files", {"name": "lighthouse.pdf", "mimeType": "application/pdf", "buffer": lighthouse}
    )
    item = page.locator("#document-list li")
    expect(item).to_contain_text("lighthouse.pdf")
    expect(item).to_contain_text("ready")
    expect(item).to_contain_text("2 pages")
    ask(page, "Who built the lighthouse of Skerrow, and when?")
    expect(page.locator(".summary")).to_contain_text(re.compile(r"^(\d+) of \1 statements? supported"))
    sentence = page.locator(".claim.supported").filter(has_text="Agnes Dunmore").first
    expect(sentence).to_contain_text(re.compile(r"supported.* \d+ %"))

    with page.expect_response(re.compile(r"/pages/1\.png")) as picture:
        sentence.click()
    source = page.locator("#source")
    expect(source).to_contain_text("lighthouse, page 1")
    expect(source.locator("mark").first).to_contain_text("built in 1871 by Agnes Dunmore")
    image = source.locator(".page img")
    expect(image).to_have_attribute("alt", "Page 1 of lighthouse, with the cited words marked")
    assert page.evaluate("document.querySelector('.page img').naturalWidth") == 900
    assert json.loads(picture.value.headers["sureground-marks"]), "the server says where the words are"
    with page.expect_popup() as opened:
        source.get_by_role("link", name="Open the file").click()
    opened.value.wait_for_url(re.compile(r"/files/local/global/"))


def test_each_document_is_listed_once_among_the_sources(site: Site, visit: Visit) -> None:
    collection = site.collection("one source")
    facts = [
        "The heron of Vell was ringed by Ada Marsh.",
        "Boats leave the harbour of Orlin at noon.",
        "The mill of Brin grinds rye and barley.",
        "A comet was seen over Marsk in 1811.",
        "The bell of Lund weighs four tonnes.",
    ]
    filler = [
        "was repaired after the long flood",
        "stands on oak piles in deep mud",
        "belongs to the old parish",
    ]
    pages = [
        [fact, *(f"House {10 * n + line} of street {n} {filler[(n + line) % 3]}." for line in range(24))]
        for n, fact in enumerate(facts, 1)
    ]
    site.add(collection, "town.pdf", pdf_of(pages))
    page = visit(site.base, collection)
    follow_link(page, "What is known?", " ".join(facts), collection)
    expect(page.locator(".claim.supported")).to_have_count(5)
    expect(page.locator(".sources li")).to_have_count(1)
    expect(page.locator(".sources")).to_contain_text("town, pages 1, 2, 3, 4, 5")
    expect(page.locator(".sources a")).to_have_attribute("href", re.compile(r"/files/.*#page=1$"))


def test_every_verdict_has_its_sign_words_and_line(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("verdicts")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    answer = (
        f"Here is what I found. {BUILT} The tower of Skerrow is 95 metres tall. A café sells 🦀 soup there."
    )
    follow_link(page, "What is known?", answer, collection)
    expect(page.locator(".claim.unchecked")).to_have_text("Here is what I found.")  # and no mark
    expect(page.locator(".claim.supported")).to_contain_text("[1] supported")
    expect(page.locator(".claim").filter(has_text="95 metres")).to_contain_text(
        re.compile(r"\[✕ 1\] contradicted|\[\?\] not covered")
    )
    expect(page.locator(".claim.uncovered").filter(has_text="🦀")).to_contain_text("[?] not covered")
    expect(page.locator(".summary")).to_contain_text("1 of 3 statements supported")
    style = "node => getComputedStyle(node).textDecorationStyle"
    lines = {
        name: page.locator(f".claim.{name} .words").first.evaluate(style)
        for name in ("supported", "uncovered")
    }
    assert lines == {"supported": "solid", "uncovered": "dashed"}
    # The sentences are exact although the answer holds characters of one to four bytes.
    shown = page.locator(".claim .words").all_text_contents()
    assert " ".join(shown) == answer

    page.locator(".claim.uncovered").filter(has_text="🦀").click()
    expect(page.locator("#source")).to_contain_text("No passage supports the whole of this sentence")
    expect(page.locator("#source")).to_contain_text("Closest passage")


def test_a_link_carries_no_verdict_and_is_checked_anew(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("linked")
    document = site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    follow_link(page, "Who built it?", BUILT, collection)
    expect(page.locator(".summary")).to_contain_text("1 of 1 statement supported")
    expect(page.locator(".turn-foot")).to_contain_text("Opened from a link; checked just now by this server.")
    assert "#answer" not in page.url
    expect(page.locator("#announcer")).to_contain_text("1 of 1 statement supported. " + BUILT)
    site.http.delete(f"/v1beta1/projects/local/locations/global/ragCorpora/{collection}/ragFiles/{document}")
    follow_link(page, "Who built it?", BUILT, collection)
    expect(page.locator(".summary")).to_contain_text("0 of 1 statement supported")


def test_a_link_to_a_collection_that_is_not_here(site: Site, visit: Visit) -> None:
    page = visit(site.base)
    follow_link(page, "Who?", BUILT, "nowhere", shown="#notice")
    expect(page.locator("#notice")).to_contain_text("a collection that this server does not have")
    expect(page.locator(".turn")).to_have_count(0)


def test_an_empty_collection_asks_for_documents_first(site: Site, visit: Visit) -> None:
    page = visit(site.base, site.collection("nothing yet"))
    page.fill("#question", "Who built it?")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text(
        "There are no documents in “nothing yet” yet. Add one first."
    )
    expect(page.locator("#question")).to_have_value("Who built it?")


def test_without_an_answer_the_page_says_so(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("abstains")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    ask(page, "What is the recipe for sourdough bread?")
    expect(page.locator(".summary")).to_contain_text("Nothing found in “abstains” answers this")
    expect(page.locator(".claim.supported")).to_have_count(0)


def test_reload_keeps_the_conversation_and_its_verdicts(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("reload")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    ask(page, "Who was the last keeper of Skerrow?")
    before = page.locator(".turn").inner_text()
    checks: list[str] = []
    page.on("request", lambda request: checks.append(request.url) if ":check" in request.url else None)
    page.reload()
    expect(page.locator(".turn .summary")).to_be_visible()
    assert page.locator(".turn").inner_text() == before
    assert checks == [], "the verdicts shown are the ones that were given"
    page.locator(".claim.supported").first.click()
    expect(page.locator("#source")).to_contain_text("Tom Rudge")
    page.keyboard.press("Escape")
    page.click("#new-conversation")
    expect(page.locator(".turn")).to_have_count(0)
    page.locator("#history button.name").click()
    assert page.locator(".turn").inner_text() == before


def test_verified_only_leaves_what_is_supported(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("verified")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    follow_link(page, "What is known?", f"{BUILT} A café sells soup there.", collection)
    soup = page.locator(".claim.uncovered")
    expect(soup).to_be_visible()
    page.check("#verified-only")
    expect(soup).to_be_hidden()
    expect(page.locator(".claim.supported")).to_be_visible()
    expect(page.locator(".summary")).to_contain_text("hidden because they are not supported: 1")
    follow_link(page, "What is sold?", "A café sells soup there.", collection)
    expect(page.locator(".summary .only-verified").last).to_contain_text(
        "No sentence of this answer is supported"
    )


def test_a_disputed_sentence_is_never_told_as_supported(site: Site, visit: Visit) -> None:
    collection = site.collection("disputed")
    site.add(collection, "guide.txt", b"The museum of Orlin has 28 employees and a library.")
    site.add(collection, "report.txt", b"In 2025 the museum of Orlin has 25 employees.")
    page = visit(site.base, collection)
    torn = "The museum of Orlin has 28 employees."
    follow_link(page, "How many employees?", f"{torn} The museum of Orlin has a library.", collection)
    expect(page.locator(".verdict-line")).to_have_text("1 of 2 statements supported; 1 disputed")
    expect(page.locator(".claim.disputed")).to_contain_text("28 employees")
    expect(page.locator("#history .facts")).to_have_text("50 % supported, 1 disputed")
    with page.expect_download() as download:
        page.click("#export-markdown")
    assert "employees. **[⇄ disputed]**" in Path(download.value.path()).read_text()
    with page.expect_download() as download:
        page.click("#export-json")
    (turn,) = json.loads(Path(download.value.path()).read_text())["turns"]
    assert [one["verdict"] for one in turn["statements"]] == ["disputed", "supported"]
    assert turn["statements"][0]["supportedBy"] and turn["statements"][0]["contradictedBy"]
    page.check("#verified-only")
    expect(page.locator(".claim.disputed")).to_be_hidden()
    expect(page.locator(".claim.supported")).to_be_visible()


def test_verified_only_leaves_no_empty_item_and_greys_what_is_not_checked(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("verified list")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection, complaints=["500"])
    page.check("#verified-only")
    follow_link(page, "What is known?", f"- {BUILT}\n- A café sells soup there.", collection)
    expect(page.locator(".answer .item:visible")).to_have_count(1)
    color = "node => getComputedStyle(node).color"
    checked = page.locator(".answer").evaluate(color)
    page.route("**/*:check", lambda route: route.fulfill(status=500, json={}))
    follow_link(page, "And?", "A café sells soup there.", collection, shown=".turn .problem")
    assert page.locator(".answer").evaluate(color) != checked


def test_a_long_answer_fits_a_phone(site: Site, visit: Visit) -> None:
    # The reply is fixed: what 300 sentences are worth is the core's own business.
    page = visit(site.base, site.collection("long answer"), viewport={"width": 320, "height": 640})
    sentences = [f"The keeper wrote {number:03} letters." for number in range(300)]
    size = len(sentences[0])
    claims = [
        {
            "startPos": at * (size + 1),
            "endPos": at * (size + 1) + size,
            "claimText": text,
            "groundingCheckRequired": True,
            "score": 0.1,
        }
        for at, text in enumerate(sentences)
    ]
    page.route("**/*:check", lambda route: route.fulfill(json={"claims": claims}))
    follow_link(page, "What?", " ".join(sentences), page.locator("#collection").input_value())
    expect(page.locator(".claim.uncovered")).to_have_count(300)
    assert page.evaluate("document.querySelector('main').scrollWidth") == 320


def test_conversations_are_reached_from_everywhere(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("reached")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    follow_link(page, "Who built it?", BUILT, collection)
    turn = page.locator(".turn")
    page.click("#to-check")
    expect(turn).to_be_hidden()
    page.locator("#history .name").click()
    expect(turn).to_be_visible()
    page.click("#to-check")
    page.click("#new-conversation")
    expect(page.locator("#question")).to_be_focused()
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Documents", exact=True).click()
    page.locator("#history .name").click()
    expect(page.locator("#documents")).to_be_hidden()
    expect(turn).to_be_visible()


def test_export_holds_verdicts_and_sources(
    site: Site, visit: Visit, lighthouse: bytes, tmp_path: Path
) -> None:
    collection = site.collection("export")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    follow_link(page, "What is known?", f"{BUILT} A café sells soup there.", collection)
    with page.expect_download() as markdown:
        page.click("#export-markdown")
    text = Path(markdown.value.path()).read_text()
    assert f"{BUILT} **[✓ supported" in text and "**[? not covered]**" in text
    assert "[1] lighthouse, page 1:" in text and "> " + LIGHTHOUSE[0][0] in text
    with page.expect_download() as data:
        page.click("#export-json")
    statements = json.loads(Path(data.value.path()).read_text())["turns"][0]["statements"]
    assert [one["verdict"] for one in statements] == ["supported", "not covered"]
    assert statements[0]["supportedBy"][0]["pages"] == "page 1"
    assert statements[0]["supportedBy"][0]["words"] == [BUILT]


def test_keyboard_alone(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("keys")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    tab_to(page, "#question")
    page.keyboard.type("Who built the lighthouse of Skerrow?")
    page.keyboard.press("Enter")
    expect(page.locator(".turn .summary")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    tab_to(page, ".claim.supported .verdict")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("Supported by lighthouse, page 1")
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    sentence = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    expect(page.locator("#source")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "source-title", "the focus goes to the pane"
    expect(page.locator('.verdict[aria-expanded="true"]')).to_have_count(1)
    tab_to(page, "#source a")
    page.keyboard.press("Escape")
    expect(page.locator("#source")).to_be_hidden()
    assert page.evaluate("document.activeElement.textContent") == sentence, "and back to the sentence"


def test_a_pressed_button_that_goes_leaves_the_focus_in_the_view(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("focus kept")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    page.fill("#question", "Who built the lighthouse of Skerrow?")
    page.locator("#send").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".turn .summary")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".question-head button")).to_be_focused()


def test_marks_are_asked_for_by_bytes_of_the_passage(site: Site, visit: Visit) -> None:
    collection = site.collection("bytes")
    text = (
        "Žluťoučký kůň běžel po louce 🐎🐎. The mare of Zdeněk was called Růžena 🌹 and won in 1931. Ωραία!"
    )
    site.add(collection, "mare.md", text.encode())
    page = visit(site.base, collection)
    follow_link(page, "What was the mare called?", "The mare of Zdeněk was called Růžena.", collection)
    page.locator(".claim.supported").click()
    marked = page.locator("#source mark").first.inner_text()
    assert marked == "The mare of Zdeněk was called Růžena 🌹 and won in 1931."
    assert not parse_qs(urlsplit(page.url).query)


def test_what_was_searched_for_the_short_answer_and_the_nearest_passage(site: Site, visit: Visit) -> None:
    collection = site.collection("reading")
    text = "The lighthouse of Skerrow was built by Agnes Dunmore. It is lit by gas, and its keeper lives next door."
    site.add(collection, "guide.txt", text.encode())
    page = visit(site.base, collection)
    ask(page, "Who built the lighthuose of Skerrow?")
    turn = page.locator(".turn").last
    expect(turn.locator(".claim.supported strong.short")).to_have_text("Agnes Dunmore")
    expect(turn.locator(".understood")).to_contain_text("Who built the lighthouse of Skerrow?")
    expect(turn.locator(".nearest")).to_have_count(0)
    ask(page, "Which river flows through Warsaw?")
    turn = page.locator(".turn").last
    expect(turn.locator(".answer")).to_contain_text("The documents do not answer this question.")
    expect(turn.locator(".nearest")).to_contain_text(
        "The nearest passage, in guide: “The lighthouse of Skerrow"
    )
