"""The Check tab: facts and collections, a threshold that moves without a request, copies."""

import json
import re
import shlex
import shutil
import subprocess
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.browser.site import Site
from tests.app.browser.steps import Visit, tab_to

pytestmark = pytest.mark.slow

FACT = "The Brindle tower was finished in 1911. It is 61 metres tall and stands in Orlin."
ANSWER = "The Brindle tower is 61 metres tall. The Brindle tower was finished in 1911 by Ada Marsh."


def check(page: Page) -> dict[str, object]:
    """Presses Check and returns the request's body."""
    with page.expect_request(re.compile(":check")) as sent:
        page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".result .summary")).to_be_visible()
    return json.loads(sent.value.post_data or "{}")


def test_threshold_moves_the_marks_without_a_request(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", ANSWER)
    page.fill("#fact-1", FACT)
    body = check(page)
    assert body["facts"] == [{"factText": FACT}]
    height = page.locator(".result .claim").filter(has_text="61 metres")
    expect(height).to_have_class(re.compile("supported"))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    slider = page.locator("#threshold")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".threshold output")).to_have_text("1.00")
    expect(page.locator(".result .summary")).to_contain_text("0 of 2 statements supported")
    page.keyboard.press("Home")
    expect(page.locator(".result .summary")).to_contain_text("2 of 2 statements supported")
    page.locator(".result .claim").filter(has_text="Ada Marsh").click()
    expect(page.locator("#source")).to_contain_text("Fact 1")
    assert sent == []


