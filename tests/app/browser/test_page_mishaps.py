"""Broken lines, reloads, other tabs, answers that come late: nothing is lost, and nothing false is said."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.app.browser.site import Site
from tests.app.browser.steps import Visit, ask, follow_link

pytestmark = pytest.mark.slow

BUILT = "The lighthouse of Skerrow was built in 1871 by Agnes Dunmore."
QUESTION = "Who built the lighthouse of Skerrow?"
WRITING = re.compile("streamGenerateContent")


def asks_in_vain(page: Page) -> list[Route]:
    """Asks a question whose answer is held back; the list gets the request."""
    held: list[Route] = []
    page.route(WRITING, lambda route: held.append(route))
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".turn .working")).to_have_text("Writing…")
    return held


def test_a_question_outlives_a_reload(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("reloaded while writing")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    asks_in_vain(page)
    page.unroute(WRITING)
    page.reload()
    expect(page.locator(".turn h2")).to_have_text(QUESTION)
    expect(page.locator(".turn .problem")).to_have_text(
        "Not checked. The page was left before this was done."
    )
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".turn .claim.supported").first).to_contain_text("Agnes Dunmore")
    expect(page.locator(".turn")).to_have_count(1)
    expect(page.locator("#history li")).to_have_count(1)


def test_a_broken_line_is_said_in_words(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("broken line")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection, complaints=["ERR_FAILED"])
    part = 'data: {"candidates": [{"content": {"parts": [{"text": "The lamp"}]}}]}\n\ndata: {"cand'
    page.route(WRITING, lambda route: route.fulfill(content_type="text/event-stream", body=part))
    ask(page, "What burned?")
    expect(page.locator(".answer")).to_have_text("The lamp")
    problem = page.locator(".turn .problem")
    expect(problem).to_have_text("Not checked. The connection broke before the answer was complete.")
    page.unroute(WRITING)
    page.route(WRITING, lambda route: route.abort())
    page.get_by_role("button", name="Ask again").click()
    expect(problem).to_have_text("Not checked. The server cannot be reached. Is it still running?")
    page.unroute(WRITING)
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".turn .claim.supported").first).to_contain_text("whale oil")


def test_a_link_ends_what_is_being_written(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("link while writing")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    asks_in_vain(page)
    held: list[Route] = []
    page.route(re.compile(":check$"), lambda route: held.append(route))
    follow_link(page, "Who?", BUILT, collection, shown=".working")
    expect(page.locator(".turn .working")).to_have_text("Checking each sentence…")
    expect(page.locator("#history li")).to_have_count(2)
    expect(page.locator("#stop")).to_be_visible()
    held[0].continue_()
    expect(page.locator(".claim.supported")).to_have_count(1)
    expect(page.locator("#stop")).to_be_hidden()


def test_what_is_forgotten_while_it_is_written_stays_forgotten(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("forgotten")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    asks_in_vain(page)
    page.get_by_role("button", name=f"Forget {QUESTION}").click()
    expect(page.locator("#send")).to_be_visible()
    expect(page.locator("#history li")).to_have_count(0)
    page.reload()
    expect(page.locator("#history li")).to_have_count(0)


def test_two_tabs_show_the_same_conversations(site: Site, visit: Visit, lighthouse: bytes) -> None:
    collection = site.collection("two tabs")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base, collection)
    other = page.context.new_page()
    other.goto(site.base)
    expect(other.locator("#document-list li")).to_have_count(1)
    ask(page, QUESTION)
    expect(other.locator("#history .name")).to_have_text([QUESTION])
    other.locator("#history .name").click()
    expect(other.locator(".claim.supported").first).to_contain_text("Agnes Dunmore")
    ask(page, "What did its lamp burn?")
    expect(other.locator(".turn")).to_have_count(2)
    expect(other.locator(".turn").last.locator(".summary")).to_be_visible()


def test_a_late_list_does_not_stand_under_another_name(site: Site, visit: Visit, lighthouse: bytes) -> None:
    slow, quick = site.collection("slow list"), site.collection("quick list")
    site.add(slow, "lighthouse.pdf", lighthouse)
    site.add(quick, "note.txt", b"The kettle of Vell is blue.")
    page = visit(site.base, quick)
    held: list[Route] = []
    page.route(re.compile(f"{slow}/ragFiles"), lambda route: held.append(route))
    page.select_option("#collection", slow)
    expect(page.locator("#document-list li")).to_have_count(0)
    expect(page.locator("#documents-note")).to_have_text("")
    page.wait_for_function("document.querySelector('#collection').value")
    while not held:
        page.wait_for_timeout(50)
    page.select_option("#collection", quick)
    expect(page.locator("#document-list .name")).to_have_text(["note.txt"])
    with page.expect_response(re.compile(f"{slow}/ragFiles")):
        held[0].continue_()
    page.wait_for_timeout(200)
    expect(page.locator("#document-list .name")).to_have_text(["note.txt"])


def test_a_server_that_comes_back_is_used_without_a_reload(site: Site, visit: Visit) -> None:
    # A page that could not list the collections makes its own; 409 where an earlier visitor of this server has made it.
    page = visit(site.base, complaints=["ERR_FAILED", "409"])
    page.evaluate("localStorage.clear()")
    page.route("**/v1beta1/**", lambda route: route.abort())
    page.reload()
    expect(page.locator("#notice")).to_contain_text("The server cannot be reached")
    page.unroute("**/v1beta1/**")
    page.set_input_files(
        "#files", {"name": "kettle.txt", "mimeType": "text/plain", "buffer": b"The kettle of Vell is blue."}
    )
    expect(page.locator("#document-list .name")).to_contain_text(["kettle.txt"])
    page.get_by_role("button", name="Delete kettle.txt").click()
    page.get_by_role("button", name="Delete document").click()
    expect(page.locator("#notice")).to_be_hidden()


def test_a_damaged_link_is_called_so(site: Site, visit: Visit) -> None:
    page = visit(site.base, at="/#answer=q1ZKLE0tLs5IzVGyUs")
    expect(page.locator("#notice")).to_contain_text("This link is damaged")
    expect(page.locator(".turn")).to_have_count(0)


def test_without_room_in_the_browser_the_page_works_all_the_same(
    site: Site, visit: Visit, lighthouse: bytes
) -> None:
    collection = site.collection("no storage")
    site.add(collection, "lighthouse.pdf", lighthouse)
    page = visit(site.base)
    page.add_init_script(
        """for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(
             window, name, {get() { throw new DOMException('blocked', 'SecurityError'); }})"""
    )
    page.reload()
    page.select_option("#collection", collection)
    expect(page.locator("#document-list li")).to_have_count(1)
    ask(page, QUESTION)
    expect(page.locator(".claim.supported").first).to_contain_text("Agnes Dunmore")
    expect(page.locator("#history li")).to_have_count(1)