def test_a_passage_that_counts_only_now_has_its_words_marked(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", "The harbour of Orlin was painted by volunteers.")
    page.fill("#fact-1", "Trams are slow. The harbour of Orlin was painted grey in spring. Gulls are loud.")
    check(page)
    claim = page.locator(".result .claim")
    expect(claim).not_to_have_class(re.compile(r"\bsupported"))
    page.locator("#threshold").focus()
    page.keyboard.press("Home")
    expect(claim).to_have_class(re.compile(r"\bsupported"))
    claim.click()
    expect(page.locator("#source mark")).to_have_text("The harbour of Orlin was painted grey in spring.")


def test_passages_that_hold_only_together_count_at_any_threshold(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", "Members of the club may swim free of charge on Fridays in summer.")
    page.fill("#fact-1", "Members may swim free of charge on Fridays.")
    page.get_by_role("button", name="Add a fact").click()
    page.fill("#fact-2", "The club opens its pool for members in summer.")
    with page.expect_response(re.compile(":check")) as reply:
        check(page)
    (claim,) = reply.value.json()["claims"]
    assert max(claim["citationScores"]) < 0.9 < claim["score"], "together they are surer than either alone"
    shown = page.locator(".result .claim")
    expect(shown).to_contain_text("[1] supported")
    page.locator("#threshold").fill("0.9")
    expect(shown).to_contain_text("[1, 2] supported by 2 passages")
    expect(page.locator(".result .summary")).to_contain_text("1 of 1 statement supported")
    shown.click()
    expect(page.locator("#source .group.for")).to_contain_text("1 of 2")
    page.get_by_role("button", name="Next passage").click()
    expect(page.locator("#source mark")).to_have_text("The club opens its pool for members in summer.")
    page.locator("#threshold").fill("1")
    expect(shown).to_contain_text("[?] not covered")


def test_what_is_missing_is_said_before_anything_is_sent(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if ":check" in request.url else None)
    problem = page.locator(".check .problem")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(problem).to_have_text("Paste the answer that is to be checked.")
    page.fill("#candidate", ANSWER)
    page.fill("#fact-1", "  ")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(problem).to_have_text("Add a fact to check the answer against, or choose a collection.")
    expect(page.locator("#fact-1")).to_be_focused()
    assert sent == []
    page.fill("#fact-1", FACT)
    check(page)
    expect(problem).to_be_hidden()


def test_keyboard_alone_checks_and_reads_on(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.locator("#candidate").focus()
    page.keyboard.type(ANSWER)
    tab_to(page, "#fact-1")
    page.keyboard.type(FACT)
    tab_to(page, ".check-form button[type=submit]")
    page.keyboard.press("Enter")
    expect(page.locator(".result .summary")).to_be_visible()
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#threshold")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(".result .summary")).to_contain_text("0 of 2 statements supported")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#source-title")).to_be_focused()


def test_facts_are_added_removed_and_attributed(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", ANSWER)
    page.get_by_role("button", name="Add a fact").click()
    page.get_by_role("button", name="Add a fact").click()
    page.get_by_label("Fact 1", exact=True).fill("To be removed.")
    page.get_by_label("Fact 2", exact=True).fill("Penguins cannot fly.")
    page.get_by_label("Fact 3", exact=True).fill(FACT)
    page.get_by_role("button", name="Remove fact 1").click()
    page.get_by_text("Where it comes from").nth(1).click()
    page.get_by_label("Author").nth(1).fill("R. Rossi")
    page.get_by_label("The question it answers").fill("How tall is the tower?")
    body = check(page)
    assert body["facts"] == [
        {"factText": "Penguins cannot fly."},
        {"factText": FACT, "attributes": {"author": "R. Rossi"}},
    ]
    assert body["prompt"] == "How tall is the tower?"
    expect(page.locator(".figures")).to_contain_text("Helpfulness")
    page.get_by_text("Scores per statement").click()
    row = page.get_by_role("row").filter(has_text="61 metres")
    assert float(row.locator("td.number").first.inner_text()) >= 0.6
    page.locator(".result .claim.supported").first.click()
    source = page.locator("#source")
    expect(source).to_contain_text("Fact 2")
    expect(source).to_contain_text("author: R. Rossi")
    expect(source.locator("mark").filter(has_text="61 metres tall")).to_be_visible()


TORN = "The museum of Orlin has 28 employees."
AGREES = "The museum of Orlin has 28 employees and opens at nine."
DENIES = "Orlin lies by the sea. In 2025 the museum of Orlin has 25 employees. It has a café."


def test_support_and_contradiction_stand_side_by_side(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", f"{TORN} It has a café.")
    page.fill("#fact-1", AGREES)
    page.get_by_role("button", name="Add a fact").click()
    page.fill("#fact-2", DENIES)
    check(page)
    expect(page.locator(".verdict-line")).to_have_text("1 of 2 statements supported; 1 disputed")
    expect(page.locator(".bar span")).to_have_text(["⇄", "✓"])  # in the order of the sentences
    torn = page.locator(".result .claim.disputed")
    expect(torn).to_contain_text("[1 ⇄ 2] disputed")
    expect(torn.locator(".failed")).to_have_text("28")
    torn.hover()
    preview = page.locator("#preview")
    expect(preview).to_contain_text("Supported by Fact 1")
    expect(preview).to_contain_text("Contradicted by Fact 2")
    torn.click()
    expect(page.locator("#source")).to_contain_text("The passages disagree")
    against = page.locator("#source .group.against")
    expect(against.locator("mark")).to_have_text(["In 2025 the museum of Orlin has 25 employees."])
    expect(page.locator("#source .quoted .differs")).to_have_text("28")
    expect(page.locator("#source .group .differs")).to_have_text(["28", "25"])
    boxes = [page.locator(f"#source .group.{side}").bounding_box() for side in ("for", "against")]
    assert boxes[0] and boxes[1] and boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]


def test_no_threshold_turns_a_contradicted_sentence_green(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check")
    page.fill("#candidate", TORN)
    page.fill("#fact-1", DENIES)
    check(page)
    claim = page.locator(".result .claim")
    expect(claim).to_have_class("claim contradicted")
    claim.click()
    expect(page.locator("#source .correction")).to_have_text("25 instead of 28")
    page.get_by_role("button", name="Correct the answer").click()
    expect(page.locator(".corrected .answer")).to_have_text("The museum of Orlin has 25 employees.")
    for value in ("0.3", "0.05", "0", "1"):
        page.locator("#threshold").fill(value)
        expect(claim).to_have_class("claim contradicted")


def test_a_collection_is_checked_against(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("check against")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection, at="/#check")
    page.fill("#candidate", "The tower is 38 metres tall and has 214 steps.")
    page.get_by_label("my documents").check()
    body = check(page)
    assert "facts" not in body and collection in json.dumps(body["groundingSource"])
    page.locator(".result .claim.supported").click()
    expect(page.locator("#source")).to_contain_text("lighthouse, page 1")
    expect(page.locator("#source .page img")).to_be_visible()


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl on this machine")
def test_copies_are_the_same_request_and_its_answer(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check", permissions=["clipboard-read", "clipboard-write"])
    page.fill("#candidate", "Ada's tower isn't tall.")
    page.fill("#fact-1", FACT)
    body = check(page)
    page.get_by_role("button", name="Copy as JSON").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    response = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert response["claims"][0]["claimText"] == "Ada's tower isn't tall."
    page.get_by_role("button", name="Copy as curl").click()
    expect(page.get_by_role("button", name="Copied")).to_have_count(2)
    command = page.evaluate("navigator.clipboard.readText()")
    assert json.loads(shlex.split(command)[2]) == body
    assert pasted(command) == response


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl on this machine")
def test_a_long_request_runs_as_pasted(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check", permissions=["clipboard-read", "clipboard-write"])
    page.fill("#candidate", "It's 61 m & $HOME `x` !! 100 % \\n tall.")
    fact = "A tower is tall. " * 588
    for number in range(1, 15):
        page.fill(f"#fact-{number}", f"Tower {number}. {fact}"[:10_000])
        page.get_by_role("button", name="Add a fact").click()
    check(page)
    page.get_by_role("button", name="Copy as curl").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    command = page.evaluate("navigator.clipboard.readText()")
    assert len(command) > 131_072, "more than one argument of a program may have"
    assert pasted(command)["claims"][0]["claimText"].startswith("It's 61 m & $HOME `x`")


def pasted(command: str) -> dict[str, Any]:
    """What a shell prints that is given the copied command."""
    ran = subprocess.run(["sh"], input=command, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(ran.stdout)
    return answer


def test_a_refusal_is_shown_in_words(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#check", complaints=["400"])
    page.fill("#candidate", "word " * 4097)
    page.fill("#fact-1", FACT)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".check .problem")).to_contain_text("4096")
    expect(page.locator(".result")).to_be_hidden()


def test_offsets_of_any_script(site: Site, visit: Visit) -> None:
    page = visit(site.base)
    text = "aé€𝄞 – 日本語の文。 مرحبا 👩🏽‍🚀 e\u0301 สวัสดี"
    offsets, unit = [], 0
    for char in text:
        offsets += [unit] * len(char.encode())
        unit += len(char.encode("utf-16-le")) // 2
    offsets.append(unit)
    found = page.evaluate(
        """([text, n]) => import('/static/spans.js').then(({byteOffsets}) => {
             const at = byteOffsets(text);
             return Array.from({length: n}, (_, byte) => at(byte));
           })""",
        [text, len(offsets)],
    )
    assert found == offsets
